"""Runs functions that are named as sentences, and prints as cmocka does, so that they are
counted with the others."""

import os
import shutil
import sys
import traceback

import world


class Skipped(Exception):
    pass


def shared(source, path):
    """Test material of other projects, where it is there."""
    data = os.environ.get("BENCHDOC_SHARED_DATA_DIR") or os.path.join(source, "..", "shared", "data")
    found = os.path.join(data, path)
    if not os.path.exists(found):
        raise Skipped(f"{found} is not here")
    return found


def needs(*programs):
    for program in programs:
        if not shutil.which(program):
            raise Skipped(f"{program} is not installed")


def run(functions):
    source, program = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    wanted = sys.argv[3:]
    passed, failed, skipped = [], [], []
    template = world.World(source, program)
    for function in functions:
        name = function.__name__
        if wanted and name not in wanted:
            continue
        print(f"[ RUN      ] {name}", flush=True)
        here = world.World(source, program, template)
        try:
            function(here)
            passed.append(name)
            print(f"[       OK ] {name}", flush=True)
        except Skipped as why:
            skipped.append(name)
            print(f"{why}\n[  SKIPPED ] {name}", flush=True)
        except Exception:  # pylint: disable=broad-except
            failed.append(name)
            print(f"{traceback.format_exc()}[  FAILED  ] {name}", flush=True)
        finally:
            here.close()
    template.close()
    print(f"[  PASSED  ] {len(passed)} test(s).")
    for word, names in (("SKIPPED ", skipped), ("FAILED  ", failed)):
        if names:
            print(f"[  {word}] {len(names)} test(s), listed below:")
            for name in names:
                print(f"[  {word}] {name}")
    sys.exit(1 if failed else 0)


def equal(have, want):
    if have != want:
        raise AssertionError(f"have {have!r}, want {want!r}")


def says(job, text):
    if text not in job.output:
        raise AssertionError(f"'{text}' is not in the log:\n{job.output}")


def passes(job):
    if not job.ok:
        raise AssertionError("the job failed:\n" + "\n".join(job.log))


def fails(job):
    if job.ok:
        raise AssertionError("the job did not fail:\n" + "\n".join(job.log))
