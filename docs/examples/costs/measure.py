"""python3 measure.py PROGRAM: runs it in turns with and without the change, and prints its CPU times in seconds."""

import os
import statistics
import sys

RUNS = 7


def cpu_seconds(*arguments):
    pid = os.posix_spawnp(sys.executable, [sys.executable, *arguments], os.environ)
    _, status, usage = os.wait4(pid, 0)
    if status != 0:
        sys.exit(f'{arguments} failed')
    return usage.ru_utime + usage.ru_stime


pairs = [(cpu_seconds(sys.argv[1]), cpu_seconds(sys.argv[1], 'fixed')) for _ in range(RUNS)]
for name, times in zip(('before', 'after'), zip(*pairs)):
    print(f'{name:7}{statistics.median(times):.2f} s  ({min(times):.2f}–{max(times):.2f})')
ratios = [before / after for before, after in pairs]
print(f'{statistics.median(ratios):.2f} times as fast  ({min(ratios):.2f}–{max(ratios):.2f} of {RUNS} pairs)')
