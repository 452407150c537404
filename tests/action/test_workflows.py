#!/usr/bin/env python3
"""The examples of workflows/, run from the event to what is on the branch."""

import json
import os

import sentences
from runner import run_workflow
from sentences import equal, fails, passes, says

BACKENDS = ["SQLite", "MySQL", "MariaDB", "PostgreSQL", "MongoDB"]


def example(world, name):
    return os.path.join(world.source, "workflows", name)


def nightly_project(world):
    """publish without a name is all of `publish: to:`, and a night has no JMH."""
    world.shell("sed -i '/^    jmh:/d' benchdoc.yml && git commit -qam nightly && git push -q origin main")
    world.main = world.shell("git rev-parse main")


def night(world, event, broken=()):
    payload = {"schedule": "17 3 * * *"} if event == "schedule" else {"inputs": {}}
    payload["repository"] = world.repository()
    return run_workflow(world, example(world, "nightly.yml"), event, payload, broken)


def a_night_brings_five_databases_in_one_commit(world):
    nightly_project(world)
    jobs = night(world, "schedule")
    equal(len(jobs), 6)
    for job in jobs.values():
        passes(job)
    for backend in BACKENDS:
        data = world.on_branch(f"dev/bench/tick/{backend.lower()}/data.js")
        entry, = data["entries"]["tick"]
        equal(entry["commit"]["id"], world.main)
        equal([b["value"] for b in entry["benches"]], [12.5])
        equal(entry["benchdoc"]["backend"], backend)
    equal(world.shell(f"git -C '{world.remote}' rev-list --count gh-pages"), "1")


def a_database_that_is_down_is_missed_and_the_others_are_published(world):
    nightly_project(world)
    jobs = night(world, "workflow_dispatch", broken=["MariaDB"])
    fails(jobs["measure-MariaDB"])
    passes(jobs["publish"])
    says(jobs["publish"], "MariaDB")
    equal(world.on_branch("dev/bench/tick/mariadb/data.js"), None)
    equal(len(world.on_branch("dev/bench/tick/mysql/data.js")["entries"]["tick"]), 1)


def two_nights_of_two_commits_are_two_entries(world):
    nightly_project(world)
    night(world, "schedule")
    world.shell("git commit -q --allow-empty -m third && git push -q origin main")
    world.main = world.shell("git rev-parse main")
    night(world, "schedule")
    entries = world.on_branch("dev/bench/tick/sqlite/data.js")["entries"]["tick"]
    equal([e["commit"]["message"] for e in entries], ["nightly", "third"])


def a_night_that_cannot_push_keeps_its_runs(world):
    nightly_project(world)
    world.write(os.path.join(world.remote, "hooks", "pre-receive"),
                "#!/bin/sh\necho 'GH006: Protected branch update failed' >&2\nexit 1\n", 0o755)
    jobs = night(world, "schedule")
    fails(jobs["publish"])
    kept = os.listdir(os.path.join(world.artifacts, "unpublished"))
    equal(len(kept), 1)
    with open(os.path.join(world.artifacts, "unpublished", kept[0])) as file:
        equal(len(json.load(file)["runs"]), 5)


def a_pull_request_is_measured_by_turns_with_its_base(world):
    jobs = run_workflow(world, example(world, "pull-request.yml"), "pull_request", world.pull_request())
    passes(jobs["compare"])
    with open(os.path.join(jobs["compare"].temp, "measured.log")) as file:
        measured = [line.split()[-1] for line in file]
    equal(measured, [world.main, world.merge] * 3)
    with open(jobs["compare"].summary) as file:
        summary = file.read()
    for word in ("**slower** | `Reads.one` | 1.05 ms/op ± 2 % | 1.55 ms/op ± 1 % | +47.6 % slower (1.48x) |", "Mann–Whitney"):
        if word not in summary:
            raise AssertionError(f"'{word}' is not in {summary}")
    equal(world.branches(), ["change", "main"])


