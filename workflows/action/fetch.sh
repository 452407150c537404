#!/bin/bash
# Puts the release's benchdoc into PATH: from the runner's tool cache, else its tarball.
# Outputs: found (false: build it), folder, version, key (of the cache for a build).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=workflows/action/common.sh
. "$here/common.sh"
source_tree=$(cd "$here/../.." && pwd)

[ "$(uname -s)" = Linux ] || give_up 2 "benchdoc's action runs on Linux; here it is $(uname -s)"
arch=$(uname -m)
own_version=$(sed -nE 's/^project\(benchdoc VERSION ([0-9.]+).*/\1/p' "$source_tree/CMakeLists.txt")

# The version is what the input says, else that of the commit at which the action is used.
version=${BENCHDOC_VERSION:-$own_version}
version=${version#v}
want_source=no
[ "$version" = source ] && { version=$own_version want_source=yes; }
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+([-+.][0-9A-Za-z.]+)?$ ]] \
  || give_up 2 "input version is '$version'; it is a release like $own_version, or 'source'"
output version "$version"

tools=${RUNNER_TOOL_CACHE:-${RUNNER_TEMP:-/tmp}}/benchdoc

found() { # FOLDER
  printf '%s\n' "$1/bin" >>"${GITHUB_PATH:-/dev/null}"
  output folder "$1"
  output found true
  echo "benchdoc $version in $1"
  exit 0
}

# Says why there is no release here, and where a build goes.
build_instead() {
  local what
  [ "$version" = "$own_version" ] \
    || give_up 3 "$1; only $own_version can be built from this commit of the action"
  [ "$want_source" = yes ] || notice "$1; building benchdoc $version from its source"
  what=$(cd "$source_tree" && find CMakeLists.txt cmake core ingest store stats render cli templates -type f -print0 \
    | LC_ALL=C sort -z | xargs -0 cat | sha256sum | cut -c1-16)
  # libraries have other names in other releases of a distribution
  local system
  system=$(. /etc/os-release 2>/dev/null && echo "${ID:-linux}-${VERSION_ID:-}") || system=linux
  output folder "$tools/$version-$what/$arch"
  output key "benchdoc-$version-$what-$system-$arch"
  output found false
  exit 0
}

download() { # URL FILE
  if command -v curl >/dev/null 2>&1; then
    curl --fail --silent --show-error --location --retry 3 --max-time 120 --output "$2" "$1"
  else
    wget --quiet --tries=4 --timeout=60 --output-document="$2" "$1"
  fi
}

# Where the action comes from; some runners leave it empty inside a composite action.
repository=${BENCHDOC_ACTION_REPOSITORY:-}
if [ -z "$repository" ] && [[ $source_tree =~ /_actions/([^/]+/[^/]+)/[^/]+$ ]]; then
  repository=${BASH_REMATCH[1]}
fi

[ $want_source = no ] || build_instead "input version is 'source'"
folder=$tools/$version/$arch
[ -e "$folder.complete" ] && runs "$folder" && found "$folder"
[ -n "$repository" ] || build_instead 'the action is used from a folder, which has no releases'

scratch=$(mktemp -d "${RUNNER_TEMP:-/tmp}/benchdoc.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
name=benchdoc-$version-linux-$arch
url=${GITHUB_SERVER_URL:-https://github.com}/$repository/releases/download/v$version/$name.tar.gz
{ download "$url" "$scratch/tarball" && download "$url.sha256" "$scratch/digest"; } 2>"$scratch/why" \
  || build_instead "$url cannot be fetched ($(tail -n 1 "$scratch/why"))"

# A wrong digest is no reason to try something else: somebody has to look.
want=${BENCHDOC_SHA256:-$(cut -d' ' -f1 "$scratch/digest")}
have=$(sha256sum "$scratch/tarball" | cut -d' ' -f1)
[ "$have" = "$want" ] || give_up 3 "$url has the SHA-256 digest $have, not $want"

mkdir "$scratch/files"
tar -xzf "$scratch/tarball" -C "$scratch/files" --strip-components=1 --no-same-owner
runs "$scratch/files" || build_instead "$name does not run here: $("$scratch/files/bin/benchdoc" --version 2>&1 | head -n 1)"
mkdir -p "$(dirname "$folder")"
# another job on this machine may have been quicker
rm -rf "$folder.complete" "$folder"
mv "$scratch/files" "$folder"
: >"$folder.complete"
found "$folder"
