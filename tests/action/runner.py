"""A runner of GitHub in small: runs the jobs of a workflow and the steps of a composite
action with their environment, files and events. Actions of others are imitated."""

import glob
import json
import os
import re
import shutil
import subprocess

import yaml

import expressions
from expressions import fill, holds

OWN = "benchdoc/benchdoc"


class Failed(Exception):
    pass


def load(path):
    with open(path, encoding="utf-8") as file:
        tree = yaml.safe_load(file)
    if isinstance(tree, dict) and True in tree:  # YAML 1.1 takes the key `on` for a boolean
        tree["on"] = tree.pop(True)
    return tree


def read_pairs(path):
    """GITHUB_OUTPUT and GITHUB_ENV: name=value, or name<<END lines END."""
    pairs, lines = {}, open(path, encoding="utf-8").read().split("\n")
    while lines:
        line = lines.pop(0)
        if not line:
            continue
        here = re.fullmatch(r"([A-Za-z_][A-Za-z0-9_-]*)<<(.+)", line)
        if here:
            value = []
            while lines[0] != here.group(2):
                value.append(lines.pop(0))
            lines.pop(0)
            pairs[here.group(1)] = "\n".join(value)
        elif "=" in line:
            name, value = line.split("=", 1)
            pairs[name] = value
        else:
            raise Failed(f"the runner cannot read '{line}' in {os.path.basename(path)}")
    return pairs


class Steps:
    """The steps of a job or of a composite action, one after the other."""

    def __init__(self, job, steps, contexts, env):
        self.job, self.steps, self.env = job, steps, env
        self.contexts = dict(contexts, steps={}, env=dict(env))
        self.failed = False
        self.functions = dict(
            expressions.FUNCTIONS, always=lambda: True, success=lambda: not self.failed,
            failure=lambda: self.failed, cancelled=lambda: False)
        for step in steps:  # steps that do not run have empty outputs
            if "id" in step:
                self.contexts["steps"][step["id"]] = {"outputs": Outputs(), "outcome": "skipped"}

    def fill(self, value):
        return fill(value, self.contexts, self.functions)

    def run(self):
        for step in self.steps:
            if not holds(step.get("if"), self.contexts, self.functions):
                self.job.log.append(f"skipped: {name_of(step)}")
                continue
            self.job.log.append(f"step: {name_of(step)}")
            outputs, status = self.one(step)
            if status != 0 and not step.get("continue-on-error"):
                self.failed = True
            if "id" in step:
                self.contexts["steps"][step["id"]] = {
                    "outputs": Outputs(outputs), "outcome": "failure" if status else "success"}
        return self.failed

    def one(self, step):
        env = dict(self.env)
        env.update({name: self.fill(value) for name, value in step.get("env", {}).items()})
        if "uses" in step:
            given = {name: self.fill(value) for name, value in step.get("with", {}).items()}
            return self.job.use(step["uses"], given, env, self.contexts)
        return self.job.shell(step, self.fill(step["run"]), env, self.contexts)


class Outputs(dict):
    """Outputs that a step did not set are empty, as on GitHub."""

    def __contains__(self, key):
        return True

    def __missing__(self, key):
        return ""


def name_of(step):
    return step.get("name") or step.get("uses") or step["run"].split("\n")[0]


