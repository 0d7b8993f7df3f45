// Which nodes of a tree match the search, and how many.

import { chainsWith, type CostId, type CostShares } from '../../model/costs.ts';
import type { SearchResult } from '../../model/session.ts';
import { chainOf, type CallTree } from '../../model/tree.ts';
import { inSlices, runSliced, type TimeSliced } from '../../async/time-slices.ts';

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

/** The boxes of a graph, or of a lane of the time order, in drawing order. */
export interface SearchedTree {
  readonly tree: CallTree;
  readonly costs: CostShares | undefined;
  /** The first node that is drawn. */
  readonly root: number;
}

/** Nodes per block. */
const BLOCK = 1 << 14;

/**
 * Counts the boxes that match, to say which of them is the focused one. A time order may have tens of millions of
 * boxes, so they are counted in slices, and only the counts of blocks are kept.
 */
export class MatchCounts {
  private readonly trees: readonly SearchedTree[];
  private readonly found: SearchResult;
  /** Per tree and block: the number of matches before the block, in this tree and those before it. */
  private readonly before: number[][] = [];
  total = 0;

  constructor(found: SearchResult, trees: readonly SearchedTree[]) {
    this.found = found;
    this.trees = trees;
  }

  /** Calls `pause` after each slice, of less than a millisecond. */
  countAll(pause: () => Promise<void>): Promise<void> {
    return runSliced(this.count(), pause);
  }

  private *count(): TimeSliced<void> {
    for (const [i, searched] of this.trees.entries()) {
      const before: number[] = [];
      this.before.push(before);
      yield* inSlices(
        searched.tree.length,
        (from, to) => {
          before.push(this.total);
          this.total += this.countIn(i, from, to);
        },
        BLOCK,
      );
    }
  }

  /** The number of the match, from 1; 0 if the node does not match. Valid once all are counted. */
  positionOf(index: number, node: number): number {
    if (this.countIn(index, node, node + 1) === 0) return 0;
    const block = Math.floor(node / BLOCK);
    return this.before[index][block] + this.countIn(index, block * BLOCK, node + 1);
  }

  isFor(found: SearchResult | undefined): boolean {
    return found === this.found;
  }

  private countIn(index: number, from: number, to: number): number {
    const { tree, costs, root } = this.trees[index];
    const isMatch = matchingNodes(this.found, tree, costs);
    let count = 0;
    // The root of a tree is no function.
    for (let node = Math.max(from, root, 1); node < Math.min(to, tree.length); node++)
      if (isMatch(node)) count++;
    return count;
  }
}
