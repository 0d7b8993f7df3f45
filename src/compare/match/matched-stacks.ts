// Matches functions, merges all stacks of the event into a trie and sorts the samples by it. This depends neither on the selected
// samples nor on the basis.

import type { TimeSliced } from '../../async/time-slices.ts';
import type { Level } from '../../model/levels.ts';
import { NONE } from '../../model/profile.ts';
import { mapChains, type ChainedProfile, type Chains, type SampleStacks } from '../../model/trie.ts';
import { outermostByKey, type OutermostNodes, type TrieShape } from '../stacks/call-trie.ts';
import { keysOnSides, matchFunctions, type MatchedFunctions, type Rename } from './function-sides.ts';
import { groupSamples, type GroupedSamples } from '../stacks/grouped-samples.ts';
import { lazily } from '../../async/lazily.ts';
import { stacksOfEvent } from '../stacks/live-chains.ts';
import { mergeStacks } from '../stacks/merge-stacks.ts';
import { profileOf, type Sides } from '../statistics/run.ts';

export interface MatchOptions {
  readonly level: Level;
  readonly renames: readonly Rename[];
}

/** Functions are matched before filters. */
export interface MatchedLevel extends MatchOptions {
  readonly countA: number;
  /** A's recordings, then B's, at the compared level and before filters. */
  readonly unfiltered: readonly ChainedProfile[];
  /** Per recording: index into its events. */
  readonly events: readonly number[];
  readonly functions: MatchedFunctions;
  /** Per recording and function: the number of its key. */
  readonly keyOf: readonly Int32Array[];
}

export interface MatchedStacks extends MatchedLevel {
  readonly isFiltered: boolean;
  /** Per recording and sample: the number of frames that are inferred. Undefined if no sample was re-attached. */
  readonly inferred: readonly (Int32Array | undefined)[];
  readonly shape: TrieShape;
  /** Per recording: its samples, by the chain of the trie in which they end. */
  readonly samples: readonly GroupedSamples[];
  /** Only the totals of functions need them; computed when they are first used. */
  readonly outermost: () => OutermostNodes;
  /** Only filters need them; computed when they are first used. */
  readonly merged: () => SampleStacks;
}

/** Reuses the matched functions of `before` if it is about the same recordings. */
export function* matchStacks(
  sides: Sides,
  options: MatchOptions,
  before?: MatchedLevel,
): TimeSliced<MatchedStacks> {
  const matched = matchLevel(sides, options, before);
  const recordings = [...sides.a, ...sides.b];
  const profiles = recordings.map((recording) => profileOf(recording, options.level));
  yield;
  const stacks = profiles.map(({ samples }, i) => stacksOfEvent(samples, matched.events[i]));
  const { shape, chainOf } = yield* mergeStacks(
    profiles.map(({ chains }, i) => ({ chains, stack: stacks[i], keyOf: matched.keyOf[i] })),
  );
  const samples: GroupedSamples[] = [];
  for (const [i, stack] of stacks.entries()) {
    yield;
    samples.push(groupSamples(profiles[i].samples, mapChains(stack, chainOf[i]), shape.chains));
  }
  const isFiltered = recordings.some(({ filtered }) => filtered !== undefined);
  return stacksOn(shape, samples, matched, isFiltered);
}

export function stacksOn(
  shape: TrieShape,
  samples: readonly GroupedSamples[],
  matched: MatchedLevel,
  isFiltered: boolean,
): MatchedStacks {
  const outermost = lazily(() => outermostByKey(shape, matched.functions.table.keys.length));
  const merged = lazily(() => mergedStacks(shape, samples, matched.functions.table.keys.length));
  const inferred = matched.unfiltered.map(({ samples: all }) => (isFiltered ? undefined : all.inferred));
  return { ...matched, shape, samples, outermost, merged, isFiltered, inferred };
}

/** Treats all recordings as one with keys for functions. One row per chain of the trie: it represents the samples that end there. */
function mergedStacks(shape: TrieShape, samples: readonly GroupedSamples[], keys: number): SampleStacks {
  const stack = new Int32Array(shape.chains).fill(NONE);
  for (const { first } of samples)
    for (let chain = 0; chain < shape.chains; chain++)
      if (first[chain + 1] > first[chain]) stack[chain] = chain + 1;
  return { chains: chainsBelowRoot(shape, keys), stack };
}

function chainsBelowRoot({ length, key, chains, first, parent }: TrieShape, keys: number): Chains {
  const func = new Int32Array(length + 1);
  func[0] = NONE;
  func.set(key, 1);
  const below = (values: Int32Array, root: number) => {
    const shifted = new Int32Array(values.length + 1);
    shifted[0] = root;
    for (let i = 0; i < values.length; i++) shifted[i + 1] = values[i] + 1;
    return shifted;
  };
  const from = below(first, 0);
  return { chains: chains + 1, parent: below(parent, NONE), from, to: from.subarray(1), func, funcs: keys };
}

/** Size in memory of what only these stacks have, if filters do not use them. About half of the nodes are outermost. */
export function bytesOfStacks({ shape, samples }: MatchedStacks): number {
  const ofShape = 6 * shape.length + 20 * shape.chains;
  return samples.reduce((sum, { first, sample }) => sum + 4 * first.length + 12 * sample.length, ofShape);
}

function matchLevel(
  { a, b }: Sides,
  { level, renames }: MatchOptions,
  before: MatchedLevel | undefined,
): MatchedLevel {
  const countA = a.length;
  const recordings = [...a, ...b];
  const unfiltered = recordings.map(({ at }) => at(level));
  const events = recordings.map(({ event }) => event);
  if (
    before?.level === level &&
    before.countA === countA &&
    isEqual(before.unfiltered, unfiltered) &&
    isEqual(before.events, events) &&
    isEqual(before.renames.flat(), renames.flat())
  )
    return before;
  const inputs = unfiltered.map((profile, i) => ({ profile, event: events[i] }));
  const functions = matchFunctions(inputs.slice(0, countA), inputs.slice(countA), renames);
  const keyOf = keysOnSides(functions, unfiltered, countA);
  return { level, renames, countA, unfiltered, events, functions, keyOf };
}

function isEqual<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
