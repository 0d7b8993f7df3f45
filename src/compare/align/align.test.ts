// Aligns small call trees, drawn as in fixtures/text.ts.

import { expect, test } from 'vitest';
import { comparedProfile } from '../../../fixtures/compared.ts';
import { profileOf } from '../../../fixtures/text.ts';
import { keyOfChain } from './aligned-columns.ts';
import { compare } from '../compare.ts';
import { prepareComparison } from '../prepare.ts';

/** Samples of a leaf function, so that the sides have enough samples to be compared. */
const FILLER = 'idle 1\n'.repeat(200);

/** One line per aligned node, siblings sorted by name, with its weights in A and B: `  retry inserted 0 → 3`. */
function alignedTree(a: string, b: string): string[] {
  const recording = (text: string) => [comparedProfile(profileOf(FILLER + text))];
  const sides = { a: recording(a), b: recording(b) };
  const prepared = prepareComparison(sides, { level: 'merged', renames: [], minEffect: 0.005 });
  const { tree, keys } = compare(prepared, { basis: 'cpu' });
  const linesBelow = (parent: number, indent: string): string[] =>
    Array.from(tree.parent.keys())
      .filter((node) => tree.parent[node] === parent && keys[keyOfChain(tree, node)] !== 'idle')
      .sort((x, y) => (keys[keyOfChain(tree, x)] < keys[keyOfChain(tree, y)] ? -1 : 1))
      .flatMap((node) => {
        const mark = ['', ' inserted', ' removed'][tree.mark[node]];
        const line = `${indent}${keys[keyOfChain(tree, node)]}${mark} ${tree.a.total(node)} → ${tree.b.total(node)}`;
        return [line, ...linesBelow(node, `${indent}  `)];
      });
  return linesBelow(0, '');
}

test('equal trees are aligned node by node', () => {
  expect(alignedTree('main;run;parse 5', 'main;run;parse 7\nmain;run 1')).toEqual([
    'main 5 → 8',
    '  run 5 → 8',
    '    parse 5 → 7',
  ]);
});

test('an inserted call is one-sided, and its callees are compared', () => {
  expect(alignedTree('main;run;parse 5', 'main;run;retry;parse 6')).toEqual([
    'main 5 → 6',
    '  run 5 → 6',
    '    parse 5 → 6',
    '    retry inserted 0 → 6',
  ]);
});

test('removed calls and chains of inserted calls are one-sided, too', () => {
  expect(alignedTree('main;wrap;run;parse 5', 'main;run;x;y;z;parse 6\nmain;run;x;sleep 2')).toEqual([
    'main 5 → 8',
    '  run 5 → 8',
    '    parse 5 → 6',
    '    x inserted 0 → 8',
    '      sleep 0 → 2',
    '    y inserted 0 → 6',
    '    z inserted 0 → 6',
    '  wrap removed 5 → 0',
  ]);
});

test('a call whose weight is mostly in new code is new, not inserted', () => {
  expect(alignedTree('main;run;parse 5', 'main;run;retry;parse 2\nmain;run;retry;sleep 3')).toEqual([
    'main 5 → 5',
    '  run 5 → 5',
    '    parse 5 → 0',
    '    retry 0 → 5',
    '      parse 0 → 2',
    '      sleep 0 → 3',
  ]);
});

test('a callee that both sides also call directly is not moved out of a new call', () => {
  expect(alignedTree('main;parse 5', 'main;parse 5\nmain;retry;parse 4')).toEqual([
    'main 5 → 9',
    '  parse 5 → 5',
    '  retry 0 → 4',
    '    parse 0 → 4',
  ]);
});

test('the heaviest callee moves out of a call first, so that others cannot reach the same code', () => {
  expect(
    alignedTree('check 9\nmain;parse 8', 'check 9\nmain;retry;check;parse 3\nmain;retry;parse 5'),
  ).toEqual([
    'check 9 → 9',
    'main 8 → 8',
    '  parse 8 → 5',
    '  retry inserted 0 → 8',
    '    check 0 → 3',
    '      parse 0 → 3',
  ]);
});
