import { describe, expect, test } from 'vitest';
import { NONE } from '../../model/profile.ts';
import { isRecordLine, parseHeaderLine, type HeaderLine, type HeaderShape } from './header-line.ts';

const PLAIN: Omit<HeaderLine, 'tidEnd' | 'hasPeriod'> = {
  comm: 'app',
  pid: NONE,
  tid: 77,
  hasCpu: false,
  time: 1_000_005_000,
  period: 10,
  event: 'cycles',
  rest: '',
};

type Row = readonly [line: string, changes: Partial<HeaderLine>];

/** `changes` are the differences from PLAIN. */
function expectHeader(shape: HeaderShape, line: string, changes: Partial<HeaderLine>): void {
  expect(parseHeaderLine(line, shape)).toMatchObject({ ...PLAIN, ...changes });
}

describe('a header with a tid and a time', () => {
  test.each<Row>([
    ['app      77     1.000005:         10 cycles: ', {}],
    ['             app      77     1.000005:         10 cycles: ', {}],
    ['app      77     1.000005:         10 cycles:', {}],
    ['app      77     1.000005:         10       cycles: ', {}],
    ['app      77/77      1.000005:         10 cycles: ', { pid: 77 }],
    ['app   76/77   1.000005:         10 cycles: ', { pid: 76 }],
    ['app      -1     1.000005:         10 cycles: ', { tid: -1 }],
    ['app      77 [003]     1.000005:         10 cycles: ', { hasCpu: true }],
    ['app      77 [003] U         1.000005:         10 cycles: ', { hasCpu: true }],
    ['app      77 Sp     1.000005:         10 cycles: ', {}],
    ['app      77 [003] 2026-11-20 10:01:56.123456     1.000005:         10 cycles: ', { hasCpu: true }],
    ['app      77     1.000005123:         10 cycles: ', { time: 1_000_005_123 }],
    ['app      77 123456.000005:         10 cycles: ', { time: 123_456_000_005_000 }],
    ['app      77     1.000005: cycles: ', { period: 1 }],
    ['app      77     1.000005: ', { period: 1, event: '' }],
    ['app      77     1.000005:    1001001 ', { period: 1_001_001, event: '' }],
    ['app      77     1.000005: 123456789012 ', { period: 123_456_789_012, event: '' }],
    [
      'app      77     1.000005:    1001001      7f52a20950c0 f (/x)',
      { period: 1_001_001, event: '', rest: '     7f52a20950c0 f (/x)' },
    ],
    [
      'app      77     1.000005:                85 f (/x)',
      { period: 1, event: '', rest: '               85 f (/x)' },
    ],
    ['app      77     1.000005: 18446744073709551615 cycles: ', { period: 2 ** 64 }],
  ])('%j', (line, changes) => expectHeader('tid and time', line, changes));

  test.each([
    'a b (c) 12',
    'x:1 [000] 3.4:',
    'weird/1 [x] 99',
    '12 34',
    '1.5: 2',
    '(parser)',
    ':-1',
    '<...>',
    'kworker/0:1-eve',
    'ключ',
    '#comm',
    'fifteen bytes!!',
    '',
  ])('may have the comm %j', (comm) => {
    expectHeader('tid and time', `${comm}      77     1.000005:         10 cycles: `, { comm });
    expectHeader('tid and time', `${comm.padStart(16)}      77     1.000005:         10 cycles: `, { comm });
    expectHeader('tid and time', `${comm}   76/77 [003]     1.000005:         10 cycles: `, {
      comm,
      pid: 76,
      hasCpu: true,
    });
  });

  test.each([
    'task-clock:ppp',
    'cpu-clock:u',
    'sched:sched_switch',
    'cpu_core/cycles/P',
    'cpu/event=0x3c,name=x/',
    'probe:f:1',
  ])('may have the event %s', (event) => {
    expectHeader('tid and time', `app      77     1.000005:         10 ${event}: `, { event });
  });

  test('keeps the text after the event: a payload, or the frame of a one-line sample', () => {
    const payload = 'prev_comm=a 12 prev_pid=12 1.000000: 5 cycles: ==> next_prio=120';
    expectHeader('tid and time', `app      77     1.000005: sched:sched_switch: ${payload}`, {
      period: 1,
      event: 'sched:sched_switch',
      rest: payload,
    });
    expectHeader('tid and time', `app      77     1.000005:         10 cycles:      7f52a20950c0 f (/x)`, {
      rest: '     7f52a20950c0 f (/x)',
    });
  });

  test('has the length of the columns up to and including the tid', () => {
    const line = 'app      77     1.000005:         10 cycles: ';
    expect(line.slice(0, parseHeaderLine(line, 'tid and time')?.tidEnd)).toBe('app      77     ');
  });

  test.each([
    '',
    ' ',
    'Warning: something 12 was lost',
    'app 1234567890123456     1.000005:         10 cycles: ',
    'app      77     1234567890123.000005:         10 cycles: ',
    'app 12 34',
    'app      77     1.05:         10 cycles: ',
    'app      77     1.000005         10 cycles: ',
    'a comm that is far too long for a thread      77     1.000005:         10 cycles: ',
    '[ perf record: Woken up 1 times to write data ]',
    "addr2line: 'x.so': No such file",
    '\t    7f0000000010 sym+0x1f (/path/dso)',
  ])('%j is not one', (line) => expect(parseHeaderLine(line, 'tid and time')).toBeUndefined());
});

