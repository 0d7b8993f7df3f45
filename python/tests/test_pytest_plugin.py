"""Runs pytest with the plugin in a project of its own."""

from __future__ import annotations

import json
import re
import shutil

import pytest

needs_perf = pytest.mark.skipif(shutil.which("perf") is None, reason="perf is not installed")

WORK = """
import time

def work(seconds):
    # Of CPU time, because the speed of a busy machine changes.
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        sum(range(200))
"""
PROJECT = """
import pytest, worker

def test_quick(): pass

@pytest.mark.parametrize("name", ["a/b"])
def test_slow(name):
    worker.work(0.6)

@pytest.mark.xfail(strict=True)
def test_fails():
    assert False

@pytest.mark.skip
def test_skipped(): pass
"""
SLOW = "test_project.py::test_slow[a/b]"
#: The name stays the same, so that later runs can be compared.
SLOW_FILE = "test_project.py-test_slow-a-b--3de5dab4.tar.gz"


@needs_perf
def test_each_test_is_recorded_and_compared(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(worker=WORK, test_project=PROJECT)
    before = pytester.mkdir("before") / "profiles"
    before.mkdir()
    (before / SLOW_FILE).write_text("test_slow;work 3\n")
    (before / "index.json").write_text(
        json.dumps({"recordings": [{"file": SLOW_FILE, "title": SLOW, "size": 1, "cpu": 0.1}]})
    )

    done = pytester.runpytest("--flame-min=200ms", "--flame-against=before", "--flame-fail-above=10%", "-n1")
    done.assert_outcomes(passed=2, xfailed=1, skipped=1)
    done.stdout.re_match_lines(
        [
            f" +\\d+\\.\\d+ s  {re.escape(SLOW)}  \\d+% in work",
            f"{re.escape(SLOW)}: .*grew by.*limit 10 %.*work",
            "Fewer than 5 tests .*",
            "1 recorded; .*",
        ]
    )
    assert done.ret == pytest.ExitCode.TESTS_FAILED
    folder = pytester.path / "flame"
    assert (folder / "index.html").exists()
    recordings = json.loads((folder / "profiles" / "index.json").read_text())["recordings"]
    assert [(each["file"], each["title"]) for each in recordings] == [(SLOW_FILE, SLOW)]


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--flame", "--flame-min=50"], "use a time such as 50ms or 2s"),
        (["--flame", "--flame-dir=."], "contains other files"),
        (["--flame-against=."], "no recordings of an earlier run"),
        (["--flame", "--flame-fail-above=10%"], "needs --flame-against"),
    ],
)
def test_wrong_options_are_explained(pytester: pytest.Pytester, options: list[str], problem: str) -> None:
    pytester.makepyfile("def test(): pass")
    result = pytester.runpytest(*options)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.re_match_lines([f".*{re.escape(problem)}.*"])
