"""Records blocks of this process with perf."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import pyrograph
from pyrograph import perf

pytestmark = pytest.mark.skipif(shutil.which("perf") is None, reason="perf is not installed")

#: In seconds of CPU time: about a hundred samples.
BUSY = 0.2


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


@pytest.fixture(scope="module")
def blocks(tmp_path_factory: pytest.TempPathFactory) -> pyrograph.record:
    """Several blocks in one file: attaching perf and reading the file take most of the time."""
    recording = pyrograph.record(tmp_path_factory.mktemp("blocks") / "blocks.data", append=True)
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
    recording.close()
    return recording


def run_in_thread(function: Callable[[], None]) -> None:
    thread = threading.Thread(target=function)
    thread.start()
    thread.join()


def test_only_the_blocks_are_recorded(blocks: pyrograph.record) -> None:
    rows = {row.name.split(".")[-1]: row for row in blocks.top(0) if row.total > 0}
    # Blocks may be nested, end with an exception, wait for threads, and be calls of decorated functions.
    assert {"nested", "failing", "in_thread", "called", "awaited"} <= rows.keys()
    assert "outside" not in rows
    # In nanoseconds of CPU time.
    assert rows["nested"].total == pytest.approx(BUSY * 1e9, rel=0.3)
    assert rows["nested"].path == __file__


def test_the_recording_can_be_reported_and_saved(blocks: pyrograph.record, tmp_path: Path) -> None:
    assert "CPU time" in blocks.report()
    page = blocks.save(tmp_path / "saved.html")
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_only_the_current_thread_is_recorded_on_request(tmp_path: Path) -> None:
    with pyrograph.record(tmp_path / "thread.data", threads="current") as recording:
        nested()
        run_in_thread(outside)
    found = {row.name for row in recording.top(0)}
    assert "nested" in found
    assert "outside" not in found


def test_the_recording_of_a_killed_process_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "killed.data"
    program = f"""
import os, signal, time, pyrograph
def inside():
    end = time.thread_time() + {BUSY}
    while time.thread_time() < end:
        sum(range(200))
with pyrograph.record({str(path)!r}):
    inside()
    os.kill(os.getpid(), signal.SIGKILL)
"""
    done = subprocess.run([sys.executable, "-c", program], check=False)
    assert done.returncode == -signal.SIGKILL
    top = [sys.executable, "-m", "pyrograph", "top", "--rows", "0", str(path)]
    # perf goes on for a moment, and perf 6.1 leaves the header incomplete.
    for _ in range(60):
        if "inside" in subprocess.run(top, capture_output=True, text=True, check=False).stdout:
            return
        time.sleep(0.5)
    pytest.fail("the recording has no samples")


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
