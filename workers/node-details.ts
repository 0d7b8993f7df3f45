// The details of a node of the call tree, and of all calls of a function. Loaded on demand.

import type { BuiltTree } from '../src/calltree/build.ts';
import { functionCosts, nodeCosts } from '../src/calltree/cost-weights.ts';
import { detailsOf, functionDetailsOf } from '../src/calltree/details.ts';
import { inferredFunctionWeight } from '../src/calltree/inferred-weights.ts';
import { resolvePath, type CallPath } from '../src/model/call-path.ts';
import { functionIdsOf } from '../src/model/function-ids.ts';
import type { Details } from '../src/model/session.ts';
import type { OpenProfile } from './pipeline.ts';
import { stackCostsOf } from './stack-costs.ts';

export function nodeDetails(open: OpenProfile, built: BuiltTree, path: CallPath): Details {
  const { profile } = open.classified;
  const { node } = resolvePath(built.tree, path, { ids: functionIdsOf(profile), funcs: profile.funcs });
  return { ...detailsOf(built, node, profile), costs: nodeCosts(built, node, profile, stackCostsOf(open)) };
}

export function functionDetails(open: OpenProfile, built: BuiltTree, func: number): Details {
  const { profile } = open.classified;
  return {
    ...functionDetailsOf(built, func, profile),
    costs: functionCosts(built, func, profile, stackCostsOf(open)),
    inferred: built.inferred && inferredFunctionWeight(built, func, profile.samples.weight),
  };
}
