// How much of the trees of an open recording has each cost, and how much is inferred. Loaded on demand.

import { profileWithin, type BuiltTree, type TreeInput } from '../../src/calltree/build/build.ts';
import { costOfSamples, costShares, withEndsOfCallers } from '../../src/calltree/costs/cost-shares.ts';
import { groupParts } from '../../src/calltree/costs/cost-table.ts';
import { filterInferred, startDepths } from '../../src/calltree/build/filtered-inferred.ts';
import { inferredCallerWeights, inferredWeights } from '../../src/calltree/build/inferred-weights.ts';
import type { SandwichTrees } from '../../src/calltree/sandwich.ts';
import { partOfStack, type CostShares, type SampleParts, type StackCosts } from '../../src/model/costs.ts';
import { type InferredWeights, type CallTree, type TreeWithEnds, allStacksOf } from '../../src/model/tree.ts';
import type { Sandwich } from '../../src/model/session.ts';
import { NONE } from '../../src/model/profile.ts';
import { mapChains } from '../../src/model/trie.ts';
import { stackCosts } from '../../src/python/costs/stack-costs.ts';
import type { OpenProfile } from '../pipeline.ts';

/** Judged once. */
export function stackCostsOf(open: OpenProfile): StackCosts {
  return (open.costs ??= stackCosts(open.classified));
}

export function costsOfSamples(open: OpenProfile): Uint8Array {
  return costOfSamples(open.classified.profile.samples, stackCostsOf(open));
}

/** The costs of all samples, or of those that are included, in order. */
export function partsOfSamples(open: OpenProfile, isIncluded?: (sample: number) => boolean): SampleParts {
  const costs = stackCostsOf(open);
  const { parts, ofPart } = groupParts(costs.parts, 'part');
  const { stack } = open.classified.profile.samples;
  const samples = isIncluded ? stack.filter((_, sample) => isIncluded(sample)) : stack;
  return {
    parts,
    partOf: samples.map((each) => {
      const part = partOfStack(costs, each);
      return part === NONE ? NONE : ofPart[part];
    }),
  };
}

export function costsOfTree(open: OpenProfile, built: BuiltTree): CostShares {
  return costShares(built.tree, built.chainOfSample, weightsOf(open, built), costsOfSamples(open));
}

/** The costs of a sandwich. `built` is the call tree. */
export function costsOfSandwich(
  open: OpenProfile,
  { tree, chainOfSample, weight }: BuiltTree,
  halves: SandwichTrees,
): Sandwich['costs'] {
  const costsOf = (half: 'callers' | 'callees') => {
    const endOf = withEndsOfCallers(halves[half].endOf, tree.parent);
    return costsOfTree(open, {
      tree: halves[half].tree,
      chainOfSample: mapChains(chainOfSample, endOf),
      weight,
    });
  };
  return { callers: costsOf('callers'), callees: costsOf('callees') };
}

export function inferredInCalls(open: OpenProfile, built: BuiltTree): InferredWeights | undefined {
  return inferredWeights(built, weightsOf(open, built));
}

/** For a tree built from these samples, which may leave nodes out. */
export function inferredInPart(
  open: OpenProfile,
  { stacks, chainOfSample, weight, inferred }: TreeInput,
  { tree, endOf }: TreeWithEnds,
): InferredWeights | undefined {
  return inferredInCalls(open, {
    tree,
    chainOfSample: mapChains(chainOfSample, withEndsOfCallers(endOf, stacks.chains.parent)),
    weight,
    inferred: inferred && filterInferred(stacks, chainOfSample, inferred),
  });
}

/** `chainOfSample` refers to the tree of callers, `calls` is the call tree of the same samples. */
export function inferredInCallers(
  open: OpenProfile,
  { tree, chainOfSample }: { readonly tree: CallTree; readonly chainOfSample: Int32Array },
  calls: BuiltTree,
): InferredWeights | undefined {
  return inferredCallerWeights(tree, chainOfSample, calls, weightsOf(open, calls));
}

/** `calls` is the call tree. */
export function inferredInSandwich(
  open: OpenProfile,
  calls: BuiltTree,
  { callers, callees, startNodes }: SandwichTrees,
): Sandwich['inferred'] {
  const { tree, chainOfSample, weight, inferred } = calls;
  const stacks = { ...allStacksOf(tree, open.classified.profile.funcs.length), startNodes };
  const callerEnds = mapChains(chainOfSample, withEndsOfCallers(callers.endOf, tree.parent));
  const depths = startDepths(stacks.chains, startNodes);
  const above = inferredCallerWeights(callers.tree, callerEnds, calls, weightsOf(open, calls), depths);
  const below = inferredInPart(open, { stacks, chainOfSample, weight, inferred }, callees);
  return above && below && { callers: above, callees: below };
}

function weightsOf(open: OpenProfile, built: BuiltTree): Float64Array {
  return profileWithin(built, open.classified.profile).samples.weight;
}
