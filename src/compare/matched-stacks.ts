// Matches functions and merges all stacks of the event into a trie. This depends neither on the selected samples nor on the basis.

import type { Level } from '../model/levels.ts';
import type { ChainedProfile } from '../model/stack-chains.ts';
import { outermostNodes, type TrieShape } from './call-trie.ts';
import { keysOnSides, matchFunctions, type MatchedFunctions, type Rename } from './function-sides.ts';
import { mergeStacks } from './merge-stacks.ts';
import { profileOf, type Sides } from './run.ts';

export interface MatchedStacks {
  readonly level: Level;
  readonly renames: readonly Rename[];
  readonly countA: number;
  /** A's recordings, then B's, at the compared level and before filters. Functions are matched on these. */
  readonly unfiltered: readonly ChainedProfile[];
  /** The same after filters. */
  readonly profiles: readonly ChainedProfile[];
  /** Per recording: index into its events. */
  readonly events: readonly number[];
  readonly functions: MatchedFunctions;
  /** Per recording and function: the number of its key. */
  readonly keyOf: readonly Int32Array[];
  readonly shape: TrieShape;
  /** Per node of the trie: 1 if no caller has the same key. */
  readonly isOutermost: Uint8Array;
}

/** Reuses the parts of `before` whose input is the same. */
export function matchStacks(
  { a, b }: Sides,
  { level, renames }: Pick<MatchedStacks, 'level' | 'renames'>,
  before: MatchedStacks | undefined,
): MatchedStacks {
  const countA = a.length;
  const recordings = [...a, ...b];
  const unfiltered = recordings.map(({ at }) => at(level));
  const profiles = recordings.map((recording) => profileOf(recording, level));
  const events = recordings.map(({ event }) => event);
  const matched =
    before?.level === level &&
    before.countA === countA &&
    isEqual(before.unfiltered, unfiltered) &&
    isEqual(before.events, events) &&
    isEqual(before.renames.flat(), renames.flat())
      ? before
      : undefined;
  if (matched && isEqual(matched.profiles, profiles)) return matched;
  const inputs = unfiltered.map((profile, i) => ({ profile, event: events[i] }));
  const functions =
    matched?.functions ?? matchFunctions(inputs.slice(0, countA), inputs.slice(countA), renames);
  const keyOf = matched?.keyOf ?? keysOnSides(functions, unfiltered, countA);
  const shape = mergeStacks(profiles.map((profile, i) => ({ profile, event: events[i], keyOf: keyOf[i] })));
  const isOutermost = outermostNodes(shape, functions.table.keys.length);
  return { level, renames, countA, unfiltered, profiles, events, functions, keyOf, shape, isOutermost };
}

function isEqual<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
