#!/usr/bin/env python3
"""action.yml with the inputs of github-action-benchmark and its own, from the event to the
branch."""

import json
import os
import shutil

import runner
import sentences
from sentences import equal, fails, passes, says, shared

RESULTS = '[{"name": "foo", "unit": "things", "value": 3}]\n'
HERE = {"out.json": RESULTS}
CUSTOM = {"tool": "customBiggerIsBetter", "output-file-path": "out.json"}
PUSHED = dict(CUSTOM, **{"auto-push": "true"})

# github-action-benchmark v1.22.0
DEFAULTS = {
    "name": "Benchmark", "tool": None, "output-file-path": None, "gh-pages-branch": "gh-pages", "gh-repository": None,
    "benchmark-data-dir-path": "dev/bench", "github-token": None, "ref": None, "auto-push": None,
    "skip-fetch-gh-pages": "false", "comment-always": "false", "summary-always": "false", "save-data-file": "true",
    "comment-on-alert": "false", "alert-threshold": "200%", "fail-on-alert": "false", "fail-threshold": None,
    "alert-comment-cc-users": None, "external-data-json-path": None, "max-items-in-chart": None,
    "go-force-package-suffix": "false"}

TOOLS = {
    "cargo": "cargo_output.txt", "go": "go_output.txt", "benchmarkjs": "benchmarkjs_output.txt",
    "benchmarkluau": "benchmarkluau_output.txt", "pytest": "pytest_output.json", "googlecpp": "googlecpp_output.json",
    "catch2": "catch2_output_v3.txt", "julia": "julia_output.json", "jmh": "jmh_output.json",
    "benchmarkdotnet": "benchmarkdotnet.json", "customBiggerIsBetter": "customBiggerIsBetter_output.json",
    "customSmallerIsBetter": "customSmallerIsBetter_output.json"}


def entries(world, name="Benchmark", **where):
    data = world.on_branch(**where)
    return data["entries"][name] if data else []


def every_input_of_github_action_benchmark_has_its_name_and_default(world):
    inputs = runner.load(os.path.join(world.source, "action.yml"))["inputs"]
    for name, default in DEFAULTS.items():
        equal((name, inputs[name].get("default")), (name, default))
    for row in inputs.values():  # the file of results is not needed for every command
        equal(row.get("required"), None)


def results_of_every_tool_are_published_under_its_name(world):
    for tool, file in TOOLS.items():
        path = shared(world.source, f"github-action-benchmark/inputs/{file}")
        job = world.action({"tool": tool, "output-file-path": path, "auto-push": "true", "name": tool})
        passes(job)
        entry, = entries(world, tool)
        equal(entry["tool"], tool)
        if tool != "pytest":  # whose file says the commit itself
            equal(entry["commit"]["id"], world.main)
        equal(len(entry["benches"]) > 0, True)


def a_history_that_the_action_began_goes_on(world):
    old = {"lastUpdate": 1, "repoUrl": "https://github.com/owner/project", "entries": {"Benchmark": [{
        "commit": {"id": "0" * 40, "message": "old", "url": "u", "author": {"name": "a"}, "committer": {"name": "a"}},
        "date": 1, "tool": "customBiggerIsBetter", "benches": [{"name": "foo", "value": 2, "unit": "things"}]}]}}
    text = "window.BENCHMARK_DATA = " + json.dumps(old, indent=2)
    world.write(os.path.join(world.project, "dev/bench/data.js"), text)
    world.write(os.path.join(world.project, "dev/bench/index.html"), "their own page")
    world.shell("git checkout -q --orphan gh-pages && git rm -rqf --cached . && git add -f dev"
                " && git commit -qm old && git push -q origin gh-pages && git checkout -qf main")
    job = world.action(PUSHED, HERE)
    passes(job)
    equal([e["benches"][0]["value"] for e in entries(world)], [2, 3])
    equal(world.shell(f"git -C '{world.remote}' log -1 --format=%s gh-pages"),
          f"add Benchmark (customBiggerIsBetter) benchmark result for {world.main}")
    equal(world.shell(f"git -C '{world.remote}' show gh-pages:dev/bench/index.html"), "their own page")
    equal(job.outputs["commit"], world.shell(f"git -C '{world.remote}' rev-parse gh-pages"))


