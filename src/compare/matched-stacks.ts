// Matches functions, merges all stacks of the event into a trie and sorts the samples by it. This depends neither on the selected
// samples nor on the basis.

import type { TimeSliced } from '../async/time-slices.ts';
import type { Level } from '../model/levels.ts';
import { NONE } from '../model/profile.ts';
import type { ChainedProfile } from '../model/stack-chains.ts';
import { outermostNodes, type OutermostNodes, type TrieShape } from './call-trie.ts';
import { keysOnSides, matchFunctions, type MatchedFunctions, type Rename } from './function-sides.ts';
import { groupSamples, type GroupedSamples } from './grouped-samples.ts';
import { mergeStacks } from './merge-stacks.ts';
import { profileOf, type Sides } from './run.ts';

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
  /** A's recordings, then B's, after filters. */
  readonly profiles: readonly ChainedProfile[];
  readonly shape: TrieShape;
  readonly outermost: OutermostNodes;
  /** Per recording: its samples, by the chain of the trie in which they end. */
  readonly samples: readonly GroupedSamples[];
}

/** Reuses the parts of `before` whose input is the same. */
export function* matchStacks(
  sides: Sides,
  options: MatchOptions,
  before: MatchedStacks | undefined,
): TimeSliced<MatchedStacks> {
  const matched = matchLevel(sides, options, before);
  const profiles = [...sides.a, ...sides.b].map((recording) => profileOf(recording, options.level));
  if (matched === before && isEqual(before.profiles, profiles)) return before;
  yield;
  const { functions, keyOf, events } = matched;
  const { shape, chainOf } = yield* mergeStacks(
    profiles.map((profile, i) => ({ profile, event: events[i], keyOf: keyOf[i] })),
  );
  yield;
  const outermost = outermostNodes(shape, functions.table.keys.length);
  const samples: GroupedSamples[] = [];
  for (const [i, profile] of profiles.entries()) {
    yield;
    const groupOf = profile.samples.stack.map((chain) => (chain < 0 ? NONE : chainOf[i][chain]));
    samples.push(groupSamples(profile.samples, events[i], groupOf, shape.chains));
  }
  return { ...matched, profiles, shape, outermost, samples };
}

/** Size in memory of what only these stacks have. */
export function bytesOfStacks({ shape, outermost, samples }: MatchedStacks): number {
  const ofShape = 4 * shape.length + 16 * shape.chains + 4 * outermost.key.length;
  return samples.reduce((sum, { first, sample }) => sum + 4 * first.length + 12 * sample.length, ofShape);
}

function matchLevel<T extends MatchedLevel>(
  { a, b }: Sides,
  { level, renames }: MatchOptions,
  before: T | undefined,
): T | MatchedLevel {
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
