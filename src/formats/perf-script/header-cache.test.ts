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

/** The cached columns of a line; undefined if it does not match. */
function match(cache: HeaderCache, line: string) {
  const bytes = new TextEncoder().encode(`${line}\n`);
  const length = cache.match(bytes, 0);
  if (length === 0) return undefined;
  expect(length).toBe(bytes.length);
  const { thread, event, time, period } = cache;
  return { thread, event, time, period };
}

const LINE = 'app      77     1.000005:         10 cycles: ';

test('matches a line with the same thread and event, and parses its numbers', () => {
  const cache = cacheOf(LINE);
  expect(match(cache, 'app      77     4.654321:   10101010 cycles: ')).toEqual({
    thread: 0,
    event: 100,
    time: 4654321000,
    period: 10101010,
  });
});

test('matches a line with a different CPU', () => {
  const cache = cacheOf('app      77 [000]     1.000005:         10 cycles: ');
  expect(match(cache, 'app      77 [127]     2.000005:         20 cycles: ')).toEqual({
    thread: 0,
    event: 100,
    time: 2000005000,
    period: 20,
  });
});

test('parses times in nanoseconds', () => {
  expect(match(cacheOf(LINE), 'app      77     1.000005123:         10 cycles: ')?.time).toBe(1000005123);
});

test.each([
  ['a different comm', 'apq      77     1.000005:         10 cycles: '],
  ['a different tid', 'app      78     1.000005:         10 cycles: '],
  ['a different event', 'app      77     1.000005:         10 faults: '],
  ['a pid', 'app      77/77      1.000005:         10 cycles: '],
  ['flags', 'app      77 U          1.000005:         10 cycles: '],
  ['no period', 'app      77     1.000005: cycles: '],
  ['a payload', 'app      77     1.000005:         10 cycles: x=1'],
  ['a time with two decimals', 'app      77     1.05:         10 cycles: '],
  ['a time with eight decimals', 'app      77     1.00000512:         10 cycles: '],
  ['a longer event', 'app      77     1.000005:         10 more-cycles: '],
  ['a number before the tid', 'app 1      77     1.000005:         10 cycles: '],
])('does not match a line with %s', (_what, line) => expect(match(cacheOf(LINE), line)).toBeUndefined());

test('returns the same columns as the parser, or does not match', () => {
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
    const found = match(cache, line);
    if (!found) continue;
    expect(found.thread, line).toBe(lines.indexOf(line));
    expect(found.period, line).toBe(10);
  }
});

test('evicts the oldest entries if there are too many threads', () => {
  const lines = Array.from({ length: 200 }, (_, i) => `t${i}      77     1.000005:         10 cycles: `);
  const cache = cacheOf(...lines);
  expect(match(cache, lines[0])).toBeUndefined();
  expect(match(cache, lines[199])?.thread).toBe(199);
});
