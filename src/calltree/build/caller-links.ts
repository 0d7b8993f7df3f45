// Links each visible frame to its visible caller.

import { NONE } from '../../model/profile.ts';
import { identityMap, plainFuncs } from '../../model/trie.ts';
import { type FilteredStacks } from '../../model/tree.ts';

/**
 * For frame f, entry 2f is the function it is shown as, and entry 2f + 1 the frame of its caller; frame 0 is the root. The entries
 * are interleaved because both are read together, in random order. The entries of hidden frames are unspecified.
 */
export type CallerLinks = Int32Array;

/**
 * With `included`, links only the chains marked 1, whose ancestors must be marked too. `last` is, per chain, the last visible frame of
 * stacks that end in it: 0 for the root, NONE if the entire chain is left out.
 */
export function linkCallers(
  { chains, frameMap, startNodes }: Omit<FilteredStacks, 'ends'>,
  included?: Uint8Array,
): { links: CallerLinks; last: Int32Array } {
  const { chains: length, parent, from, to, func, funcs } = chains;
  const { as, group } = frameMap ?? identityMap(funcs);
  const isPlain = plainFuncs({ as, group });
  const links = new Int32Array(2 * func.length);
  const last = new Int32Array(length).fill(NONE);
  const begin = new Int32Array(length).fill(startNodes ? NONE : 0);
  if (startNodes) for (let i = 0; i < startNodes.length; i++) begin[startNodes.chain[i]] = startNodes.node[i];
  links[0] = links[1] = NONE;
  for (let chain = 0; chain < length; chain++) {
    if (included?.[chain] === 0) continue;
    const callerLast = chain === 0 ? NONE : last[parent[chain]];
    const isStarted = callerLast >= 0;
    if (!isStarted && begin[chain] < 0) continue;
    let caller = Math.max(0, callerLast);
    // The root, frame 0, needs no link.
    for (let at = isStarted ? from[chain] : Math.max(1, begin[chain]); at < to[chain]; at++) {
      const frame = func[at];
      if (isPlain[frame] === 0) {
        if (as[frame] < 0) continue;
        const callerFrame = func[at > from[chain] ? at - 1 : to[parent[chain]] - 1];
        if (group[frame] >= 0 && callerFrame >= 0 && group[callerFrame] === group[frame]) continue;
      }
      links[2 * at] = as[frame];
      links[2 * at + 1] = caller;
      caller = at;
    }
    last[chain] = caller;
  }
  return { links, last };
}
