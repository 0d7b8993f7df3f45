"""`pytest --flame`: records each test, writes a gallery of the recordings, and compares with an earlier run."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import tempfile
import time
from collections.abc import Generator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, cast

import pytest

from .command import APP, run
from .perf import CannotRecord
from .recorder import Recorder

#: Twice the samples of other recordings, because tests are short.
OPTIONS = ["--frequency", "999", "--stack-bytes", "65528"]
#: The name of a user property of reports, which pytest-xdist sends from its workers.
_PROPERTY = "flame graph"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options."""
    add = parser.getgroup("pyrograph", "flame graphs").addoption
    add("--flame", action="store_true", help="record each test, and write flame graphs")
    add("--flame-dir", metavar="DIR", default="flame", help="folder to write (default: flame)")
    add("--flame-min", metavar="TIME", default="0s", help="keep tests that take at least this long, such as 50ms")
    against = "compare each test with the folder of an earlier run; repeat for several"
    add("--flame-against", metavar="DIR", action="append", default=[], help=against)
    add("--flame-fail-above", metavar="PERCENT", help="fail if a test certainly uses this much more CPU time")


def pytest_configure(config: pytest.Config) -> None:
    """Starts recording and, except in workers of pytest-xdist, the gallery."""
    option = config.option
    if option.flame_fail_above is not None and not option.flame_against:
        raise pytest.UsageError("--flame-fail-above needs --flame-against DIR.")
    if option.collectonly or not (option.flame or option.flame_against):
        return
    minimum = re.fullmatch(r"(\d+(?:\.\d+)?)(m?s)", option.flame_min)
    if not minimum:
        raise pytest.UsageError(f"--flame-min {option.flame_min}: use a time such as 50ms or 2s.")
    # A worker gets the absolute path.
    folder = Path(option.flame_dir).absolute()
    option.flame_dir = str(folder)
    seconds = float(minimum[1]) / (1000 if minimum[2] == "ms" else 1)
    config.pluginmanager.register(_Tests(folder / "profiles", seconds))
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Gallery(config, folder))


class _Tests:
    """Records each test of this process, without its fixtures."""

    def __init__(self, folder: Path, min_seconds: float) -> None:
        self._folder = folder
        self._min_seconds = min_seconds
        self._recorder: Recorder | None = None

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_setup(self) -> Generator[None, Any, None]:
        outcome = yield
        if outcome.excinfo is None:
            self._temporary = tempfile.TemporaryDirectory(prefix="pyrograph-")
            self._recorder = Recorder(Path(self._temporary.name) / "perf.data", options=OPTIONS)
            # Here, so that it does not count as time of the test.
            self._recorder.attach()

    @pytest.hookimpl(hookwrapper=True, trylast=True)
    def pytest_runtest_call(self) -> Generator[None, Any, None]:
        recorder = cast(Recorder, self._recorder)
        recorder.start()
        started, used = time.perf_counter(), _cpu_seconds()
        yield
        self._used, self._seconds = _cpu_seconds() - used, time.perf_counter() - started
        recorder.stop()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Generator[None, Any, None]:
        recorder, self._recorder = self._recorder, None
        if recorder:
            with self._temporary:
                recorder.close()
                if self._seconds >= self._min_seconds:
                    self._pack(recorder, item)
        yield

    def _pack(self, recorder: Recorder, item: pytest.Item) -> None:
        """Keeps the recording, with names that only this process knows."""
        readable = re.sub(r"[^\w.]+", "-", item.nodeid)[-100:]
        path = self._folder / f"{readable}-{hashlib.sha256(item.nodeid.encode()).hexdigest()[:8]}.tar.gz"
        packed = run("pack", "-o", str(path), str(recorder.path))
        # 1 if the symbols of a library are missing.
        if packed.returncode in (0, 1):
            # As `pyrograph index` writes it, which would read the recording again.
            recorded = datetime.now(timezone.utc).isoformat()
            entry = {"file": path.name, "title": item.nodeid, "size": path.stat().st_size, "recorded": recorded}
            times = {"duration": self._seconds, "cpu": self._used}
            item.user_properties.append((_PROPERTY, json.dumps({**entry, **times})))
        else:
            item.warn(pytest.PytestWarning(f"No flame graph: {packed.stderr.strip()}"))


def _cpu_seconds() -> float:
    """Of all threads of this process, and of ended processes that it has started."""
    # Not on Windows, where nothing is recorded.
    import resource

    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


class _Gallery:
    """Writes the folder with the page that lists the recordings, and prints what is slow and what has changed."""

    def __init__(self, config: pytest.Config, folder: Path) -> None:
        self._config = config
        self._folder = folder
        # Of the gallery's index.
        self._entries: list[dict[str, Any]] = []
        self._against = [Path(each).absolute() for each in config.option.flame_against]
        if folder.exists() and any(folder.iterdir()) and not (folder / "profiles").is_dir():
            raise pytest.UsageError(f"--flame-dir {folder} contains other files: choose another folder.")
        for each in self._against:
            if each == folder:
                raise pytest.UsageError(f"--flame-against {folder} would be overwritten: choose another --flame-dir.")
            if not (each / "profiles" / "index.json").exists():
                raise pytest.UsageError(f"--flame-against {each} has no recordings of an earlier run.")

    def pytest_sessionstart(self) -> None:
        try:
            with tempfile.TemporaryDirectory() as temporary:
                Recorder(Path(temporary) / "perf.data", options=OPTIONS).__enter__().close()
        except CannotRecord as error:
            raise pytest.UsageError(f"--flame: {error}") from error
        shutil.copytree(APP / "dist", self._folder, dirs_exist_ok=True)
        for old in (self._folder / "profiles").glob("*.tar.gz"):
            old.unlink()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        properties = report.user_properties if report.when == "teardown" else []
        self._entries += [json.loads(str(value)) for name, value in properties if name == _PROPERTY]

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        index = self._folder / "profiles" / "index.json"
        index.write_text(json.dumps({"recordings": self._entries}), encoding="utf-8")
        options = ["--root", str(self._config.rootpath), *(f"--against={each}" for each in self._against)]
        limit = self._config.option.flame_fail_above
        options += [f"--fail-above={limit}"] if limit else []
        done = run("tests", *options, str(self._folder))
        if limit and done.returncode != 0:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        # An exceeded limit, or why nothing was compared.
        printed = done.stdout + (done.stderr if done.returncode != 0 else "")
        count = f"{len(self._entries)} recorded; to open them: python -m http.server -d {self._folder}"
        self._lines = [*printed.splitlines(), count]

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section("flame graphs")
        for line in self._lines:
            terminalreporter.line(line)
