// Finds the chains of stacks that samples of an event use.

import { eventMask } from '../../model/events.ts';
import { NONE, type SampleTable } from '../../model/profile.ts';
import type { Chains, SampleStacks } from '../../model/trie.ts';

/** How samples use a chain: they end in it, or in chains below it. */
export const Use = { none: 0, below: 1, ends: 2 } as const;

/** Per sample: the chain in which it ends; NONE for samples of other events. */
export function stacksOfEvent(samples: SampleTable, event: number): Int32Array {
  const { event: events, stack } = samples;
  const isIncluded = eventMask(samples, event);
  if (events.every((each) => isIncluded[each] === 1)) return stack;
  return stack.map((chain, sample) => (isIncluded[events[sample]] === 1 ? chain : NONE));
}

/** Per chain: a value of Use; `ends` if samples end in it. */
export function usesOfChains({ chains, stack }: SampleStacks): Uint8Array {
  const { chains: length, parent } = chains;
  const uses = new Uint8Array(length);
  const empty = emptyChain(chains);
  for (const chain of stack) if (chain > empty) uses[chain] = Use.ends;
  for (let chain = length - 1; chain > 0; chain--)
    if (uses[chain] !== Use.none) uses[parent[chain]] = Math.max(uses[parent[chain]], Use.below);
  return uses;
}

/** Samples that end in this chain have no frames: 0 if the root is alone in its chain, else NONE. */
export function emptyChain({ from, to }: Chains): number {
  return to[0] - from[0] === 1 ? 0 : NONE;
}
