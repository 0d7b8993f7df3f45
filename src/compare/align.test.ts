// Aligns small call trees. Both sides are in the notation of fixtures/text.ts; the result has one line per node.

import { expect, test } from 'vitest';
import { profileOf } from '../../fixtures/text.ts';
import { compare } from './compare.ts';
import { prepareComparison } from './prepare.ts';

/** Enough samples of a function that calls nothing, so that the sides are comparable. */
const FILLER = 'idle 1\n'.repeat(200);

/** Nodes below `main` and their weights in A and B, in order of name: `  retry inserted 0 → 3`. */
function alignedTree(a: string, b: string): string[] {
  const recording = (text: string) => [{ at: () => profileOf(FILLER + text), event: 0 }];
  const sides = { a: recording(a), b: recording(b) };
  const prepared = prepareComparison(sides, { level: 'merged', renames: [], minEffect: 0.005 });
  const { tree, keys } = compare(prepared, { basis: 'cpu' });
  const linesBelow = (parent: number, indent: string): string[] =>
    Array.from({ length: tree.length }, (_, node) => node)
      .filter((node) => tree.parent[node] === parent && keys[tree.key[node]] !== 'idle')
      .sort((x, y) => (keys[tree.key[x]] < keys[tree.key[y]] ? -1 : 1))
      .flatMap((node) => {
        const mark = ['', ' inserted', ' removed'][tree.mark[node]];
        const line = `${indent}${keys[tree.key[node]]}${mark} ${tree.a[node]} → ${tree.b[node]}`;
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

test('an inserted call is set aside, and what it calls is compared', () => {
  expect(alignedTree('main;run;parse 5', 'main;run;retry;parse 6')).toEqual([
    'main 5 → 6',
    '  run 5 → 6',
    '    parse 5 → 6',
    '    retry inserted 0 → 6',
  ]);
});

test('so is a removed call, and several inserted calls in a row', () => {
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

test('a call with mostly its own weight is new', () => {
  expect(alignedTree('main;run;parse 5', 'main;run;retry;parse 2\nmain;run;retry;sleep 3')).toEqual([
    'main 5 → 5',
    '  run 5 → 5',
    '    parse 5 → 0',
    '    retry 0 → 5',
    '      parse 0 → 2',
    '      sleep 0 → 3',
  ]);
});

test('a call that both sides make directly is not moved out of an inserted one', () => {
  expect(alignedTree('main;parse 5', 'main;parse 5\nmain;retry;parse 4')).toEqual([
    'main 5 → 9',
    '  parse 5 → 5',
    '  retry 0 → 4',
    '    parse 0 → 4',
  ]);
});
