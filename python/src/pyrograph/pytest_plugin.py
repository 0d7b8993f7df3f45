"""`pytest --flame`: records each test, writes a gallery of the recordings, and compares with an earlier run."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import tempfile
import time
from collections import Counter
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
#: Exit statuses of `pyrograph compare`.
_LIMIT_EXCEEDED, _NOT_COMPARABLE = 1, 3
#: The name of a user property of reports, which pytest-xdist sends from its workers.
_PROPERTY = "flame graph"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options."""
    add = parser.getgroup("pyrograph", "flame graphs").addoption
    add("--flame", action="store_true", help="record each test, and write flame graphs")
    add("--flame-dir", metavar="DIR", default="flame", help="folder to write (default: flame)")
    add("--flame-min", metavar="TIME", default="0s", help="keep tests that take at least this long, such as 50ms")
    add("--flame-against", metavar="DIR", help="compare each test with the folder of an earlier run")
    add("--flame-fail-above", metavar="PERCENT", help="fail if a test certainly uses this much more CPU time")


def pytest_configure(config: pytest.Config) -> None:
    """Starts recording and, except in workers of pytest-xdist, the gallery."""
    option = config.option
    if option.flame_fail_above is not None and option.flame_against is None:
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
        started = time.perf_counter()
        yield
        self._seconds = time.perf_counter() - started
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
            item.user_properties.append((_PROPERTY, json.dumps({**entry, "duration": self._seconds})))
        else:
            item.warn(pytest.PytestWarning(f"No flame graph: {packed.stderr.strip()}"))


class _Gallery:
    """Writes the folder with the page that lists the recordings, and prints what is slow and what has changed."""

    def __init__(self, config: pytest.Config, folder: Path) -> None:
        self._config = config
        self._folder = folder
        # Of the gallery's index.
        self._entries: list[dict[str, Any]] = []
        against = config.option.flame_against
        self._against = Path(against).absolute() if against else None
        if folder.exists() and any(folder.iterdir()) and not (folder / "profiles").is_dir():
            raise pytest.UsageError(f"--flame-dir {folder} contains other files: choose another folder.")
        if self._against == folder:
            raise pytest.UsageError(f"--flame-against {folder} would be overwritten: choose another --flame-dir.")
        if self._against and not (self._against / "profiles").is_dir():
            raise pytest.UsageError(f"--flame-against {self._against} has no recordings of an earlier run.")

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
        folder = self._folder / "profiles"
        (folder / "index.json").write_text(json.dumps({"recordings": self._entries}), encoding="utf-8")
        slowest = sorted(self._entries, key=lambda each: -each["duration"])[:5]
        self._lines = [
            f"{each['duration']:8.3f} s  {each['title']}{self._hottest(folder / each['file'])}" for each in slowest
        ]
        self._lines.append(f"{len(self._entries)} recorded; to open them: python -m http.server -d {self._folder}")
        if self._against:
            self._lines += ["", f"Compared with {self._against}:", *self._changes(session, self._against)]

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section("flame graphs")
        for line in self._lines:
            terminalreporter.line(line)

    def _hottest(self, path: Path) -> str:
        """The function of the project with the most time of its own, with the C code that it calls."""
        found = run("top", "--json", "--level", "python", "--rows", "0", str(path))
        # Nothing is printed for a test without a sample.
        top = json.loads(found.stdout or '{"rows": []}')
        rows = [row for row in top["rows"] if row["self"] > 0]
        is_own = re.compile(f"{re.escape(str(self._config.rootpath))}/(?!.*/site-packages/)").match
        own = [row for row in rows if is_own(row.get("path", ""))] or rows
        return "".join(f"  {row['self'] / top['weight']:.0%} in {row['name']}" for row in own[:1])

    def _changes(self, session: pytest.Session, against: Path) -> list[str]:
        """What certainly changed. Lets the run fail if a test exceeds the limit."""
        changes: list[str] = []
        reasons: Counter[str] = Counter()
        limits = ["--fail-above", limit] if (limit := self._config.option.flame_fail_above) else []
        for each in self._entries:
            before, after = (str(folder / "profiles" / each["file"]) for folder in (against, self._folder))
            # A test does the same work in each run.
            done = run("compare", "--json", "--basis", "cpu", "--level", "python", *limits, before, after)
            if done.returncode not in (0, _LIMIT_EXCEEDED):
                reasons["too few samples" if done.returncode == _NOT_COMPARABLE else "not recorded before"] += 1
                continue
            if done.returncode == _LIMIT_EXCEEDED:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED
            compared = json.loads(done.stdout)
            is_total_certain = compared["total"]["lo"] > 0 or compared["total"]["hi"] < 0
            if is_total_certain or {row["verdict"] for row in compared["self"]} & {"more", "less", "new", "gone"}:
                changes.append(f"{each['title']}: {compared['sentence']}")
        skipped = [f"Not compared, {reason}: {count}" for reason, count in reasons.items()]
        return [*(changes or ["No certain change."]), *skipped]
