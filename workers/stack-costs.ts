// The costs of an open recording, judged once, and the costs of its trees. Loaded on demand.

import type { BuiltTree } from '../src/calltree/build.ts';
import { mapChains } from '../src/model/stack-chains.ts';
import { costOfSamples, costShares, withEndsOfCallers } from '../src/calltree/cost-shares.ts';
import type { SandwichTrees } from '../src/calltree/sandwich.ts';
import {
  partId,
  partOfStack,
  type CostPart,
  type CostShares,
  type SampleParts,
  type StackCosts,
} from '../src/model/costs.ts';
import type { Sandwich } from '../src/model/session.ts';
import { stackCosts } from '../src/python/costs/stack-costs.ts';
import type { OpenProfile } from './pipeline.ts';

export function stackCostsOf(open: OpenProfile): StackCosts {
  return (open.costs ??= stackCosts(open.classified));
}

export function costsOfSamples(open: OpenProfile): Uint8Array {
  return costOfSamples(open.classified.profile.samples, stackCostsOf(open));
}

/** The costs of all samples, or of those that are included, in order. */
export function partsOfSamples(open: OpenProfile, isIncluded?: (sample: number) => boolean): SampleParts {
  const costs = stackCostsOf(open);
  const rows = new Map<number, number>();
  const parts: CostPart[] = [];
  const distinct = costs.parts.map((part) => {
    const id = partId(part);
    if (!rows.has(id)) rows.set(id, parts.push(part) - 1);
    return rows.get(id) ?? 0;
  });
  const { stack } = open.classified.profile.samples;
  const samples = isIncluded ? stack.filter((_, sample) => isIncluded(sample)) : stack;
  return { parts, partOf: samples.map((each) => distinct[partOfStack(costs, each)]) };
}

export function costsOfTree(open: OpenProfile, { tree, chainOfSample }: BuiltTree): CostShares {
  return costShares(tree, chainOfSample, open.classified.profile.samples.weight, costsOfSamples(open));
}

/** The costs of a sandwich. `built` is the call tree. */
export function costsOfSandwich(
  open: OpenProfile,
  { tree, chainOfSample }: BuiltTree,
  halves: SandwichTrees,
): Sandwich['costs'] {
  const costsOf = (half: 'callers' | 'callees') => {
    const endOf = withEndsOfCallers(halves[half].endOf, tree.parent);
    return costsOfTree(open, { tree: halves[half].tree, chainOfSample: mapChains(chainOfSample, endOf) });
  };
  return { callers: costsOf('callers'), callees: costsOf('callees') };
}
