// The sums of costs are exact for any selection: each sample counts once, whatever it is grouped, split or filtered by.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzzRuns } from '../fixtures/fuzz.ts';
import { arbitraryMutation, mutate } from '../fixtures/mutate.ts';
import { fixture } from '../fixtures/sources.ts';
import { choice, optionsFrom, share, type Choice } from '../fixtures/view-choices.ts';
import {
  added,
  byPart,
  filtersOf,
  openBytes,
  partsOf,
  rowsOf,
  sum,
  withFilter,
  type Subject,
} from '../fixtures/cost-parts.ts';
import '../fixtures/seed.ts';
import type { BuiltTree } from '../src/calltree/build/build.ts';
import { functionCosts, nodeCosts } from '../src/calltree/costs/cost-weights.ts';
import { COSTS, partOfStack } from '../src/model/costs.ts';
import type { FilterAction } from '../src/model/filter.ts';
import { isPythonLike } from '../src/model/kinds.ts';
import { LEVELS } from '../src/model/levels.ts';
import { NONE } from '../src/model/profile.ts';
import type { ViewOptions } from '../src/model/session.ts';
import { chainOf, childrenOf, nodesTo, selfOf } from '../src/model/tree.ts';
import { COST_GROUPINGS, type CostRow } from './costs.ts';
import type { OpenProfile } from './pipeline.ts';
import { stackCostsOf } from './views/tree-shares.ts';

const RECORDINGS = ['events.perf', 'rules.perf', 'lines.perf', 'workers.perf.gz'];

describe.each(RECORDINGS)('%s', (name) => {
  const subject = openBytes(fixture('recordings', name));

  /** Checks a property of random options. */
  function check<T>(
    more: fc.Arbitrary<T>,
    property: (subject: Subject, options: ViewOptions, more: T) => Promise<void>,
  ): Promise<void> {
    const predicate = async (chosen: Choice, value: T) => {
      const all = await subject;
      if (!all) throw new Error(`${name} is not a recording.`);
      await property(all, optionsFrom(all.open, chosen), value);
    };
    return fc.assert(fc.asyncProperty(choice, more, predicate), { numRuns: fuzzRuns(25) });
  }

  test('every grouping adds up to the selected weight, and has the same parts', () =>
    check(fc.constant(0), expectGroupings));

  test('each function and thread has its own weight', () =>
    check(fc.constant(0), async (all, selected) => {
      const options = { ...selected, level: 'python', filters: [] } as const;
      const { strings, funcs, threads } = all.open.classified.profile;
      const table = await all.views.table({ options: { ...options, foldImports: false }, by: 'function' });
      const names = Array.from(table.id, (func) => strings[funcs.name[func]]);
      expect(byGroup(await rowsOf(all, options, 'function'))).toEqual(weightsBy(names, table.self));
      const lanes = await all.views.table({ options, by: 'thread' });
      const ids = Array.from(lanes.id, (row) => `${threads[row].comm} ${threads[row].tid}`);
      expect(byGroup(await rowsOf(all, options, 'thread'))).toEqual(weightsBy(ids, lanes.self));
    }));

  test('a time range and the rest of the recording add up, and so do threads', () =>
    check(fc.tuple(share, share), async (all, selected, cuts) => {
      const { recording } = all.open;
      const options = { ...selected, range: undefined };
      const whole = await partsOf(all, options);
      if (recording.duration > 0) {
        const [from, to] = cuts
          .map((cut) => recording.start + cut * recording.duration)
          .toSorted((a, b) => a - b);
        const ranges = [
          { from: -Infinity, to: from },
          { from, to },
          { from: to, to: Infinity },
        ];
        expect(added(await Promise.all(ranges.map((range) => partsOf(all, { ...options, range }))))).toEqual(
          whole,
        );
      }
      const threads = options.threads ?? recording.threadList.keys();
      const ofThreads = [...new Set(threads)].map((thread) =>
        partsOf(all, { ...options, threads: [thread] }),
      );
      expect(added(await Promise.all(ofThreads))).toEqual(whole);
    }));

  test('filters of code move no sample to another cost', () =>
    check(choice, async (all, options, other) => {
      const [last] = optionsFrom(all.open, other).filters;
      if (!last?.target) return;
      const after = (action: FilterAction) =>
        partsOf(all, withFilter(options, { ...last, action, isOn: true }));
      const before = await partsOf(all, options);
      for (const action of ['hide', 'keep', 'collapse', 'recursion'] as const)
        expect(await after(action)).toEqual(before);
      const matching = await after('only');
      expect(await after('focus')).toEqual(matching);
      expect(await after('callers')).toEqual(matching);
      expect(added([matching, await after('drop')])).toEqual(before);
    }));

  test('the filters only and drop of a cost divide the samples', () =>
    check(fc.constantFrom(...COSTS), async (all, options, { id: cost }) => {
      const { only, drop } = filtersOf(cost);
      const costs = stackCostsOf(all.open);
      const { stack, length } = all.open.classified.profile.samples;
      const [before, inCost, inOthers] = await Promise.all(
        [options, withFilter(options, only), withFilter(options, drop)].map((each) =>
          all.views.selected(each),
        ),
      );
      for (let sample = 0; sample < length; sample++) {
        const has = costs.parts[partOfStack(costs, stack[sample])].cost === cost;
        expect([inCost(sample), inOthers(sample)]).toEqual([before(sample) && has, before(sample) && !has]);
      }
      const whole = await partsOf(all, options);
      expect(
        added([await partsOf(all, withFilter(options, only)), await partsOf(all, withFilter(options, drop))]),
      ).toEqual(whole);
      const divided = COSTS.map(({ id }) => partsOf(all, withFilter(options, filtersOf(id).only)));
      expect(added(await Promise.all(divided))).toEqual(whole);
      expect(await partsOf(all, withFilter(withFilter(options, only), drop))).toEqual(new Map());
      await expectGroupings(all, withFilter(options, drop));
    }));

  test('every level has the same costs', () =>
    check(fc.constantFrom(...COSTS), async (all, selected, { id }) => {
      const options = { ...selected, filters: [filtersOf(id).drop] };
      const expected = await partsOf(all, options);
      for (const { name: level } of LEVELS)
        for (const foldImports of [false, true])
          expect(await partsOf(all, { ...options, level, foldImports })).toEqual(expected);
    }));

  test('the own time of all functions adds up', () =>
    check(fc.constant(0), async (all, options) => {
      const { profile } = all.open.classified;
      const built = await all.views.trees.get(options);
      const table = await all.views.table({ options, by: 'function' });
      const isPython = (func: number) => func !== NONE && isPythonLike(profile.funcs.kind[func]);
      const functions = [...new Set(built.tree.func)].filter(isPython);
      const own = functions.map((func) => {
        const weights = functionCosts(built, func, profile, stackCostsOf(all.open));
        expect(sum(weights, 'total')).toBe(table.total[table.id.indexOf(func)]);
        return sum(weights, 'own');
      });
      expect(own.reduce((total, each) => total + each, 0)).toBe(weightBelow(built, all.open, isPython));
    }));

  test('a node costs its self time and what its children cost', () =>
    check(fc.array(share, { minLength: 1, maxLength: 20 }), async (all, options, positions) => {
      const { profile } = all.open.classified;
      const built = await all.views.trees.get(options);
      const { tree } = built;
      const total = (node: number) => sum(nodeCosts(built, node, profile, stackCostsOf(all.open)), 'total');
      for (const position of positions) {
        const node = Math.floor(position * tree.length);
        const children = childrenOf(tree, node).map(total);
        expect(total(node)).toBe(tree.total[chainOf(tree, node)]);
        expect(total(node)).toBe(children.reduce((sum, each) => sum + each, selfOf(tree, node).weight));
      }
    }));
});

