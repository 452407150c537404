"""What is wrong with an action.yml or a workflow, without running it: syntax and known keys,
expressions, the shell of every step, pinned actions, permissions."""

import os
import re
import shutil
import subprocess

import yaml

import expressions
from runner import OWN

TOP = {"name", "run-name", "on", "permissions", "env", "defaults", "concurrency", "jobs"}
EVENTS = {"push", "pull_request", "schedule", "workflow_dispatch", "workflow_run"}
JOB = {"name", "permissions", "needs", "if", "runs-on", "environment", "concurrency", "outputs", "env", "defaults",
       "steps", "timeout-minutes", "strategy", "continue-on-error", "container", "services"}
STEP = {"id", "if", "name", "uses", "run", "working-directory", "shell", "with", "env", "continue-on-error",
        "timeout-minutes"}
ACTION = {"name", "author", "description", "inputs", "outputs", "runs", "branding"}
RIGHTS = {"actions", "attestations", "checks", "contents", "deployments", "discussions", "id-token", "issues",
          "packages", "pages", "pull-requests", "security-events", "statuses"}
GITHUB = {"action", "action_path", "action_ref", "action_repository", "actor", "base_ref", "event", "event_name",
          "head_ref", "job", "ref", "ref_name", "ref_type", "repository", "repository_owner", "run_attempt", "run_id",
          "run_number", "server_url", "sha", "token", "workflow", "workspace"}
RUNNER = {"arch", "name", "os", "temp", "tool_cache", "debug", "environment"}
FUNCTIONS = {"contains", "startsWith", "endsWith", "format", "join", "toJSON", "fromJSON", "hashFiles"}
STATUS = {"always", "success", "failure", "cancelled"}


class Anything(dict):
    def __contains__(self, key):
        return True

    def __getitem__(self, key):
        return Anything()


class NoTwice(yaml.SafeLoader):
    """A key that is there twice is an error; `on` is no boolean."""


def mapping(loader, node):
    keys = [key.value for key, _ in node.value]
    twice = {key for key in keys if keys.count(key) > 1}
    if twice:
        raise yaml.YAMLError(f"line {node.start_mark.line + 1}: {twice.pop()} is there twice")
    return {key.value: loader.construct_object(value, deep=True) for key, value in node.value}


NoTwice.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, mapping)


