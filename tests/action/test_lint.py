#!/usr/bin/env python3
"""action.yml, its scripts, the examples and this repository's own workflows under the lint;
and the lint under mistakes."""

import glob
import os
import re

import sentences
from lint import Lint, shell_mistakes
from runner import load
from sentences import equal, needs

# file, what stands there, what a mistake makes of it, what the lint must say
MISTAKES = [
    ("action.yml", "branding:", "brandig:", "there is no key 'brandig'"),
    ("action.yml", "    - name: Fetch benchdoc", "    - nam: Fetch benchdoc", "there is no key 'nam'"),
    ("action.yml", "inputs.sha256 ", "inputs.sha265 ", "there is no inputs.sha265"),
    ("action.yml", "inputs.sha256 ", "inputs.version ", "input sha256 reaches no step"),
    ("action.yml", "steps.fetch.outputs.folder", "steps.fetsh.outputs.folder", "there is no steps.fetsh"),
    ("action.yml", "github.action_repository", "github.action_repo", "there is no github.action_repo"),
    ("action.yml", "github.action_repository", "secrets.TOKEN", "there is no context 'secrets'"),
    ("action.yml", "      shell: bash\n", "", "a step of an action says its shell"),
    ("action.yml", "run.sh\"'", "run.sh\" ${{ inputs.command }}'", "an expression in a script is code"),
    ("action.yml", "run.sh\"'", "run.sh'", "unexpected EOF"),
    ("action.yml", "cache@5a3ec84eff668545956fd18022155c47e93e2684 # v4.2.3", "cache@v4", "is not pinned"),
    ("action.yml", 'default: "true"', "default: true", "description and default are texts"),
    ("action.yml", "  ref:", "  name:", "name is there twice"),
    ("action.yml", "runs:", "runs: [", "expected"),
    ("workflows/nightly.yml", "permissions: {}\n", "", "says no permissions"),
    ("workflows/nightly.yml", "      contents: write", "      content: write", "there is no permission 'content: write'"),
    ("workflows/nightly.yml", "    timeout-minutes: 15\n", "", "has no timeout-minutes"),
    ("workflows/nightly.yml", "needs: measure", "needs: measured", "needs 'measured', which is no job"),
    ("workflows/nightly.yml", "${{ matrix.backend }}", "${{ matrix.backends }}", "there is no matrix.backends"),
    ("workflows/nightly.yml", "${{ matrix.backend }}", "${{ matrix.backend }", "'${{' without '}}'"),
    ("workflows/nightly.yml", "!cancelled()", "!canceled()", "there is no function canceled()"),
    ("workflows/nightly.yml", '"backend=$BACKEND"', '"backend=${{ matrix.backend }}"', "an expression in a script"),
    ("workflows/nightly.yml", "benchdoc@v0.1.0", "benchdoc@v0.0.9", "is not this version"),
    ("workflows/nightly.yml", "  workflow_dispatch:", "  workflow_despatch:", "there is no key 'workflow_despatch'"),
    ("workflows/pull-request.yml", "          done\n          benchdoc", "          benchdoc", "syntax error"),
    ("workflows/pull-request.yml", "sides=()", "for i in $(ls); do :; done; sides=()", "SC2045"),
    ("workflows/fork-publish.yml", "github.event.workflow_run.id", "github.event.pull_request.id",
     "no event here has github.event.pull_request"),
    ("workflows/fork-publish.yml", "'pull_request' &&", "'pull_request' &", "cannot read"),
]


def files(world):
    found = ["action.yml"]
    for pattern in ("workflows/*.yml", ".github/workflows/*.yml"):
        found += [os.path.relpath(path, world.source) for path in glob.glob(os.path.join(world.source, pattern))]
    return sorted(found)


def every_file_passes(world):
    needs("shellcheck")
    for path in files(world):
        equal(Lint(world.source, path).run(), [])


def every_script_passes(world):
    needs("shellcheck")
    scripts = glob.glob(os.path.join(world.source, "workflows/action/*.sh"))
    equal(len(scripts), 5)
    for path in scripts:
        with open(path, encoding="utf-8") as file:
            equal((path, shell_mistakes(file.read(), os.path.relpath(path))), (path, []))


def every_mistake_is_found(world):
    needs("shellcheck")
    for path, old, new, wanted in MISTAKES:
        with open(os.path.join(world.source, path), encoding="utf-8") as file:
            text = file.read()
        equal((old, old in text), (old, True))
        found = Lint(world.source, path, text.replace(old, new, 1)).run()
        if not any(wanted in line for line in found):
            raise AssertionError(f"{path}, '{old}' as '{new}': '{wanted}' is not in {found}")


def every_input_that_a_script_reads_is_given_to_it(world):
    action = load(os.path.join(world.source, "action.yml"))
    given = {name for step in action["runs"]["steps"] for name in step.get("env", {})}
    used = set()
    for path in glob.glob(os.path.join(world.source, "workflows/action/*.sh")):
        with open(path, encoding="utf-8") as file:
            used |= set(re.findall(r"\b(?:INPUT|BENCHDOC)_[A-Z0-9_]+", file.read()))
    used -= {"BENCHDOC_TOKEN", "BENCHDOC_TESTS", "BENCHDOC_INPUT"}
    equal(used - given, set())
    equal(given - used, set())


def every_input_and_output_is_documented_with_its_default(world):
    action = load(os.path.join(world.source, "action.yml"))
    with open(os.path.join(world.source, "docs/action.md"), encoding="utf-8") as file:
        rows = dict(re.findall(r"^\| `([\w-]+)` +\| *(\S*?) *\|", file.read(), re.MULTILINE))
    for name, row in action["inputs"].items():
        equal((name, rows.get(name)), (name, f"`{row['default']}`" if row.get("default") else ""))
    equal(set(rows) - set(action["inputs"]) - set(action["outputs"]), set())


sentences.run([
    every_file_passes,
    every_script_passes,
    every_mistake_is_found,
    every_input_that_a_script_reads_is_given_to_it,
    every_input_and_output_is_documented_with_its_default,
])
