"""Attaches `perf record` to this process, and switches it on and off."""

from __future__ import annotations

import functools
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from .command import run

#: In seconds. Attaching takes less than half a second on a busy machine; a perf that takes this long hangs.
_TIMEOUT = 30.0
#: In milliseconds. After half a second by default, perf gives up reading where code is, and all names are missing.
_MAP_TIMEOUT = ("--proc-map-timeout", "10000")
#: Stands for the path of the recording in a planned command.
_OUTPUT = "OUTPUT"


class CannotRecord(RuntimeError):
    """The machine or the Python cannot be recorded. The message says why, and what to do."""


class Perf:
    """A `perf record` that is attached to this process and switched off."""

    def __init__(self, path: Path, plan_options: list[str], *, only_thread: int | None) -> None:
        """Attaches perf. Raises CannotRecord."""
        _name_functions()
        words = [str(path) if word == _OUTPUT else word for word in _plan(os.getpid(), *plan_options)]
        if only_thread is not None:
            # Threads that it starts do not belong to it.
            at = words.index("-p")
            words[at : at + 2] = ["-t", str(only_thread), "--no-inherit"]
        control, self._control = os.pipe()
        self._answers, answers = os.pipe()
        words[2:2] = ["--delay", "-1", "--control", f"fd:{control},{answers}", *_MAP_TIMEOUT]
        # Not a pipe: a perf that outlives this process would be killed by what it writes at its end.
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                pass_fds=(control, answers),
                # Ctrl-C is for this process, which then stops perf.
                start_new_session=True,
            )
        finally:
            os.close(control)
            os.close(answers)
        # Also proves that it is attached.
        self._send("ping")

    def enable(self) -> None:
        """Returns when samples are taken."""
        self._send("enable")

    def disable(self) -> None:
        """Returns when no samples are taken any more."""
        self._send("disable")

    def finish(self) -> None:
        """Detaches perf, and returns when it has written the recording. Raises CannotRecord if it has written none."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait(timeout=_TIMEOUT)
        # perf ends itself with the signal that stopped it.
        if self._process.returncode not in (0, -signal.SIGINT):
            raise CannotRecord(f"perf record failed: {self._close()}")
        self._close()

    def _send(self, command: str) -> None:
        if self._is_acknowledged(command):
            return
        self._process.kill()
        self._process.wait()
        raise CannotRecord(f"perf record ended: {self._close()}")

    def _is_acknowledged(self, command: str) -> bool:
        answer = b""
        try:
            os.write(self._control, f"{command}\n".encode())
        except BrokenPipeError:
            return False
        while b"ack" not in answer:
            ready, _, _ = select.select([self._answers], [], [], _TIMEOUT)
            read = os.read(self._answers, 64) if ready else b""
            if not read:
                return False
            answer += read
        return True

    def _close(self) -> str:
        """Closes what connects this process and perf, and returns the last line that perf has printed."""
        os.close(self._control)
        os.close(self._answers)
        with self._errors as errors:
            errors.seek(0)
            lines = errors.read().decode(errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "it printed no reason")


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
def _plan(process: int, *options: str) -> tuple[str, ...]:
    """The words of the perf command that `pyrograph record` would run for the process."""
    try:
        found = run("record", "--json", "-p", str(process), "-o", _OUTPUT, *options)
    except FileNotFoundError as error:
        raise CannotRecord(str(error)) from error
    if found.returncode != 0:
        raise CannotRecord(found.stderr.strip().removeprefix("pyrograph: "))
    return tuple(json.loads(found.stdout)["words"])