def a_job_that_is_run_again_adds_nothing(world):
    for _ in range(2):
        passes(world.action(PUSHED, HERE))
    equal(len(entries(world)), 1)


def without_auto_push_the_commit_waits_in_the_checkout(world):
    passes(world.action(PUSHED, {"out.json": RESULTS.replace("3", "2")}))
    before = world.shell(f"git -C '{world.remote}' rev-parse gh-pages")
    job = world.action(CUSTOM, HERE)
    passes(job)
    says(job, "without auto-push the commit stays on gh-pages of this checkout")
    equal(world.shell(f"git -C '{world.remote}' rev-parse gh-pages"), before)
    equal([e["benches"][0]["value"] for e in entries(world, repository=job.workspace)], [2, 3])
    equal(world.shell("git status --short", job.workspace), "?? out.json")
    world.shell("git push -q origin gh-pages:gh-pages", job.workspace)
    equal(len(entries(world)), 2)


def skip_fetch_gh_pages_begins_with_what_the_checkout_has(world):
    passes(world.action(PUSHED, {"out.json": RESULTS.replace("3", "2")}))
    job = world.action(dict(CUSTOM, **{"skip-fetch-gh-pages": "true"}), HERE)
    passes(job)
    equal(len(entries(world, repository=job.workspace)), 1)


def branch_folder_and_name_are_the_inputs(world):
    given = dict(PUSHED, **{"gh-pages-branch": "pages", "benchmark-data-dir-path": "./perf/", "name": 'A "b" \\ c: d'})
    passes(world.action(given, HERE))
    equal(len(entries(world, 'A "b" \\ c: d', path="perf/data.js", branch="pages")), 1)


def older_entries_go_to_an_archive(world):
    for value in "345":
        given = dict(PUSHED, **{"max-items-in-chart": "2"})
        job = world.action(given, {"out.json": RESULTS.replace("3", value)})
        passes(job)
    says(job, "input max-items-in-chart: older entries go to archive/")
    equal([e["benches"][0]["value"] for e in entries(world)], [4, 5])
    files = world.shell(f"git -C '{world.remote}' ls-tree -r --name-only gh-pages")
    equal("dev/bench/archive/" in files, True)


def a_history_in_a_file_needs_no_branch(world):
    given = dict(CUSTOM, **{"external-data-json-path": "cache/history.json"})
    first = world.action(given, HERE)
    passes(first)
    path = os.path.join(first.workspace, "cache/history.json")
    with open(path) as file:
        history = json.load(file)
    equal([e["benches"][0]["value"] for e in history["entries"]["Benchmark"]], [3])
    history["theirs"] = {"kept": True}
    more = {"cache/history.json": json.dumps(history, indent=2),
            "out.json": RESULTS.replace("3", "4")}
    second = world.action(given, more)
    passes(second)
    with open(os.path.join(second.workspace, "cache/history.json")) as file:
        history = json.load(file)
    equal([e["benches"][0]["value"] for e in history["entries"]["Benchmark"]], [3, 4])
    equal(history["theirs"], {"kept": True})
    third = world.action(dict(given, **{"save-data-file": "false"}), more)
    passes(third)
    with open(os.path.join(third.workspace, "cache/history.json")) as file:
        equal(file.read(), more["cache/history.json"])
    broken = world.action(given, {"cache/history.json": "{", "out.json": RESULTS})
    fails(broken)
    with open(os.path.join(broken.workspace, "cache/history.json")) as file:
        equal(file.read(), "{")
    equal(world.branches(), ["change", "main"])