describe('a header with a time but no tid', () => {
  test.each<Row>([
    ['app     1.000005:         10 cycles: ', {}],
    ['app [003]     1.000005:         10 cycles: ', { hasCpu: true }],
    ['    1.000005:         10 cycles: ', { comm: '' }],
    ['a b 12     1.000005: cycles: ', { comm: 'a b 12', period: 1 }],
    ['Socket Thread     1.000005: cycles: ', { comm: 'Socket Thread', period: 1 }],
    ['app [003] U          1.000005:         10 cycles: ', { hasCpu: true }],
  ])('%j', (line, changes) => expectHeader('time', line, { tid: NONE, ...changes }));

  test('must have its time near the start of the line', () => {
    expect(parseHeaderLine('it took the program about as long as 1.000005: seconds', 'time')).toBeUndefined();
  });
});

describe('a header with a tid but no time', () => {
  test.each<Row>([
    ['app      77         10 cycles: ', {}],
    ['app      77   76/77   cycles: ', { comm: 'app      77', pid: 76, period: 1 }],
    ['app      77 cycles: ', { period: 1 }],
    ['app 12      77 cycles: ', { comm: 'app 12', period: 1 }],
    ['app 12      77  123456789 cycles: ', { comm: 'app 12', period: 123_456_789 }],
    ['app   76/77           10 cycles: ', { pid: 76 }],
    ['app      77 [003]         10 cycles: ', { hasCpu: true }],
    ['   77         10 cycles: ', { comm: '' }],
    ['a b (c) 12      77         10 cycles: ', { comm: 'a b (c) 12' }],
    ['x:1 [000] 3.4:      77         10 cycles: ', { comm: 'x:1 [000] 3.4:' }],
    ['app      77 1001001001001 cycles: ', { period: 1001001001001 }],
    ['app      77         10 task-clock:ppp: ', { event: 'task-clock:ppp' }],
  ])('%j', (line, changes) => expectHeader('tid', line, { time: NaN, ...changes }));

  test.each(['', 'app cycles: ', 'Warning: 12 chunks lost', 'Processed 12 events and lost 1 chunks!'])(
    '%j is not one',
    (line) => expect(parseHeaderLine(line, 'tid')).toBeUndefined(),
  );
});

describe('comments and perf’s own records are recognized', () => {
  test.each([
    '# ========',
    '#',
    '# cmdline : /usr/bin/perf record -g',
    'swapper       0     0.000000: PERF_RECORD_MMAP -1/0: [0xffffffff81000000(0x12090c8) @ 0]: x [kernel]_text',
    'perf-exec       0     0.000000: PERF_RECORD_COMM: perf-exec:24771/24771',
    'python3   24771 [001]  2348.973744: PERF_RECORD_COMM exec: python3:24771/24771',
    'python3   24771  2349.408534: PERF_RECORD_EXIT(24771:24771):(24770:24770)',
    'PERF_RECORD_FINISHED_ROUND',
  ])('%s', (line) => expect(isRecordLine(line)).toBe(true));

  test.each([
    'app      77     1.000005:         10 cycles: ',
    'MY_PERF_RECORD_1',
    '[ perf record: Captured ]',
    '',
  ])('%j is neither', (line) => expect(isRecordLine(line)).toBe(false));
});

test.each<[HeaderShape, string, boolean]>([
  ['tid and time', 'app      77     1.000005:          1 cycles: ', true],
  ['tid and time', 'app      77     1.000005: cycles: ', false],
  ['tid and time', 'app      77     1.000005:          1 ', true],
  ['tid', 'app      77          1 cycles: ', true],
  ['tid', 'app      77 cycles: ', false],
])('a period of 1 is a period: %s, %j', (shape, line, hasPeriod) =>
  expect(parseHeaderLine(line, shape)).toMatchObject({ hasPeriod, period: 1 }),
);
