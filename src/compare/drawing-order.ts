// The order in which the chains of aligned call trees are drawn, and where each one begins.

import type { AlignedTree } from '../model/comparison.ts';
import { indicesUpTo } from '../model/columns.ts';
import { NONE } from '../model/profile.ts';
import { sortFew } from '../model/sort-few.ts';
import { coversSamplePoint } from '../model/tree.ts';

/** Chains of an aligned tree, callers before their callees. */
export interface DrawnChains {
  readonly source: Int32Array;
  /** Per chain in `source`: its left edge. */
  readonly start: Float64Array;
}

/** Drawing with another width must not sort all siblings again. */
const ORDERS = new WeakMap<AlignedTree, DrawingOrder>();

export function drawingOrder(aligned: AlignedTree): DrawingOrder {
  const order = ORDERS.get(aligned) ?? new DrawingOrder(aligned);
  ORDERS.set(aligned, order);
  return order;
}

/**
 * Siblings are sorted by the weight of the heavier side; a call that others moved out of and these are next to each other, the call
 * first.
 */
class DrawingOrder {
  private readonly aligned: Pick<AlignedTree, 'chains' | 'parent'>;
  private readonly firstCallee: Int32Array;
  private readonly nextSibling: Int32Array;
  private readonly compareSiblings: (x: number, y: number) => number;
  private complete: Int32Array | undefined;

  constructor(aligned: AlignedTree) {
    const { chains, first, parent, key } = aligned;
    // Not the tree itself, which would keep this in memory.
    this.aligned = { chains, parent };
    this.firstCallee = new Int32Array(chains).fill(NONE);
    this.nextSibling = new Int32Array(chains).fill(NONE);
    for (let chain = chains - 1; chain > 0; chain--) {
      this.nextSibling[chain] = this.firstCallee[parent[chain]];
      this.firstCallee[parent[chain]] = chain;
    }
    const weight = new Float64Array(chains);
    for (let chain = 0; chain < chains; chain++) weight[chain] = Math.max(aligned.a[chain], aligned.b[chain]);
    const keyOf = (chain: number) => key[first[chain]];
    const compareWeights = (x: number, y: number) => weight[y] - weight[x] || keyOf(x) - keyOf(y);
    if (aligned.movedOutOf.every((call) => call < 0)) {
      this.compareSiblings = compareWeights;
      return;
    }
    const { group, groupWeight, rank } = siblingGroups(aligned, weight);
    this.compareSiblings = (x, y) =>
      groupWeight[group[y]] - groupWeight[group[x]] ||
      (group[x] === group[y] ? 0 : keyOf(group[x]) - keyOf(group[y])) ||
      rank[x] - rank[y] ||
      compareWeights(x, y);
  }

  /** All chains that are drawn. `total` has their widths. */
  all(total: Float64Array, isDrawn: Uint8Array): DrawnChains {
    const { parent, chains } = this.aligned;
    const source = this.allChains().filter((chain) => chain === 0 || isDrawn[chain] === 1);
    const start = new Float64Array(source.length);
    /** Per chain: where its next callee begins. */
    const next = new Float64Array(chains);
    for (let i = 1; i < source.length; i++) {
      const chain = source[i];
      start[i] = next[parent[chain]];
      next[chain] = start[i];
      next[parent[chain]] += total[chain];
    }
    return { source, start };
  }

  /** The drawn chains that cover one of this many evenly spaced points, and drawn calls without width beside them. */
  covering(samplePoints: number, total: Float64Array, isDrawn: Uint8Array): DrawnChains {
    const source: number[] = [];
    const start: number[] = [];
    const pending = [0];
    const pendingStart = [0];
    // These are reused: most of the time would go to new lists.
    const callees: number[] = [];
    const starts: number[] = [];
    for (let chain = pending.pop(); chain !== undefined; chain = pending.pop()) {
      let at = pendingStart.pop() ?? 0;
      source.push(chain);
      start.push(at);
      this.sortCallees(chain, callees, isDrawn);
      for (let i = 0; i < callees.length; i++) {
        starts[i] = at;
        at += total[callees[i]];
      }
      for (let i = callees.length - 1; i >= 0; i--) {
        const width = total[callees[i]];
        if (width > 0 && !coversSamplePoint(starts[i], width, total[0], samplePoints)) continue;
        pending.push(callees[i]);
        pendingStart.push(starts[i]);
      }
    }
    return { source: Int32Array.from(source), start: Float64Array.from(start) };
  }

  private allChains(): Int32Array {
    if (this.complete) return this.complete;
    const order = new Int32Array(this.aligned.chains);
    let length = 0;
    const callees: number[] = [];
    const pending = [0];
    for (let chain = pending.pop(); chain !== undefined; chain = pending.pop()) {
      order[length++] = chain;
      this.sortCallees(chain, callees);
      for (let i = callees.length - 1; i >= 0; i--) pending.push(callees[i]);
    }
    this.complete = order;
    return order;
  }

  /** Replaces `callees` with the sorted callees of a chain or, with `isDrawn`, those that are drawn. */
  private sortCallees(chain: number, callees: number[], isDrawn?: Uint8Array): void {
    callees.length = 0;
    for (let callee = this.firstCallee[chain]; callee >= 0; callee = this.nextSibling[callee])
      if (isDrawn === undefined || isDrawn[callee] === 1) callees.push(callee);
    if (callees.length > 1) sortFew(callees, this.compareSiblings);
  }
}

interface SiblingGroups {
  /** Per chain: the set-aside call that it moved out of, directly or through other such calls; most chains are their own. */
  readonly group: Int32Array;
  /** Per group: the weight of its heaviest chain. */
  readonly groupWeight: Float64Array;
  /** Per chain: the number of calls that it moved out of. */
  readonly rank: Uint8Array;
}

/** `weight` has the weight of the heavier side. */
function siblingGroups({ chains, movedOutOf }: AlignedTree, weight: Float64Array): SiblingGroups {
  const group = indicesUpTo(chains);
  const groupWeight = weight.slice();
  const rank = new Uint8Array(chains);
  for (let chain = 1; chain < chains; chain++) {
    const call = movedOutOf[chain];
    if (call < 0) continue;
    group[chain] = group[call];
    groupWeight[group[chain]] = Math.max(groupWeight[group[chain]], weight[chain]);
    rank[chain] = rank[call] + 1;
  }
  return { group, groupWeight, rank };
}
