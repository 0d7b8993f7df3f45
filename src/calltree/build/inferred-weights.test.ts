// Compares inferred weights with a second, simple implementation: a flag per frame of each sample.

import { completeTree } from '../../../fixtures/complete-tree.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../../../fixtures/fuzz.ts';
import { createRandom } from '../../../fixtures/synthetic.ts';
import { funcText, profileOf } from '../../../fixtures/text.ts';
import { applyFilter, type FilterRule } from '../../filters/filter.ts';
import type { FilterAction } from '../../model/filter.ts';
import {
  inferredAt,
  isInferred,
  type InferredWeights,
  chainOf,
  depthOf,
  parentOf,
  type CallTree,
  allStacksOf,
} from '../../model/tree.ts';
import { NONE, type Profile } from '../../model/profile.ts';
import { mapChains, toStackChains } from '../../model/trie.ts';
import { runNow } from '../../async/time-slices.ts';
import { buildSelectedTree, filterSelected, type BuiltTree } from './build.ts';
import { withEndsOfCallers } from '../costs/cost-shares.ts';
import { filterInferred, startDepths } from './filtered-inferred.ts';
import { inferredCallerWeights, inferredFunctionWeight, inferredWeights } from './inferred-weights.ts';
import { invert } from './inverted.ts';
import { sandwichWithEnds } from '../sandwich.ts';
import { timeOrderOf } from '../time/time-order.ts';
import '../../../fixtures/seed.ts';

const BODY = ['a', 'b', 'c', 'd', 'e'];
const HIDDEN = 'hidden';

interface Frame {
  readonly name: string;
  readonly isInferred: boolean;
}

interface Sample {
  /** Root first. */
  readonly frames: readonly Frame[];
  readonly weight: number;
}

function randomSamples(seed: number): Sample[] {
  const random = createRandom(seed);
  const below = (count: number) => Math.floor(random() * count);
  return Array.from({ length: 1 + below(12) }, () => {
    const length = 1 + below(9);
    const count = random() < 0.6 ? below(length) : 0;
    const frames = Array.from({ length }, (_, i) => ({
      name: i < 2 ? BODY[i] : BODY[below(BODY.length)],
      isInferred: i < count,
    }));
    return { frames, weight: 1 + below(5) };
  });
}

/** With the function `hidden` last, which no stack has. */
function profileWith(samples: readonly Sample[]): Profile {
  const lines = samples.map(({ frames, weight }) => `${frames.map(({ name }) => name).join(';')} ${weight}`);
  const profile = profileOf(
    [...lines, ...BODY, HIDDEN].map((line) => `${line} 1`.replace(/( \d+) 1$/, '$1')).join('\n'),
  );
  const keep = samples.length;
  const stack = profile.samples.stack.map((each, i) => (i < keep ? each : NONE));
  const inferred = Int32Array.from({ length: profile.samples.length }, (_, i) => {
    const count = i < keep ? samples[i].frames.filter((frame) => frame.isInferred).length : 0;
    return count === 0 ? NONE : count;
  });
  return { ...profile, samples: { ...profile.samples, stack, inferred } };
}

function filterNaively({ frames, weight }: Sample, action: FilterAction, target: string): Sample | undefined {
  const first = frames.findIndex(({ name }) => name === target);
  const isSame = (a: Frame | undefined, b: Frame) =>
    action === 'recursion' ? a?.name === b.name : a?.name === target && b.name === target;
  switch (action) {
    case 'focus':
      return first < 0 ? undefined : { frames: frames.slice(first), weight };
    case 'callers':
      return first < 0 ? undefined : { frames: frames.slice(0, first + 1), weight };
    case 'only':
      return first < 0 ? undefined : { frames, weight };
    case 'drop':
      return first < 0 ? { frames, weight } : undefined;
    case 'hide':
    case 'keep': {
      const left = frames.filter(({ name }) => (name === target) === (action === 'keep'));
      return { frames: left.length > 0 ? left : [{ name: HIDDEN, isInferred: false }], weight };
    }
    case 'collapse':
    case 'recursion': {
      const merged: Frame[] = [];
      frames.forEach((frame, i) => {
        const isMerged = isSame(frames[i - 1], frame);
        const before = isMerged ? merged.pop() : undefined;
        const isInferred = frame.isInferred && (before?.isInferred ?? true);
        merged.push({ name: frame.name, isInferred });
      });
      return { frames: merged, weight };
    }
  }
}

function ruleOf(profile: Profile, action: FilterAction, target: string): FilterRule {
  const names = Array.from(profile.funcs.name, (_, func) => funcText(profile, func));
  return {
    action,
    matches: Uint8Array.from(names, (name) => (action === 'recursion' || name === target ? 1 : 0)),
    aggregate: NONE,
    hidden: names.indexOf(HIDDEN),
  };
}

/** The inferred weight of each path, without those that have none. */
function expectedWeights(samples: readonly Sample[], isInverted: boolean): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { frames, weight } of samples) {
    const path = isInverted ? frames.toReversed() : frames;
    path.forEach(({ isInferred: counts }, i) => {
      const key = path
        .slice(0, i + 1)
        .map(({ name }) => name)
        .join(';');
      if (counts) weights.set(key, (weights.get(key) ?? 0) + weight);
    });
  }
  return weights;
}

