// Compares inferred weights per aligned node with sums over the samples' frames.

import { expect, test } from 'vitest';
import { comparedProfile } from '../../../fixtures/compared.ts';
import { profileOf } from '../../../fixtures/text.ts';
import type { AlignedTree } from '../../model/comparison.ts';
import { NONE } from '../../model/profile.ts';
import { compare } from '../compare.ts';
import { runNow } from '../../async/time-slices.ts';
import { mergedSandwich } from '../tree/compared-sandwich.ts';
import { prepareComparison } from '../prepare.ts';

/** Without inferred frames, so that the sides have enough samples to be compared. */
const FILLER = Array<string>(200).fill('idle 1');

/** `~` follows the inferred frames: `main;run~f 3`. */
function recording(lines: readonly string[]) {
  const all = [...FILLER, ...lines];
  const profile = profileOf(all.map((line) => line.replace('~', ';')).join('\n'));
  const inferred = Int32Array.from(all, (line) =>
    line.includes('~') ? line.split('~')[0].split(';').length : NONE,
  );
  return comparedProfile({ ...profile, samples: { ...profile.samples, inferred } });
}

function comparedTree(a: readonly string[], b: readonly string[]) {
  const sides = { a: [recording(a)], b: [recording(b)] };
  const prepared = prepareComparison(sides, { level: 'merged', renames: [], minEffect: 0.005 });
  return compare(prepared, { basis: 'cpu' });
}

/** The inferred weights of A and B per node, by its name; nodes of the same name are summed. */
function inferredOf({
  tree,
  keys,
}: {
  readonly tree: AlignedTree;
  readonly keys: readonly string[];
}): Record<string, [number, number]> {
  const sums: Record<string, [number, number]> = {};
  for (let chain = 1; chain < tree.chains; chain++)
    for (let node = tree.from[chain]; node < tree.to[chain]; node++) {
      const [a, b] = [tree.a, tree.b].map(({ inferred }) => inferred?.(chain, node - tree.from[chain]) ?? 0);
      const [beforeA, beforeB] = (sums[keys[tree.key[node]]] ??= [0, 0]);
      if (a + b > 0) sums[keys[tree.key[node]]] = [beforeA + a, beforeB + b];
    }
  return Object.fromEntries(Object.entries(sums).filter(([, [a, b]]) => a + b > 0));
}

test('each side knows how much of a node is inferred', () => {
  const found = inferredOf(
    comparedTree(['main;run~f;x 3', 'main~run;f;y 2', 'main;run;f;x 5'], ['main;run;f~x 4', 'main;run;g 1']),
  );
  expect(found).toEqual({ main: [5, 4], run: [3, 4], f: [0, 4] });
});

test('calls that only one side makes count where they were made', () => {
  const found = inferredOf(
    comparedTree(['main;f;g~x 30', 'main;f;g;x 30'], ['main;wrapper;f~g;x 40', 'main;wrapper;f;g;x 20']),
  );
  expect(found).toEqual({ main: [30, 40], wrapper: [0, 40], f: [30, 40], g: [30, 0] });
});

test.each<[string, 'callers' | 'callees', Record<string, [number, number]>]>([
  ['callers count only the samples of their calls', 'callers', { main: [30, 48], f: [30, 40] }],
  ['callees count all calls of the function', 'callees', { f: [30, 40], g: [30, 0] }],
])('in a sandwich, %s', (_, side, expected) => {
  const comparison = comparedTree(
    ['main;f;g~x 30', 'main;f;g;x 30', 'main;other~y 9'],
    ['main;wrapper;f~g;x 40', 'main;wrapper;f;g;x 20', 'main;wrapper~f;h 8', 'main~other;y 7'],
  );
  const { keys } = comparison;
  const tree = runNow(mergedSandwich(comparison, keys.indexOf('f')))[side];
  expect(inferredOf({ tree, keys })).toEqual(expected);
});

test('several recordings of a side count on average', () => {
  const sides = {
    a: [recording(['main~f 6']), recording(['main;f 6'])],
    b: [recording(['main;f 6'])],
  };
  const prepared = prepareComparison(sides, { level: 'merged', renames: [], minEffect: 0.005 });
  expect(inferredOf(compare(prepared, { basis: 'cpu' }))).toEqual({ main: [3, 0] });
});

test('without re-attached samples, nothing is inferred', () => {
  const comparison = comparedTree(['main;f 3'], ['main;f 4']);
  const { tree } = comparison;
  expect([tree.a.inferred, tree.b.inferred]).toEqual([undefined, undefined]);
  const { callers } = runNow(mergedSandwich(comparison, comparison.keys.indexOf('f')));
  expect([callers.a.inferred, callers.b.inferred]).toEqual([undefined, undefined]);
});