test('damaged recordings have costs that add up', async () => {
  const damage = fc.array(arbitraryMutation(fc.uint8Array({ minLength: 1, maxLength: 8 })), {
    minLength: 1,
    maxLength: 6,
  });
  const text = fc
    .constantFrom('jit', 'inlined', 'columns', 'names-only', 'events', 'lines')
    .map((name) => fixture('recordings', `${name}.perf`).subarray(0, 9000));
  await fc.assert(
    fc.asyncProperty(text, damage, choice, async (bytes, mutations, chosen) => {
      const outcome = await openBytes(mutate(bytes, mutations, 40));
      if (outcome) await expectGroupings(outcome, optionsFrom(outcome.open, chosen));
    }),
    { numRuns: fuzzRuns(80) },
  );
});

async function expectGroupings(all: Subject, options: ViewOptions): Promise<void> {
  const { weight, samples, costs } = await all.views.overview({ options });
  const expected = await partsOf(all, options);
  expect(costs.every(({ own, total }) => own === total)).toBe(true);
  const parts = costs.map(({ cost, part }) => `${cost} ${part}`);
  const weights = Array.from(expected.values(), ([each]) => each);
  expect(
    weightsBy(
      parts,
      costs.map(({ total }) => total),
    ),
  ).toEqual(weightsBy([...expected.keys()], weights));
  expect(new Set(parts).size).toBe(parts.length);
  for (const by of [undefined, ...COST_GROUPINGS]) {
    const rows = await rowsOf(all, options, by);
    expect(sum(rows, 'weight')).toBe(weight);
    expect(sum(rows, 'samples')).toBe(samples);
    expect(byPart(rows)).toEqual(expected);
  }
}

/** Groups without weight are left out. */
function byGroup(rows: readonly CostRow[]): Map<string, number> {
  return weightsBy(
    rows.map(({ group }) => group),
    rows.map(({ weight }) => weight),
  );
}

function weightsBy(names: readonly string[], weights: ArrayLike<number>): Map<string, number> {
  const sums = new Map<string, number>();
  names.forEach((name, i) => {
    if (weights[i] > 0) sums.set(name, (sums.get(name) ?? 0) + weights[i]);
  });
  return sums;
}

/** The weight of the selected samples that have a matching function on their stack. */
function weightBelow(
  { tree, chainOfSample }: BuiltTree,
  { classified }: OpenProfile,
  isMatch: (func: number) => boolean,
): number {
  const { weight } = classified.profile.samples;
  let total = 0;
  chainOfSample.forEach((chain, sample) => {
    const leaf = tree.first[chain + 1] - 1;
    if (chain >= 0 && nodesTo(tree, leaf).some((node) => isMatch(tree.func[node]))) total += weight[sample];
  });
  return total;
}