function foundWeights(
  tree: CallTree,
  profile: Profile,
  weights: InferredWeights | undefined,
): Map<string, number> {
  const found = new Map<string, number>();
  for (let node = 1; node < tree.length; node++) {
    const names: string[] = [];
    for (let at = node; at > 0; at = parentOf(tree, at)) names.unshift(funcText(profile, tree.func[at]));
    const weight = weights ? inferredAt(weights, chainOf(tree, node), depthOf(tree, node)) : 0;
    if (weight > 0) found.set(names.join(';'), weight);
  }
  return found;
}

function expectWeights(built: BuiltTree, profile: Profile, samples: readonly Sample[]): void {
  const { weight } = profile.samples;
  expect(foundWeights(built.tree, profile, inferredWeights(built, weight))).toEqual(
    expectedWeights(samples, false),
  );
  const { tree, endOf } = runNow(invert(allStacksOf(built.tree, profile.funcs.length)));
  const ends = mapChains(built.chainOfSample, endOf);
  expect(foundWeights(tree, profile, inferredCallerWeights(tree, ends, built, weight))).toEqual(
    expectedWeights(samples, true),
  );
  for (const name of BODY) expectFunction(built, profile, samples, name);
}

/** The sandwich of a function, and its own inferred weight. */
function expectFunction(built: BuiltTree, profile: Profile, samples: readonly Sample[], name: string): void {
  const { tree, chainOfSample, inferred } = built;
  const { funcs, samples: all } = profile;
  const func = Array.from(funcs.name.keys()).findIndex((each) => funcText(profile, each) === name);
  const halves = sandwichWithEnds(tree, func, funcs.length, Infinity);
  const stacks = { ...allStacksOf(tree, funcs.length), startNodes: halves.startNodes };
  const callees = filterInferred(stacks, chainOfSample, inferred ?? new Int32Array(0));
  const below = { ...halves.callees, inferred: callees };
  const calleeEnds = mapChains(chainOfSample, halves.callees.endOf);
  expect(
    foundWeights(below.tree, profile, inferredWeights({ ...below, chainOfSample: calleeEnds }, all.weight)),
  ).toEqual(expectedWeights(filteredNaively(samples, 'focus', name), false));
  const { tree: callers, endOf } = halves.callers;
  const depths = startDepths(stacks.chains, halves.startNodes);
  const ends = mapChains(chainOfSample, withEndsOfCallers(endOf, tree.parent));
  expect(
    foundWeights(callers, profile, inferredCallerWeights(callers, ends, built, all.weight, depths)),
  ).toEqual(expectedWeights(filteredNaively(samples, 'callers', name), true));
  const own = samples.filter(
    ({ frames }) =>
      frames.some((frame) => frame.name === name) &&
      frames.every((frame) => frame.name !== name || frame.isInferred),
  );
  expect(inferredFunctionWeight(built, func, all.weight)).toBe(
    own.reduce((sum, { weight }) => sum + weight, 0),
  );
}

function filteredNaively(samples: readonly Sample[], action: FilterAction, name: string): Sample[] {
  return samples.flatMap((sample) => filterNaively(sample, action, name) ?? []);
}

const ACTIONS: readonly FilterAction[] = [
  'focus',
  'callers',
  'only',
  'drop',
  'hide',
  'keep',
  'collapse',
  'recursion',
];

test('nodes have the inferred weight of their samples, before and after any filter', () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.array(fc.tuple(fc.constantFrom(...ACTIONS), fc.constantFrom(...BODY)), { maxLength: 3 }),
      (seed, filters) => {
        let samples = randomSamples(seed);
        const profile = profileWith(samples);
        let built = completeTree(toStackChains(profile));
        expectWeights(built, profile, samples);
        for (const [action, target] of filters) {
          const stacks = applyFilter(built.tree, ruleOf(profile, action, target), profile);
          built = buildSelectedTree(filterSelected(built, stacks));
          samples = filteredNaively(samples, action, target);
          expectWeights(built, profile, samples);
        }
      },
    ),
    { numRuns: fuzzRuns(1000) },
  );
});

test('a node is inferred if at least half of its weight is', () => {
  const profile = profileWith([
    { frames: framesOf('abc', 2), weight: 2 },
    { frames: framesOf('abd', 1), weight: 1 },
    { frames: framesOf('abe', 0), weight: 2 },
  ]);
  const built = completeTree(toStackChains(profile));
  const weights = inferredWeights(built, profile.samples.weight);
  const inferred = [1, 2, 3].map((depth) => weights && isInferred(built.tree, weights, 0, depth));
  expect(inferred).toEqual([true, false, false]);
});

function framesOf(names: string, inferred: number): Frame[] {
  return names.split('').map((name, i) => ({ name, isInferred: i < inferred }));
}

test('without re-attached samples there are no inferred weights', () => {
  const built = completeTree(toStackChains(profileOf('a;b 1')));
  expect(inferredWeights(built, Float64Array.of(1))).toBeUndefined();
});

test('in time order, a node is inferred while samples are', () => {
  const profile = profileOf(
    ['x 0', 'x 1', 'x 2', 'x 3'].map((each, i) => `| ${each} | a;b;${BODY[i]} 1`).join('\n'),
  );
  const inferred = Int32Array.of(2, NONE, 1, NONE);
  const mended = { ...profile, samples: { ...profile.samples, inferred } };
  const [lane] = timeOrderOf(toStackChains(mended), 0, {})?.lanes ?? [];
  const weights = lane.inferred && foundWeights(lane.tree, profile, lane.inferred);
  expect(weights).toEqual(
    new Map([
      ['a', 2e9],
      ['a;b', 1e9],
    ]),
  );
});
