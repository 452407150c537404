"""What a runner needs around it: a project with a local remote in place of GitHub, a server
of releases, and programs that only record that they were called."""

import hashlib
import http.server
import io
import json
import os
import shutil
import subprocess
import tarfile
import tempfile
import threading

import runner

CONFIGURATION = """version: 1
documents: [README.md]
inputs:
  tick: { files: "results/{job}/tick-results.json" }
  jmh: { files: build/results/jmh/results.json }
  shown: { files: shown.json }
publish:
  to:
    tick: "dev/bench/tick/{backend}/data.js"
    jmh: dev/bench/jmh/data.js
  expect: { backend: [SQLite, MySQL, MariaDB, PostgreSQL, MongoDB] }
"""

DOCUMENT = """# Project

<!-- benchdoc:table shown -->
<!-- benchdoc:end -->
"""

# Stands for the benchmarks of a project.
GRADLEW = """#!/bin/bash
[ -z "${BREAK_THE_BENCHMARK:-}" ] || { echo 'the database is down'; exit 1; }
echo "measured at $(git rev-parse HEAD)" >>"$RUNNER_TEMP/measured.log"
for word; do case $word in -Poutput=*) output=${word#-Poutput=} ;; esac; done
if [ -n "${output:-}" ]; then
  mkdir -p "$output"
  echo '[{"name": "write", "unit": "ms", "value": 12.5}]' >"$output/tick-results.json"
else
  mkdir -p build/results/jmh
  # half as fast again where the branch is merged, and on it
  first=$(git log -1 --format=%s | grep -qxE 'merge|change' && echo 1.5 || echo 1.0)
  more=
  [ -z "${GARBAGE:-}" ] || more='"secondaryMetrics": {"gc.alloc.rate.norm": {"score": '"$([ $first = 1.0 ] && echo 24 || echo "$GARBAGE")"',
    "scoreError": 0.0, "scoreUnit": "B/op"}},'
  echo '[{"benchmark": "org.example.Reads.one", "mode": "avgt", "threads": 1, '"$more"'
    "primaryMetric": {"score": '"$first"'5, "scoreError": 0.05, "scoreUnit": "ms/op",
    "rawData": [['"$first"'1, '"$first"'3, '"$first"'5, '"$first"'6, '"$first"'8]]}}]' >build/results/jmh/results.json
fi
"""

GH = """#!/bin/bash
printf '%s\\n' "$*" >>"$FAKE_LOG.gh"
[ -n "${GH_TOKEN:-}" ] || { echo 'gh: no GH_TOKEN' >&2; exit 4; }
case "$*" in
  *' user') echo 'gh: Resource not accessible by integration (HTTP 403)' >&2; exit 1 ;;
  *GET*/comments\?*) cat "$FAKE_LOG.comments" 2>/dev/null || echo '[]' ;;
  *POST* | *PATCH*)
    [ ! -e "$FAKE_LOG.readonly" ] || { echo 'gh: Resource not accessible by integration (HTTP 403)' >&2; exit 1; }
    jq '[{id: 12, body: .body, user: {login: "github-actions[bot]", type: "Bot"}}]' >"$FAKE_LOG.comments"
    echo '{"id": 12, "html_url": "https://github.com/owner/project/pull/7#issuecomment-12"}' ;;
  *) cat "$FAKE_LOG.answer" ;;
esac
"""

