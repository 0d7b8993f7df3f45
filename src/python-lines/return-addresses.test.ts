import { expect, test } from 'vitest';
import {
  codeOf,
  framesOf,
  inPool,
  nextAt,
  opcodeOf,
  RBP,
  RBX,
  type TestFrame,
  endsOf,
} from '../../fixtures/evaluator-frames.ts';
import { NONE } from '../model/profile.ts';
import { arenaOf } from './pools.ts';
import { learnReturnAddresses } from './return-addresses.ts';

const code = codeOf('py::f:/a.py', 'LOAD CALL STORE CALL LOAD ITER CALL STORE CALL CALL RETURN');
const begin = inPool(code, 3);
const ends = (name: string) => endsOf(code).filter((end) => code.operationBefore(end) === opcodeOf(name));
const starts = (name: string) =>
  Array.from({ length: code.size }, (_, at) => at).filter((at) => code.operationAt(at) === opcodeOf(name));

/** What is learned about one return address from frames of a function. */
function learn(all: readonly TestFrame['values'][], { isKnown = true, arenas = new Set<number>() } = {}) {
  const frames = framesOf(all.map((values) => ({ name: code.name, values })));
  const known = isKnown ? { code, begin, score: 1, residue: 0 } : undefined;
  const [address] = learnReturnAddresses(frames, [known], RBX, { codesOf: () => [code], arenas });
  return address;
}

test('takes the place whose operations are purest', () => {
  const all = ends('CALL').map((end, i) => ({
    [RBX]: nextAt(begin, endsOf(code)[i]),
    [RBP]: nextAt(begin, end),
  }));
  expect(learn(all)).toEqual({ place: RBP, isAtWork: false, operations: new Set([opcodeOf('CALL')]) });
});

test('keeps the usual place on a tie', () => {
  const all = ends('CALL').map((end) => ({ [RBX]: nextAt(begin, end), [RBP]: nextAt(begin, end) }));
  expect(learn(all).place).toBe(RBX);
});

test('allows all operations until enough distinct pointers were seen', () => {
  const all = ends('CALL').map((end) => ({ [RBX]: nextAt(begin, end) }));
  expect(learn(all.slice(0, 3)).operations).toBeUndefined();
  expect(learn([...all.slice(0, 3), ...all.slice(0, 3)]).operations).toBeUndefined();
  expect(learn(all.slice(0, 4)).operations).toEqual(new Set([opcodeOf('CALL')]));
});

test('has no place where the evaluator does not keep the pointer', () => {
  const all = ends('CALL').map((end, i) => ({ [RBX]: i < 2 ? nextAt(begin, end) : 0x5000 }));
  expect(learn(all).place).toBe(NONE);
});

test('recognizes pointers to the instruction at work', () => {
  const all = starts('CALL').map((start) => ({ [RBX]: nextAt(begin, start) }));
  expect(learn(all)).toEqual({ place: RBX, isAtWork: true, operations: new Set([opcodeOf('CALL')]) });
});

test('learns from small functions in known arenas if no begin is known', () => {
  const all = ends('CALL').map((end) => ({ [RBP]: nextAt(begin, end) }));
  const arena = arenaOf(begin);
  expect(learn(all, { isKnown: false, arenas: new Set([arena]) }).place).toBe(RBP);
  expect(learn(all, { isKnown: false, arenas: new Set([arena + 1]) }).place).toBe(NONE);
  expect(learn(all, { isKnown: false })).toEqual({ place: RBX, isAtWork: false, operations: undefined });
});