def a_repository_of_its_own_for_the_history_needs_a_token(world):
    other = world.folder("other.git")
    world.shell(f"git init -q --bare '{other}'")
    world.environment.update(GIT_CONFIG_COUNT="1", GIT_CONFIG_KEY_0=f"url.file://{other}.insteadOf",
                             GIT_CONFIG_VALUE_0="https://example.invalid/o/pages")
    given = dict(PUSHED, **{"gh-repository": "example.invalid/o/pages"})
    job = world.action(given, HERE)
    fails(job)
    says(job, "input gh-repository needs github-token")
    job = world.action(dict(given, **{"github-token": "secret-token", "auto-push": "false"}), HERE)
    passes(job)
    equal("secret-token" in job.output, False)
    equal(len(entries(world, repository=os.path.join(job.workspace, "benchmark-data-repository"))), 1)


def inputs_that_make_no_sense_are_refused_before_anything_is_done(world):
    rows = [
        ({"tool": "jhm"}, "input tool is 'jhm'; it is cargo, go,"),
        ({"output-file-path": "nosuch.json"}, "there is no file 'nosuch.json'"),
        ({"output-file-path": ""}, "input output-file-path is missing"),
        ({"auto-push": "yes"}, "input auto-push takes true or false, not 'yes'"),
        ({"max-items-in-chart": "0"}, "input max-items-in-chart is a number from 1 on, not '0'"),
        ({"alert-threshold": "2"}, "input alert-threshold is a percentage like 200%25, not '2'"),
        ({"fail-threshold": "150%"}, "input fail-threshold must not be below alert-threshold"),
        ({"fail-on-alert": "1"}, "input fail-on-alert takes true or false"),
        ({"external-data-json-path": "x.json"}, "external-data-json-path and auto-push exclude each other"),
        ({"compat-alerts": "1"}, "input compat-alerts takes true or false"),
        ({"gate": "on"}, "input gate takes true or false"),
        ({"gate": "true"}, "benchdoc.yml, which is not read with tool"),
        ({"name": "two\nlines"}, "are one line each"),
        ({"benchmark-data-dir-path": "../up"}, "publish.to"),
        ({"gh-pages-branch": "a..b"}, "a..b"),
        ({"working-directory": "nowhere"}, "there is no folder 'nowhere'"),
        ({"version": "../../x"}, "input version is '../../x'; it is a release like"),
        ({"command": "publsh"}, "publsh"),
    ]
    for wrong, text in rows:
        job = world.action(dict(PUSHED, **wrong), HERE)
        fails(job)
        says(job, text)
        if os.path.isdir(job.workspace):
            left = [name for name in os.listdir(job.workspace) if name.startswith(".benchdoc-action")]
            equal(left, [])
    equal(world.branches(), ["change", "main"])


def inputs_that_do_nothing_here_are_said(world):
    asked = {"compat-alerts": "true", "alert-comment-cc-users": "@a", "go-force-package-suffix": "true",
             "skip-fetch-gh-pages": "true"}  # no Go
    job = world.action(dict(PUSHED, **asked), HERE)
    passes(job)
    says(job, "input skip-fetch-gh-pages: ")
    says(job, "::warning title=benchdoc::input compat-alerts does nothing without fail-on-alert or comment-on-alert")
    says(job, "::warning title=benchdoc::input alert-comment-cc-users does nothing without")
    equal(world.called("gh"), [])
    quiet = world.action(PUSHED, {"out.json": RESULTS.replace("3", "4")})
    equal("::warning" in quiet.output, False)


def next_commit(world):
    world.shell("git commit -q --allow-empty -m next && git push -q origin main")
    world.main = world.shell("git rev-parse main")
    world.event("push", world.push())


def measured(world, given, value, cpu="One", unit="ms"):
    """A job of a new commit, whose one benchmark has this number."""
    next_commit(world)
    text = json.dumps([{"name": "foo", "unit": unit, "value": value}])
    return world.action(given, {"out.json": text} | ({"environment.txt": f"cpu={cpu}\n"} if cpu else {}))


TIMED = {"tool": "customSmallerIsBetter", "output-file-path": "out.json", "auto-push": "true", "fail-on-alert": "true"}


