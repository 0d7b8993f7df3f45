// Approximate views of a large recording agree with the complete ones, whichever trees are cached.

import { expect, test } from 'vitest';
import { triesAllRecordings } from '../../fixtures/fuzz.ts';
import { openOrThrow } from '../../fixtures/opened.ts';
import { sourceOf } from '../../fixtures/sources.ts';
import { nodesWithin } from '../../fixtures/tree.ts';
import type { Filter, FilterAction } from '../../src/model/filter.ts';
import { DEFAULT_LEVEL, LEVELS } from '../../src/model/levels.ts';
import { inferredAt, coversSamplePoint, type DetailLimit } from '../../src/model/tree.ts';
import { ALL_SAMPLES, type FlameView, type Shape, type ViewOptions } from '../../src/model/session.ts';
import type { Profile } from '../../src/model/profile.ts';
import { isTooSlow } from '../../src/async/too-slow.ts';
import { backgroundWork, isWorthPreparing } from './background-work.ts';
import { mendNow } from '../mending.ts';
import type { OpenProfile } from '../pipeline.ts';
import { Graphs } from './graphs.ts';
import { localViews, Views } from './views.ts';

/** Enough chains that views are approximate at first. */
const STACKS = Array.from({ length: 52_000 }, (_, i) =>
  i % 2 === 0
    ? `app;main;group${i % 40};leaf${i} ${1 + (i % 7)}`
    : `app;main;work;group${i % 40};twig${i} ${1 + (i % 5)}`,
);
const LIMIT: DetailLimit = { depth: 64, samplePoints: 64 };
const BASE: ViewOptions = { ...ALL_SAMPLES, level: DEFAULT_LEVEL, event: 0, foldImports: true };

const noPause = () => Promise.resolve();

/** Opened on first use; the views of each test have nothing cached. */
let opened: Promise<OpenProfile> | undefined;

async function viewsOfStacks(): Promise<Views> {
  opened ??= openOrThrow(sourceOf(STACKS.join('\n')));
  const unused = () => Promise.reject(new Error('These tests match no names'));
  return new Views(new Graphs({ ...(await opened) }, { match: unused, search: unused }));
}

function filteredBy(action: FilterAction): ViewOptions {
  const filter: Filter = { action, target: { by: 'function', name: 'work', module: '' }, isOn: true };
  return { ...BASE, filters: [filter] };
}

/** Expects the same nodes in the first row, and the same nodes that cover a sample point. */
async function expectAgreement(views: Views, options: ViewOptions, shape: Shape): Promise<void> {
  const approximate = await views.graphs.tree({ options, shape, limit: LIMIT });
  const { tree } = (await views.graphs.tree({ options, shape })).value;
  const sampled = (nodes: number[][]) =>
    nodes.filter(
      ([, depth, start, total]) =>
        depth === 0 || coversSamplePoint(start, total, tree.total[0], LIMIT.samplePoints),
    );
  expect(
    sampled(nodesWithin(approximate.value.tree)),
    `${shape}, ${approximate.isComplete ? 'complete' : 'approximate'}`,
  ).toEqual(sampled(nodesWithin(tree)));
}

/** Half of the stacks begin below `main`, and have enough frames in common with the others to be re-attached. */
let mendedStacks: Promise<OpenProfile> | undefined;

async function mendedGraphs(): Promise<Graphs> {
  const unused = () => Promise.reject(new Error('This test matches no names'));
  return new Graphs(await (mendedStacks ??= mendStacks()), { match: unused, search: unused });
}

async function mendStacks(): Promise<OpenProfile> {
  const frames = Array.from({ length: 25 }, (_, i) => `f${i}`).join(';');
  const lines = STACKS.map(
    (_, i) => `app;${i % 2 === 0 ? '_start;main;' : ''}${frames};leaf${i} ${1 + (i % 7)}`,
  );
  const { mended } = mendNow(await openOrThrow(sourceOf(lines.join('\n'))));
  if (!mended) throw new Error('No sample was re-attached.');
  return mended;
}

test('times are computed once for a recording with and without inferred callers', async () => {
  const sample = (at: number, frames: readonly string[]) =>
    [`app 1/1 ${at}.000000: 1 cycles:`, ...frames.map((frame) => `\t1 ${frame} (app)`), ''].join('\n');
  const shared = Array.from({ length: 30 }, (_, i) => `f${i}`).toReversed();
  const text = [sample(1, ['x', ...shared, '_start']), sample(2, ['y', ...shared])].join('\n');
  const { recorded, mended } = mendNow(await openOrThrow(sourceOf(`${text}\n`)));
  if (!mended) throw new Error('No sample was re-attached.');
  const [asRecorded, inferred] = [localViews(recorded), localViews(mended)];
  expect(inferred.timesOf(0)).toBeDefined();
  expect(asRecorded.timesOf(0)).toBe(inferred.timesOf(0));
});