class Job:
    """One job on a machine of its own: workspace, temporary folder, tool cache, PATH."""

    def __init__(self, world, name, job, workflow, contexts):
        self.world, self.name, self.job, self.workflow, self.log = world, name, job, workflow, []
        self.folder = world.folder(f"runner-{name}")
        self.workspace = os.path.join(self.folder, "work")
        self.temp = os.path.join(self.folder, "temp")
        self.tools = os.path.join(self.folder, "tools")
        for folder in (self.workspace, self.temp, self.tools):
            os.makedirs(folder)
        self.paths, self.set_env, self.output, self.to_save = [], {}, "", []
        self.summary = os.path.join(self.temp, "summary")
        open(self.summary, "w").close()
        runner = {"os": "Linux", "arch": "X64", "temp": self.temp, "tool_cache": self.tools}
        self.contexts = dict(contexts, runner=runner, secrets={"GITHUB_TOKEN": "token-of-the-job"},
                             job={"status": "success"})
        world.prepare(self)

    def run(self):
        env = {}
        for source in (self.workflow.get("env", {}), self.job.get("env", {})):
            env.update({k: fill(v, self.contexts, expressions.FUNCTIONS) for k, v in source.items()})
        steps = Steps(self, self.job["steps"], self.contexts, env)
        failed = steps.run()
        for path, key in self.to_save:
            if not failed and os.path.isdir(path):
                shutil.copytree(path, os.path.join(self.world.caches, key), symlinks=True, dirs_exist_ok=True)
        self.outputs = Outputs({k: steps.fill(v) for k, v in self.job.get("outputs", {}).items()})
        return not failed

    def shell(self, step, script, env, contexts):
        files = {name: os.path.join(self.temp, name) for name in ("output", "env", "path")}
        for path in files.values():
            open(path, "w").close()
        whole = dict(self.world.environment, **self.set_env)
        whole.update(env)
        whole.update(
            GITHUB_OUTPUT=files["output"], GITHUB_ENV=files["env"], GITHUB_PATH=files["path"],
            GITHUB_STEP_SUMMARY=self.summary, GITHUB_WORKSPACE=self.workspace,
            RUNNER_TEMP=self.temp, RUNNER_TOOL_CACHE=self.tools, RUNNER_OS="Linux",
            PATH=":".join(self.paths + [self.world.environment["PATH"]]), HOME=self.folder)
        if "action_path" in contexts["github"]:
            whole["GITHUB_ACTION_PATH"] = contexts["github"]["action_path"]
        path = os.path.join(self.temp, "script.sh")
        with open(path, "w", encoding="utf-8") as file:
            file.write(script)
        how = ["bash", "--noprofile", "--norc", "-eo", "pipefail"] if step.get("shell") == "bash" else ["bash", "-e"]
        folder = os.path.join(self.workspace, step.get("working-directory", "."))
        done = subprocess.run(how + [path], cwd=folder, env=whole, text=True, timeout=300,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.output += done.stdout
        self.log.append(done.stdout)
        self.set_env.update(read_pairs(files["env"]))
        self.paths = [p for p in open(files["path"]).read().split("\n") if p] + self.paths
        return read_pairs(files["output"]), done.returncode

    def use(self, uses, given, env, contexts):
        action = uses.split("@")[0]
        imitation = {"actions/checkout": self.checkout, "actions/cache": self.cache,
                     "actions/upload-artifact": self.upload, "actions/download-artifact": self.download}
        if action == OWN:
            return self.composite(given, env, contexts)
        if action not in imitation:
            raise Failed(f"nothing imitates {uses}")
        return imitation[action](given)

    def composite(self, given, env, contexts):
        action = load(os.path.join(self.world.source, "action.yml"))
        unknown = set(given) - set(action["inputs"])
        if unknown:
            raise Failed(f"the action has no input {sorted(unknown)}")
        inputs = {name: given.get(name, str(row.get("default", ""))) for name, row in action["inputs"].items()}
        github = dict(contexts["github"], action_path=self.world.source,
                      action_repository=self.world.action_repository, action_ref="v0")
        inner = {"inputs": inputs, "github": github, "runner": contexts["runner"]}
        steps = Steps(self, action["runs"]["steps"], inner, env)
        failed = steps.run()
        return {k: steps.fill(row["value"]) for k, row in action["outputs"].items()}, int(failed)

    def checkout(self, given):
        commit = given.get("ref") or self.contexts["github"]["sha"]
        depth = given.get("fetch-depth", "1")
        # made once, because most jobs of a test begin with the same
        kept = os.path.join(self.world.checkouts, f"{commit}-{depth}".replace("/", "-"))
        if not os.path.isdir(kept):
            self.clone(kept, commit, depth)
        shutil.copytree(kept, os.path.join(self.workspace, given.get("path", ".")), symlinks=True, dirs_exist_ok=True)
        return {}, 0

    def clone(self, folder, commit, depth):
        git = ["git", "-C", folder, "-c", "advice.detachedHead=false"]
        options, more = ([], ["+refs/heads/*:refs/remotes/origin/*"]) if depth == "0" else ([f"--depth={depth}"], [])
        os.makedirs(folder)
        for words in (["init", "-q"], ["remote", "add", "origin", "file://" + self.world.remote],
                      ["fetch", "-q", *options, "origin", commit, *more], ["checkout", "-q", "--detach", "FETCH_HEAD"]):
            done = subprocess.run(git + words, env=self.world.environment, capture_output=True, text=True)
            if done.returncode:
                raise Failed(f"checkout of {commit}: {done.stderr}")

    def cache(self, given):
        kept = os.path.join(self.world.caches, given["key"])
        hit = os.path.isdir(kept)
        if hit:
            shutil.copytree(kept, given["path"], symlinks=True, dirs_exist_ok=True)
        else:
            self.to_save.append((given["path"], given["key"]))
        return {"cache-hit": "true" if hit else ""}, 0

    def upload(self, given):
        # the common folder of what matches is left out, as the action does it
        root = os.path.join(self.workspace, given["path"])
        found = [p for p in glob.glob(root, recursive=True) if os.path.exists(p)]
        if not found:
            return {}, int(given.get("if-no-files-found") == "error")
        to = os.path.join(self.world.artifacts, given.get("name", "artifact"))
        for path in found:
            if os.path.isdir(path):
                shutil.copytree(path, to, dirs_exist_ok=True)
            else:
                os.makedirs(to, exist_ok=True)
                shutil.copy(path, to)
        return {}, 0

    def download(self, given):
        to = os.path.join(self.workspace, given.get("path", "."))
        wanted = given.get("name", given.get("pattern", "*"))
        for name in sorted(os.listdir(self.world.artifacts)):
            if expressions.matches(wanted, name):
                merged = "name" in given or given.get("merge-multiple") == "true"
                shutil.copytree(os.path.join(self.world.artifacts, name),
                                to if merged else os.path.join(to, name), dirs_exist_ok=True)
        return {}, 0


def combinations(job):
    matrix = job.get("strategy", {}).get("matrix")
    if not matrix:
        return [{}]
    rows = [{}]
    for key, values in matrix.items():
        rows = [dict(row, **{key: value}) for row in rows for value in values]
    return rows


def run_workflow(world, path, event, payload, broken=()):
    """Runs all jobs. `broken`: names of matrix values whose jobs a test wants to fail.
    Gives {job name: Job}, each with .ok."""
    workflow = load(path)
    if event not in workflow["on"]:
        raise Failed(f"{path} does not run on {event}")
    world.event(event, payload)
    done, results = {}, {}
    for name, job in workflow["jobs"].items():
        needs = job.get("needs", [])
        needs = [needs] if isinstance(needs, str) else needs
        bad = any(results[n]["result"] == "failure" for n in needs)
        contexts = {"github": world.github, "needs": {n: results[n] for n in needs}}
        functions = dict(expressions.FUNCTIONS, always=lambda: True, cancelled=lambda: False,
                         success=lambda bad=bad: not bad, failure=lambda bad=bad: bad)
        if not holds(job.get("if"), contexts, functions):
            results[name] = {"result": "skipped", "outputs": Outputs()}
            continue
        ok = True
        for row in combinations(job):
            title = "-".join([name, *map(str, row.values())])
            one = Job(world, title, job, workflow, dict(contexts, matrix=row, strategy={"job-index": 0}))
            if any(value in broken for value in row.values()):
                one.set_env["BREAK_THE_BENCHMARK"] = "yes"
            one.ok = one.run()
            ok = ok and one.ok
            done[title] = one
        results[name] = {"result": "success" if ok else "failure", "outputs": one.outputs}
    return done


def dump(payload, path):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(payload, file)
