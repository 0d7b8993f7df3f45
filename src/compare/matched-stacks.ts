// Matches functions, merges all stacks of the event into a trie and sorts the samples by it. This depends neither on the selected
// samples nor on the basis.

import type { Level } from '../model/levels.ts';
import type { ChainedProfile } from '../model/stack-chains.ts';
import { outermostNodes, type OutermostNodes, type TrieShape } from './call-trie.ts';
import { keysOnSides, matchFunctions, type MatchedFunctions, type Rename } from './function-sides.ts';
import { groupSamples, type GroupedSamples } from './grouped-samples.ts';
import { mergeStacks } from './merge-stacks.ts';
import { profileOf, type Sides } from './run.ts';

/** Functions are matched before filters. */
export interface MatchedLevel {
  readonly level: Level;
  readonly renames: readonly Rename[];
  readonly countA: number;
  /** A's recordings, then B's, at the compared level and before filters. */
  readonly unfiltered: readonly ChainedProfile[];
  /** Per recording: index into its events. */
  readonly events: readonly number[];
  readonly functions: MatchedFunctions;
  /** Per recording and function: the number of its key. */
  readonly keyOf: readonly Int32Array[];
  /** Per recording: its samples before filters, at a level, by the key of the function in which they end. */
  readonly samplesByKey: (level: Level) => readonly GroupedSamples[];
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
export function matchStacks(
  sides: Sides,
  options: Pick<MatchedLevel, 'level' | 'renames'>,
  before: MatchedStacks | undefined,
): MatchedStacks {
  const matched = matchLevel(sides, options, before);
  const profiles = [...sides.a, ...sides.b].map((recording) => profileOf(recording, options.level));
  if (matched === before && isEqual(before.profiles, profiles)) return before;
  const { functions, keyOf, events } = matched;
  const { shape, chainOf } = mergeStacks(
    profiles.map((profile, i) => ({ profile, event: events[i], keyOf: keyOf[i] })),
  );
  return {
    ...matched,
    profiles,
    shape,
    outermost: outermostNodes(shape, functions.table.keys.length),
    samples: profiles.map((profile, i) => groupSamples(profile, events[i], chainOf[i], shape.chains)),
  };
}

function matchLevel<T extends MatchedLevel>(
  { a, b }: Sides,
  { level, renames }: Pick<MatchedLevel, 'level' | 'renames'>,
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
  // Not the recordings themselves, whose filtered profiles would stay in memory.
  const levelsOf = recordings.map(({ at }) => at);
  const known = new Map<Level, readonly GroupedSamples[]>();
  const samplesByKey = (other: Level) => {
    const samples =
      known.get(other) ??
      groupByKey(
        levelsOf.map((at) => at(other)),
        events,
        functions,
        countA,
      );
    known.set(other, samples);
    return samples;
  };
  return { level, renames, countA, unfiltered, events, functions, keyOf, samplesByKey };
}

function groupByKey(
  profiles: readonly ChainedProfile[],
  events: readonly number[],
  functions: MatchedFunctions,
  countA: number,
): GroupedSamples[] {
  const keysOf = keysOnSides(functions, profiles, countA);
  const { length } = functions.table.keys;
  return profiles.map((profile, i) => {
    const { to, func } = profile.chains;
    const leafKeys = new Int32Array(profile.chains.length);
    for (let chain = 0; chain < leafKeys.length; chain++) leafKeys[chain] = keysOf[i][func[to[chain] - 1]];
    return groupSamples(profile, events[i], leafKeys, length);
  });
}

function isEqual<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
