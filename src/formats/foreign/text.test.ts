import { expect, test } from 'vitest';
import { describeText } from './text.ts';

const DIFFERENCE = 'the difference of two profiles';
const SNAPSHOT = 'stacks of one moment';
const SCHEDULING = 'output of ftrace, perf sched, perf lock';

test.each([
  [DIFFERENCE, 'main;a;b 10 5\nmain;a;c 0 20\nmain;d 7 0\n'],
  [SNAPSHOT, 'Current thread 0x00007f1b (most recent call first):\n  File "a.py", line 3 in f\n'],
  [SNAPSHOT, 'Process 77: python3 a.py\nPython v3.13.0\n\nThread 77 (active): "MainThread"\n'],
  [SNAPSHOT, 'Traceback for thread 77 (python3) [] (most recent call last):\n'],
  [SNAPSHOT, 'Thread 1 (Thread 0x7f1b (LWP 77)):\n#0  0x00007f1b in read () from libc.so.6\n'],
  [SNAPSHOT, '2026-11-28 07:00:00\nFull thread dump OpenJDK 64-Bit Server VM:\n'],
  [SCHEDULING, '# tracer: function\n#\n# entries-in-buffer/entries-written: 5/5\n'],
  [SCHEDULING, '            Shared Data Cache Line Table          (2 entries)\n'],
])('%s', (format, text) => {
  expect(describeText(text)).toMatch(format);
});
