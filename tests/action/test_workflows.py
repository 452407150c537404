#!/usr/bin/env python3
"""The examples of workflows/, run from the event to what is on the branch."""

import json
import os
import re

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
    jobs = night(world, "schedule")
    entries = world.on_branch("dev/bench/tick/sqlite/data.js")["entries"]["tick"]
    equal([e["commit"]["message"] for e in entries], ["nightly", "third"])
    with open(jobs["publish"].summary) as file:
        summary = file.read()
    for backend in BACKENDS:
        if f"#### tick · EPYC · {backend}" not in summary:
            raise AssertionError(f"{backend} is not in {summary}")


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
    equal("**slower** | `Reads.one` | 1.05 ms/op" in world.comment(), True)
    equal(world.called("gh")[-1].split(" ")[-3], "repos/owner/project/issues/7/comments")


def garbage_of_a_pull_request_is_commented_and_fails_it_and_less_of_it_passes(world):
    world.environment["GARBAGE"] = "32"
    jobs = run_workflow(world, example(world, "pull-request.yml"), "pull_request", world.pull_request())
    fails(jobs["compare"])
    says(jobs["compare"], "24 → 32 B/op")
    equal("**Gates: 1 failed" in world.comment(), True)
    world.environment["GARBAGE"] = "16"
    jobs = run_workflow(world, example(world, "pull-request.yml"), "pull_request", world.pull_request())
    passes(jobs["compare"])
    says(jobs["compare"], "changed the comment: ")
    equal("**Gates: 1 passed" in world.comment(), True)


def from_fork(world, change=None):
    jobs = run_workflow(world, example(world, "fork-measure.yml"), "pull_request", world.pull_request())
    passes(jobs["measure"])
    equal(world.branches(), ["change", "main"])
    equal(world.called("gh"), [])
    with open(os.path.join(jobs["measure"].temp, "measured.log")) as file:
        measured = [line.split()[-1] for line in file]
    equal(measured, [world.first, world.change] * 3)
    path = os.path.join(world.artifacts, "bundle", "bundle.json")
    with open(path) as file:
        text = file.read()
    if change:
        equal(change[0] in text, True)
        world.write(path, text.replace(*change))
    return json.loads(text)


def published_from_fork(world, payload=None, **changed):
    world.write(f"{world.log}.answer", json.dumps(world.pull(**changed)))
    jobs = run_workflow(world, example(world, "fork-publish.yml"), "workflow_run", payload or world.workflow_run())
    return jobs.get("publish")


def a_fork_is_measured_without_rights_and_published_with_them(world):
    bundle = from_fork(world)
    equal(len(bundle["runs"]), 3)
    header = bundle["benchdoc.bundle"]
    equal([run["commit"]["id"] for run in bundle["runs"]], [world.change] * 3)
    equal([run["commit"]["id"] for run in header.pop("base")["runs"]], [world.first] * 3)
    equal([header[key] for key in ("repository", "commit", "pull_request")], ["owner/project", world.change, 7])
    job = published_from_fork(world)
    passes(job)
    with open(job.summary) as file:
        equal("| **slower** | `Reads.one` | 1.05 ms/op ± 2 % | 1.55 ms/op ± 1 % | +47.6 % slower (1.48x) |" in file.read(), True)
    asked = "api --method GET --hostname 127.0.0.1 --header Accept: application/vnd.github+json repos/owner/project/pulls/7"
    called = [re.sub(r":[0-9]+ --header", " --header", words) for words in world.called("gh")]
    equal([words for words in called if words.endswith("/pulls/7")], [asked] * 2)
    equal(called[2].split(" ")[-3:], ["repos/owner/project/issues/7/comments", "--input", "-"])
    equal("**slower** | `Reads.one`" in world.comment() and f"[`{world.change[:7]}`]" in world.comment(), True)
    entries = world.on_branch("dev/bench/jmh/data.js", "gh-pages-pull-requests")["entries"]["jmh"]
    equal({e["commit"]["id"] for e in entries}, {world.change})
    equal({e["commit"]["author"]["username"] for e in entries}, {"someone"})
    equal([b["value"] for b in entries[0]["benches"]], [1.55])
    equal(world.on_branch("dev/bench/jmh/data.js"), None)


def refused_from_fork(world, says_what, **changed):
    job = published_from_fork(world, **changed)
    fails(job)
    says(job, says_what)
    equal(world.branches(), ["change", "main"])


def a_fork_that_moved_on_is_not_published(world):
    from_fork(world)
    refused_from_fork(world, f"measured was {world.change[:7]}, and the head of pull request #7 is now 0000000",
                      head=dict(world.pull()["head"], sha="0" * 40))


def a_pull_request_that_is_closed_or_of_another_fork_is_not_published(world):
    from_fork(world)
    refused_from_fork(world, "pull request #7 is not open any more", state="closed")
    refused_from_fork(world, "pull request #7 is of eve/project:change",
                      head=dict(world.pull()["head"], repo={"full_name": "eve/project"}))


def a_bundle_of_another_commit_is_not_published(world):
    from_fork(world, change=(world.change, world.main))
    refused_from_fork(world, f"the bundle is of commit {world.main[:7]}, and the event of {world.change[:7]}")


def a_bundle_that_is_broken_is_not_published(world):
    from_fork(world, change=("1.55", "1.5.5"))
    refused_from_fork(world, "bundle.json:")


def a_bundle_cannot_say_where_it_goes(world):
    from_fork(world, change=('"version":2,', '"version":2,"to":{"jmh":"dev/bench/tick/sqlite/data.js"},"branch":"main",'))
    passes(published_from_fork(world))
    equal(world.branches(), ["change", "gh-pages-pull-requests", "main"])
    equal(world.shell(f"git -C '{world.remote}' ls-tree -r --name-only gh-pages-pull-requests").split(),
          ["dev/bench/jmh/data.js", "dev/bench/jmh/index.html"])


def what_is_not_the_head_is_not_bundled(world):
    payload = world.pull_request()
    payload["pull_request"]["head"]["sha"] = world.main
    job, = run_workflow(world, example(world, "fork-measure.yml"), "pull_request", payload).values()
    passes(job)
    payload["pull_request"]["head"]["sha"] = world.change
    world.event("pull_request", payload)
    says_no = world.shell(f"cd '{job.workspace}' && ! '{world.program}' bundle build/results/jmh/results.json --suite jmh")
    equal(f"and the head of pull request #7 is {world.change[:7]}: measure the head itself" in says_no, True)


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
    garbage_of_a_pull_request_is_commented_and_fails_it_and_less_of_it_passes,
    a_fork_is_measured_without_rights_and_published_with_them,
    a_fork_that_moved_on_is_not_published,
    a_pull_request_that_is_closed_or_of_another_fork_is_not_published,
    what_is_not_the_head_is_not_bundled,
    a_bundle_of_another_commit_is_not_published,
    a_bundle_that_is_broken_is_not_published,
    a_bundle_cannot_say_where_it_goes,
    a_run_that_failed_or_was_no_pull_request_is_left_alone,
    documents_that_say_what_the_lock_says_pass,
    documents_that_drifted_fail_with_a_diff,
])