def an_alert_with_evidence_fails_the_job_after_publishing(world):
    for value in (10.0, 10.1, 9.9, 10.05, 9.95, 10.02, 10.0, 9.98):
        passes(measured(world, TIMED, value))
    job = measured(world, TIMED, 25.0)
    fails(job)
    says(job, "the job fails when a result is more than 2 times as bad as its baseline on the same CPU")
    says(job, "failed: benchmark · One: foo: 9.98 → 25 ms, +151 % slower, ratio 2.51")
    says(job, "::error title=benchdoc::results became worse")
    equal([e["benches"][0]["value"] for e in entries(world)][-2:], [9.98, 25.0])
    equal(job.outputs["commit"], world.shell(f"git -C '{world.remote}' rev-parse gh-pages"))
    passes(measured(world, dict(TIMED, **{"fail-on-alert": "false"}), 60.0))
    passes(measured(world, dict(TIMED, **{"fail-threshold": "400%"}), 60.0))


def without_evidence_or_a_cpu_a_timing_fails_nothing_and_that_is_said(world):
    passes(measured(world, TIMED, 10.0))
    job = measured(world, TIMED, 25.0)  # one number against one
    passes(job)
    says(job, "1 without evidence")
    job = measured(world, TIMED, 70.0, cpu="Two")
    passes(job)
    says(job, "no baseline on this CPU yet")
    job = measured(world, TIMED, 700.0, cpu=None)
    passes(job)
    says(job, "the head does not say its CPU")


def what_was_counted_fails_on_any_cpu_without_more_evidence(world):
    passes(measured(world, TIMED, 3, cpu="One", unit="errors"))
    job = measured(world, TIMED, 7, cpu="Two", unit="errors")
    fails(job)
    says(job, "3 → 7 errors")


def compat_alerts_are_the_ratio_alone_on_any_machine(world):
    given = dict(TIMED, **{"compat-alerts": "true", "alert-threshold": "150%", "fail-threshold": "200%"})
    passes(measured(world, given, 10.0, cpu=None))
    passes(measured(world, given, 20.0, cpu=None))  # is not above
    job = measured(world, given, 40.5, cpu=None)
    fails(job)
    says(job, "inputs fail-on-alert and compat-alerts: a number that is more than 2 times as bad as before")
    says(job, "20 → 40.5 ms")
    fails(measured(world, given, 99.0, cpu="One"))
    fails(measured(world, given, 200.0, cpu="Two"))
    equal(len(entries(world)), 5)
    bigger = dict(given, tool="customBiggerIsBetter", name="bigger")
    passes(measured(world, bigger, 100.0))
    fails(measured(world, bigger, 49.0))


def an_alert_is_found_wherever_the_history_is(world):
    compat = dict(TIMED, **{"compat-alerts": "true"})
    given = dict(compat, **{"auto-push": "false", "external-data-json-path": "history.json"})
    first = world.action(given, {"out.json": RESULTS})
    passes(first)
    with open(os.path.join(first.workspace, "history.json")) as file:
        kept = file.read()
    next_commit(world)
    job = world.action(given, {"history.json": kept, "out.json": RESULTS.replace("3", "9")})
    fails(job)
    says(job, "3 → 9 things")
    with open(os.path.join(job.workspace, "history.json")) as file:
        equal(len(json.load(file)["entries"]["Benchmark"]), 2)
    other = world.folder("other.git")
    world.shell(f"git init -q --bare '{other}'")
    world.environment.update(GIT_CONFIG_COUNT="1", GIT_CONFIG_KEY_0=f"url.file://{other}.insteadOf",
                             GIT_CONFIG_VALUE_0="https://example.invalid/o/pages")
    given = dict(compat, **{"gh-repository": "example.invalid/o/pages", "github-token": "t"})
    passes(measured(world, given, 3.0))
    fails(measured(world, given, 9.0))
    equal(len(entries(world, repository=other)), 2)


