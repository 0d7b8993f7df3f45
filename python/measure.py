"""Prints what is recorded of blocks, which is the table in docs/python.md, and what else users may ask about time.

This is how long switching a block on and off takes, the start of the command compared with that of the program in
Node, and a call of a function whose decorator is not active.

python measure.py REPOSITORY, with the Python of an environment in which the wheel is installed.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
import timeit
from pathlib import Path

import pyrograph


def spin(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        sum(range(200))


def inside(seconds: float) -> None:
    spin(seconds)


def outside(seconds: float) -> None:
    spin(seconds)


def measure_blocks(folder: Path) -> None:
    print("block     blocks  samples inside  outside  CPU time inside  recorded  switching per block")
    for seconds, count in ((0.01, 50), (0.1, 10), (1.0, 3)):
        recording = pyrograph.record(folder / f"{seconds}.data", append=True, options=["--frequency", "999"])
        recording.attach()
        used = switching = 0.0
        for _ in range(count):
            outside(seconds)
            started = time.perf_counter()
            recording.start()
            entered = time.perf_counter()
            before = time.thread_time()
            inside(seconds)
            used += time.thread_time() - before
            left = time.perf_counter()
            recording.stop()
            switching += time.perf_counter() - left + entered - started
        rows = {row.name: row for row in recording.top(0)}
        recorded = rows["inside"]
        missed = rows["outside"].total_samples if "outside" in rows else 0
        print(
            f"{seconds * 1000:5.0f} ms {count:9} {recorded.total_samples:15} {missed:8} {used:14.3f} s "
            f"{recorded.total / 1e9:7.3f} s {switching / count * 1000:15.1f} ms"
        )


def measure_command(repository: str) -> None:
    commands = {
        "pyrograph": [str(Path(sys.executable).with_name("pyrograph"))],
        "node": ["node", f"{repository}/scripts/pyrograph.mjs"],
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(15):
        for name, words in commands.items():
            started = time.perf_counter()
            subprocess.run([*words, "--version"], stdout=subprocess.DEVNULL, check=True)
            times[name].append(time.perf_counter() - started)
    fastest = {name: min(each) for name, each in times.items()}
    median = {name: statistics.median(each) for name, each in times.items()}
    for kind, each in (("fastest", fastest), ("median", median)):
        ratio = each["pyrograph"] / each["node"]
        print(f"--version, {kind}: {each['pyrograph']:.3f} s, in Node {each['node']:.3f} s, ratio {ratio:.2f}")


def measure_decorator(folder: Path) -> None:
    def function() -> None:
        pass

    decorated = pyrograph.record(folder / "none.data", active=False)(function)
    for name, each in (("plain", function), ("decorated, not active", decorated)):
        print(f"call, {name}: {min(timeit.repeat(each, number=1_000_000, repeat=7)) * 1000:.0f} ns")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        measure_decorator(Path(temporary))
        measure_command(sys.argv[1])
        measure_blocks(Path(temporary))
