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
import type { Knowledge } from './begins.ts';
import { beginOfLeaves, learnLeafPlaces, lineOfLeaf } from './leaves.ts';
import { arenaOf } from './pools.ts';

const code = codeOf('py::f:/a.py', 'LOAD CALL STORE CALL RETURN');
const begin = inPool(code, 3);
const candidate = { code, begin, score: 1, residue: 0 };
const RAX = 0;

function leavesOf(...all: readonly TestFrame['values'][]) {
  const frames = framesOf(all.map((values) => ({ name: code.name, returnOffset: NaN, values })));
  return { frames, leaves: all.map((_, leaf) => leaf) };
}

test('trusts registers before slots, then the places that are inside most often', () => {
  const inside = nextAt(begin, 10);
  const { frames } = leavesOf(
    { [SLOT]: inside, [RBX]: inside, [RBP]: inside },
    { [SLOT]: inside, [RBP]: inside },
    { [SLOT]: inside, [RBP]: inside, [RBX]: inside },
    { [SLOT]: inside, [RAX]: inside, [RBP]: 0x5000 },
  );
  expect(learnLeafPlaces(frames, [candidate])).toEqual([RBP, RBX, SLOT]);
  expect(learnLeafPlaces(frames, [undefined])).toEqual([]);
  const called = framesOf([{ name: code.name, values: { [RBP]: inside } }]);
  expect(learnLeafPlaces(called, [candidate])).toEqual([]);
});

test('takes the line of the first trusted place that is inside', () => {
  const { frames } = leavesOf({ [RBP]: 0x5000, [RBX]: nextAt(begin, 10), [RAX]: nextAt(begin, 12) });
  expect(lineOfLeaf(frames, 0, [RBP, RBX], candidate)).toBe(2);
});

test('takes another register only if all registers agree', () => {
  const { frames } = leavesOf(
    { [RAX]: nextAt(begin, 8), [RBX]: nextAt(begin, 10) },
    { [RAX]: nextAt(begin, 10), [RBX]: nextAt(begin, 12) },
    { [SLOT]: nextAt(begin, 10) },
  );
  expect([0, 1, 2].map((frame) => lineOfLeaf(frames, frame, [RBP], candidate))).toEqual([2, 0, 0]);
});

test('finds the begin of a function that was only interrupted, if three of four agree', () => {
  const knowledge: Knowledge = {
    usesPools: true,
    addresses: [],
    residuePlaces: undefined,
    arenas: new Set([arenaOf(begin)]),
  };
  const right = { [RBP]: nextAt(begin, 10) };
  const wrong = { [RBP]: nextAt(inPool(code, 9), 10) };
  const { frames, leaves } = leavesOf(right, right, wrong, right, wrong);
  const found = (rows: readonly number[], known = knowledge) =>
    beginOfLeaves(frames, rows, [RBP], code, known)?.begin;
  expect(found(leaves.slice(0, 4))).toBe(begin);
  expect(found(leaves)).toBeUndefined();
  expect(found(leaves.slice(0, 4), { ...knowledge, arenas: new Set() })).toBeUndefined();
});
