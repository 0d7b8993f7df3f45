// What the views show of costs is what the samples cost, for any selection.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzzRuns } from '../fixtures/fuzz.ts';
import { openBytes, partsOf, rowsOf, sum, type Subject } from '../fixtures/cost-parts.ts';
import { fixture } from '../fixtures/sources.ts';
import { choice, optionsFrom, share } from '../fixtures/view-choices.ts';
import '../fixtures/seed.ts';
import { COSTS, type CostId, type CostShares } from '../src/model/costs.ts';
import { GROUPINGS, type ViewOptions } from '../src/model/session.ts';
import type { CallTree } from '../src/model/tree.ts';

const RECORDINGS = ['events.perf', 'rules.perf', 'lines.perf', 'workers.perf.gz'];

describe.each(RECORDINGS)('%s', (name) => {
  const subject = openBytes(fixture('recordings', name));

  /** Checks a property of random options. */
  function check(property: (all: Subject, options: ViewOptions, position: number) => Promise<void>) {
    return fc.assert(
      fc.asyncProperty(choice, share, async (chosen, position) => {
        const all = await subject;
        if (!all) throw new Error(`${name} is not a recording.`);
        await property(all, optionsFrom(all.open, chosen), position);
      }),
      { numRuns: fuzzRuns(25) },
    );
  }

  test('tables by cost and by part have the weights of the samples', () =>
    check(async (all, options) => {
      const byCost = await all.views.table({ options, by: 'cost' });
      const weights = await weightsOf(all, options);
      expect(pairs(byCost.id, byCost.self)).toEqual(weights);
      const byPartOfCost = await all.views.table({ options, by: 'part' });
      const parts = byPartOfCost.parts?.map(({ cost, part }) => `${cost} ${part}`) ?? [];
      const expected = await partsOf(all, options);
      expect(
        new Map(parts.map((part, row) => [part, [byPartOfCost.self[row], byPartOfCost.selfSamples[row]]])),
      ).toEqual(expected);
    }));

  test('the columns of costs add up to the self weight of each row', () =>
    check(async (all, options) => {
      const weights = await weightsOf(all, options);
      for (const by of GROUPINGS.filter((each) => each !== 'cost' && each !== 'part')) {
        const {
          length,
          self,
          selfCosts = new Float64Array(),
        } = await all.views.table({ options, by, hasCosts: true });
        const ofCosts = new Float64Array(COSTS.length);
        for (let row = 0; row < length; row++) {
          const cells = selfCosts.subarray(row * COSTS.length, (row + 1) * COSTS.length);
          expect(cells.reduce((total, each) => total + each, 0)).toBe(self[row]);
          cells.forEach((each, cost) => (ofCosts[cost] += each));
        }
        expect(pairs(ofCosts.keys(), ofCosts)).toEqual(weights);
      }
    }));

  test('the costs of a graph are those of its samples, in each chain', () =>
    check(async (all, options, position) => {
      const { chainOfSample } = await all.views.trees.get(options);
      for (const shape of ['calls', 'callers'] as const) {
        const { tree, costs } = (await all.views.graphs.tree({ options, shape, costs: true })).value;
        if (!costs) throw new Error('no costs');
        expect(pairs(costs.costs.map(indexOfCost), costs.weights)).toEqual(await weightsOf(all, options));
        expectShares(tree, costs);
      }
      // In the tree of calls, the samples of a chain are known.
      const { tree, costs } = (await all.views.graphs.tree({ options, shape: 'calls', costs: true })).value;
      const chain = Math.floor(position * tree.chains);
      const isBelow = (sample: number) =>
        chainOfSample[sample] >= chain && chainOfSample[sample] < tree.end[chain];
      const rows = await rowsOf(all, options, undefined, isBelow);
      expect(sum(rows, 'weight')).toBe(tree.total[chain]);
      const ofCosts = new Map<string, number>();
      for (const { cost, weight } of rows) ofCosts.set(cost, (ofCosts.get(cost) ?? 0) + weight);
      costs?.costs.forEach((cost, at) => {
        const exact = (255 * (ofCosts.get(cost) ?? 0)) / tree.total[chain];
        const shown = costs.shares[chain * costs.costs.length + at];
        expect(shown > 0).toBe(exact > 0);
        if (exact > 0) expect(Math.abs(shown - exact)).toBeLessThanOrEqual(1);
      });
    }));

  test('both halves of a sandwich have the costs of the function', () =>
    check(async (all, options, position) => {
      const { id } = await all.views.table({ options, by: 'function' });
      if (id.length === 0) return;
      const func = id[Math.floor(position * id.length)];
      const { sandwich } = (await all.views.sandwich({ options, func, costs: true })).value;
      const { costs: ofFunction } = await all.views.functionDetails({
        options,
        func: sandwich?.func ?? func,
      });
      const expected = COSTS.map((cost) =>
        sum(
          ofFunction.filter((each) => each.cost === cost.id),
          'total',
        ),
      );
      for (const half of ['callers', 'callees'] as const) {
        const shares = sandwich?.costs?.[half];
        if (!sandwich || !shares) throw new Error('no costs');
        expect(pairs(shares.costs.map(indexOfCost), shares.weights)).toEqual(pairs(COSTS.keys(), expected));
        expectShares(sandwich[half], shares);
      }
    }));

  test('the timeline by cost has the weights of all samples with a time', () =>
    check(async (all, { event, level, foldImports }) => {
      const timeline = all.views.timeline({ event, level, foldImports, columns: 50, bands: 'costs' });
      if (!timeline || Number.isNaN(all.open.recording.duration)) return;
      const ofCosts = new Float64Array(COSTS.length);
      for (const { columns, bands } of timeline.lanes)
        columns.forEach((weight, at) => (ofCosts[at % bands] += weight));
      const options = { event, level, foldImports, threads: undefined, filters: [] };
      const range = { from: -Infinity, to: Infinity };
      const weights = await weightsOf(all, { ...options, range });
      for (const [cost, weight] of ofCosts.entries())
        // The columns have single precision.
        expect(Math.abs(weight - (weights.get(cost) ?? 0))).toBeLessThanOrEqual(1e-5 * weight);
    }));

  test('a search for a cost finds its samples', () =>
    check(async (all, options) => {
      const rows = await rowsOf(all, options, undefined);
      for (const { id } of COSTS) {
        const found = await all.views.search({ options, query: `cost:${id}` });
        const ofCost = rows.filter(({ cost }) => cost === id);
        expect([found.weight, found.samples]).toEqual([sum(ofCost, 'weight'), sum(ofCost, 'samples')]);
      }
    }));
});

/** The weight of the selected samples, by index into COSTS. */
async function weightsOf(all: Subject, options: ViewOptions): Promise<Map<number, number>> {
  const rows = await rowsOf(all, options, undefined);
  const weights = COSTS.map(({ id }) =>
    sum(
      rows.filter(({ cost }) => cost === id),
      'weight',
    ),
  );
  return pairs(weights.keys(), weights);
}

function indexOfCost(cost: CostId): number {
  return COSTS.findIndex(({ id }) => id === cost);
}

/** Without weights of zero. */
function pairs(keys: Iterable<number>, weights: ArrayLike<number>): Map<number, number> {
  return new Map([...keys].map((key, i) => [key, weights[i]] as const).filter(([, weight]) => weight > 0));
}

/** The shares of a chain add up to 255, as far as rounding allows. */
function expectShares({ chains, total }: CallTree, { costs, shares }: CostShares): void {
  for (let chain = 0; chain < chains; chain++) {
    if (total[chain] === 0) continue;
    const all = shares.subarray(chain * costs.length, (chain + 1) * costs.length);
    const present = all.filter((each) => each > 0).length;
    expect(Math.abs(255 - all.reduce((sum, each) => sum + each, 0))).toBeLessThanOrEqual(present);
  }
}
