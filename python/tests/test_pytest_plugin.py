"""Runs pytest with the plugin in a project of its own."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

needs_perf = pytest.mark.skipif(shutil.which("perf") is None, reason="perf is not installed")

PROJECT = """
import os, pytest

def work(rounds):
    for _ in range(rounds):
        sum(range(1000))

def test_quick(): pass

@pytest.mark.parametrize("name", ["a/b"])
def test_slow(name):
    work(int(os.environ.get("ROUNDS", "30000")))

def test_fails():
    assert False

@pytest.mark.skip
def test_skipped(): pass
"""


@needs_perf
def test_each_test_is_recorded_and_compared(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    pytester.makepyfile(test_project=PROJECT)
    before = pytester.runpytest("--flame", "--flame-dir=before", "--flame-min=300ms", "-n1")
    before.assert_outcomes(passed=2, failed=1, skipped=1)
    before.stdout.re_match_lines([r" +\d+\.\d+ s  test_project.py::test_slow\[a/b\]  \d+% in work", "1 recorded; .*"])
    assert titles(pytester.path / "before") == {"test_project.py::test_slow[a/b]"}
    assert (pytester.path / "before" / "index.html").exists()

    # Six times the work, since the speed of a busy machine may change by half meanwhile.
    monkeypatch.setenv("ROUNDS", "180000")
    after = pytester.runpytest("--flame-against=before", "--flame-fail-above=10%", "-k", "slow")
    after.assert_outcomes(passed=1)
    assert after.ret == pytest.ExitCode.TESTS_FAILED
    after.stdout.re_match_lines([r"test_project.py::test_slow\[a/b\]: .*grew by.*limit 10 %.*work .*"])


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


def titles(folder: Path) -> set[str]:
    return {each["title"] for each in json.loads((folder / "profiles" / "index.json").read_text())["recordings"]}