def gates_of_benchdoc_yml_are_judged_when_asked_for(world):
    world.shell("printf 'gates:\\n  - { suite: jmh, metric: value, grows at most: 10%%, why: agreed }\\n' >>benchdoc.yml"
                " && sed -i '/^  tick:/d; /^    tick:/d; /expect:/d' benchdoc.yml"
                " && git commit -qam gates && git push -q origin main")
    path = "build/results/jmh/results.json"

    def job(gate, value):
        next_commit(world)
        return world.action({"gate": gate}, {path: json.dumps([{"name": "foo", "unit": "errors", "value": value}])})
    passes(job("true", 10))
    passes(job("true", 11))
    failed = job("true", 20)
    fails(failed)
    says(failed, "failed: jmh")
    says(failed, "11 → 20 errors")
    passes(job("false", 40))
    equal([e["benches"][0]["value"] for e in entries(world, "jmh", path="dev/bench/jmh/data.js")], [10, 11, 20, 40])
    says(world.action({"gate": "true", "name": "mine"}, {path: RESULTS}), "it is compared with what is where benchdoc.yml says")


def a_summary_says_what_changed_since_the_run_before(world):
    given = dict(PUSHED, **{"summary-always": "true"})
    for value, text in (("3", "no baseline | `foo` |  | 3 things |"), ("6", "better | `foo` | 3 things | 6 things |")):
        next_commit(world)
        job = world.action(given, {"out.json": RESULTS.replace("3", value), "environment.txt": "cpu=One\n"})
        passes(job)
        with open(job.summary) as file:
            summary = file.read()
        equal(summary.startswith("# Benchmark\n"), True)
        if text not in summary:
            raise AssertionError(f"'{text}' is not in {summary}")


def names_of_go_have_their_package_when_they_must(world):
    text = "goos: linux\npkg: example.org/a\nBenchmarkX-8 \t 100\t 12.5 ns/op\nPASS\n"
    for force, name in (("false", "BenchmarkX"), ("true", "BenchmarkX (example.org/a)")):
        next_commit(world)
        passes(world.action({"tool": "go", "output-file-path": "out.txt", "auto-push": "true", "name": force,
                             "go-force-package-suffix": force}, {"out.txt": text}))
        equal([b["name"] for b in entries(world, force)[0]["benches"]], [name])


def a_comment_says_an_alert_and_is_kept_up_to_date(world):
    given = dict(TIMED, **{"fail-on-alert": "false", "comment-on-alert": "true", "compat-alerts": "true",
                           "alert-comment-cc-users": "@one,@acme/two"})
    passes(measured(world, given, 10.0))
    passes(measured(world, given, 11.0))
    equal(world.comment(), None)
    job = measured(world, given, 50.0)
    passes(job)
    says(job, "commented: https://github.com/owner/project/pull/7#issuecomment-12")
    first = world.comment()
    for text in ("<!-- benchdoc comment: Benchmark -->\n### Benchmark\n", "11 → 50 ms", " · cc @one @acme/two\n",
                 f"[`{world.main[:7]}`](https://github.com/owner/project/commit/{world.main})"):
        equal((text, text in first), (text, True))
    said = world.called("gh")[-1]
    equal(" POST " in said and f" repos/owner/project/commits/{world.main}/comments" in said, True)
    job = measured(world, given, 49.0)
    passes(job)
    says(job, "changed the comment")
    equal("@one" in world.comment(), False)
    equal(len(entries(world)), 4)


def a_comment_on_every_pull_request_has_no_ratio_to_wait_for(world):
    passes(measured(world, TIMED, 10.0))
    world.event("pull_request", world.pull_request())
    job = world.action(dict(TIMED, **{"comment-always": "true", "auto-push": "false"}),
                       {"out.json": RESULTS, "environment.txt": "cpu=One\n"})
    passes(job)
    equal(world.called("gh")[-1].split(" --input")[0].split(" ")[-1], "repos/owner/project/issues/7/comments")
    equal("### Benchmark\n" in world.comment(), True)


def a_comment_that_is_refused_costs_no_history(world):
    world.write(f"{world.log}.readonly", "")
    job = world.action(dict(PUSHED, **{"comment-always": "true"}), HERE)
    fails(job)
    says(job, "::error title=benchdoc::the comment could not be written, the log says why; all else was done")
    says(job, "permissions: { contents: write }")
    equal(len(entries(world)), 1)
    event = world.pull_request()  # of somebody who cannot give the job rights
    event["pull_request"]["head"]["repo"] = {"full_name": "someone/project"}
    world.event("pull_request", event)
    job = world.action(dict(PUSHED, **{"comment-always": "true", "auto-push": "false"}), HERE)
    passes(job)
    says(job, "the token of a fork's pull request can only read")


