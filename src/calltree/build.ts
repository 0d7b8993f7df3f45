// Builds the call tree of the selected samples of a profile.

import { NONE, type Profile, type Sampled } from '../model/profile.ts';
import { chainsOf, toStackChains, type FilteredStacks, type StackChains } from '../model/stack-chains.ts';
import type { CallTree } from '../model/tree.ts';
import type { TreeScratch } from './scratch.ts';
import { markSelected, type Within } from './select.ts';
import { topDownTree } from './top-down.ts';

/** A tree, and where each sample ends in it. */
export interface BuiltTree {
  readonly tree: CallTree;
  /** Per sample: the chain in whose last node it ends; NONE if it is not selected. */
  readonly chainOfSample: Int32Array;
}

/** The input of a tree. */
export interface SelectedSamples {
  readonly stacks: FilteredStacks;
  /** Per sample: the chain of `stacks` in whose last frame it ends; NONE if it is not selected. */
  readonly chainOfSample: Int32Array;
}

/** `event` is an index into `profile.events`. */
export function buildTree(profile: Profile, event: number, within: Within = {}): BuiltTree {
  return buildSelectedTree(selectSamples(toStackChains(profile), event, within));
}

export function selectSamples(profile: StackChains, event: number, within: Within = {}): SelectedSamples {
  const selected = markSelected(profile, event, within);
  const stack = profile.samples.stack.slice();
  for (let i = 0; i < stack.length; i++) if (selected[i] === 0) stack[i] = NONE;
  return withStacks(profile, stack);
}

/**
 * The tree of all samples of all events. Trees of some of the samples are built faster from this tree's chains than from the
 * profile's, because they are in memory in the order in which they are visited.
 */
export function buildCompleteTree(profile: StackChains, scratch?: TreeScratch): BuiltTree {
  return buildSelectedTree(withStacks(profile, profile.samples.stack), scratch);
}

/** The samples with the chains of a tree as their stacks. `funcs` is greater than every function of the tree. */
export function samplesOver(built: BuiltTree, { samples, threads }: Sampled, funcs: number): StackChains {
  return {
    samples: { ...samples, stack: built.chainOfSample },
    threads,
    chains: chainsOf(built.tree, funcs),
  };
}

export function buildSelectedTree(selected: SelectedSamples, scratch?: TreeScratch): BuiltTree {
  const { tree, endOf } = topDownTree(selected.stacks, Infinity, scratch);
  return { tree, chainOfSample: mapChains(selected.chainOfSample, endOf) };
}

/** The samples of a tree after a filter. `stacks` is the filter's result. */
export function filterSelected({ chainOfSample }: BuiltTree, stacks: FilteredStacks): SelectedSamples {
  const { chain: ends } = stacks.ends;
  return { stacks, chainOfSample: ends ? mapChains(chainOfSample, ends) : chainOfSample };
}

function withStacks({ samples, chains }: StackChains, chain: Int32Array): SelectedSamples {
  return {
    stacks: { chains, ends: { chain, weight: samples.weight, samples: undefined } },
    chainOfSample: chain,
  };
}

function mapChains(chains: Int32Array, to: Int32Array): Int32Array {
  const mapped = new Int32Array(chains.length);
  for (let i = 0; i < mapped.length; i++) mapped[i] = chains[i] < 0 ? NONE : to[chains[i]];
  return mapped;
}
