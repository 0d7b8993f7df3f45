import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runNow } from '../../async/time-slices.ts';
import '../../../fixtures/seed.ts';
import { comparedProfile } from '../../../fixtures/compared.ts';
import { profileOf } from '../../../fixtures/text.ts';
import { compare } from '../compare.ts';
import { mergedSandwich, testMerged, type MergedTree } from './compared-sandwich.ts';
import { prepareComparison } from '../prepare.ts';

/** Samples of a leaf function, so that the sides have enough samples to be compared. */
const FILLER = 'idle 1\n'.repeat(200);

function prepared(a: string, b: string) {
  const recording = (text: string) => [comparedProfile(profileOf(FILLER + text))];
  return prepareComparison(
    { a: recording(a), b: recording(b) },
    { level: 'merged', renames: [], minEffect: 0.005 },
  );
}

function sandwich(a: string, b: string, name: string) {
  const { tree, keys } = compare(prepared(a, b), { basis: 'cpu' });
  const merged = runNow(mergedSandwich({ tree, keys }, keys.indexOf(name)));
  return { callers: linesOf(merged.callers, keys), callees: linesOf(merged.callees, keys) };
}

/** One line per node, in alphabetical order of paths: `f;g 8→5 (2→1)`, the self weights in parentheses. */
function linesOf(tree: MergedTree, keys: readonly string[]): string[] {
  const paths = Array.from(tree.parent, () => '');
  const lines: string[] = [];
  for (let row = 1; row < tree.chains; row++) {
    const above = paths[tree.parent[row]];
    paths[row] = `${above}${above === '' ? '' : ';'}${keys[tree.key[row]]}`;
    const [selfA, selfB] = [tree.a.self(row), tree.b.self(row)];
    const self = selfA + selfB > 0 ? ` (${selfA}→${selfB})` : '';
    const mark = ['', ' inserted', ' removed'][tree.mark[row]];
    lines.push(`${paths[row]} ${tree.a.total(row)}→${tree.b.total(row)}${self}${mark}`);
  }
  return lines.sort();
}

describe('the merged callers and callees', () => {
  test('sum all calls of the function, on both sides', () => {
    const { callers, callees } = sandwich(
      'main;a;f;g 8\nmain;b;f 2\nmain;b;f;h 1\nmain 3',
      'main;a;f;g 5\nmain;b;f 9\nmain;b;f;g 1',
      'f',
    );
    expect(callers).toEqual(['f 11→15', 'f;a 8→5', 'f;a;main 8→5 (8→5)', 'f;b 3→10', 'f;b;main 3→10 (3→10)']);
    expect(callees).toEqual(['f 11→15 (2→9)', 'f;g 8→6 (8→6)', 'f;h 1→0 (1→0)']);
  });

  test('count each stack once; recursive calls are callees', () => {
    const { callers, callees } = sandwich('main;f;g;f 3', 'main;f;g;f 4\nmain;f 1', 'f');
    expect(callers).toEqual(['f 3→5', 'f;main 3→5 (3→5)']);
    expect(callees).toEqual(['f 3→5 (0→1)', 'f;g 3→4', 'f;g;f 3→4 (3→4)']);
  });

  test('compare the code below an inserted call with the same code without it', () => {
    const [a, b] = ['main;parse;scan 8', 'main;retry;parse;scan 6\nmain;retry;wait 1'];
    expect(sandwich(a, b, 'parse').callers).toEqual(['parse 8→6', 'parse;main 8→6 (8→6)']);
    expect(sandwich(a, b, 'main').callees).toContain('main;retry 0→7 inserted');
  });

  test('of an inserted call include what moved out of it, on its side', () => {
    const { callees } = sandwich('main;parse;scan 8', 'main;retry;parse;scan 6\nmain;retry;wait 1', 'retry');
    expect(callees).toEqual([
      'retry 0→7 inserted',
      'retry;parse 0→6',
      'retry;parse;scan 0→6 (0→6)',
      'retry;wait 0→1 (0→1)',
    ]);
  });

  test('are empty for a function without calls', () => {
    expect(runNow(mergedSandwich(compare(prepared('f 1', 'f 2'), { basis: 'cpu' }), 99)).callees.chains).toBe(
      1,
    );
  });
});

