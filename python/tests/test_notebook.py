"""Runs a notebook and opens its saved output in a browser, without the kernel."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.skipif(shutil.which("perf") is None, reason="perf is not installed")

WORK = """
%load_ext pyrograph
import time
def work():
    end = time.thread_time() + 0.1
    while time.thread_time() < end:
        sum(range(200))
"""
CELLS = [
    WORK,
    "%%flame --level python --save saved.html\nwork()\n40 + 2",
    "%flame --height 300 {}[work()]",
]


def test_graphs_are_shown_below_cells_also_in_a_saved_notebook(tmp_path: Path) -> None:
    outputs = run_notebook(tmp_path / "notebook.ipynb")
    assert [texts(each) for each in outputs] == [[], ["42"], ["KeyError: None"]]
    frames = "".join(line for each in outputs for output in each for line in graph(output))
    page = tmp_path / "page.html"
    page.write_text(
        f'<!doctype html><meta charset="utf-8"><body data-jp-theme-light="false">{frames}', encoding="utf-8"
    )
    assert opened(page) == {
        "errors": [],
        "graphs": [
            {"heading": "cell", "level": "Detail: Python only", "height": 600, "isDark": True},
            {"heading": "cell", "level": "Detail: Python and C", "height": 300, "isDark": True},
        ],
    }
    assert (tmp_path / "saved.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def run_notebook(path: Path) -> list[list[dict[str, Any]]]:
    """The outputs of each cell in the saved notebook."""
    cells: list[dict[str, Any]] = [
        {
            "cell_type": "code",
            "id": f"cell{i}",
            "metadata": {},
            "outputs": [],
            "execution_count": None,
            "source": source,
        }
        for i, source in enumerate(CELLS)
    ]
    path.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    execute = Path(sys.executable).with_name("jupyter-execute")
    done = subprocess.run([execute, "--inplace", "--allow-errors", path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [cell["outputs"] for cell in json.loads(path.read_text())["cells"]]


def graph(output: dict[str, Any]) -> list[str]:
    """Its HTML, in lines."""
    lines: list[str] = output.get("data", {}).get("text/html", [])
    return lines


def texts(outputs: list[dict[str, Any]]) -> list[str]:
    """Values and exceptions."""
    others = [output for output in outputs if not graph(output)]
    return [
        "".join(each["data"]["text/plain"]) if "data" in each else f"{each['ename']}: {each['evalue']}"
        for each in others
    ]


def opened(page: Path) -> object:
    script = Path(__file__).parent / "open-notebook.mjs"
    done = subprocess.run(["node", str(script), str(page)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
