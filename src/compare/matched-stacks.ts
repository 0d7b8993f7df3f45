// The part of a comparison that depends neither on the selected samples nor on the basis: matched functions, and the trie of all
// stacks of the event.

import type { Level } from '../model/levels.ts';
import type { Profile } from '../model/profile.ts';
import { buildTrieShape, outermostNodes, type TrieShape } from './call-trie.ts';
import { keysOnSides, matchFunctions, type MatchedFunctions, type Rename } from './function-sides.ts';
import type { Sides } from './run.ts';

export interface MatchedStacks {
  readonly level: Level;
  readonly renames: readonly Rename[];
  readonly countA: number;
  /** At the level; A's recordings, then B's. */
  readonly profiles: readonly Profile[];
  /** Per recording: index into its events. */
  readonly events: readonly number[];
  readonly functions: MatchedFunctions;
  /** Per recording and function: the number of its key. */
  readonly keyOf: readonly Int32Array[];
  readonly shape: TrieShape;
  /** Per node of the trie: 1 if no caller has the same key. */
  readonly isOutermost: Uint8Array;
}

/** Returns `before` if it is what would be computed. */
export function matchStacks(
  { a, b }: Sides,
  { level, renames }: Pick<MatchedStacks, 'level' | 'renames'>,
  before: MatchedStacks | undefined,
): MatchedStacks {
  const countA = a.length;
  const profiles = [...a, ...b].map(({ at }) => at(level));
  const events = [...a, ...b].map(({ event }) => event);
  const isSame =
    before?.level === level &&
    before.countA === countA &&
    isEqual(before.profiles, profiles) &&
    isEqual(before.events, events) &&
    isEqual(before.renames.flat(), renames.flat());
  if (isSame) return before;
  const inputs = profiles.map((profile, i) => ({ profile, event: events[i] }));
  const functions = matchFunctions(inputs.slice(0, countA), inputs.slice(countA), renames);
  const keyOf = keysOnSides(functions, profiles, countA);
  const shape = buildTrieShape(inputs.map((input, i) => ({ ...input, keyOf: keyOf[i] })));
  const isOutermost = outermostNodes(shape, functions.table.keys.length);
  return { level, renames, countA, profiles, events, functions, keyOf, shape, isOutermost };
}

function isEqual<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
