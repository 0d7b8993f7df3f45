// The order in which the chains of aligned call trees are drawn, and where each one begins.

import { indicesUpTo } from '../../model/columns.ts';
import type { AlignedTree } from '../../model/comparison.ts';
import { NONE } from '../../model/profile.ts';
import { sortFew } from '../../model/sorted.ts';
import { coversSamplePoint } from '../../model/tree.ts';

interface Widths {
  /** Per chain of the aligned tree: the sum of the self widths of all chains before it. The last entry is that of all. */
  readonly before: Float64Array;
  /** Per chain: 1 for calls that are drawn even without a width; undefined if no chain moved out of a call. */
  readonly isBracket: Uint8Array | undefined;
}

/** Chains of an aligned tree in depth-first order. */
interface DrawnChains {
  readonly source: Int32Array;
  /** Per chain in `source`: the index of its caller; NONE for the root. */
  readonly parent: Int32Array;
  /** Per chain in `source`: its left edge. */
  readonly start: Float64Array;
}

/**
 * The chains with a width that cover one of this many evenly spaced points, and brackets beside them. Siblings are sorted by the
 * weight of the heavier side; a call that others moved out of and these are next to each other, the call first.
 */
export function drawnChains(
  aligned: AlignedTree,
  { before, isBracket }: Widths,
  samplePoints: number,
): DrawnChains {
  const { end } = aligned;
  const widthOf = (chain: number) => before[end[chain]] - before[chain];
  const whole = before[aligned.chains];
  const source: number[] = [];
  const parent: number[] = [];
  const start: number[] = [];
  const pending = [0];
  const pendingParent = [NONE];
  const pendingStart = [0];
  // These are reused: most of the time would go to new lists.
  const callees = new Siblings(aligned, isBracket !== undefined);
  const starts: number[] = [];
  for (let chain = pending.pop(); chain !== undefined; chain = pending.pop()) {
    const index = source.push(chain) - 1;
    let at = pendingStart.pop() ?? 0;
    parent.push(pendingParent.pop() ?? NONE);
    start.push(at);
    callees.count = 0;
    for (let callee = chain + 1; callee < end[chain]; callee = end[callee])
      if (before[end[callee]] > before[callee] || isBracket?.[callee] === 1) callees.add(callee);
    callees.sort();
    for (let i = 0; i < callees.count; i++) {
      starts[i] = at;
      at += widthOf(callees.at(i));
    }
    for (let i = callees.count - 1; i >= 0; i--) {
      const callee = callees.at(i);
      const width = widthOf(callee);
      const isLimited = width > 0 && samplePoints < Infinity;
      if (isLimited && !coversSamplePoint(starts[i], width, whole, samplePoints)) continue;
      pending.push(callee);
      pendingParent.push(index);
      pendingStart.push(starts[i]);
    }
  }
  return {
    source: Int32Array.from(source),
    parent: Int32Array.from(parent),
    start: Float64Array.from(start),
  };
}

/** Chains with the same caller, in the order in which they are drawn. */
class Siblings {
  count = 0;
  private readonly aligned: AlignedTree;
  private readonly groups: SiblingGroups | undefined;
  private readonly chain: number[] = [];
  /** The weight of the heavier side. */
  private readonly weight: number[] = [];
  /** Indices of the chains. */
  private readonly order: number[] = [];

  constructor(aligned: AlignedTree, hasGroups: boolean) {
    this.aligned = aligned;
    this.groups = hasGroups ? siblingGroups(aligned) : undefined;
  }

  add(chain: number): void {
    this.chain[this.count] = chain;
    this.weight[this.count] = heavierSide(this.aligned, chain);
    this.order[this.count] = this.count++;
  }

  at(index: number): number {
    return this.chain[this.order[index]];
  }

  sort(): void {
    if (this.count > 1)
      sortFew(this.order, this.groups ? this.compareGroups : this.compareWeights, this.count);
  }

  private readonly compareWeights = (x: number, y: number): number =>
    this.weight[y] - this.weight[x] || this.compareKeys(this.chain[x], this.chain[y]);

  private readonly compareGroups = (x: number, y: number): number => {
    if (!this.groups) return 0;
    const { group, weight, rank } = this.groups;
    const [ofX, ofY] = [group[this.chain[x]], group[this.chain[y]]];
    return (
      weight[ofY] - weight[ofX] ||
      (ofX === ofY ? 0 : this.compareKeys(ofX, ofY)) ||
      rank[this.chain[x]] - rank[this.chain[y]] ||
      this.compareWeights(x, y)
    );
  };

  private compareKeys(x: number, y: number): number {
    const { key, from } = this.aligned;
    return key[from[x]] - key[from[y]];
  }
}

interface SiblingGroups {
  /** Per chain: the one-sided call that it moved out of, directly or through other such calls; most chains are their own. */
  readonly group: Int32Array;
  /** Per group: the weight of its heaviest chain. */
  readonly weight: Float64Array;
  /** Per chain: the number of calls that it moved out of. */
  readonly rank: Uint8Array;
}

function siblingGroups(aligned: AlignedTree): SiblingGroups {
  const { chains, movedOutOf } = aligned;
  const group = indicesUpTo(chains);
  const weight = new Float64Array(chains);
  for (let chain = 0; chain < chains; chain++) weight[chain] = heavierSide(aligned, chain);
  const rank = new Uint8Array(chains);
  for (let chain = 1; chain < chains; chain++) {
    const call = movedOutOf[chain];
    if (call < 0) continue;
    group[chain] = group[call];
    weight[group[chain]] = Math.max(weight[group[chain]], weight[chain]);
    rank[chain] = rank[call] + 1;
  }
  return { group, weight, rank };
}

/** The weight of a chain on the side where it is heavier. */
function heavierSide({ a, b }: AlignedTree, chain: number): number {
  return Math.max(a.total(chain), b.total(chain));
}
