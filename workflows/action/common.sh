# shellcheck shell=bash
# Sourced by the scripts of the action: words for the job's log, and files for the runner.
# Inputs reach the scripts as variables only, so that none of them is ever read as code.

# annotate LEVEL TEXT: a line that GitHub shows on the run's page; debug, notice, warning, error
annotate() {
  local text=${2//'%'/%25}
  text=${text//$'\r'/%0D}
  text=${text//$'\n'/%0A}
  printf '::%s title=benchdoc::%s\n' "$1" "$text"
}
notice() { annotate notice "$1"; }
warning() { annotate warning "$1"; }
# give_up STATUS TEXT: statuses are benchdoc's own
give_up() { annotate error "$2" >&2; exit "$1"; }

# output NAME VALUE: one line, because a value with several could name other outputs
output() { printf '%s=%s\n' "$1" "${2//[$'\r\n']/ }" >>"${GITHUB_OUTPUT:-/dev/null}"; }

is_input_true() { # NAME VALUE: true, false or nothing, as github-action-benchmark has it
  case $2 in
    true) return 0 ;;
    false | '') return 1 ;;
    *) give_up 2 "input $1 takes true or false, not '$2'" ;;
  esac
}

runs() { "$1/bin/benchdoc" --version >/dev/null 2>&1; }
