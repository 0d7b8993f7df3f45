// Tells which samples have a stack that ends before the root of its thread.

import { runNow } from '../async/time-slices.ts';
import type { Profile } from '../model/profile.ts';
import { mendingInput } from './mend.ts';
import { rootFunctions } from './root-functions.ts';
import { NodeFlags, stackTrieOf } from './stack-trie.ts';

/** Per sample of a profile as it was read: 1 if its stack was cut. */
export function cutSamples(profile: Profile): Uint8Array {
  const { stacks, ends, facts } = mendingInput(profile);
  const isRoot = runNow(rootFunctions(stacks, ends, facts, new Int32Array(stacks.length)));
  const trie = runNow(stackTrieOf(stacks, facts, isRoot));
  return Uint8Array.from(ends, (stack) =>
    stack >= 0 && trie.flags[trie.nodeAt(stack)] & NodeFlags.open ? 1 : 0,
  );
}
