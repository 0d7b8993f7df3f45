"""Runs a notebook and opens its saved output in a browser, without the kernel."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import nbclient
import nbformat
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
    "%%flame --level python --height 300 --save saved.html\nwork()\n40 + 2",
    # Its recording is not exported, which takes most of the time.
    """
import pyrograph.notebook
class Unread(pyrograph.notebook.Recorder):
    def save(self, page, *, level):
        page.write_text(level)
        return page
pyrograph.notebook.Recorder = Unread
""",
    "%flame {}[work()]",
]


def test_graphs_are_shown_below_cells_also_in_a_saved_notebook(tmp_path: Path) -> None:
    _, cell, _, line = run_notebook(tmp_path)
    assert texts(cell) == ["42"]
    assert texts(line) == ["KeyError: None"]
    defaults = graph(line[0])
    assert 'style="height: 600px"' in defaults
    assert 'srcdoc="python-c"' in defaults
    page = tmp_path / "page.html"
    page.write_text(
        f'<!doctype html><meta charset="utf-8"><body data-jp-theme-light="false">{graph(cell[0])}', encoding="utf-8"
    )
    assert opened(page) == {
        "errors": [],
        "graphs": [{"heading": "cell", "level": "Detail: Python only", "height": 300, "isDark": True}],
    }
    assert (tmp_path / "saved.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def run_notebook(folder: Path) -> list[list[dict[str, Any]]]:
    """The outputs of each cell in the saved notebook."""
    # Its functions have no types.
    notebooks: Any = nbformat.v4
    notebook = notebooks.new_notebook(cells=[notebooks.new_code_cell(cell) for cell in CELLS])
    nbclient.execute(notebook, cwd=str(folder), allow_errors=True)
    return [cell["outputs"] for cell in json.loads(json.dumps(notebook))["cells"]]


def graph(output: dict[str, Any]) -> str:
    """Its HTML."""
    found: str = output.get("data", {}).get("text/html", "")
    return found


def texts(outputs: list[dict[str, Any]]) -> list[str]:
    """Values and exceptions."""
    others = [output for output in outputs if not graph(output)]
    return [each["data"]["text/plain"] if "data" in each else f"{each['ename']}: {each['evalue']}" for each in others]


def opened(page: Path) -> object:
    script = Path(__file__).parent / "open-notebook.mjs"
    done = subprocess.run(["node", str(script), str(page)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
