import { expect, test } from 'vitest';
import { codeOf, inPool, nextAt, RBP, endsOf } from '../../fixtures/evaluator-frames.ts';
import { checkBegins } from './self-check.ts';

const code = codeOf('py::f:/a.py', 'CALL CALL CALL CALL CALL CALL CALL CALL CALL CALL LOAD LOAD LOAD');
const begin = inPool(code, 3);
const known = { code, begin, score: 1, residue: 0 };
const ADDRESS = { place: RBP, isAtWork: false, operations: undefined };

/** Checks functions with these ends of instructions, at one return address. */
function check(begins: readonly (typeof known | undefined)[], ends: readonly number[]) {
  const calls = ends.map((end) => ({ next: nextAt(begin, end), returnAddress: 0, count: 100 }));
  return checkBegins(
    begins,
    begins.map(() => calls),
    [ADDRESS],
  );
}

test('is right if nearly all calls at a return address are one operation', () => {
  const calls = endsOf(code).slice(0, 10);
  expect(check([known], calls)).toEqual({ purity: 1, known: 1, isRight: true });
  const mixed = check([known], endsOf(code).slice(1, 11));
  expect([mixed.purity, mixed.isRight]).toEqual([0.9, true]);
  const wrong = check([known], endsOf(code).slice(2, 13));
  expect([wrong.purity, wrong.isRight]).toEqual([8 / 11, false]);
});

test('needs several distinct calls', () => {
  expect(check([known], endsOf(code).slice(0, 3)).isRight).toBe(false);
});

test('needs to know where most functions begin', () => {
  const calls = endsOf(code).slice(0, 10);
  expect(check([known, known, known, undefined, undefined], calls).isRight).toBe(true);
  expect(check([known, undefined], calls).isRight).toBe(false);
});

test('is not right without evidence', () => {
  expect(checkBegins([], [], []).isRight).toBe(false);
});
