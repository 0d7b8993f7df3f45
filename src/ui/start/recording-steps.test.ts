import { expect, test } from 'vitest';
import { recordingSteps, type RecordingCase } from './recording-steps.ts';

function commands(change: Partial<RecordingCase>): string[] {
  const steps = recordingSteps({ python: 'frames', isRunning: false, isInContainer: false, ...change });
  return steps.flatMap((step) => step.commands);
}

const PACK = 'pyrograph pack perf.data -o out.tar.gz';

test('a Python with frame pointers is recorded with -g', () => {
  expect(commands({})).toEqual(['perf record -F 999 -g -- python3.15 -X perf app.py', PACK]);
});

test('a Python without frame pointers is recorded with stack dumps', () => {
  expect(commands({ python: 'dumps' })).toEqual([
    'perf record -F 999 -k 1 --call-graph dwarf,16384 -- python3.13 -X perf_jit app.py',
    PACK,
  ]);
});

test('for Python 3.12, the first step checks for frame pointers', () => {
  const [check, record] = commands({ python: 'old' });
  expect(check).toContain('-fno-omit-frame-pointer');
  expect(record).toBe('perf record -F 999 -g -- python3.12 -X perf app.py');
});

test('for a running program, the first step is how it must have been started', () => {
  expect(commands({ python: 'dumps', isRunning: true })).toEqual([
    'python3.13 -X perf_jit app.py',
    'perf record -p PID -F 999 -k 1 --call-graph dwarf,16384',
    PACK,
  ]);
});

test('in a container, perf needs more rights, or function names must be copied to the host', () => {
  expect(commands({ isInContainer: true })[0]).toContain('--cap-add PERFMON');
  const [, , ...copy] = commands({ isInContainer: true, isRunning: true });
  expect(copy).toEqual([
    "M=$(awk '/^NSpid/ { print $NF }' /proc/PID/status)",
    'cp /proc/PID/root/tmp/perf-$M.map perf-PID.map',
  ]);
});
