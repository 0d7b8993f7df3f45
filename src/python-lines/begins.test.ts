import { expect, test } from 'vitest';
import {
  codeOf,
  framesOf,
  inPool,
  nextAt,
  opcodeOf,
  RBP,
  SLOT,
  endsOf,
} from '../../fixtures/evaluator-frames.ts';
import { findBegins, soleCandidates, type Knowledge, KnownObjects } from './begins.ts';
import type { CodeObject } from './code-object.ts';
import { gatherEvidence } from './calls.ts';
import { arenaOf } from './pools.ts';

const UNKNOWN = { place: RBP, isAtWork: false, operations: undefined };
const NOTHING: Knowledge = {
  usesPools: true,
  addresses: [UNKNOWN],
  residuePlaces: undefined,
  arenas: undefined,
};
const CALLS: Knowledge = { ...NOTHING, addresses: [{ ...UNKNOWN, operations: new Set([opcodeOf('CALL')]) }] };
/** Too large for a pool. */
const LARGE_CODE = `${'LOAD CALL STORE '.repeat(12)}LOAD LOAD CALL ${'STORE LOAD CALL '.repeat(14)}RETURN`;
const LARGE = 0x5555_0000_1230;

/** The begins of one function, from the ends of the instructions that it executed. */
function beginsOf(
  codes: readonly CodeObject[],
  begin: number,
  ends: readonly number[],
  { knowledge = NOTHING, isStrict = false, residue = 0 } = {},
): number[] {
  const table = framesOf(
    ends.map((end, i) => ({
      name: codes[0].name,
      values: { [RBP]: nextAt(begin, end), ...(i < residue && { [SLOT + i]: begin }) },
    })),
  );
  const [evidence] = gatherEvidence(table, knowledge.addresses);
  const frames = { table, rows: ends.map((_, row) => row) };
  const [found] = findBegins([{ codes, evidence, frames }], knowledge, isStrict ? undefined : []);
  return found.map((each) => each.begin);
}

const small = codeOf('py::f:/a.py', 'LOAD CALL STORE CALL RETURN');
const large = codeOf('py::g:/a.py', LARGE_CODE);
/** Where the calls of the large function end. */
const callEnds = endsOf(large).filter((end) => large.operationBefore(end) === opcodeOf('CALL'));

test('finds small objects in their pool', () => {
  expect(beginsOf([small], inPool(small, 4), [10, 20], { isStrict: true })).toEqual([inPool(small, 4)]);
});

test('refuses small objects outside of the known arenas', () => {
  const begin = inPool(small, 4);
  const inArenas = (...arenas: number[]) => ({ knowledge: { ...NOTHING, arenas: new Set(arenas) } });
  expect(beginsOf([small], begin, [10, 20], inArenas(arenaOf(begin)))).toEqual([begin]);
  expect(beginsOf([small], begin, [10, 20], inArenas(arenaOf(begin) + 1))).toEqual([]);
});

test('finds large objects by what is left over on the stack', () => {
  expect(large.isSmall).toBe(false);
  expect(beginsOf([large], LARGE, callEnds.slice(0, 3), { isStrict: true, residue: 2 })).toEqual([LARGE]);
  expect(beginsOf([large], LARGE, callEnds.slice(0, 3), { isStrict: true, residue: 1 })).toEqual([]);
});

test('finds large objects by steps once the operations are known', () => {
  expect(beginsOf([large], LARGE, callEnds, { knowledge: CALLS })).toEqual([LARGE]);
  expect(beginsOf([large], LARGE, callEnds, { knowledge: CALLS, isStrict: true })).toEqual([]);
});

test('keeps all candidates if nothing decides', () => {
  const found = beginsOf([large], LARGE, callEnds.slice(0, 1), { knowledge: CALLS });
  expect(found).toContain(LARGE);
  expect(found.length).toBeGreaterThan(1);
});

test('tells the code objects of one name apart', () => {
  const other = codeOf(small.name, 'LOAD LOAD LOAD STORE STORE LOAD LOAD LOAD LOAD LOAD LOAD LOAD RETURN');
  expect(beginsOf([other, small], inPool(small, 2), [10, 20], { knowledge: CALLS })).toEqual([
    inPool(small, 2),
  ]);
});

test('has no begin if the pointers fit nowhere', () => {
  expect(beginsOf([small], inPool(small, 4) + 6, [10, 20], { knowledge: CALLS })).toEqual([]);
});

test('only sole candidates are known', () => {
  const candidate = { code: small, begin: 48, score: 1, residue: 0 };
  expect(soleCandidates([[candidate], [], [candidate, candidate]])).toEqual([
    candidate,
    undefined,
    undefined,
  ]);
});

const objectOf = (name: string, begin: number) => ({ code: { name, total: 100 }, begin });
const known = new KnownObjects([objectOf('g', 1200), objectOf('f', 1000), objectOf('h', 1300)]);

test.each([
  ['x', 899, false],
  ['x', 901, true],
  ['x', 1099, true],
  ['x', 1100, false],
  ['x', 1150, true],
  ['x', 1200, true],
  ['x', 1400, false],
  ['g', 1200, false],
  ['g', 1208, true],
])('an object of %s at %i overlaps others: %s', (name, begin, overlaps) => {
  expect(known.overlaps(objectOf(name, begin))).toBe(overlaps);
});