def outputs_count_what_changed_and_name_the_report(world):
    names = ("regressions", "improvements", "report-path")
    def job(value):
        next_commit(world)
        steps = [{"uses": "actions/checkout@v0"}, {"run": 'cp -R "$RUNNER_TEMP/files/." .'},
                 {"id": "own", "uses": f"{runner.OWN}@v0", "with": TIMED}]
        made = runner.Job(world, "action", {"steps": steps, "outputs": {
            name: "${{ steps.own.outputs.%s }}" % name for name in names}}, {}, {"github": world.github})
        text = json.dumps([{"name": name, "unit": "errors", "value": v} for name, v in zip("abc", value)])
        world.write(os.path.join(made.temp, "files", "out.json"), text)
        made.ok = made.run()
        return made
    passes(job((1, 2, 3)))
    made = job((5, 2, 1))
    fails(made)
    equal([made.outputs[name] for name in names[:2]], ["1", "1"])
    with open(made.outputs["report-path"]) as file:
        equal("1 → 5 errors" in file.read(), True)


def inputs_are_never_read_as_code(world):
    for text in ("$(touch pwned)", "`touch pwned`", '"; touch pwned; "', "'; touch pwned; '", "*", "-n", "${HOME}"):
        job = world.action(dict(PUSHED, name=text), HERE)
        passes(job)
        equal(len(entries(world, text)), 1)
        job = world.action(dict(PUSHED, **{"output-file-path": text}), {f"{text}": RESULTS} if "/" not in text else {})
        equal(os.path.exists(os.path.join(job.workspace, "pwned")), False)
    job = world.action({"command": "table out.json $(touch${IFS}pwned) * ;touch pwned"}, HERE)
    fails(job)
    equal(os.path.exists(os.path.join(job.workspace, "pwned")), False)


def a_file_that_looks_like_an_option_is_a_file(world):
    for given in ({"output-file-path": "-n"}, {"output-file-path": "--help", "tool": "", "benchmark-data-dir-path": "p"}):
        passes(world.action(dict(PUSHED, **given), {given["output-file-path"]: RESULTS}))
    equal(len(entries(world)), 1)
    equal(len(entries(world, "custom", path="p/data.js")), 1)


def without_a_checkout_nothing_can_wait_in_it(world):
    job = world.action(CUSTOM | {"output-file-path": "/etc/hostname"}, checkout=False)
    fails(job)
    says(job, "without auto-push a checkout is needed")


def the_commit_is_that_of_the_event(world):
    rows = [("push", world.push(), {}, world.main), ("push", world.push(), {"ref": "change"}, world.main),
            ("pull_request", world.pull_request(), {}, world.change),
            ("schedule", {"schedule": "1 1 * * *"}, {}, world.main),
            ("workflow_dispatch", {"inputs": {}}, {"ref": world.first}, world.first)]
    for number, (event, payload, more, commit) in enumerate(rows):
        world.event(event, payload)
        name = f"{event} {number}"
        job = world.action(dict(PUSHED, name=name, **more), HERE)
        if commit == world.first:  # a checkout of depth 1 has one commit
            fails(job)
            says(job, f"input ref: '{commit}' is not in this checkout")
            continue
        passes(job)
        equal((name, entries(world, name)[0]["commit"]["id"]), (name, commit))
    job = world.action(dict(PUSHED, name="by ref", ref=world.main), HERE)
    passes(job)
    equal(entries(world, "by ref")[0]["commit"]["id"], world.main)


def a_command_is_run_with_its_own_exit_code(world):
    passes(world.action({"command": "generate --check"}))
    job = world.action({"command": "table\n  out.json"}, HERE)
    passes(job)
    says(job, "| foo ")
    job = world.action({"command": "generate --check"}, {"README.md": "# Project\n"})
    fails(job)
    job = world.action({"command": "install"})
    passes(job)
    says(job, f"benchdoc {world.version()}")


