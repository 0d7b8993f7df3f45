// Links each visible frame of some stacks to its visible caller.

import { NONE } from '../model/profile.ts';
import { identityMap, plainFuncs, type FilteredStacks } from '../model/stack-chains.ts';

/**
 * For frame f, entry 2 f is the function it is shown as and entry 2 f + 1 is its caller's frame, 0 for the root, frame 0. They are
 * interleaved because both are read together, in random order. Entries of hidden frames are undefined.
 */
export type CallerLinks = Int32Array;

/**
 * With `wanted`, only chains marked 1 are linked; their ancestors must be marked too. `last` has, per chain, the last visible frame of
 * stacks that end in it, 0 for the root; NONE if all of the chain is left out.
 */
export function linkCallers(
  { chains, frameMap, begins }: Omit<FilteredStacks, 'ends'>,
  wanted?: Uint8Array,
): { links: CallerLinks; last: Int32Array } {
  const { length, parent, from, to, func, funcs } = chains;
  const { as, group } = frameMap ?? identityMap(funcs);
  const isPlain = plainFuncs({ as, group });
  const links = new Int32Array(2 * func.length);
  const last = new Int32Array(length).fill(NONE);
  const begin = new Int32Array(length).fill(begins ? NONE : 0);
  if (begins) for (let i = 0; i < begins.length; i++) begin[begins.chain[i]] = begins.node[i];
  links[0] = links[1] = NONE;
  for (let chain = 0; chain < length; chain++) {
    if (wanted?.[chain] === 0) continue;
    const lastBelow = chain === 0 ? NONE : last[parent[chain]];
    const hasBegun = lastBelow >= 0;
    if (!hasBegun && begin[chain] < 0) continue;
    let caller = Math.max(0, lastBelow);
    // The root, frame 0, needs no link.
    for (let at = hasBegun ? from[chain] : Math.max(1, begin[chain]); at < to[chain]; at++) {
      const frame = func[at];
      if (isPlain[frame] === 0) {
        if (as[frame] < 0) continue;
        const below = func[at > from[chain] ? at - 1 : to[parent[chain]] - 1];
        if (group[frame] >= 0 && below >= 0 && group[below] === group[frame]) continue;
      }
      links[2 * at] = as[frame];
      links[2 * at + 1] = caller;
      caller = at;
    }
    last[chain] = caller;
  }
  return { links, last };
}