type Stacks = readonly (readonly [path: readonly string[], weight: number])[];

/** Weights by path, from the stacks themselves. */
function naive(stacks: Stacks, name: string) {
  const callers = new Map<string, number>();
  const callees = new Map<string, number>();
  const add = (map: Map<string, number>, path: readonly string[], weight: number) =>
    map.set(path.join(';'), (map.get(path.join(';')) ?? 0) + weight);
  for (const [path, weight] of stacks) {
    const at = path.indexOf(name);
    if (at < 0) continue;
    for (let end = at + 1; end <= path.length; end++) add(callees, path.slice(at, end), weight);
    const above = path.slice(0, at + 1).reverse();
    for (let end = 1; end <= above.length; end++) add(callers, above.slice(0, end), weight);
  }
  return { callers, callees };
}

/** Weights by path, from a merged tree whose calls all stayed in their place. */
function weightsOf(tree: MergedTree, keys: readonly string[], side: 'a' | 'b') {
  const paths: string[] = [''];
  const weights = new Map<string, number>();
  for (let row = 1; row < tree.chains; row++) {
    const above = paths[tree.parent[row]];
    paths[row] = `${above}${above === '' ? '' : ';'}${keys[tree.key[row]]}`;
    if (tree[side].total(row) > 0) weights.set(paths[row], tree[side].total(row));
  }
  return weights;
}

test('are those of the stacks if no call is one-sided', () => {
  const frame = fc.constantFrom('f', 'g', 'h', 'k');
  const stack = fc.tuple(fc.array(frame, { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 9 }));
  fc.assert(
    fc.property(fc.array(stack, { maxLength: 12 }), fc.array(stack, { maxLength: 12 }), (a, b) => {
      const text = (stacks: Stacks) =>
        stacks.map(([path, weight]) => `${path.join(';')} ${weight}`).join('\n');
      const { tree, keys } = compare(prepared(text(a), text(b)), { basis: 'cpu' });
      fc.pre(tree.mark.every((mark) => mark === 0));
      const merged = runNow(mergedSandwich({ tree, keys }, keys.indexOf('f')));
      const [ofA, ofB] = [naive(a, 'f'), naive(b, 'f')];
      expect(weightsOf(merged.callers, keys, 'a')).toEqual(ofA.callers);
      expect(weightsOf(merged.callers, keys, 'b')).toEqual(ofB.callers);
      expect(weightsOf(merged.callees, keys, 'a')).toEqual(ofA.callees);
      expect(weightsOf(merged.callees, keys, 'b')).toEqual(ofB.callees);
    }),
  );
});

test('tested rows have the values of their node', () => {
  const ready = prepared('main;a;f;g 80\nmain;b;f 20', 'main;a;f;g 50\nmain;b;f 90');
  const { tree, keys, functions } = compare(ready, { basis: 'cpu' });
  const { callers, callees } = runNow(mergedSandwich({ tree, keys }, keys.indexOf('f')));
  for (const merged of [callers, callees]) {
    const rows = testMerged(ready, { basis: 'cpu' }, merged);
    expect(rows).toHaveLength(merged === callers ? 5 : 2);
    for (const { index, a, b } of rows)
      expect([a, b]).toEqual([merged.a.total(index), merged.b.total(index)]);
    const total = functions.totals.find(({ index }) => index === keys.indexOf('f'));
    const { lo, hi } = rows.find(({ index }) => index === 1) ?? {};
    expect([lo, hi]).toEqual([total?.lo, total?.hi]);
  }
});