/** The inferred weight of each node that has some, by its row, its left edge and its function. */
function inferredNodes({ tree, inferred }: FlameView): Map<string, number> {
  const weights = new Map<string, number>();
  if (!inferred) return weights;
  for (let chain = 0; chain < tree.chains; chain++)
    for (let node = tree.first[chain]; node < tree.first[chain + 1]; node++) {
      const depth = tree.depth[chain] + node - tree.first[chain];
      const weight = inferredAt(inferred, chain, depth);
      if (weight > 0) weights.set(`${depth} ${tree.start[chain]} ${tree.func[node]}`, weight);
    }
  return weights;
}

test.each([
  ['with nothing cached', undefined],
  ['with an approximate tree from the background', 'approximate'],
  ['with the complete tree cached', 'complete'],
])('approximate inverted graphs know what is inferred, %s', async (_, cached) => {
  const graphs = await mendedGraphs();
  // The default level hides `_start` and `main`.
  const options: ViewOptions = { ...BASE, level: 'merged' };
  const question = { options, shape: 'callers' } as const;
  if (cached === 'approximate') await graphs.approximateCallerTree(options, LIMIT, noPause);
  if (cached === 'complete') await graphs.tree(question);
  const approximate = await graphs.tree({ ...question, limit: LIMIT });
  expect(approximate.isComplete).toBe(false);
  const found = inferredNodes(approximate.value);
  const complete = inferredNodes((await graphs.tree(question)).value);
  expect(found.size).toBeGreaterThan(20);
  for (const [node, weight] of found) expect([node, complete.get(node)]).toEqual([node, weight]);
});

/** By default, one that leaves out samples, one that changes stacks, and one that does both. */
const ACTIONS = triesAllRecordings
  ? (['drop', 'hide', 'focus', 'only', 'recursion'] as const)
  : (['drop', 'hide', 'focus'] as const);

test.each(ACTIONS)('trees agree after the filter %s with nothing cached', async (action) => {
  const views = await viewsOfStacks();
  await expectAgreement(views, filteredBy(action), 'calls');
  await expectAgreement(views, filteredBy(action), 'callers');
});

// One that leaves out samples and one that changes their stacks.
test.each(['drop', 'hide'] as const)('trees agree after the filter %s with cached trees', async (action) => {
  const views = await viewsOfStacks();
  await views.graphs.tree({ options: BASE, shape: 'callers' });
  await expectAgreement(views, filteredBy(action), 'callers');
  const withCalls = await viewsOfStacks();
  await withCalls.graphs.tree({ options: BASE, shape: 'callers' });
  await withCalls.graphs.tree({ options: filteredBy(action), shape: 'calls' });
  await expectAgreement(withCalls, filteredBy(action), 'callers');
});

test('background work changes no view, at any level', async () => {
  const views = await viewsOfStacks();
  const background = backgroundWork(views);
  await views.graphs.tree({ options: filteredBy('drop'), shape: 'callers', limit: LIMIT });
  for (let step = background.next().value; step; step = background.next().value) await step(noPause);
  for (const { name: level } of LEVELS)
    await expectAgreement(views, { ...filteredBy('drop'), level }, 'callers');
});

test('views are prepared only for large recordings', async () => {
  const small = await openOrThrow(sourceOf('app;main;work 1'));
  const { classified } = small;
  const { profile } = classified;
  const withRows = (rows: Partial<Profile>) => ({
    ...small,
    classified: { ...classified, profile: { ...profile, ...rows } },
  });
  const half = withRows({ stacks: { ...profile.stacks, length: 125_000 } });
  expect(isWorthPreparing([small])).toBe(false);
  expect(isWorthPreparing([withRows({ samples: { ...profile.samples, length: 200_000 } })])).toBe(true);
  expect(isWorthPreparing([half])).toBe(false);
  expect(isWorthPreparing([half, half]), 'both sides of a comparison').toBe(true);
});

test('reports a filter whose expression takes too long', async () => {
  const open = await openOrThrow(sourceOf('app;main;work 1'));
  const { length } = open.classified.profile.funcs;
  const slow = () => Promise.resolve({ matches: new Uint8Array(length), mode: 'timeout' as const });
  const views = new Views(new Graphs(open, { match: slow, search: slow }));
  const filters = [{ action: 'drop', target: { by: 'pattern', query: '(a+)+$' }, isOn: true }] as const;
  const options = { ...BASE, filters };
  const error: unknown = await views.graphs
    .tree({ options, shape: 'calls' })
    .catch((thrown: unknown) => thrown);
  expect(isTooSlow(error) && error.message).toBe(
    'The filter expression “(a+)+$” takes too long and is not applied: simplify it or remove the filter.',
  );
});
