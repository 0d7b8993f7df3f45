// Finds the chains of stacks that samples of an event use.

import { NONE } from '../model/profile.ts';
import type { StackChains } from '../model/stack-chains.ts';

/** How samples use a chain: they end in it, or in chains below it. */
export const Use = { none: 0, below: 1, ends: 2 } as const;

/** Per chain: a value of Use; `ends` if samples of the event end in it. */
export function usesOfChains({ chains, samples }: StackChains, event: number): Uint8Array {
  const { length, parent } = chains;
  const uses = new Uint8Array(length);
  const empty = emptyChain(chains);
  for (let i = 0; i < samples.length; i++)
    if (samples.event[i] === event && samples.stack[i] > empty) uses[samples.stack[i]] = Use.ends;
  for (let chain = length - 1; chain > 0; chain--)
    if (uses[chain] !== Use.none) uses[parent[chain]] = Math.max(uses[parent[chain]], Use.below);
  return uses;
}

/** Samples that end in this chain have no frames: 0 if the root is alone in its chain, else NONE. */
export function emptyChain({ from, to }: StackChains['chains']): number {
  return to[0] - from[0] === 1 ? 0 : NONE;
}
