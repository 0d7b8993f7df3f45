import { expect, test } from 'vitest';
import { HeaderCache } from './header-cache.ts';
import { parseHeaderLine } from './header-line.ts';

function cacheOf(...lines: readonly string[]): HeaderCache {
  const cache = new HeaderCache();
  for (const [i, line] of lines.entries()) {
    const bytes = new TextEncoder().encode(`${line}\n`);
    const header = parseHeaderLine(line, 'tid and time');
    if (header) cache.add(bytes, 0, bytes.length, header, i, i + 100);
  }
  return cache;
}

/** What a line is known as: undefined when it has to be read. */
function known(cache: HeaderCache, line: string) {
  const bytes = new TextEncoder().encode(`${line}\n`);
  const length = cache.match(bytes, 0);
  if (length === 0) return undefined;
  expect(length).toBe(bytes.length);
  const { thread, event, time, period } = cache;
  return { thread, event, time, period };
}

const LINE = 'app      77     1.000005:         10 cycles: ';

test('a line of the same thread and event is known, its numbers are read', () => {
  const cache = cacheOf(LINE);
  expect(known(cache, 'app      77     4.654321:   10101010 cycles: ')).toEqual({
    thread: 0,
    event: 100,
    time: 4654321000,
    period: 10101010,
  });
});

test('the CPU may be another one', () => {
  const cache = cacheOf('app      77 [000]     1.000005:         10 cycles: ');
  expect(known(cache, 'app      77 [127]     2.000005:         20 cycles: ')).toEqual({
    thread: 0,
    event: 100,
    time: 2000005000,
    period: 20,
  });
});

test('nanoseconds are read as such', () => {
  expect(known(cacheOf(LINE), 'app      77     1.000005123:         10 cycles: ')?.time).toBe(1000005123);
});

test.each([
  ['another comm', 'apq      77     1.000005:         10 cycles: '],
  ['another tid', 'app      78     1.000005:         10 cycles: '],
  ['another event', 'app      77     1.000005:         10 faults: '],
  ['a pid', 'app      77/77      1.000005:         10 cycles: '],
  ['flags', 'app      77 U          1.000005:         10 cycles: '],
  ['no period', 'app      77     1.000005: cycles: '],
  ['a payload', 'app      77     1.000005:         10 cycles: x=1'],
  ['a time of two places', 'app      77     1.05:         10 cycles: '],
  ['a time of eight places', 'app      77     1.00000512:         10 cycles: '],
  ['a longer event', 'app      77     1.000005:         10 more-cycles: '],
  ['a number before the tid', 'app 1      77     1.000005:         10 cycles: '],
])('a line with %s is not known', (_what, line) => expect(known(cacheOf(LINE), line)).toBeUndefined());

test('what is known is what reading gives', () => {
  const lines = [
    LINE,
    'a b (c) 12      77     1.000005:         10 cycles: ',
    'x:1 [000] 3.4:      77     1.000005:         10 cycles: ',
    'ключ      77     1.000005:         10 cycles: ',
    '      77     1.000005:         10 cycles: ',
    'app      77/78      1.000005:         10 task-clock:ppp: ',
  ];
  const cache = cacheOf(...lines);
  for (const line of lines) {
    const found = known(cache, line);
    if (!found) continue;
    expect(found.thread, line).toBe(lines.indexOf(line));
    expect(found.period, line).toBe(10);
  }
});

test('of many threads the oldest is forgotten, and read again', () => {
  const lines = Array.from({ length: 200 }, (_, i) => `t${i}      77     1.000005:         10 cycles: `);
  const cache = cacheOf(...lines);
  expect(known(cache, lines[0])).toBeUndefined();
  expect(known(cache, lines[199])?.thread).toBe(199);
});
