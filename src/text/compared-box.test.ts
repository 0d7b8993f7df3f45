import { expect, test } from 'vitest';
import { profileOf } from '../../fixtures/text.ts';
import { NodeMark, type ComparedNodes, type ComparedRow, type FunctionMove } from '../model/comparison.ts';
import { NONE } from '../model/profile.ts';
import { classify } from '../python/classify.ts';
import { comparedBoxSentence, comparedBoxText, type ComparedBoxes } from './compared-box.ts';

const { profile: names } = classify(
  profileOf('py::parse:/b/x.py 1\npy::wrapper:/b/x.py 1\npy::parse:/a/old.py 1\nhelper 1'),
);

/** The functions of the profile, in order. */
const [PARSE, WRAPPER, OLD_PARSE] = ['py::parse:/b/x.py', 'py::wrapper:/b/x.py', 'py::parse:/a/old.py'].map(
  (name) => names.funcs.name.indexOf(names.strings.indexOf(name)),
);

const ROW: ComparedRow = {
  key: '',
  index: 0,
  a: 3e9,
  b: 3.3e9,
  d: 0.3e9,
  se: 1,
  df: 30,
  lo: 0.2e9,
  hi: 0.4e9,
  p: 0,
  q: 0,
  verdict: 'more',
  mark: '',
};

/** Node 0 is the root, node 1 is an inserted call of `wrapper`, and node 2 is `parse`, which it calls. */
function boxes(change: Partial<ComparedNodes> = {}, moves: readonly FunctionMove[] = []): ComparedBoxes {
  const nodes: ComparedNodes = {
    basis: 'cpu',
    measure: 'cpu-clock',
    a: Float64Array.of(10e9, 0, 3e9),
    b: Float64Array.of(10.1e9, 3.4e9, 3.3e9),
    mark: Uint8Array.of(NodeMark.none, NodeMark.inserted, NodeMark.none),
    row: Int32Array.of(NONE, NONE, 0),
    rows: [ROW],
    total: { ...ROW, a: 10e9, b: 10.1e9, d: 0.1e9, lo: -0.3e9, hi: 0.5e9, verdict: 'unsure' },
    movedOutOf: Int32Array.of(NONE, NONE, NONE),
    ...change,
  };
  const func = Int32Array.of(NONE, WRAPPER, PARSE);
  return { names, nodes, tree: { func, chains: 3, first: Int32Array.of(0, 1, 2, 3) }, moves };
}

test('a box has both values, the difference and the verdict', () => {
  expect(comparedBoxText(boxes(), 2)).toEqual({
    a: '3.00 s',
    b: '3.30 s',
    change: '+300 ms (+10.0 %)',
    verdict: '300 ms more, certain: +200 to +400 ms.',
    marks: [],
  });
  expect(comparedBoxSentence(boxes(), 2)).toBe(
    'parse (x.py): A 3.00 s, B 3.30 s. 300 ms more, certain: +200 to +400 ms.',
  );
});

test('a difference that is only a rounding error is none', () => {
  const equal = { b: Float64Array.of(10.1e9, 3.4e9, 3e9 + 1.76e-6) };
  expect(comparedBoxText(boxes(equal), 2).change).toBe('no difference');
});

test('the root has the verdict of all code, except for shares', () => {
  expect(comparedBoxSentence(boxes(), 0)).toBe('all: A 10.0 s, B 10.1 s. Cannot tell: −3 % to +5 %.');
  const shares = boxes({
    basis: 'share',
    total: undefined,
    a: Float64Array.of(1, 0, 0.3),
    b: Float64Array.of(1, 0.3, 0.3),
  });
  expect(comparedBoxSentence(shares, 0)).toBe(
    'all: A 100.0 %, B 100.0 %. Both are 100 %: only shares are compared.',
  );
});

test('calls that only one side has, not for certain, say what their outline means', () => {
  const gone = {
    a: Float64Array.of(10e9, 1e6, 3e9),
    b: Float64Array.of(10e9, 0, 0),
    mark: new Uint8Array(3),
  };
  expect(comparedBoxSentence(boxes(gone), 1)).toBe(
    'wrapper (x.py): A 1.00 ms, B 0. Too small to test. Maybe gone: only A has samples of it.',
  );
  expect(comparedBoxText(boxes(gone), 2).marks).toEqual([]);
  const fresh = { ...gone, a: gone.b, b: gone.a, row: Int32Array.of(NONE, NONE, NONE) };
  expect(comparedBoxText(boxes(fresh), 2).marks).toEqual(['Maybe new: only B has samples of it.']);
});

test('inserted and removed calls, and what moved out of them, say so', () => {
  expect(comparedBoxText(boxes(), 1)).toMatchObject({
    change: '+3.40 s',
    verdict: 'Too small to test.',
    marks: ['Added: only B makes this call. What it calls is compared one level up, under the bracket.'],
  });
  const moved = { movedOutOf: Int32Array.of(NONE, NONE, 1) };
  expect(comparedBoxText(boxes(moved), 2).marks).toEqual(['In B, wrapper calls it (added).']);
  const removed = { ...moved, mark: Uint8Array.of(NodeMark.none, NodeMark.removed, NodeMark.none) };
  expect(comparedBoxText(boxes(removed), 1).marks).toEqual([
    'Removed: only A makes this call. What it called is compared one level up, under the bracket.',
  ]);
  expect(comparedBoxText(boxes(removed), 2).marks).toEqual(['In A, wrapper called it (removed in B).']);
});

test('functions with another key in A say where they were', () => {
  const marksOf = (from: number, mark: FunctionMove['mark']) =>
    comparedBoxText(boxes({}, [{ from, to: PARSE, mark }]), 2).marks;
  expect(marksOf(OLD_PARSE, 'moved')).toEqual(['Moved from /a/old.py.']);
  expect(marksOf(OLD_PARSE, 'path')).toEqual(['In A, its file is /a/old.py.']);
  expect(marksOf(WRAPPER, 'moved')).toEqual(['Moved from wrapper in /b/x.py.']);
  expect(marksOf(WRAPPER, 'renamed')).toEqual(['Renamed from wrapper.']);
});

test('a box says how much of each side is inferred', () => {
  const inferred = { inferredA: Float64Array.of(0, 0, 0.6e9), inferredB: Float64Array.of(0, 0, 3.3e9) };
  expect(comparedBoxText(boxes(inferred), 2).marks).toEqual([
    'Inferred from other samples: 20.0% of A, 100.0% of B.',
  ]);
  const onlyA = { ...inferred, inferredB: undefined };
  expect(comparedBoxText(boxes(onlyA), 2).marks).toEqual(['Inferred from other samples: 20.0% of A.']);
  expect(comparedBoxText(boxes(inferred), 1).marks.join()).not.toContain('Inferred');
});
