# shellcheck shell=bash
# Sourced by run.sh: `publish` with the inputs of github-action-benchmark. With `tool` it
# does what that action does; without it benchdoc.yml says what goes where.
# Every input is honoured, or a line of the log says what is different.

options=()   # of benchdoc publish
format=      # benchdoc's name for that of the results
published=() # its files
remote=()    # where the branch is, when it is not of origin
alerts=()    # of benchdoc gate
judged=false # is there something that must hold?
verdict=0    # of the gate
comment=()   # options of benchdoc comment; none = nothing is commented
commented=0  # how that ended

# A double-quoted scalar of YAML.
quote() {
  local text=${1//\\/\\\\}
  printf '"%s"' "${text//\"/\\\"}"
}

percentage() { # NAME VALUE: as a ratio; 200% is 2
  [[ $2 =~ ^([0-9]+(\.[0-9]+)?)%$ ]] || give_up 2 "input $1 is a percentage like 200%, not '$2'"
  awk -v percent="${BASH_REMATCH[1]}" 'BEGIN { printf "%.10g", percent / 100 }'
}

# What is said on the pull request or commit, and from which ratio on.
read_comment() { # RATIO KIND
  local alert=$1 kind=$2
  if is_input_true comment-on-alert "${INPUT_COMMENT_ON_ALERT:-}"; then
    comment=("--$kind" "$alert" --when failed)
    [ "$kind" = alert ] \
      && notice "input comment-on-alert: there is a comment when a result is more than $alert times as bad as its baseline on the same CPU and there is evidence for it; compat-alerts: true is the ratio alone"
    [ "$kind" = alert ] || comment+=(--accept-machine)
  fi
  if is_input_true comment-always "${INPUT_COMMENT_ALWAYS:-}"; then
    comment+=(--when always)
  elif [ ${#comment[@]} -eq 0 ]; then
    [ -z "${INPUT_ALERT_COMMENT_CC_USERS:-}" ] || warning 'input alert-comment-cc-users does nothing without comment-on-alert or comment-always'
    return 0
  fi
  comment+=(--name "${INPUT_NAME:-Benchmark}" --mention "${INPUT_ALERT_COMMENT_CC_USERS:-}")
}

# What fails the job, and what that means here.
read_alerts() {
  local alert fail compat=false
  alert=$(percentage alert-threshold "${INPUT_ALERT_THRESHOLD:-200%}")
  fail=$(percentage fail-threshold "${INPUT_FAIL_THRESHOLD:-${INPUT_ALERT_THRESHOLD:-200%}}")
  awk -v fail="$fail" -v alert="$alert" 'BEGIN { exit !(fail < alert) }' \
    && give_up 2 "input fail-threshold must not be below alert-threshold"
  is_input_true compat-alerts "${INPUT_COMPAT_ALERTS:-}" && compat=true
  if is_input_true gate "${INPUT_GATE:-}"; then
    judged=true
    [ -z "${INPUT_TOOL:-}" ] || give_up 2 'input gate judges the gates of benchdoc.yml, which is not read with tool; fail-on-alert is for both'
  fi
  if is_input_true fail-on-alert "${INPUT_FAIL_ON_ALERT:-}"; then
    judged=true
    if $compat; then
      # of whatever machine, as the action
      alerts=(--compat-alerts "$fail" --accept-machine)
      notice "inputs fail-on-alert and compat-alerts: a number that is more than $fail times as bad as before fails the job, on whatever machine either was measured"
    else
      alerts=(--alert "$fail")
      notice "input fail-on-alert: the job fails when a result is more than $fail times as bad as its baseline on the same CPU and there is evidence for it; compat-alerts: true is the ratio alone"
    fi
  elif $compat && ! is_input_true comment-on-alert "${INPUT_COMMENT_ON_ALERT:-}"; then
    warning 'input compat-alerts does nothing without fail-on-alert or comment-on-alert'
  fi
  read_comment "$alert" "$($compat && echo compat-alerts || echo alert)"
}

tell_differences() {
  is_input_true go-force-package-suffix "${INPUT_GO_FORCE_PACKAGE_SUFFIX:-}" && [ "$INPUT_TOOL" = go ] \
    && format=go-with-packages
  [ -z "${INPUT_MAX_ITEMS_IN_CHART:-}" ] \
    || notice 'input max-items-in-chart: older entries go to archive/ beside data.js, they are not deleted'
  is_input_true auto-push "${INPUT_AUTO_PUSH:-}" && is_input_true skip-fetch-gh-pages "${INPUT_SKIP_FETCH_GH_PAGES:-}" \
    && notice 'input skip-fetch-gh-pages: what is pushed is always merged with what the server has'
  return 0
}

# With ~ as the action knows it, and never taken for an option.
file_of() {
  local file=${1/#~\//$HOME/}
  [[ $file != -* ]] || file=./$file
  printf '%s' "$file"
}

check_inputs() {
  case $INPUT_TOOL in
    cargo | go | benchmarkjs | benchmarkluau | pytest | googlecpp | catch2 | julia | jmh | benchmarkdotnet) ;;
    customBiggerIsBetter | customSmallerIsBetter) ;;
    *) give_up 2 "input tool is '$INPUT_TOOL'; it is cargo, go, benchmarkjs, benchmarkluau, pytest, googlecpp, catch2, julia, jmh, benchmarkdotnet, customBiggerIsBetter or customSmallerIsBetter" ;;
  esac
  file=$(file_of "${INPUT_OUTPUT_FILE_PATH:-}")
  [ -n "$file" ] || give_up 2 'input output-file-path is missing: the file with the results'
  [ -f "$file" ] || give_up 3 "input output-file-path: there is no file '$file'"
  [[ ${INPUT_MAX_ITEMS_IN_CHART:-1} =~ ^[1-9][0-9]*$ ]] \
    || give_up 2 "input max-items-in-chart is a number from 1 on, not '$INPUT_MAX_ITEMS_IN_CHART'"
  [[ ${INPUT_NAME:-}${INPUT_GH_PAGES_BRANCH:-}${INPUT_BENCHMARK_DATA_DIR_PATH:-} =~ [[:cntrl:]] ]] \
    && give_up 2 'inputs name, gh-pages-branch and benchmark-data-dir-path are one line each'
  if [ -n "${INPUT_EXTERNAL_DATA_JSON_PATH:-}" ] && is_input_true auto-push "${INPUT_AUTO_PUSH:-}"; then
    give_up 2 'inputs external-data-json-path and auto-push exclude each other'
  fi
  if [ -n "${INPUT_GH_REPOSITORY:-}" ] && [ -z "${INPUT_GITHUB_TOKEN:-}" ]; then
    give_up 2 'input gh-repository needs github-token'
  fi
}

# A configuration of one input, in the place where benchdoc.yml would be.
write_configuration() { # PATH-ON-THE-BRANCH
  configuration=$PWD/.benchdoc-action-$$.yml
  trap 'rm -rf "$configuration" "${scratch:-}"' EXIT
  {
    echo 'version: 1'
    echo "inputs: { benchmark: { files: results, format: $format } }"
    echo 'publish:'
    echo "  branch: $(quote "${INPUT_GH_PAGES_BRANCH:-gh-pages}")"
    echo "  name: { benchmark: $(quote "${INPUT_NAME:-Benchmark}") }"
    echo "  to: { benchmark: $(quote "$1") }"
    [ -z "${INPUT_MAX_ITEMS_IN_CHART:-}" ] || echo "  keep: { entries: $INPUT_MAX_ITEMS_IN_CHART }"
  } >"$configuration"
  # what the working folder looked like is told and no reason not to publish, as with the action
  options+=(--config "$configuration" --suite benchmark --allow-dirty)
}

# `ref` counts only where the event names no commit, as with the action.
add_commit() {
  local commit
  [ -n "${INPUT_REF:-}" ] || return 0
  case ${GITHUB_EVENT_NAME:-} in
    push | pull_request | pull_request_target)
      notice "input ref: the commit of the $GITHUB_EVENT_NAME counts"
      ;;
    *)
      commit=$(git rev-parse --verify --quiet --end-of-options "$INPUT_REF^{commit}" 2>/dev/null \
        || git rev-parse --verify --quiet --end-of-options "origin/$INPUT_REF^{commit}" 2>/dev/null) \
        || give_up 3 "input ref: '$INPUT_REF' is not in this checkout; fetch it before"
      options+=(--commit "$commit")
      ;;
  esac
}

