"""Records blocks of this process: `with`, a decorator, `start` and `stop`."""

from __future__ import annotations

import atexit
import functools
import inspect
import json
import os
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Literal, TypeVar, cast

from .command import command_line, run
from .perf import Perf

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True)
class Row:
    """A function in the order of its own time."""

    name: str
    #: Source file of a Python function, or binary; empty if unknown.
    path: str
    #: Time in the function itself, and with what it called: nanoseconds of CPU time, or else the event's count.
    self: float
    total: float
    #: Number of samples of each.
    self_samples: int
    total_samples: int


class Recorder:
    """Records blocks of this process into one file.

    perf is attached at the start of the first block, which takes about half a second, and switched on only inside
    blocks. Blocks may be nested or overlap in several threads or tasks: perf is on as long as one of them runs.
    Processes that are forked meanwhile are recorded, too.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        threads: Literal["all", "current"] = "all",
        append: bool = False,
        active: bool = True,
        options: list[str] | None = None,
    ) -> None:
        """Prepares a recording.

        path: the file to write.
        threads: whose samples are taken; "current" is the one that starts the first block.
        append: several `with` blocks go into the file, which is complete after `close()` or at the end of the process.
            Without it, the file is complete after the block.
        active: without it nothing is recorded, and a decorator returns the function itself.
        options: options of `pyrograph record`, such as ["--frequency", "999"].
        """
        self._path = Path(path)
        self._threads = threads
        self._append = append
        self._active = active
        # Without a trial recording, which would record this process while it attaches.
        self._options = options or ["--frequency", "499", "--stack-bytes", "65528"]
        self._perf: Perf | None = None
        self._owner = 0
        self._blocks = 0
        self._lock = threading.RLock()

    def attach(self) -> None:
        """Attaches perf, so that the first block begins without delay. Raises CannotRecord."""
        with self._lock:
            if self._perf is None and not self._is_inactive():
                only_thread = threading.get_native_id() if self._threads == "current" else None
                self._perf = Perf(self._path, self._options, only_thread=only_thread)
                self._owner = os.getpid()
                atexit.register(self.close)

    def start(self) -> None:
        """Begins a block. Raises CannotRecord."""
        with self._lock:
            if self._is_inactive():
                return
            self.attach()
            if self._blocks == 0:
                cast(Perf, self._perf).enable()
            self._blocks += 1

    def stop(self) -> None:
        """Ends a block. Does nothing outside of one."""
        with self._lock:
            if self._blocks == 0 or self._is_inactive():
                return
            self._blocks -= 1
            if self._blocks == 0:
                cast(Perf, self._perf).disable()

    def close(self) -> None:
        """Completes the file."""
        with self._lock:
            if self._perf is None or self._is_inactive():
                return
            perf, self._perf, self._blocks = self._perf, None, 0
            atexit.unregister(self.close)
            perf.finish()

    def __enter__(self) -> Recorder:
        """Begins a block."""
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Ends a block and, without `append`, completes the file."""
        self.stop()
        if self._blocks == 0 and not self._append:
            self.close()

    def __call__(self, function: Function) -> Function:
        """Records each call of the decorated function, also of a coroutine function, into the file."""
        if not self._active:
            return function
        self._append = True

        @functools.wraps(function)
        async def recorded_coroutine(*args: Any, **kwargs: Any) -> Any:
            with self:
                return await function(*args, **kwargs)

        @functools.wraps(function)
        def recorded(*args: Any, **kwargs: Any) -> Any:
            with self:
                return function(*args, **kwargs)

        return cast(Function, recorded_coroutine if inspect.iscoroutinefunction(function) else recorded)

    @property
    def path(self) -> Path:
        """The recording. Completes the file."""
        self.close()
        return self._path

    def top(self, rows: int = 10) -> list[Row]:
        """The functions with the most time of their own."""
        found = json.loads(self._run("top", "--json", "--rows", str(rows)))
        return [
            Row(row["name"], row.get("path", ""), row["self"], row["total"], row["selfSamples"], row["totalSamples"])
            for row in found["rows"]
        ]

    def report(self) -> str:
        """What is wrong with the recording, and where its time went, as Markdown."""
        return self._run("report")

    def save(self, page: str | os.PathLike[str], *, level: str = "python-c") -> Path:
        """Writes an HTML page that shows the recording, at first at this level, and contains it. Replaces the file."""
        target = Path(page)
        target.write_text(self._run("export", "--to", "html", "-o", "-", "--level", level), encoding="utf-8")
        return target

    def open(self) -> None:
        """Opens the recording in the browser, and returns while it stays open."""
        subprocess.Popen(command_line("open", str(self.path)), stdin=subprocess.DEVNULL, start_new_session=True)

    def _is_inactive(self) -> bool:
        """Also in a forked child, which is recorded while a block of its parent runs, and cannot record on its own."""
        return not self._active or self._owner not in (0, os.getpid())

    def _run(self, *arguments: str) -> str:
        done = run(*arguments, str(self.path))
        if done.returncode != 0:
            raise RuntimeError(done.stderr.strip())
        return done.stdout
