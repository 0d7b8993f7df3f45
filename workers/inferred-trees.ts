// The inferred weights of the trees of an open recording. Loaded on demand.

import type { BuiltTree, SelectedSamples } from '../src/calltree/build.ts';
import { withEndsOfCallers } from '../src/calltree/cost-shares.ts';
import { filterInferred, startDepths } from '../src/calltree/filtered-inferred.ts';
import { inferredCallerWeights, inferredWeights } from '../src/calltree/inferred-weights.ts';
import type { SandwichTrees } from '../src/calltree/sandwich.ts';
import type { InferredWeights } from '../src/model/inferred-weights.ts';
import type { Sandwich } from '../src/model/session.ts';
import { allStacksOf, mapChains } from '../src/model/stack-chains.ts';
import type { CallTree, TreeWithEnds } from '../src/model/tree.ts';
import type { OpenProfile } from './pipeline.ts';

export function inferredInCalls(open: OpenProfile, built: BuiltTree): InferredWeights | undefined {
  return inferredWeights(built, weightsOf(open));
}

/** For a tree built from these samples, which may leave nodes out. */
export function inferredInPart(
  open: OpenProfile,
  { stacks, chainOfSample, inferred }: SelectedSamples,
  { tree, endOf }: TreeWithEnds,
): InferredWeights | undefined {
  return inferredInCalls(open, {
    tree,
    chainOfSample: mapChains(chainOfSample, withEndsOfCallers(endOf, stacks.chains.parent)),
    inferred: inferred && filterInferred(stacks, chainOfSample, inferred),
  });
}

/** `chainOfSample` refers to the tree of callers, `calls` is the call tree of the same samples. */
export function inferredInCallers(
  open: OpenProfile,
  { tree, chainOfSample }: { readonly tree: CallTree; readonly chainOfSample: Int32Array },
  calls: BuiltTree,
): InferredWeights | undefined {
  return inferredCallerWeights(tree, chainOfSample, calls, weightsOf(open));
}

/** `calls` is the call tree. */
export function inferredInSandwich(
  open: OpenProfile,
  calls: BuiltTree,
  { callers, callees, startNodes }: SandwichTrees,
): Sandwich['inferred'] {
  const { tree, chainOfSample, inferred } = calls;
  const stacks = { ...allStacksOf(tree, open.classified.profile.funcs.length), startNodes };
  const callerEnds = mapChains(chainOfSample, withEndsOfCallers(callers.endOf, tree.parent));
  const depths = startDepths(stacks.chains, startNodes);
  const above = inferredCallerWeights(callers.tree, callerEnds, calls, weightsOf(open), depths);
  const below = inferredInPart(open, { stacks, chainOfSample, inferred }, callees);
  return above && below && { callers: above, callees: below };
}

function weightsOf(open: OpenProfile): Float64Array {
  return open.classified.profile.samples.weight;
}
