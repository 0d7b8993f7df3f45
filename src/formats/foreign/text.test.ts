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
  [
    SCHEDULING,
    '\n -----------------------------------------\n  Task                  |   Runtime ms  | Switches | Avg delay ms    |\n -----------------------------------------\n  python3:(3)           |   1203.123 ms |       45 | avg:   0.012 ms |\n',
  ],
  [
    SCHEDULING,
    '           time    cpu  task name                       wait time  sch delay   run time\n                        [tid/pid]                          (msec)     (msec)     (msec)\n--------------- ------  ----------\n    12345.678901 [0001]  python3[77]                         0.000      0.012      1.203\n',
  ],
  [
    SCHEDULING,
    '                Name   acquired  contended     avg wait   total wait     max wait     min wait\n\n     rcu_state+0x10         45          3      1.20 us      3.61 us      2.00 us    500 ns\n',
  ],
  [
    SCHEDULING,
    ' contended   total wait     max wait     avg wait         type   caller\n\n         3    120.5 us     80.1 us     40.2 us     spinlock   futex_wake+0x93\n',
  ],
  [
    SCHEDULING,
    '{"counter-value" : "1203.120000", "unit" : "msec", "event" : "task-clock", "event-runtime" : 1203120000, "pcnt-running" : 100.00}\n{"counter-value" : "45.000000", "unit" : "", "event" : "context-switches", "event-runtime" : 1, "pcnt-running" : 100.00}\n',
  ],
  [SCHEDULING, '            Shared Data Cache Line Table          (2 entries)\n'],
])('%s', (format, text) => {
  expect(describeText(text)).toMatch(format);
});
