"""Records blocks of this process with perf."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import pyrograph
from pyrograph import command, perf

pytestmark = pytest.mark.skipif(shutil.which("perf") is None, reason="perf is not installed")

#: In seconds of CPU time: about fifty samples.
BUSY = 0.1


def spin(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        sum(range(200))


def nested() -> None:
    spin(BUSY)


def failing() -> None:
    spin(BUSY)
    raise KeyError


def in_thread() -> None:
    spin(BUSY)


def called() -> int:
    spin(BUSY)
    return 1


async def awaited() -> int:
    await asyncio.sleep(0.01)
    spin(BUSY)
    return 2


def outside() -> None:
    spin(BUSY)


def run_in_thread(function: Callable[[], None]) -> None:
    thread = threading.Thread(target=function)
    thread.start()
    thread.join()


def new_function() -> Callable[[Callable[[], object]], None]:
    """The last of so many functions that Python needs more memory for their names."""
    names: dict[str, Callable[[Callable[[], object]], None]] = {}
    exec("\n".join(f"def new{i}(function): function()" for i in range(6000)), names)
    for i in range(6000):
        names[f"new{i}"](list)
    return names["new5999"]


def test_only_the_blocks_are_recorded(tmp_path: Path) -> None:
    # Several blocks in one file: attaching perf and reading the file take most of the time.
    recording = pyrograph.record(tmp_path / "blocks.data", append=True)
    outside()
    with recording, recording:
        nested()
    outside()
    with pytest.raises(KeyError), recording:
        failing()
    with recording:
        run_in_thread(in_thread)
    outside()
    assert recording(called)() + asyncio.run(recording(awaited)()) == 3
    outside()
    with recording:
        child = os.fork()
        if child == 0:
            with recording:
                pass
            os._exit(0)
        _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    new = new_function()
    with recording:
        new(nested)
    rows = {row.name.split(".")[-1]: row for row in recording.top(0) if row.total > 0}
    # Blocks may be nested, end with an exception, wait for threads, and be calls of decorated functions.
    assert {"nested", "failing", "in_thread", "called", "awaited", "new5999"} <= rows.keys()
    assert "outside" not in rows
    # In nanoseconds of CPU time, of two blocks.
    assert rows["nested"].total == pytest.approx(2 * BUSY * 1e9, rel=0.3)
    assert rows["nested"].path == __file__


def test_a_killed_process_leaves_a_recording_of_the_current_thread(tmp_path: Path) -> None:
    path = tmp_path / "killed.data"
    child = os.fork()
    if child == 0:
        try:
            with pyrograph.record(path, threads="current"):
                nested()
                run_in_thread(outside)
                os.kill(os.getpid(), signal.SIGKILL)
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL
    # perf goes on for a moment, and perf 6.1 may leave the header incomplete, which then does not prove the machine.
    for _ in range(60):
        time.sleep(0.5)
        found = command.run("top", "--symfs", "/", "--rows", "0", str(path)).stdout
        if "nested" in found:
            break
    assert "nested" in found
    assert "outside" not in found


def test_a_recording_is_reported_and_saved(tmp_path: Path) -> None:
    path = tmp_path / "app.folded"
    path.write_text("main;work 3\nmain;wait 1\n")
    recording = pyrograph.record(path, active=False)
    assert "work" in recording.report()
    page = recording.save(tmp_path / "saved.html")
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_an_inactive_recording_leaves_functions_alone(tmp_path: Path) -> None:
    recording = pyrograph.record(tmp_path / "none.data", active=False)
    assert recording(called) is called
    with recording:
        pass
    assert not recording.path.exists()


def test_without_perf_the_reason_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    node = Path(subprocess.run(["which", "node"], capture_output=True, text=True, check=True).stdout.strip())
    (tmp_path / "node").symlink_to(node)
    monkeypatch.setenv("PATH", str(tmp_path))
    perf._plan.cache_clear()
    with pytest.raises(pyrograph.CannotRecord, match="perf"), pyrograph.record(tmp_path / "none.data"):
        pass