# In place of a build of some minutes.
CMAKE = """#!/bin/bash
printf '%s\\n' "$*" >>"$FAKE_LOG.cmake"
for word; do case $word in -DCMAKE_INSTALL_PREFIX=*) echo "${word#*=}" >"$FAKE_LOG.prefix" ;; esac; done
[ "$1" = --install ] || exit 0
mkdir -p "$(cat "$FAKE_LOG.prefix")/bin"
cp "$FAKE_PROGRAM" "$(cat "$FAKE_LOG.prefix")/bin/benchdoc"
"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class World:
    """@param first  the first world of this program, whose project is copied: None = this is it"""

    def __init__(self, source, program, first=None):
        self.source, self.root = source, tempfile.mkdtemp(prefix="benchdoc-action-")
        self.caches, self.artifacts = self.folder("caches"), self.folder("artifacts")
        self.releases, self.checkouts = self.folder("releases"), self.folder("checkouts")
        self.remote, self.project = (os.path.join(self.root, name) for name in ("remote.git", "project"))
        self.action_repository, self.tools_are_there = runner.OWN, True
        self.log = os.path.join(self.root, "fake")
        self.program = os.path.join(self.root, "benchdoc")
        self.write(self.program, f'#!/bin/sh\nexec "{program}" "$@"\n', 0o755)
        fakes = self.folder("fakes")
        for name, text in (("gh", GH), ("cmake", CMAKE)):
            self.write(os.path.join(fakes, name), text, 0o755)
        handler = lambda *args: Quiet(*args, directory=self.releases)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()
        kept = {k: v for k, v in os.environ.items() if k in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "TMPDIR")}
        # Looking for leaks doubles the time of every call; the commands' own tests do that.
        kept["ASAN_OPTIONS"] = kept.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
        self.environment = dict(
            kept, PATH=f"{fakes}:/usr/local/bin:/usr/bin:/bin", HOME=self.root, LANG="C.UTF-8", TZ="UTC",
            GIT_CONFIG_NOSYSTEM="1", GIT_TEMPLATE_DIR="", GIT_CONFIG_GLOBAL="/dev/null", GIT_TERMINAL_PROMPT="0",
            GIT_AUTHOR_NAME="a", GIT_AUTHOR_EMAIL="a@example.org", GIT_COMMITTER_NAME="a",
            GIT_COMMITTER_EMAIL="a@example.org", CI="true", GITHUB_ACTIONS="true",
            GITHUB_REPOSITORY="owner/project", GITHUB_RUN_ID="1", FAKE_LOG=self.log, FAKE_PROGRAM=self.program,
            GITHUB_SERVER_URL=f"http://127.0.0.1:{self.server.server_port}")
        if first:
            self.copy_project(first)
        else:
            self.make_project()
        self.event("push", self.push())

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        shutil.rmtree(self.root)

    def folder(self, name):
        path = os.path.join(self.root, name)
        number = 1
        while os.path.exists(path):
            number += 1
            path = os.path.join(self.root, f"{name}-{number}")
        os.makedirs(path)
        return path

    def write(self, path, text, mode=0o644):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(path, mode)

    def shell(self, command, folder=None):
        done = subprocess.run(["bash", "-ec", command], cwd=folder or self.project, env=self.environment,
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode:
            raise AssertionError(f"{command}: {done.stdout}")
        return done.stdout.strip()

    def copy_project(self, first):
        for folder in ("remote.git", "project"):
            shutil.copytree(os.path.join(first.root, folder), os.path.join(self.root, folder), symlinks=True)
        self.first, self.main, self.change, self.merge = first.first, first.main, first.change, first.merge
        self.known_version = first.known_version

    def make_project(self):
        files = {"benchdoc.yml": CONFIGURATION, "README.md": DOCUMENT, ".gitignore": "build/\nresults/\n",
                 "shown.json": '[{"name": "write", "unit": "ms", "value": 3.25}]\n'}
        for name, text in files.items():
            self.write(os.path.join(self.project, name), text)
        self.write(os.path.join(self.project, "gradlew"), GRADLEW, 0o755)
        self.shell(f"git init -q -b main && '{self.program}' generate -q && git add -A && git commit -qm first"
                   f" && git init -q --bare ../remote.git && git remote add origin ../remote.git"
                   f" && git -C ../remote.git config uploadpack.allowAnySHA1InWant true && git push -q origin main")
        self.first = self.shell("git rev-parse HEAD")
        self.shell("git checkout -qb change && git commit -q --allow-empty -m change && git push -q origin change"
                   " && git checkout -q main && git commit -q --allow-empty -m second && git push -q origin main"
                   " && git checkout -q --detach && git merge -q --no-ff -m merge change"
                   " && git push -q origin HEAD:refs/pull/7/merge && git checkout -q main")
        self.main = self.shell("git rev-parse main")
        self.change = self.shell("git rev-parse change")
        self.merge = self.shell("git ls-remote origin refs/pull/7/merge | cut -f1")
        self.known_version = self.shell(f"'{self.program}' --version").split()[1].rstrip(",")

    # Payloads, with the keys that GitHub's have and the examples or benchdoc read.

    def repository(self):
        return {"html_url": "https://github.com/owner/project", "full_name": "owner/project", "default_branch": "main"}

    def push(self):
        person = {"name": "a", "email": "a@example.org", "username": "aa"}
        return {"ref": "refs/heads/main", "repository": self.repository(), "head_commit": {
            "id": self.main, "tree_id": "0", "distinct": True, "message": "second", "timestamp":
            "2026-07-20T12:00:00+02:00", "url": f"https://github.com/owner/project/commit/{self.main}",
            "author": person, "committer": person}}

    def pull_request(self):
        return {"number": 7, "repository": self.repository(), "pull_request": {
            "number": 7, "title": "Change", "html_url": "https://github.com/owner/project/pull/7",
            "user": {"login": "someone"}, "base": {"ref": "main", "sha": self.main},
            "head": {"ref": "change", "sha": self.change, "user": {"login": "someone"}, "repo": None}}}

    def workflow_run(self, sha=None):
        return {"repository": self.repository(), "workflow_run": {
            "id": 99, "event": "pull_request", "conclusion": "success", "head_sha": sha or self.change,
            "head_branch": "change", "pull_requests": [], "head_repository": {"full_name": "someone/project"}}}

    def pull(self, **changed):
        """What GitHub's API says of the pull request."""
        head = {"sha": self.change, "ref": "change", "label": "someone:change", "user": {"login": "someone"},
                "repo": {"full_name": "someone/project"}}
        return dict({"number": 7, "state": "open", "title": "Change", "user": {"login": "someone"},
                     "html_url": "https://github.com/owner/project/pull/7", "head": head,
                     "base": {"ref": "main", "sha": self.main, "repo": {"full_name": "owner/project"}}}, **changed)

    def event(self, name, payload):
        sha, ref = {"pull_request": (self.merge, "refs/pull/7/merge")}.get(name, (self.main, "refs/heads/main"))
        path = os.path.join(self.root, "event.json")
        runner.dump(payload, path)
        self.environment.update(GITHUB_EVENT_NAME=name, GITHUB_EVENT_PATH=path, GITHUB_SHA=sha, GITHUB_REF=ref)
        self.github = {"event_name": name, "event": payload, "sha": sha, "ref": ref, "repository": "owner/project",
                       "token": "token-of-the-job", "workflow": "w", "run_id": "1",
                       "server_url": self.environment["GITHUB_SERVER_URL"]}

    # benchdoc, as a release has it

    def version(self):
        return self.known_version

    def arch(self):
        return os.uname().machine

    def prepare(self, job):
        if self.tools_are_there:
            folder = os.path.join(job.tools, "benchdoc", self.version(), self.arch())
            self.write(os.path.join(folder, "bin", "benchdoc"), open(self.program).read(), 0o755)
            self.write(folder + ".complete", "")

    def release(self, version=None, program=None, digest=None):
        version = version or self.version()
        name = f"benchdoc-{version}-linux-{self.arch()}"
        folder = os.path.join(self.releases, runner.OWN, "releases", "download", f"v{version}")
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, name + ".tar.gz")
        with tarfile.open(path, "w:gz") as tar:
            text = (program or open(self.program).read()).encode()
            row = tarfile.TarInfo(f"{name}/bin/benchdoc")
            row.mode, row.size = 0o755, len(text)
            tar.addfile(row, io.BytesIO(text))
        digest = digest or hashlib.sha256(open(path, "rb").read()).hexdigest()
        self.write(path + ".sha256", f"{digest}  {name}.tar.gz\n")

    # What came of it

    def action(self, given, files=None, checkout=True):
        """A job with the one step `uses: benchdoc`, after a checkout and with more files in it."""
        steps = [{"id": "own", "uses": f"{runner.OWN}@v0", "with": given}]
        if checkout:
            steps = [{"uses": "actions/checkout@v0"}, {"run": 'cp -R "$RUNNER_TEMP/files/." .'}] + steps
        job = runner.Job(self, "action", {"steps": steps, "outputs": {
            "commit": "${{ steps.own.outputs.published-commit }}"}}, {}, {"github": self.github})
        os.makedirs(os.path.join(job.temp, "files"))
        for path, text in (files or {}).items():
            self.write(os.path.join(job.temp, "files", path), text)
        job.ok = job.run()
        return job

    def on_branch(self, path="dev/bench/data.js", branch="gh-pages", repository=None):
        text = subprocess.run(["git", "-C", repository or self.remote, "show", f"{branch}:{path}"],
                              capture_output=True, text=True)
        if text.returncode:
            return None
        return json.loads(text.stdout[len("window.BENCHMARK_DATA = "):])

    def branches(self):
        return self.shell(f"git -C '{self.remote}' branch --format='%(refname:short)'").split()

    def comment(self):
        """The text of the comment that the fake gh was given; None = none."""
        path = f"{self.log}.comments"
        return json.load(open(path))[0]["body"] if os.path.exists(path) else None

    def called(self, name):
        path = f"{self.log}.{name}"
        return open(path).read().splitlines() if os.path.exists(path) else []
