#!/bin/bash
# Runs what the input `command` says. `publish` alone, or nothing, takes the inputs of
# github-action-benchmark: publish.sh.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=workflows/action/common.sh
. "$here/common.sh"

cd "${INPUT_WORKING_DIRECTORY:-.}" || give_up 2 "there is no folder '${INPUT_WORKING_DIRECTORY:-.}'"
[ -z "${INPUT_GITHUB_TOKEN:-}" ] || export BENCHDOC_TOKEN=$INPUT_GITHUB_TOKEN
[ -z "${INPUT_COMMENT_TOKEN:-}" ] || export GH_TOKEN=$INPUT_COMMENT_TOKEN

# Words part at blanks and line ends; nothing in them is expanded.
read -r -d '' -a words <<<"${INPUT_COMMAND:-publish}" || true
case "${words[*]}" in
  install)
    benchdoc --version
    exit 0
    ;;
  publish)
    # shellcheck source=workflows/action/publish.sh
    . "$here/publish.sh"
    publish
    exit 0
    ;;
esac
if [ -n "${INPUT_TOOL:-}${INPUT_OUTPUT_FILE_PATH:-}" ]; then
  warning "inputs tool and output-file-path belong to 'command: publish'; '${words[*]}' does not look at them"
fi
[ -z "${INPUT_CONFIG:-}" ] || words=(--config "$INPUT_CONFIG" "${words[@]}")
exec benchdoc "${words[@]}"
