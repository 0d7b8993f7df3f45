// The costs of the nodes of all trees: those of the same tree with only the samples of each cost.

import { beforeAll, describe, expect, test } from 'vitest';
import { fuzzed } from '../fixtures/fuzz.ts';
import { openOrThrow } from '../fixtures/opened.ts';
import { fixture, sourceOf } from '../fixtures/sources.ts';
import { COSTS, type CostId, type CostShares } from '../src/model/costs.ts';
import type { Filter } from '../src/model/filter.ts';
import { LEVELS } from '../src/model/levels.ts';
import { ALL_SAMPLES, type ViewOptions } from '../src/model/session.ts';
import { chainOf, depthOf, nodesTo, type CallTree } from '../src/model/tree.ts';
import type { OpenProfile } from './pipeline.ts';
import { localViews, type Views } from './views/views.ts';

const BASE: ViewOptions = { ...ALL_SAMPLES, level: 'python-c', event: 0, foldImports: true };
const HIDE: Filter = { action: 'hide', target: { by: 'pattern', query: 'Object|import' }, isOn: true };
const LIMIT = { depth: 64, samplePoints: 64 };

async function viewsOf(bytes: Parameters<typeof sourceOf>[0]): Promise<Views> {
  const open = await openOrThrow(sourceOf(bytes));
  return localViews(open);
}

function onlyCost(options: ViewOptions, cost: CostId): ViewOptions {
  const filter: Filter = { action: 'only', target: { by: 'cost', cost }, isOn: true };
  return { ...options, filters: [...options.filters, filter] };
}

/** Per node, identified by the functions on its path: what `of` returns. */
function byPath<T>(tree: CallTree, of: (chain: number) => T): Map<string, T> {
  const nodes = Array.from({ length: tree.length }, (_, node) => node);
  return new Map(
    nodes.map((node) => [
      nodesTo(tree, node)
        .map((each) => tree.func[each])
        .join(' '),
      of(chainOf(tree, node)),
    ]),
  );
}

function sharesIn({ costs, shares }: CostShares, chain: number): Record<string, number> {
  const all = costs.map((cost, i) => [cost, shares[chain * costs.length + i]] as const);
  return Object.fromEntries(all.filter(([, share]) => share > 0));
}

/** `treeOf` returns the tree of the samples with a cost. */
async function expectCosts(
  tree: CallTree,
  costs: CostShares | undefined,
  treeOf: (cost: CostId) => Promise<CallTree | undefined>,
): Promise<void> {
  const expected = byPath(tree, (): Record<string, number> => ({}));
  const all = byPath(tree, (chain) => tree.total[chain]);
  const weights: Record<string, number> = {};
  for (const { id } of COSTS) {
    const part = await treeOf(id);
    if (!part || part.samples[0] === 0) continue;
    weights[id] = part.total[0];
    for (const [path, weight] of byPath(part, (chain) => part.total[chain]))
      expected.get(path)![id] = Math.max(1, Math.round((255 * weight) / all.get(path)!));
  }
  expect(byPath(tree, (chain) => sharesIn(costs!, chain))).toEqual(expected);
  expect(Object.fromEntries(costs!.costs.map((cost, i) => [cost, costs!.weights[i]]))).toEqual(weights);
}

describe.each(['rules', 'jit', 'events'])('%s', (name) => {
  test.each(LEVELS.map(({ name: level }) => level))('trees at the level %s', async (level) => {
    const views = await viewsOf(fixture('recordings', `${name}.perf`));
    for (const filters of [[], [HIDE]])
      for (const shape of ['calls', 'callers'] as const) {
        const options = { ...BASE, level, filters };
        const { tree, costs } = (await views.graphs.tree({ options, shape, costs: true })).value;
        const treeOf = async (cost: CostId) =>
          (await views.graphs.tree({ options: onlyCost(options, cost), shape })).value.tree;
        await expectCosts(tree, costs, treeOf);
        expect(await views.graphs.treeCosts({ options, shape }, () => Promise.resolve())).toEqual(costs);
      }
  });

  test('both halves of a sandwich', async () => {
    const views = await viewsOf(fixture('recordings', `${name}.perf`));
    const { id } = await views.table({ options: BASE, by: 'function' });
    for (const func of fuzzed([...id])) {
      const { sandwich } = (await views.sandwich({ options: BASE, func, costs: true })).value;
      for (const half of ['callers', 'callees'] as const)
        await expectCosts(sandwich![half], sandwich!.costs?.[half], async (cost) => {
          const part = await views.sandwich({ options: onlyCost(BASE, cost), func });
          // Without samples, the sandwich is that of another function.
          return part.value.sandwich?.func === sandwich!.func ? part.value.sandwich[half] : undefined;
        });
    }
  });

  test('boxes in time order, by duration', async () => {
    const views = await viewsOf(fixture('recordings', `${name}.perf`));
    const { lanes } = (await views.timeOrder({ options: BASE, costs: true })).value;
    for (const { id } of COSTS) {
      const part = (await views.timeOrder({ options: onlyCost(BASE, id) })).value;
      for (const { tree, costs, pid, tid } of lanes) {
        const lane = part.lanes.find((each) => each.pid === pid && each.tid === tid);
        for (let chain = 0; chain < tree.chains; chain++) {
          const time = lane ? coveredTime(lane.tree, tree.start[chain], tree.total[chain]) : 0;
          const share = time > 0 ? Math.max(1, Math.round((255 * time) / tree.total[chain])) : undefined;
          expect(sharesIn(costs!, chain)[id]).toBe(share);
        }
      }
    }
  });
});