class Lint:
    def __init__(self, source, path, text=None):
        self.source, self.path, self.found = source, path, []
        with open(os.path.join(source, path), encoding="utf-8") as file:
            self.text = text or file.read()
        self.pinned = re.findall(r"^ *(?:- )?uses: *(\S+)(.*)", self.text, re.MULTILINE)

    def say(self, text):
        self.found.append(f"{self.path}: {text}")

    def keys(self, tree, known, where):
        for key in tree if isinstance(tree, dict) else ():
            if key not in known:
                self.say(f"{where}: there is no key '{key}'")

    def run(self):
        try:
            tree = yaml.load(self.text, NoTwice)  # a subclass of SafeLoader
        except yaml.YAMLError as error:
            self.say(str(error))
            return self.found
        if os.path.basename(self.path) == "action.yml":
            self.action(tree)
        else:
            self.workflow(tree)
        for uses, comment in self.pinned:
            self.uses(uses, comment)
        return self.found

    def action(self, tree):
        self.keys(tree, ACTION, "top")
        for name, row in tree["inputs"].items():
            self.keys(row, {"description", "required", "default", "deprecationMessage"}, f"input {name}")
            if not isinstance(row.get("description"), str) or not isinstance(row.get("default", ""), str):
                self.say(f"input {name}: description and default are texts")
        contexts = {"inputs": set(tree["inputs"]), "github": GITHUB, "runner": RUNNER}
        steps = tree["runs"]["steps"]
        self.keys(tree["runs"], {"using", "steps"}, "runs")
        self.steps(steps, contexts, composite=True)
        ids = {step["id"] for step in steps if "id" in step}
        for name, row in tree["outputs"].items():
            self.keys(row, {"description", "value"}, f"output {name}")
            self.expressions(row["value"], dict(contexts, steps=ids), set(), f"output {name}")
        reach = " ".join(str(step.get("env", {})) for step in steps)
        for name in tree["inputs"]:
            if f"inputs.{name} " not in reach:
                self.say(f"input {name} reaches no step")

    def workflow(self, tree):
        self.keys(tree, TOP, "top")
        events = tree.get("on", {})
        self.keys(events, EVENTS, "on")
        if "permissions" not in tree:
            self.say("says no permissions, and has all of them then")
        self.rights(tree.get("permissions"), "top")
        if "concurrency" not in tree:
            self.say("says no concurrency")
        contexts = {"github": GITHUB, "vars": None, "inputs": set()}
        self.expressions(tree.get("concurrency"), contexts, set(), "concurrency", events)
        for name, job in tree["jobs"].items():
            self.job(name, job, tree, events)

    def rights(self, rights, where):
        if rights == "write-all":
            self.say(f"{where}: permissions are named one by one")
        for name, value in rights.items() if isinstance(rights, dict) else ():
            if name not in RIGHTS or value not in ("read", "write", "none"):
                self.say(f"{where}: there is no permission '{name}: {value}'")

    def job(self, name, job, tree, events):
        self.keys(job, JOB, f"job {name}")
        self.rights(job.get("permissions"), f"job {name}")
        if "timeout-minutes" not in job:
            self.say(f"job {name}: has no timeout-minutes, and may run for six hours")
        needs = job.get("needs", [])
        needs = {needs} if isinstance(needs, str) else set(needs)
        for other in needs - set(tree["jobs"]):
            self.say(f"job {name}: needs '{other}', which is no job")
        matrix = set(job.get("strategy", {}).get("matrix", {}))
        outer = {"github": GITHUB, "needs": needs, "vars": None, "inputs": set()}
        self.expressions(job.get("if"), outer, STATUS, f"job {name}: if", events, bare=True)
        outer.update(matrix=matrix, strategy=None)
        self.expressions(job.get("runs-on"), outer, set(), f"job {name}: runs-on", events)
        inner = dict(outer, env=None, secrets=None, runner=RUNNER, job=None)
        self.steps(job["steps"], inner, events=events)

    def steps(self, steps, contexts, events=None, composite=False):
        seen = set()
        for number, step in enumerate(steps, 1):
            where = f"step {number}"
            self.keys(step, STEP, where)
            if ("run" in step) == ("uses" in step):
                self.say(f"{where}: has either uses or run")
            here = dict(contexts, steps=set(seen), env=None)
            self.expressions(step.get("if"), here, STATUS, f"{where}: if", events, bare=True)
            for key in ("name", "with", "env", "working-directory"):
                self.expressions(step.get(key), here, set(), f"{where}: {key}", events)
            if "run" in step:
                self.shell(step, where, composite)
            if "id" in step:
                seen.add(step["id"])

    def expressions(self, value, contexts, functions, where, events=None, bare=False):
        if isinstance(value, dict):
            for key, inner in value.items():
                self.expressions(inner, contexts, functions, f"{where} {key}", events)
            return
        if not isinstance(value, str):
            return
        if value.count("${{") != len(expressions.holes(value)):
            self.say(f"{where}: '${{{{' without '}}}}'")
        texts = expressions.holes(value) or ([value] if bare else [])
        for text in texts:
            self.expression(text, contexts, functions | FUNCTIONS, where, events)

    def expression(self, text, contexts, functions, where, events):
        allowed = {name: Anything() for name in contexts}
        calls = {name: (lambda *_: None) for name in functions}
        try:
            expressions.Expression(text, allowed, calls).evaluate()
        except expressions.ExpressionError as error:
            self.say(f"{where}: {error}")
            return
        bare = re.sub(r"'[^']*'", "''", text)
        for context, first, second in re.findall(r"\b([a-z_]+)\.([\w-]+)(?:\.([\w-]+))?", bare):
            known = contexts.get(context)
            if known is not None and first not in known:
                self.say(f"{where}: there is no {context}.{first}")
            if (context, first) == ("github", "event") and events is not None:
                if second in EVENTS and second not in events:
                    self.say(f"{where}: no event here has github.event.{second}")

    def shell(self, step, where, composite):
        script = step["run"]
        if "${{" in script:
            self.say(f"{where}: an expression in a script is code of whoever can set it; use env")
        if composite and step.get("shell") != "bash":
            self.say(f"{where}: a step of an action says its shell")
        for text in shell_mistakes("set -e\n" + script):  # as the runner does it
            self.say(f"{where}: {text}")

    def uses(self, uses, comment):
        if uses.startswith(f"{OWN}@"):
            with open(os.path.join(self.source, "CMakeLists.txt"), encoding="utf-8") as file:
                version = re.search(r"project\(benchdoc VERSION ([0-9.]+)", file.read()).group(1)
            if uses != f"{OWN}@v{version}":
                self.say(f"{uses} is not this version, {version}")
        elif not re.fullmatch(r"[\w.-]+/[\w./-]+@[0-9a-f]{40}", uses) or not re.match(r" # v[0-9.]+$", comment):
            self.say(f"{uses} is not pinned to a commit, with its version behind it")


def shell_mistakes(script, file=None):
    done = subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True)
    found = [done.stderr.strip()] if done.returncode else []
    if shutil.which("shellcheck"):
        words = ["shellcheck", "-S", "warning", "-s", "bash", "-x", "-f", "gcc"]
        done = subprocess.run(words + [file or "-"], input=None if file else script, text=True, capture_output=True)
        found += done.stdout.strip().split("\n") if done.returncode else []
    return found
