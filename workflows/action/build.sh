#!/bin/bash
# Builds the benchdoc of this commit into BENCHDOC_FOLDER, unless a cache had it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=workflows/action/common.sh
. "$here/common.sh"
folder=$BENCHDOC_FOLDER
cd "$here/../.."

if ! runs "$folder"; then
  # shellcheck source=cmake/packages.sh
  . cmake/packages.sh
  set +eu
  # shellcheck disable=SC2086 # a list of words
  need_packages $BUILD_PACKAGES
  set -eu
fi
if ! runs "$folder"; then
  build=$(mktemp -d "${RUNNER_TEMP:-/tmp}/benchdoc-build.XXXXXX")
  trap 'rm -rf "$build"' EXIT
  began=$SECONDS
  { cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DBENCHDOC_TESTS=OFF -DCMAKE_INSTALL_PREFIX="$folder" \
    && cmake --build "$build" --parallel "$(getconf _NPROCESSORS_ONLN)" \
    && cmake --install "$build"; } >"$build/log" 2>&1 || {
    tail -n 40 "$build/log"
    give_up 3 'benchdoc cannot be built here; the last lines above say why'
  }
  echo "built in $((SECONDS - began)) s"
fi
printf '%s\n' "$folder/bin" >>"${GITHUB_PATH:-/dev/null}"
"$folder/bin/benchdoc" --version