/** How long a lane has samples between two times. */
function coveredTime({ chains, parent, start, total }: CallTree, from: number, length: number): number {
  let time = 0;
  for (let chain = 1; chain < chains; chain++)
    if (parent[chain] === 0)
      time += Math.max(
        0,
        Math.min(start[chain] + total[chain], from + length) - Math.max(start[chain], from),
      );
  return time;
}

/** Enough chains that views are approximate at first. */
const LARGE = Array.from({ length: 52_000 }, (_, i) => {
  const leaf = ['gc_collect_main', '_PyObject_Malloc', 'PyDict_GetItem', '_PyEval_EvalFrameDefault'][i % 4];
  const above = i % 3 === 0 ? 'py::work:/a.py' : `py::group${i % 40}:/a.py`;
  return `app;${above};_PyEval_EvalFrameDefault;py::leaf${i}:/a.py;_PyEval_EvalFrameDefault;${leaf} ${1 + (i % 7)}`;
}).join('\n');

describe('approximate trees have the costs of the complete ones', () => {
  let large: OpenProfile;
  beforeAll(async () => {
    large = await openOrThrow(sourceOf(LARGE));
  });
  /** Without cached trees. */
  const viewsOfLarge = () => localViews({ ...large });

  test.each([false, true])('callers, with the complete tree cached: %s', async (isCached) => {
    const views = viewsOfLarge();
    const question = { options: { ...BASE, filters: [HIDE] }, shape: 'callers', costs: true } as const;
    if (isCached) await views.graphs.tree(question);
    const approximate = await views.graphs.tree({ ...question, limit: LIMIT });
    expect(approximate.isComplete).toBe(false);
    expectSameCosts(approximate.value, (await views.graphs.tree(question)).value);
  });

  test('both halves of a sandwich', async () => {
    const views = viewsOfLarge();
    const { strings, funcs } = views.open.recording;
    const func = funcs.name.findIndex((each) => strings[each] === 'py::work:/a.py');
    const question = { options: BASE, func, costs: true };
    const approximate = await views.sandwich({ ...question, limit: LIMIT });
    expect(approximate.isComplete).toBe(false);
    const complete = await views.sandwich(question);
    for (const half of ['callers', 'callees'] as const) {
      const [some, all] = [approximate, complete].map(({ value: { sandwich } }) => ({
        tree: sandwich![half],
        costs: sandwich!.costs![half],
      }));
      expectSameCosts(some, all);
    }
  });
});

interface CostedTree {
  readonly tree: CallTree;
  readonly costs?: CostShares | undefined;
}

/** Nodes have the same position and depth in both trees. */
function expectSameCosts(some: CostedTree, all: CostedTree): void {
  const byPlace = ({ tree, costs }: CostedTree) =>
    Array.from({ length: tree.chains }, (_, chain) => {
      const last = tree.first[chain + 1] - 1;
      const place = `${tree.start[chain]} ${tree.total[chain]} ${depthOf(tree, last, chain)}`;
      return [place, sharesIn(costs!, chain)] as const;
    });
  const complete = new Map(byPlace(all));
  const both = byPlace(some).filter(([place]) => complete.has(place));
  expect(both.length).toBeGreaterThan(0);
  for (const [place, shares] of both) expect(shares, place).toEqual(complete.get(place));
}
