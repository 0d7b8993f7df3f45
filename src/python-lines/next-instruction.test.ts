import { expect, test } from 'vitest';
import {
  codeOf,
  framesOf,
  inPool,
  nextAt,
  RBP,
  RBX,
  SLOT,
  type TestFrame,
} from '../../fixtures/evaluator-frames.ts';
import { NONE } from '../model/profile.ts';
import { findNextInstruction } from './next-instruction.ts';

const NAMES = ['py::a:/a.py', 'py::b:/a.py', 'py::c:/a.py', 'py::d:/a.py'];
const CODES = NAMES.map((name) => codeOf(name, 'LOAD CALL STORE CALL RETURN'));
const ENDS = [2, 10, 12, 20];

/** Each function at all ends; `valuesOf` gets where its code begins, and the end. */
function frames(valuesOf: (begin: number, end: number, n: number) => TestFrame['values']): TestFrame[] {
  return NAMES.flatMap((name, n) =>
    ENDS.map((end) => ({ name, values: valuesOf(inPool(CODES[n], 3 * n), end, n) })),
  );
}

function find(all: readonly TestFrame[], codes = CODES) {
  const table = framesOf(all);
  return findNextInstruction(
    table,
    table.trampolines.map(({ name }) => codes.filter((code) => code.name === name)),
  );
}

test('finds the place whose pointers agree on where small objects begin', () => {
  // rbx points into other objects.
  const all = frames((begin, end, n) => ({
    [RBX]: nextAt(begin + 5 * end * 240 + n, 12),
    [RBP]: nextAt(begin, end),
  }));
  expect(find(all)).toEqual({ place: RBP, usesPools: true });
});

test('prefers a register over a slot with copies', () => {
  const all = frames((begin, end) => ({ [SLOT]: nextAt(begin, end), [RBP]: nextAt(begin, end) }));
  expect(find(all)).toEqual({ place: RBP, usesPools: true });
});

test('takes a slot if no register has the pointer', () => {
  expect(find(frames((begin, end) => ({ [SLOT + 4]: nextAt(begin, end) })))).toEqual({
    place: SLOT + 4,
    usesPools: true,
  });
});

test('compares pairs of places if objects are not in pools', () => {
  // malloc places objects anywhere at multiples of 16.
  const all = frames((_, end, n) => {
    const begin = 0x5555_0000_0010 + n * 0x7330;
    return { [RBX]: begin + 0x100_0000 * end, [SLOT]: begin, [RBP]: nextAt(begin, end) };
  });
  expect(find(all)).toEqual({ place: RBP, usesPools: false });
});

test('learns nothing from interrupted evaluators', () => {
  const all = frames((begin, end) => ({ [RBP]: nextAt(begin, end) })).map((frame) => ({
    ...frame,
    returnOffset: NaN,
  }));
  expect(find(all).place).toBe(NONE);
});

test('learns nothing from functions with several code objects', () => {
  const all = frames((begin, end) => ({ [RBP]: nextAt(begin, end) }));
  expect(find(all, [...CODES, ...CODES]).place).toBe(NONE);
});
