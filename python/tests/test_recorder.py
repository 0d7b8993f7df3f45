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
from pathlib import Path

import pytest

import pyrograph

pytestmark = pytest.mark.skipif(shutil.which("perf") is None, reason="perf is not installed")

#: In seconds of CPU time: about a hundred samples.
BUSY = 0.2


def spin(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        sum(range(200))


def inside() -> None:
    spin(BUSY)


def outside() -> None:
    spin(BUSY)


def names(recording: pyrograph.record) -> set[str]:
    return {row.name for row in recording.top(0) if row.total > 0}


def test_only_the_block_is_recorded(tmp_path: Path) -> None:
    outside()
    with pyrograph.record(tmp_path / "block.data") as recording:
        inside()
    outside()
    found = names(recording)
    assert "inside" in found
    assert "outside" not in found
    [row] = [row for row in recording.top(0) if row.name == "inside"]
    # In nanoseconds of CPU time.
    assert row.total == pytest.approx(BUSY * 1e9, rel=0.3)
    assert row.path == __file__


def test_blocks_may_be_nested_and_appended(tmp_path: Path) -> None:
    recording = pyrograph.record(tmp_path / "blocks.data", append=True)
    with recording, recording:
        inside()
    outside()
    with pytest.raises(ZeroDivisionError), recording:
        named_again()
    outside()
    assert {"inside", "named_again"} <= names(recording)
    assert "outside" not in names(recording)


def named_again() -> None:
    spin(BUSY)
    _ = 1 / 0


def test_a_decorator_records_each_call_of_functions_and_coroutines(tmp_path: Path) -> None:
    recording = pyrograph.record(tmp_path / "calls.data")

    @recording
    def called() -> int:
        spin(BUSY)
        return 1

    @recording
    async def awaited() -> int:
        await asyncio.sleep(0.01)
        spin(BUSY)
        return 2

    assert called() + asyncio.run(awaited()) == 3
    outside()
    found = {name.split(".")[-1] for name in names(recording)}
    assert {"called", "awaited"} <= found
    assert "outside" not in found


@pytest.mark.parametrize(("threads", "is_recorded"), [("all", True), ("current", False)])
def test_all_threads_or_only_the_current_one(tmp_path: Path, threads: str, is_recorded: bool) -> None:
    recording = pyrograph.record(tmp_path / "threads.data", threads="current" if threads == "current" else "all")
    with recording:
        other = threading.Thread(target=outside)
        other.start()
        inside()
        other.join()
    assert "inside" in names(recording)
    assert ("outside" in names(recording)) is is_recorded


def test_a_forked_child_leaves_the_recording_to_its_parent(tmp_path: Path) -> None:
    with pyrograph.record(tmp_path / "parent.data") as recording:
        child = os.fork()
        if child == 0:
            with recording:
                pass
            os._exit(0)
        _, status = os.waitpid(child, 0)
        inside()
    assert os.waitstatus_to_exitcode(status) == 0
    assert "inside" in names(recording)


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


def test_the_recording_can_be_reported_and_saved(tmp_path: Path) -> None:
    with pyrograph.record(tmp_path / "saved.data") as recording:
        inside()
    assert "CPU time" in recording.report()
    page = recording.save(tmp_path / "saved.html")
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_without_perf_the_reason_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    node = Path(subprocess.run(["which", "node"], capture_output=True, text=True, check=True).stdout.strip())
    (tmp_path / "node").symlink_to(node)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(pyrograph.CannotRecord, match="perf"), pyrograph.record(tmp_path / "none.data"):
        pass
