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
interface LevelInput extends MatchOptions {
  readonly countA: number;
  /** A's recordings, then B's, at the compared level and before filters. */
  readonly unfiltered: readonly ChainedProfile[];
  /** Per recording: index into its events. */
  readonly events: readonly number[];
}

export interface MatchedLevel extends LevelInput {
  readonly functions: MatchedFunctions;
  /** Per recording and function: the number of its key. */
  readonly keyOf: readonly Int32Array[];
}

export interface MatchedStacks extends MatchedLevel {
  /** A's recordings, then B's, after filters. Some of the samples may have lost their stacks since. */
  readonly profiles: readonly ChainedProfile[];
  readonly shape: TrieShape;
  readonly outermost: OutermostNodes;
  /** Per recording: its samples, by the chain of the trie in which they end. */
  readonly samples: readonly GroupedSamples[];
}

/**
 * Reuses the parts of `known` whose input is the same. If only samples are left out of known stacks, these are returned as they are.
 */
export function* matchStacks(
  sides: Sides,
  options: MatchOptions,
  known: readonly MatchedStacks[],
): TimeSliced<MatchedStacks> {
  const input = inputOf(sides, options);
  const profiles = [...sides.a, ...sides.b].map((recording) => profileOf(recording, options.level));
  const sameLevel = known.filter((each) => isSameLevel(each, input));
  const same = sameLevel.find((each) => profiles.every((profile, i) => isPartOf(profile, each.profiles[i])));
  if (same) return same;
  yield;
  const matched = sameLevel.at(0) ?? matchLevel(input);
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

function inputOf({ a, b }: Sides, { level, renames }: MatchOptions): LevelInput {
  const recordings = [...a, ...b];
  return {
    level,
    renames,
    countA: a.length,
    unfiltered: recordings.map(({ at }) => at(level)),
    events: recordings.map(({ event }) => event),
  };
}

function isSameLevel(known: LevelInput, { level, renames, countA, unfiltered, events }: LevelInput): boolean {
  return (
    known.level === level &&
    known.countA === countA &&
    isEqual(known.unfiltered, unfiltered) &&
    isEqual(known.events, events) &&
    isEqual(known.renames.flat(), renames.flat())
  );
}

/** True if the samples are those of `whole`, of which some may have lost their stacks. */
function isPartOf({ chains, samples: { stack } }: ChainedProfile, whole: ChainedProfile): boolean {
  if (chains !== whole.chains) return false;
  const { stack: before } = whole.samples;
  return stack === before || stack.every((chain, sample) => chain === before[sample] || chain < 0);
}

function matchLevel(input: LevelInput): MatchedLevel {
  const { unfiltered, events, countA, renames } = input;
  const inputs = unfiltered.map((profile, i) => ({ profile, event: events[i] }));
  const functions = matchFunctions(inputs.slice(0, countA), inputs.slice(countA), renames);
  return { ...input, functions, keyOf: keysOnSides(functions, unfiltered, countA) };
}

function isEqual<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
