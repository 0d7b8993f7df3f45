import { expect, test } from 'vitest';
import { recordingSteps, type RecordingCase } from './recording-steps.ts';

function commands(change: Partial<RecordingCase>): string[] {
  const steps = recordingSteps({ callers: 'copies', isRunning: false, isInContainer: false, ...change });
  return steps.flatMap((step) => step.commands);
}

const PACK = 'pyrograph pack perf.data -o out.tar.gz';

test('any Python is recorded with copies of whole stacks', () => {
  expect(commands({})).toEqual([
    'perf record -F 499 -z --call-graph dwarf,65528 -- python3 -X perf app.py',
    PACK,
  ]);
});

test('a Python with frame pointers is recorded with -g', () => {
  expect(commands({ callers: 'frames' })).toEqual([
    'perf record -F 999 -g -- python3.15 -X perf app.py',
    PACK,
  ]);
});

test('for a running program, the first step is how it must have been started', () => {
  expect(commands({ isRunning: true })).toEqual([
    'python3 -X perf app.py',
    'perf record -p PID -F 499 -z --call-graph dwarf,65528',
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
