// All views with the same options have the same weight, for any selection and filters.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzzRuns } from '../../fixtures/fuzz.ts';
import { openOrThrow } from '../../fixtures/opened.ts';
import { fixture, sourceOf } from '../../fixtures/sources.ts';
import { choice, optionsFrom } from '../../fixtures/view-choices.ts';
import '../../fixtures/seed.ts';
import { matchNames } from '../../src/calltree/match.ts';
import { COSTS } from '../../src/model/costs.ts';
import { GROUPINGS, isByCost, type Shape, type ViewOptions } from '../../src/model/session.ts';
import type { CallTree } from '../../src/model/tree.ts';
import type { OpenProfile } from '../pipeline.ts';
import { transferablesOf } from '../../src/model/transferables.ts';
import { Graphs } from './graphs.ts';
import { Views } from './views.ts';

const RECORDINGS = ['jit', 'events', 'rules', 'columns'];
const TOLERANCE = 1e-6;

async function openViews(name: string): Promise<{ open: OpenProfile; views: Views }> {
  const open = await openOrThrow(sourceOf(fixture('recordings', `${name}.perf`)));
  return { open, views: viewsOf(open) };
}

function viewsOf(open: OpenProfile): Views {
  const { funcs, strings } = open.recording;
  const names = Array.from(funcs.name, (each) => strings[each]);
  const find = (query: string) => Promise.resolve(matchNames(names, query));
  return new Views(new Graphs(open, { match: find, search: find }));
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((all, each) => all + each, 0);

/** A node's total is its self weight plus the totals of its children; the same holds for samples. */
function expectSums({ chains, parent, total, self, samples, selfSamples }: CallTree): void {
  const inChildren = new Float64Array(chains);
  const samplesInChildren = new Float64Array(chains);
  for (let chain = 1; chain < chains; chain++) {
    inChildren[parent[chain]] += total[chain];
    samplesInChildren[parent[chain]] += samples[chain];
  }
  for (let chain = 0; chain < chains; chain++) {
    expect(inChildren[chain] + self[chain]).toBeCloseTo(total[chain], 3);
    expect(samplesInChildren[chain] + selfSamples[chain]).toBe(samples[chain]);
  }
}

async function treeOf(views: Views, options: ViewOptions, shape: Shape = 'calls'): Promise<CallTree> {
  return (await views.graphs.tree({ options, shape })).value.tree;
}

describe.each(RECORDINGS)('%s.perf', (name) => {
  test('every view has the weight of the selected samples', async () => {
    const all = await openViews(name);
    const { views } = all;
    await fc.assert(
      fc.asyncProperty(choice, async (chosen) => {
        const options = optionsFrom(all.open, chosen);
        const tree = await treeOf(views, options);
        const inverted = await treeOf(views, options, 'callers');
        const weight = tree.total[0];
        for (const each of [tree, inverted]) {
          expectSums(each);
          expect([each.samples[0], Math.abs(each.total[0] - weight) <= TOLERANCE * weight]).toEqual([
            tree.samples[0],
            true,
          ]);
        }
        for (const by of GROUPINGS) {
          const table = await views.table({ options, by });
          expect(table.samples).toBe(tree.samples[0]);
          expect(sum(table.selfSamples)).toBe(tree.samples[0]);
          expect(sum(table.self)).toBeCloseTo(weight, 3);
          const { selfCosts } = await views.table({ options, by, hasCosts: true });
          expect(selfCosts === undefined).toBe(isByCost(by));
          if (selfCosts)
            for (const [row, self] of table.self.entries()) {
              const ofRow = selfCosts.subarray(row * COSTS.length, (row + 1) * COSTS.length);
              expect(sum(ofRow)).toBeCloseTo(self, 3);
            }
          expect(Math.max(0, ...table.totalSamples)).toBeLessThanOrEqual(tree.samples[0]);
          if (by === 'function')
            for (const [row, func] of table.id.entries()) {
              const { sandwich } = (await views.sandwich({ options, func })).value;
              expect([sandwich?.callers.samples[0], sandwich?.callees.samples[0]]).toEqual(
                Array(2).fill(table.totalSamples[row]),
              );
              expect(sandwich?.callees.total[0]).toBeCloseTo(table.total[row], 3);
            }
        }
        const { value: order } = await views.timeOrder({ options });
        const inOrder = sum(order?.lanes.map((lane) => lane.tree.samples[0]) ?? []);
        expect(inOrder).toBeLessThanOrEqual(tree.samples[0]);
        if (all.open.recording.duration > 0) expect(inOrder).toBe(tree.samples[0]);
      }),
      { numRuns: fuzzRuns(25) },
    );
  });

  test('undo restores the same tree after any other request', async () => {
    const all = await openViews(name);
    await fc.assert(
      fc.asyncProperty(choice, choice, fc.nat(2), async (first, other, kept) => {
        const options = optionsFrom(all.open, first);
        const before = await treeOf(all.views, options);
        // Some options stay the same, so that cached trees are used.
        const partly = [
          { ...first, filters: other.filters },
          { ...first, filters: first.filters.map((filter) => ({ ...filter, func: 0.99 - filter.func })) },
          { ...first, filters: [...first.filters.slice(0, -1), ...other.filters.slice(0, 1)] },
        ][kept];
        const otherOptions = optionsFrom(all.open, partly);
        const otherTree = await treeOf(all.views, otherOptions);
        expect(await treeOf(all.views, options)).toEqual(before);
        expect(await treeOf(viewsOf(all.open), options)).toEqual(before);
        expect(await treeOf(viewsOf(all.open), otherOptions)).toEqual(otherTree);
      }),
      { numRuns: fuzzRuns(50) },
    );
  });

  test('a time order can be requested again after its trees were transferred', async () => {
    const { open, views } = await openViews(name);
    const { views: others } = await openViews(name);
    await fc.assert(
      fc.asyncProperty(choice, fc.constantFrom(undefined, 16, 64), async (chosen, samplePoints) => {
        const options = optionsFrom(open, chosen);
        const limit = samplePoints === undefined ? undefined : { depth: Infinity, samplePoints };
        const first = await views.timeOrder({ options, limit });
        const expected = structuredClone(first);
        structuredClone(first, {
          transfer: transferablesOf(...(first.value?.lanes.map(({ tree }) => tree) ?? [])),
        });
        expect(await views.timeOrder({ options, limit })).toEqual(expected);
        expect(await others.timeOrder({ options, limit })).toEqual(expected);
      }),
      { numRuns: fuzzRuns(25) },
    );
  });
});
