import { expect, test } from 'vitest';
import { framesOf, RBP, RBX } from '../../fixtures/evaluator-frames.ts';
import { NONE } from '../model/profile.ts';
import { gatherEvidence } from './calls.ts';

const [A, B] = ['py::a:/a.py', 'py::b:/a.py'];
const UNKNOWN = { isAtWork: false, operations: undefined };

test('counts the distinct pointers and return addresses of each trampoline', () => {
  const frames = framesOf([
    { name: A, returnOffset: 1, values: { [RBP]: 0x7010 } },
    { name: B, returnOffset: 1, values: { [RBP]: 0x7010 } },
    { name: A, returnOffset: 2, values: { [RBP]: 0x6000, [RBX]: 0x7010 } },
    { name: A, returnOffset: 2, values: { [RBP]: 0x8000, [RBX]: 0x7010 } },
    // The evaluator returns, nothing is in the place, and an interrupted evaluator.
    { name: A, returnOffset: 3, values: { [RBP]: 0x7010 } },
    { name: A, returnOffset: 1, values: {} },
    { name: A, returnOffset: NaN, values: { [RBP]: 0x7010 } },
  ]);
  const addresses = [RBP, RBX, NONE].map((place) => ({ ...UNKNOWN, place }));
  expect(gatherEvidence(frames, addresses)).toEqual([
    [
      { next: 0x7010, returnAddress: 1, count: 2 },
      { next: 0x7010, returnAddress: 0, count: 1 },
    ],
    [{ next: 0x7010, returnAddress: 0, count: 1 }],
  ]);
});
