import { expect, test } from 'vitest';
import { syntheticProfile } from '../../../fixtures/synthetic.ts';
import { profileOf } from '../../../fixtures/text.ts';
import { timeOrderOf } from '../../calltree/time/time-order.ts';
import type { Profile } from '../../model/profile.ts';
import { ALL_SAMPLES, type SearchResult, type TimeLane, type TimeOrder } from '../../model/session.ts';
import {
  type TimeNodeAt,
  childrenOf,
  depthOf,
  parentOf,
  chainOf,
  siblingPositionOf,
} from '../../model/tree.ts';
import { toStackChains } from '../../model/trie.ts';
import { pathTo, type PathNames, functionIdsOf } from '../../model/call-path.ts';
import { earliestWithPath, nextMatch, resolveTimeNode, timeStepFrom, timeNodeOf } from './time-graph.ts';

const ALL = { threads: undefined, range: undefined };

const OPTIONS = { level: 'raw', event: 0, foldImports: true, ...ALL_SAMPLES } as const;

function orderOf(profile: Profile): TimeOrder {
  const order = timeOrderOf(toStackChains(profile), 0, ALL);
  if (!order) throw new Error('the profile has no times');
  return { ...order, options: OPTIONS };
}

function namesOf(profile: Profile): PathNames {
  return { ids: functionIdsOf(profile), funcs: profile.funcs };
}

const synthetic = (seed: number) => syntheticProfile({ seed, samples: 200, depth: 8 });

function lanesOf(seed: number): readonly TimeLane[] {
  return orderOf(synthetic(seed)).lanes;
}

test('steps lead to the caller, the first callee, and siblings in chronological order', () => {
  for (let seed = 1; seed < 6; seed++) {
    const lanes = lanesOf(seed);
    const { tree } = lanes[0];
    for (let node = 1; node < tree.length; node++) {
      const step = (to: Parameters<typeof timeStepFrom>[2]) =>
        timeStepFrom(lanes, { lane: 0, node }, to).node;
      const siblings = childrenOf(tree, parentOf(tree, node));
      const place = siblings.indexOf(node);
      expect(step('parent')).toBe(parentOf(tree, node));
      expect(step('child')).toBe(childrenOf(tree, node)[0] ?? node);
      expect(step('next')).toBe(siblings[place + 1] ?? node);
      expect(step('previous')).toBe(siblings[place - 1] ?? node);
      expect(step('root')).toBe(0);
      expect(siblingPositionOf(tree, node)).toEqual({ position: place + 1, siblings: siblings.length });
    }
  }
});

test('lanes are siblings, and steps stop at the first and last lane', () => {
  const lanes = lanesOf(1);
  expect(lanes.length).toBe(3);
  expect(timeStepFrom(lanes, { lane: 0, node: 0 }, 'next')).toEqual({ lane: 1, node: 0 });
  expect(timeStepFrom(lanes, { lane: 2, node: 0 }, 'next')).toEqual({ lane: 2, node: 0 });
  expect(timeStepFrom(lanes, { lane: 0, node: 0 }, 'previous')).toEqual({ lane: 0, node: 0 });
  expect(timeStepFrom(lanes, { lane: 1, node: 0 }, 'parent')).toEqual({ lane: 1, node: 0 });
  const { node } = timeStepFrom(lanes, { lane: 1, node: 0 }, 'end');
  expect(childrenOf(lanes[1].tree, node)).toEqual([]);
});

