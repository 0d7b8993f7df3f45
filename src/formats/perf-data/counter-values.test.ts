import { expect, test } from 'vitest';
import { readAttr } from './attr.ts';
import { CounterValues } from './counter-values.ts';

const ID = 4;
const GROUP = 8;
const LOST = 16;
const TIMES = 3;
const NO_ATTR = readAttr(new DataView(new ArrayBuffer(0)), 0, 0);
const EVENTS = new Map([
  [0x231, 0],
  [0x233, 1],
]);

function newCounters(): CounterValues {
  return new CounterValues((id) => EVENTS.get(id), 100);
}

function read(
  counters: CounterValues,
  readFormat: number,
  words: readonly number[],
  tid = 7,
  isInherited = false,
) {
  const { buffer } = BigUint64Array.from(words, BigInt);
  const attr = { ...NO_ATTR, readFormat, isInherited };
  return counters.read(new DataView(buffer), 0, buffer.byteLength, attr, tid);
}

/** Event and weight of each. */
function rows(counted: ReturnType<CounterValues['read']>) {
  return counted?.map(({ event, weight }) => [event, weight]);
}

test('a sample of a group counts for each event what it counted since the last one', () => {
  const counters = newCounters();
  const format = ID | GROUP | LOST;
  const group = (a: number, b: number) => [2, a, 0x231, 0, b, 0x233, 0];
  expect(rows(read(counters, format, group(2_201_031, 293)))).toEqual([
    [0, 2_201_031],
    [1, 293],
  ]);
  expect(rows(read(counters, format, group(4_232_286, 526)))).toEqual([
    [0, 2_031_255],
    [1, 233],
  ]);
  // perf shows no samples without weight.
  expect(rows(read(counters, format, group(4_232_286, 527)))).toEqual([[1, 1]]);
});

test('times may precede the values', () =>
  expect(rows(read(newCounters(), ID | GROUP | TIMES, [2, 9, 9, 5, 0x231, 6, 0x233]))).toEqual([
    [0, 5],
    [1, 6],
  ]));

test('a sample may have the value of its own event', () =>
  expect(rows(read(newCounters(), ID | TIMES, [5, 9, 9, 0x233]))).toEqual([[1, 5]]));

test('inherited events count for each thread', () => {
  const counters = newCounters();
  read(counters, ID, [5, 0x231], 7, true);
  expect(rows(read(counters, ID, [3, 0x231], 8, true))).toEqual([[0, 3]]);
  expect(rows(read(counters, ID, [9, 0x231], 7, true))).toEqual([[0, 4]]);
});

test('values of unknown counters and truncated ones are not used', () => {
  expect(read(newCounters(), ID | GROUP, [1, 5, 0x999])).toBeUndefined();
  expect(rows(read(newCounters(), ID | GROUP, [2 ** 40, 5, 0x231, 6]))).toEqual([[0, 5]]);
  expect(read(newCounters(), ID | GROUP, [])).toBeUndefined();
});