# git with the token, where the checkout has left none; never in an argument.
git_with_token() {
  local server=${GITHUB_SERVER_URL:-https://github.com} n=${GIT_CONFIG_COUNT:-0}
  if [ -z "${INPUT_GITHUB_TOKEN:-}" ] || [ -n "$(git config --get "http.$server/.extraheader" || true)" ]; then
    git "$@"
    return
  fi
  (
    export GIT_CONFIG_COUNT=$((n + 1)) "GIT_CONFIG_KEY_$n=http.$server/.extraheader" \
      "GIT_CONFIG_VALUE_$n=Authorization: basic $(printf 'x-access-token:%s' "$INPUT_GITHUB_TOKEN" | base64 | tr -d '\n')"
    git "$@"
  )
}

# fetch_branch REMOTE: what the server has becomes the local branch; a server without it is fine
fetch_branch() {
  local branch=${INPUT_GH_PAGES_BRANCH:-gh-pages} status=0
  is_input_true skip-fetch-gh-pages "${INPUT_SKIP_FETCH_GH_PAGES:-}" && return 0
  git_with_token ls-remote --exit-code "$1" "refs/heads/$branch" >/dev/null || status=$?
  [ $status -eq 2 ] && return 0
  [ $status -eq 0 ] || give_up 5 "the branch $branch cannot be asked for at $1"
  git_with_token fetch --quiet --no-tags "$1" "refs/heads/$branch:refs/heads/$branch" \
    || give_up 5 "the branch $branch of this checkout is not where $1 has it; input skip-fetch-gh-pages leaves it so"
}

add_checkout() {
  local checkout
  checkout=$(git rev-parse --show-toplevel) || give_up 5 'without auto-push a checkout is needed; actions/checkout makes one'
  remote=(--remote "$checkout")
}

# Where the branch is: a server, or this checkout for a later step to push.
choose_remote() {
  local elsewhere=${INPUT_GH_REPOSITORY:-}
  [ -z "$elsewhere" ] || elsewhere=https://${elsewhere#https://}
  if is_input_true auto-push "${INPUT_AUTO_PUSH:-}"; then
    [ -z "$elsewhere" ] || remote=(--remote "$elsewhere")
  elif [ -n "$elsewhere" ]; then
    # from a folder without a checkout, whose token is for another repository
    [ -d benchmark-data-repository ] || (
      target=$PWD/benchmark-data-repository
      cd "${RUNNER_TEMP:-/tmp}" && git_with_token clone --quiet "$elsewhere" "$target"
    ) || give_up 5 "$elsewhere cannot be cloned"
    (cd benchmark-data-repository && fetch_branch origin)
    remote=(--remote "$PWD/benchmark-data-repository")
    notice "without auto-push the commit stays in $PWD/benchmark-data-repository"
  else
    add_checkout
    fetch_branch origin
    notice "without auto-push the commit stays on ${INPUT_GH_PAGES_BRANCH:-gh-pages} of this checkout; push it, or set auto-push: true"
  fi
}

# The one-file history of external-data-json-path: a data.js without its beginning, put on
# a branch of a scratch repository and taken from there again.
publish_into_file() {
  local history=${INPUT_EXTERNAL_DATA_JSON_PATH/#~\//$HOME/} blob tree start='window.BENCHMARK_DATA = '
  local branch=${INPUT_GH_PAGES_BRANCH:-gh-pages}
  [ ! -d "$history" ] || give_up 2 "input external-data-json-path is a folder: '$history'"
  scratch=$(mktemp -d "${RUNNER_TEMP:-/tmp}/benchdoc.XXXXXX")
  git init --quiet --bare "$scratch/git"
  if [ -s "$history" ]; then
    blob=$({ printf %s "$start"; cat "$history"; } | git -C "$scratch/git" hash-object -w --stdin)
    tree=$(printf '100644 blob %s\tdata.js\n' "$blob" | git -C "$scratch/git" mktree)
    git -C "$scratch/git" update-ref "refs/heads/$branch" \
      "$(git -C "$scratch/git" -c user.name=benchdoc -c user.email=benchdoc@benchdoc.invalid commit-tree -m history "$tree")"
  fi
  remote=(--remote "$scratch/git")
  write_configuration data.js
  compare_as_the_action
  call
  if ! is_input_true save-data-file "${INPUT_SAVE_DATA_FILE:-true}"; then
    notice 'input save-data-file: the run was read and checked, and is not kept'
    return 0
  fi
  git -C "$scratch/git" show "$branch:data.js" | tail -c +$((${#start} + 1)) >"$scratch/new"
  [ -s "$scratch/new" ] || give_up 3 "nothing came out of '$history'"
  mkdir -p "$(dirname "$history")"
  cp "$scratch/new" "$history"
}

# Publishes, and tells the job which commit it made.
call() {
  local status=0
  benchdoc publish "${options[@]}" "${remote[@]}" "${published[@]}" --json >"${RUNNER_TEMP:-/tmp}/benchdoc-published.json" || status=$?
  [ $status -eq 0 ] || exit $status
  local answer commit
  answer=$(<"${RUNNER_TEMP:-/tmp}/benchdoc-published.json")
  commit=$(sed -nE 's/^  "commit": "([0-9a-f]+)",?$/\1/p' <<<"$answer")
  sed -nE 's/^  "(result|branch|commit|added|present)": "?([^",]*)"?,?$/\1: \2/p' <<<"$answer"
  output published-commit "$commit"
}

# compare_with_before OPTION...: before the run is published, because the branch is what it is
# compared with; what is found fails the job when that is done, and costs no history. What
# cannot be compared is shown alone.
compare_with_before() {
  local sides=("$@" --history branch "${remote[@]}") report summary=${GITHUB_STEP_SUMMARY:-/dev/null}
  export GITHUB_STEP_SUMMARY=/dev/null # the report gets a title of its own
  if $judged; then
    benchdoc gate "${sides[@]}" "${alerts[@]}" --github || verdict=$?
  else
    benchdoc compare "${sides[@]}" --github || notice 'there is nothing to compare with here'
  fi
  export GITHUB_STEP_SUMMARY=$summary
  [ ${#comment[@]} -eq 0 ] || benchdoc comment "${sides[@]}" "${comment[@]}" || commented=$?
  is_input_true summary-always "${INPUT_SUMMARY_ALWAYS:-}" || return 0
  report=$(sed -n 's/^report-path=//p' "${GITHUB_OUTPUT:-/dev/null}" | tail -n 1)
  printf '# %s\n\n' "${INPUT_NAME:-Benchmark}" >>"$summary"
  if [ -f "$report" ]; then
    tail -n +3 "$report" | head -c 1000000 >>"$summary" # GitHub takes 1 MiB
  else
    benchdoc table "${published[@]}" | head -c 250000 >>"$summary" || true
  fi
}

compare_as_the_action() {
  compare_with_before --config "$configuration" --suite benchmark --format "$format" --head "$file"
}

publish_as_the_action() {
  local folder=${INPUT_BENCHMARK_DATA_DIR_PATH:-dev/bench}
  check_inputs
  format=$INPUT_TOOL
  read_alerts
  tell_differences
  [ -z "${INPUT_CONFIG:-}" ] || warning 'input config: with tool the inputs say everything; benchdoc.yml is not read'
  published=("$file")
  add_commit
  if [ -n "${INPUT_EXTERNAL_DATA_JSON_PATH:-}" ]; then
    publish_into_file
  else
    folder=${folder#./}
    write_configuration "${folder%/}/data.js"
    choose_remote
    compare_as_the_action
    call
  fi
}

# benchdoc.yml says what goes where; inputs that are set are stronger.
publish_as_configured() {
  [ -z "${INPUT_OUTPUT_FILE_PATH:-}" ] || published=("$(file_of "$INPUT_OUTPUT_FILE_PATH")")
  [ "${INPUT_GH_PAGES_BRANCH:-gh-pages}" = gh-pages ] || options+=(--branch "$INPUT_GH_PAGES_BRANCH")
  [ "${INPUT_NAME:-Benchmark}" = Benchmark ] || options+=(--name "$INPUT_NAME")
  [ "${INPUT_BENCHMARK_DATA_DIR_PATH:-dev/bench}" = dev/bench ] \
    || options+=(--to "${INPUT_BENCHMARK_DATA_DIR_PATH%/}/data.js")
  read_alerts
  if [ ${#options[@]} -gt 0 ] && { $judged || [ "${INPUT_SUMMARY_ALWAYS:-}" = true ]; }; then
    warning 'inputs gh-pages-branch, name and benchmark-data-dir-path say where the run goes; it is compared with what is where benchdoc.yml says'
  fi
  [ -z "${INPUT_CONFIG:-}" ] || options+=(--config "$INPUT_CONFIG")
  [ -z "${INPUT_GH_REPOSITORY:-}" ] || remote=(--remote "https://${INPUT_GH_REPOSITORY#https://}")
  add_commit
  if [ "${INPUT_AUTO_PUSH:-}" = false ]; then
    add_checkout
    fetch_branch origin
  fi
  local compared=()
  [ ${#published[@]} -eq 0 ] || compared+=(--head "${published[0]}")
  [ -z "${INPUT_CONFIG:-}" ] || compared+=(--config "$INPUT_CONFIG")
  compare_with_before "${compared[@]}"
  call
}

publish() {
  if [ -n "${INPUT_TOOL:-}" ]; then publish_as_the_action; else publish_as_configured; fi
  [ $verdict -ne 1 ] || give_up 1 "results became worse: the lines of the log that begin with 'failed:' say which; all else was done"
  [ $verdict -eq 0 ] || give_up $verdict 'it could not be judged whether results became worse; all else was done'
  [ $commented -eq 0 ] || give_up $commented 'the comment could not be written, the log says why; all else was done'
}
