import { expect, test } from 'vitest';
import { NodeMark, type ComparedRow, type Verdict } from '../../model/comparison.ts';
import { explainedNodes } from './ComparedTree.tsx';

function row(d: number, verdict: Verdict): ComparedRow {
  return {
    key: '',
    index: 0,
    a: 10,
    b: 10 + d,
    d,
    lo: d,
    hi: d,
    se: 1,
    df: 9,
    p: 0,
    q: 0,
    verdict,
    mark: '',
  };
}

test('finds the certain calls of the functions that explain the difference, the largest first', () => {
  const tree = {
    func: Int32Array.of(-1, 0, 5, 5, 5, 5, 7),
    chains: 7,
    first: Int32Array.of(0, 1, 2, 3, 4, 5, 6, 7),
  };
  const rows = [row(9, 'more'), row(2, 'more'), row(4, 'more'), row(-3, 'less'), row(6, 'unsure')];
  const nodes = {
    rows,
    row: Int32Array.of(-1, 0, 1, 2, 3, 4, 2),
    mark: Uint8Array.of(0, 0, 0, 0, 0, 0, NodeMark.inserted),
  };
  const explained = [
    { index: 5, d: 6 },
    { index: 7, d: 4 },
  ];
  expect(explainedNodes(tree, nodes, explained)).toEqual([3, 2]);
});