def without_tool_benchdoc_yml_says_what_goes_where(world):
    tick = "results/SQLite/"
    files = {tick + "tick-results.json": RESULTS, tick + "environment.txt": "backend=SQLite\n",
             "build/results/jmh/results.json": RESULTS}
    job = world.action({}, files)
    passes(job)
    says(job, "MySQL")  # expected and missing
    equal(len(entries(world, "tick", path="dev/bench/tick/sqlite/data.js")), 1)
    equal(len(entries(world, "jmh", path="dev/bench/jmh/data.js")), 1)
    job = world.action({"output-file-path": "out.json", "name": "mine", "gh-pages-branch": "pages",
                        "benchmark-data-dir-path": "perf"}, HERE)
    passes(job)
    equal(len(entries(world, "mine", path="perf/data.js", branch="pages")), 1)


def a_release_is_fetched_once_and_its_digest_checked(world):
    world.tools_are_there = False
    world.release()
    job = world.action({"command": "install"}, checkout=False)
    passes(job)
    says(job, f"benchdoc {world.version()} in {job.tools}")
    shutil.rmtree(world.releases)
    again = runner.Job(world, "again", {"steps": [{"uses": f"{runner.OWN}@v0", "with": {"command": "install"}}]}, {},
                       {"github": world.github})
    shutil.copytree(job.tools, again.tools, symlinks=True, dirs_exist_ok=True)
    again.ok = again.run()
    passes(again)
    equal(world.called("cmake"), [])


def a_wrong_digest_ends_the_job(world):
    world.tools_are_there = False
    world.release(digest="0" * 64)
    job = world.action({"command": "install"}, checkout=False)
    fails(job)
    says(job, "has the SHA-256 digest ")
    world.release()
    job = world.action({"command": "install", "sha256": "1" * 64}, checkout=False)
    fails(job)
    says(job, f"not {'1' * 64}")
    equal(world.called("cmake"), [])


def without_a_release_it_is_built_once_and_then_cached(world):
    world.tools_are_there = False
    job = world.action({"command": "install"}, checkout=False)
    passes(job)
    says(job, "cannot be fetched")
    says(job, f"building benchdoc {world.version()} from its source")
    built = len(world.called("cmake"))
    equal(built, 3)
    again = world.action({"command": "install"}, checkout=False)
    passes(again)
    equal(len(world.called("cmake")), built)


def a_release_that_does_not_run_here_is_replaced_by_a_build(world):
    world.tools_are_there = False
    world.release(program="#!/bin/sh\necho 'GLIBC_2.99 not found'\nexit 1\n")
    job = world.action({"command": "install"}, checkout=False)
    passes(job)
    says(job, "does not run here: GLIBC_2.99 not found")
    equal(len(world.called("cmake")), 3)


def another_version_is_fetched_or_the_job_ends(world):
    world.tools_are_there = False
    world.release(version="9.8.7")
    passes(world.action({"command": "install", "version": "v9.8.7"}, checkout=False))
    job = world.action({"command": "install", "version": "9.8.6"}, checkout=False)
    fails(job)
    says(job, f"only {world.version()} can be built from this commit of the action")


def a_name_of_the_repository_that_the_runner_left_out_is_read_from_the_path(world):
    world.tools_are_there = False
    world.action_repository = ""
    world.release()
    place = os.path.join(world.folder("_actions"), "benchdoc", "benchdoc", "v0")
    os.makedirs(os.path.dirname(place))
    shutil.copytree(os.path.join(world.source, "workflows"), os.path.join(place, "workflows"))
    for name in ("action.yml", "CMakeLists.txt"):
        shutil.copy(os.path.join(world.source, name), place)
    world.source = place
    job = world.action({"command": "install"}, checkout=False)
    passes(job)
    says(job, f"benchdoc {world.version()} in {job.tools}")


if __name__ == "__main__":
    sentences.run([value for name, value in list(globals().items())
                   if callable(value) and getattr(value, "__module__", "") == "__main__"
                   and name not in ("entries", "next_commit", "measured")])
