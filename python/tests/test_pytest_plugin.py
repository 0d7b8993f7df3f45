"""Runs pytest with the plugin in a project of its own."""

from __future__ import annotations

import importlib
import json
import re
import shutil

import pytest

import pyrograph
from pyrograph import command, pytest_plugin

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
    worker.work(1.5)

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
def test_each_test_is_recorded_and_compared(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    pytester.makepyfile(worker=WORK, test_project=PROJECT)
    monkeypatch.syspath_prepend(pytester.path)
    with pyrograph.record("before.data", options=pytest_plugin.OPTIONS) as before:
        importlib.import_module("worker").work(0.3)
    (pytester.path / "before" / "profiles").mkdir(parents=True)
    assert command.run("pack", "-o", f"before/profiles/{SLOW_FILE}", str(before.path)).returncode in (0, 1)

    done = pytester.runpytest("--flame-min=200ms", "--flame-against=before", "--flame-fail-above=10%", "-n1")
    done.assert_outcomes(passed=2, xfailed=1, skipped=1)
    done.stdout.re_match_lines(
        [
            f" +\\d+\\.\\d+ s  {re.escape(SLOW)}  \\d+% in work",
            "1 recorded; .*",
            f"{re.escape(SLOW)}: .*grew by.*limit 10 %.*work .*",
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
