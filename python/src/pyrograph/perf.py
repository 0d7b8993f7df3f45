"""Attaches `perf record` to this process, and switches it on and off."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import select
import signal
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from subprocess import DEVNULL, Popen

from .command import run

#: In seconds. Attaching takes less than half a second on a busy machine; a perf that takes this long hangs.
_TIMEOUT = 30.0
#: Stands for the path of the recording in a planned command.
_OUTPUT = "OUTPUT"


class CannotRecord(RuntimeError):
    """The machine or the Python cannot be recorded. The message says why, and what to do."""


class Perf:
    """A `perf record` that is attached to this process and switched off."""

    def __init__(self, path: Path, plan_options: list[str], *, only_thread: int | None) -> None:
        """Attaches perf. Raises CannotRecord."""
        _name_functions()
        words = [str(path) if word == _OUTPUT else word for word in _plan(*plan_options)]
        at = words.index("-p")
        # Threads that a thread starts do not belong to it.
        target = ["-p", str(os.getpid())] if only_thread is None else ["-t", str(only_thread), "--no-inherit"]
        words[at : at + 2] = target
        control, self._control = os.pipe()
        self._answers, answers = os.pipe()
        of_perf = control, answers
        # By default, perf gives up reading where code is after half a second, and all names are missing.
        words[2:2] = ["--delay", "-1", "--control", f"fd:{control},{answers}", "--proc-map-timeout", "10000"]
        # Not a pipe: a perf that outlives this process would be killed by what it writes at its end.
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        try:
            # In a session of its own, because Ctrl-C is for this process, which then stops perf.
            self._process = Popen(
                words, stdin=DEVNULL, stdout=DEVNULL, stderr=self._errors, pass_fds=of_perf, start_new_session=True
            )
        finally:
            for each in of_perf:
                os.close(each)
        # So that switching does not wait for a busy processor. Allowed to root.
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, self._process.pid, -20)
        # Also proves that it is attached.
        self._send("evlist")
        names = self._printed().rpartition("Events disabled\n")[2].splitlines()
        # Names leave out perf's dummy event, which is on from the first block on: it tells of libraries that are
        # loaded, and of threads and processes that are started, between blocks.
        self._events = [f" {name}" for name in names if not name.startswith("dummy")] or [""]
        self._to_enable = [""]

    def enable(self) -> None:
        """Returns when samples are taken."""
        self._send("enable", self._to_enable)
        self._to_enable = self._events

    def disable(self) -> None:
        """Returns when no samples are taken any more."""
        self._send("disable", self._events)

    def finish(self) -> None:
        """Detaches perf, and returns when it has written the recording. Raises CannotRecord if it has written none."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait(timeout=_TIMEOUT)
        reason = self._close()
        # perf ends itself with the signal that stopped it.
        if self._process.returncode not in (0, -signal.SIGINT):
            raise CannotRecord(f"perf record failed: {reason}")

    def _send(self, command: str, events: Iterable[str] = ("",)) -> None:
        for event in events:
            with contextlib.suppress(BrokenPipeError):
                os.write(self._control, f"{command}{event}\n".encode())
            answer = b""
            while b"ack" not in answer:
                ready, _, _ = select.select([self._answers], [], [], _TIMEOUT)
                answer += (read := os.read(self._answers, 64) if ready else b"")
                if not read:
                    self._process.kill()
                    self._process.wait()
                    raise CannotRecord(f"perf record ended: {self._close()}")

    def _close(self) -> str:
        """Closes what connects this process and perf, and returns the last line that perf has printed."""
        os.close(self._control)
        os.close(self._answers)
        printed = self._printed().strip()
        self._errors.close()
        return printed.rpartition("\n")[2] or "it printed no reason"

    def _printed(self) -> str:
        # perf writes where the file's position is.
        return os.pread(self._errors.fileno(), 1 << 20, 0).decode(errors="replace")


def _name_functions() -> None:
    """Makes Python name its functions for perf from now on, unless it does already."""
    if sys.version_info < (3, 12) or sys.platform != "linux":
        raise CannotRecord("Recording needs Python 3.12 or newer on Linux: run the program with one.")
    if sys.is_stack_trampoline_active():
        return
    try:
        sys.activate_stack_trampoline("perf")
    except ValueError as error:
        raise CannotRecord(f"This Python cannot name its functions for perf: {error}.") from error


@functools.cache
def _plan(*options: str) -> tuple[str, ...]:
    """The words of the perf command that `pyrograph record` would run for this process, also for forked ones."""
    try:
        found = run("record", "--json", "-p", str(os.getpid()), "-o", _OUTPUT, *options)
    except FileNotFoundError as error:
        raise CannotRecord(str(error)) from error
    if found.returncode != 0:
        raise CannotRecord(found.stderr.strip().removeprefix("pyrograph: "))
    return tuple(json.loads(found.stdout)["words"])