test('a call path leads to its earliest node in any lane', () => {
  const profile = synthetic(3);
  const names = namesOf(profile);
  const { lanes } = orderOf(profile);
  const pathAt = ({ lane, node }: TimeNodeAt) => pathTo(lanes[lane].tree, node, names);
  const all = lanes.flatMap(({ tree }, lane) =>
    Array.from({ length: tree.length - 1 }, (_, i) => ({ lane, node: i + 1 })),
  );
  const startOf = ({ lane, node }: TimeNodeAt) => lanes[lane].tree.start[chainOf(lanes[lane].tree, node)];
  const earliest = new Map<string, number>();
  for (const node of all) {
    const path = pathAt(node).join();
    earliest.set(path, Math.min(startOf(node), earliest.get(path) ?? Infinity));
  }
  expect(earliest.size, 'paths occur several times').toBeLessThan(all.length);
  for (const node of all) {
    const path = pathAt(node);
    const found = earliestWithPath(lanes, path, names);
    expect(found && pathAt(found)).toEqual(path);
    expect(found && startOf(found)).toBe(earliest.get(path.join()));
  }
  expect(earliestWithPath(lanes, [], names)).toBeUndefined();
  expect(earliestWithPath(lanes, [...pathAt(all[0]), 1e6], names)).toBeUndefined();
});

test('matches are visited lane by lane in both directions, wrapping around', () => {
  const lanes = lanesOf(2);
  const func = lanes[1].tree.func[3];
  const matches = new Uint8Array(100);
  matches[func] = 1;
  const found: SearchResult = { mode: 'regex', matches, functions: 1, weight: 1, samples: 1, heaviest: [] };
  const all = lanes.flatMap(({ tree }, lane) =>
    Array.from({ length: tree.length }, (_, node) => ({ lane, node })).filter(
      ({ node }) => node > 0 && tree.func[node] === func,
    ),
  );
  let at = { lane: 0, node: 0 };
  for (const next of [...all, all[0]]) {
    at = nextMatch(lanes, at, found, 1) ?? at;
    expect(at).toEqual(next);
  }
  expect(nextMatch(lanes, all[0], found, -1)).toEqual(all.at(-1));
  expect(nextMatch(lanes, at, { ...found, matches: new Uint8Array(100) }, 1)).toBeUndefined();
});

test('a node resolves to itself, or to the first thread if its own lane is missing', () => {
  const profile = synthetic(3);
  const names = namesOf(profile);
  const order = { ...orderOf(profile), from: 1000 };
  const { lanes } = order;
  for (const [lane, { tree }] of lanes.entries())
    for (let node = 0; node < tree.length; node++) {
      const ref = timeNodeOf(order, { lane, node }, names);
      const inLanes = (from: number) => resolveTimeNode({ ...order, lanes: lanes.slice(from) }, ref, names);
      expect(inLanes(0)).toEqual({ lane, node });
      expect(inLanes(lane)).toEqual({ lane: 0, node });
      if (lane === 0) expect(inLanes(1)).toEqual({ lane: 0, node: 0 });
    }
});

test('a hidden node resolves to its caller, and to itself once it is visible again', () => {
  const profile = profileOf('a 1/1 | x 0 | main;f;k 1\na 1/1 | x 1 | main;f;g;h 1');
  const all = orderOf(profile);
  const depthIn = ({ lanes }: TimeOrder, { lane, node }: TimeNodeAt) => depthOf(lanes[lane].tree, node);
  const { tree } = all.lanes[0];
  const h = [...Array(tree.length).keys()].find((node) => depthOf(tree, node) === 4) ?? 0;
  const node = timeNodeOf(all, { lane: 0, node: h }, namesOf(profile));
  const fewer = profileOf('a 1/1 | x 0 | main;f;k 1\na 1/1 | x 1 | main;f;g 1');
  const without = orderOf(fewer);
  expect(depthIn(without, resolveTimeNode(without, node, namesOf(fewer))), 'g').toBe(3);
  const names = namesOf(profile);
  const [main, f, g, last] = pathTo(tree, h, names);
  const lower = { ...node, path: [main, 99, f, g, last] };
  expect(resolveTimeNode(all, lower, names), 'below a removed frame').toEqual({ lane: 0, node: h });
  expect(resolveTimeNode(all, { ...node, time: 5e9 }, names), 'at an empty time').toEqual({
    lane: 0,
    node: 0,
  });
});
