// Builds the call tree of the selected samples of a profile.

import type { TimeSliced } from '../../async/time-slices.ts';
import { NONE, type Profile, type SampleData } from '../../model/profile.ts';
import { mapChains, toStackChains, type StackChains } from '../../model/trie.ts';
import { chainsOf, type FilteredStacks, type CallTree, type TreeWithEnds } from '../../model/tree.ts';
import { filterInferred } from './filtered-inferred.ts';
import { TreeScratch } from './weights.ts';
import { cutWeights, markSelected, type ThreadsAndRange } from './select.ts';
import { topDownInSlices, topDownTree } from './top-down.ts';

export interface BuiltTree {
  readonly tree: CallTree;
  /** Per sample: the chain whose last node is the sample's leaf; NONE if the sample is not selected. */
  readonly chainOfSample: Int32Array;
  /** Per sample: its weight within the selected range; undefined if none is cut. */
  readonly weight?: Float64Array | undefined;
  /** Per sample: how many of its nodes next to the root are inferred; undefined if no sample was re-attached. */
  readonly inferred?: Int32Array | undefined;
}

export interface TreeInput {
  readonly stacks: FilteredStacks;
  /** Per sample: the chain of `stacks` whose last frame is the sample's leaf; NONE if the sample is not selected. */
  readonly chainOfSample: Int32Array;
  /** As in the tree that is built. */
  readonly weight?: Float64Array | undefined;
  /** Per sample: how many of its rootmost frames in `stacks` are inferred; undefined if no sample was re-attached. */
  readonly inferred?: Int32Array | undefined;
}

/** `event` is an index into `profile.events`. */
export function buildTree(profile: Profile, event: number, within: ThreadsAndRange = {}): BuiltTree {
  return buildSelectedTree(treeInput(toStackChains(profile), event, within));
}

export function treeInput(profile: StackChains, event: number, within: ThreadsAndRange = {}): TreeInput {
  const selected = markSelected(profile, event, within);
  const stack = profile.samples.stack.slice();
  for (let i = 0; i < stack.length; i++) if (selected[i] === 0) stack[i] = NONE;
  return withStacks(profile, stack, cutWeights(profile.samples, within));
}

/**
 * Builds the tree of all samples of all events, in time slices. Tree building visits its chains in memory order, so building the
 * tree of a selection from it is faster than from the profile's chains.
 */
export function* buildCompleteTree(profile: StackChains, scratch = new TreeScratch()): TimeSliced<BuiltTree> {
  const selected = withStacks(profile, profile.samples.stack);
  return builtTree(selected, yield* topDownInSlices(selected.stacks, Infinity, scratch));
}

/** Replaces the stacks of samples with the chains of a tree. `funcs` is an exclusive upper bound on function indices. */
export function samplesOnTree(
  built: BuiltTree,
  { samples, threads }: SampleData,
  funcs: number,
): StackChains {
  const { chainOfSample: stack, inferred } = built;
  return {
    samples: {
      ...samples,
      stack,
      weight: built.weight ?? samples.weight,
      firstRecorded: undefined,
      inferred,
    },
    threads,
    chains: chainsOf(built.tree, funcs),
  };
}

export function buildSelectedTree(selected: TreeInput, scratch?: TreeScratch): BuiltTree {
  return builtTree(selected, topDownTree(selected.stacks, Infinity, scratch));
}

/** The profile of a tree, with the weights of its samples within the selected range. */
export function profileWithin<T extends Pick<Profile, 'samples'>>({ weight }: BuiltTree, profile: T): T {
  return weight ? { ...profile, samples: { ...profile.samples, weight } } : profile;
}

function builtTree(
  { stacks, chainOfSample, weight, inferred }: TreeInput,
  { tree, endOf }: TreeWithEnds,
): BuiltTree {
  return {
    tree,
    chainOfSample: mapChains(chainOfSample, endOf),
    weight,
    inferred: inferred && filterInferred(stacks, chainOfSample, inferred),
  };
}

/** The samples of a tree after a filter. `stacks` is the result of the filter. */
export function filterSelected(before: BuiltTree, stacks: FilteredStacks): TreeInput {
  const { tree, inferred } = before;
  const { chain: ends } = stacks.ends;
  const chainOfSample = ends ? mapChains(before.chainOfSample, ends) : before.chainOfSample;
  // Samples that lose every frame end in an extra chain.
  const isEmptied = (sample: number) => chainOfSample[sample] >= tree.chains;
  return {
    stacks,
    chainOfSample,
    weight: before.weight,
    inferred: inferred?.map((frames, sample) => (isEmptied(sample) ? Math.min(0, frames) : frames)),
  };
}

export function keepSamples(
  before: BuiltTree,
  profile: Profile,
  isKept: (sample: number) => boolean,
): TreeInput {
  const chain = before.chainOfSample.map((each, sample) => (isKept(sample) ? each : NONE));
  return withStacks(samplesOnTree(before, profile, profile.funcs.length), chain, before.weight);
}

function withStacks({ samples, chains }: StackChains, chain: Int32Array, weight?: Float64Array): TreeInput {
  return {
    stacks: { chains, ends: { chain, weight: weight ?? samples.weight, samples: undefined } },
    chainOfSample: chain,
    weight,
    inferred: samples.inferred,
  };
}
