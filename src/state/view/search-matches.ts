// Which nodes of a tree match the search.

import { chainsWith, type CostId, type CostShares } from '../../model/costs.ts';
import type { SearchResult } from '../../model/session.ts';
import { chainOf, type CallTree } from '../../model/tree.ts';

/** Undefined if names were searched. */
export function searchedCost(found: SearchResult | undefined): CostId | undefined {
  return found?.asked && 'cost' in found.asked ? found.asked.cost : undefined;
}

/** Tells which nodes match: those of a matching function and, in a search for a cost, with such samples. */
export function matchingNodes(
  found: SearchResult,
  tree: CallTree,
  costs: CostShares | undefined,
): (node: number) => boolean {
  const { matches } = found;
  const cost = searchedCost(found);
  const isMatch = (node: number) => matches[tree.func[node]] === 1;
  if (cost === undefined || !costs) return isMatch;
  const hasCost = chainsWith(costs, cost);
  return (node) => isMatch(node) && hasCost(chainOf(tree, node));
}