def from_fork(world, change=None):
    jobs = run_workflow(world, example(world, "fork-measure.yml"), "pull_request", world.pull_request())
    passes(jobs["measure"])
    equal(world.branches(), ["change", "main"])
    equal(jobs["measure"].contexts["github"]["sha"], world.merge)
    if change:
        path = os.path.join(world.artifacts, "bundle", "bundle.json")
        with open(path) as file:
            text = file.read()
        equal(change[0] in text, True)
        world.write(path, text.replace(*change))


def published_from_fork(world, payload=None, head=None):
    world.write(f"{world.log}.answer", f"{head or world.change}\n")
    jobs = run_workflow(world, example(world, "fork-publish.yml"), "workflow_run", payload or world.workflow_run())
    return jobs.get("publish")


def a_fork_is_measured_without_rights_and_published_with_them(world):
    from_fork(world)
    passes(published_from_fork(world))
    entry, = world.on_branch("dev/bench/jmh/data.js", "gh-pages-pull-requests")["entries"]["jmh"]
    equal(entry["commit"]["id"], world.change)
    equal(world.on_branch("dev/bench/jmh/data.js"), None)
    equal(world.called("gh"), ["api --method GET repos/owner/project/pulls -f state=open -f head=someone:change "
                               "--jq .[].head.sha"])


def a_fork_that_moved_on_is_not_published(world):
    from_fork(world)
    job = published_from_fork(world, head="0" * 40)
    fails(job)
    says(job, f"no open pull request has the head {world.change} any more")
    equal(world.branches(), ["change", "main"])


def a_bundle_of_another_commit_is_not_published(world):
    from_fork(world, change=(world.change, world.main))
    job = published_from_fork(world)
    fails(job)
    says(job, "the bundle is not of the commit")
    equal(world.branches(), ["change", "main"])


def a_bundle_that_is_broken_is_not_published(world):
    from_fork(world, change=("1.05", "1.0.5"))
    fails(published_from_fork(world))
    equal(world.branches(), ["change", "main"])


def a_bundle_cannot_say_where_it_goes(world):
    from_fork(world, change=("dev/bench/jmh/data.js", "dev/bench/tick/sqlite/data.js"))
    passes(published_from_fork(world))
    equal(world.shell(f"git -C '{world.remote}' ls-tree -r --name-only gh-pages-pull-requests").split(),
          ["dev/bench/jmh/data.js", "dev/bench/jmh/index.html"])


def a_run_that_failed_or_was_no_pull_request_is_left_alone(world):
    for key, value in (("conclusion", "failure"), ("event", "push")):
        payload = world.workflow_run()
        payload["workflow_run"][key] = value
        equal(published_from_fork(world, payload), None)


def documents_that_say_what_the_lock_says_pass(world):
    for event, payload in (("push", world.push()), ("pull_request", world.pull_request())):
        passes(run_workflow(world, example(world, "documents.yml"), event, payload)["check"])


def documents_that_drifted_fail_with_a_diff(world):
    world.shell("sed -i 's/3\\.25/3.26/' README.md && git commit -qam drift && git push -q origin main")
    world.main = world.shell("git rev-parse main")
    job = run_workflow(world, example(world, "documents.yml"), "push", world.push())["check"]
    fails(job)
    says(job, "1 of ")
    says(job, "3.26")


sentences.run([
    a_night_brings_five_databases_in_one_commit,
    a_database_that_is_down_is_missed_and_the_others_are_published,
    two_nights_of_two_commits_are_two_entries,
    a_night_that_cannot_push_keeps_its_runs,
    a_pull_request_is_measured_by_turns_with_its_base,
    a_fork_is_measured_without_rights_and_published_with_them,
    a_fork_that_moved_on_is_not_published,
    a_bundle_of_another_commit_is_not_published,
    a_bundle_that_is_broken_is_not_published,
    a_bundle_cannot_say_where_it_goes,
    a_run_that_failed_or_was_no_pull_request_is_left_alone,
    documents_that_say_what_the_lock_says_pass,
    documents_that_drifted_fail_with_a_diff,
])
