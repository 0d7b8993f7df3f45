// The order in which the chains of aligned call trees are drawn, and where each one begins.

import { indicesUpTo } from '../model/columns.ts';
import { NodeMark, type AlignedTree } from '../model/comparison.ts';
import { NONE } from '../model/profile.ts';
import { sortFew } from '../model/sort-few.ts';
import { coversSamplePoint } from '../model/tree.ts';

export interface Widths {
  /** Per chain of the aligned tree: the sum of the self widths of all chains before it. The last entry is that of all. */
  readonly before: Float64Array;
  /** Per chain: 1 for calls that are drawn without a width; undefined without any. */
  readonly isBracket: Uint8Array | undefined;
}

/** Chains of an aligned tree in depth-first order. */
export interface DrawnChains {
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
  const compareSiblings = siblingOrder(aligned);
  const totalWidth = before[aligned.chains];
  const source: number[] = [];
  const parent: number[] = [];
  const start: number[] = [];
  const pending = [0];
  const pendingParent = [NONE];
  const pendingStart = [0];
  // These are reused: most of the time would go to new lists.
  const callees: number[] = [];
  const starts: number[] = [];
  for (let chain = pending.pop(); chain !== undefined; chain = pending.pop()) {
    let at = pendingStart.pop() ?? 0;
    const index = source.push(chain) - 1;
    parent.push(pendingParent.pop() ?? NONE);
    start.push(at);
    callees.length = 0;
    for (let callee = chain + 1; callee < end[chain]; callee = end[callee])
      if (before[end[callee]] > before[callee] || isBracket?.[callee] === 1) callees.push(callee);
    if (callees.length > 1) sortFew(callees, compareSiblings);
    for (let i = 0; i < callees.length; i++) {
      starts[i] = at;
      at += before[end[callees[i]]] - before[callees[i]];
    }
    for (let i = callees.length - 1; i >= 0; i--) {
      const width = before[end[callees[i]]] - before[callees[i]];
      const isLimited = width > 0 && samplePoints < Infinity;
      if (isLimited && !coversSamplePoint(starts[i], width, totalWidth, samplePoints)) continue;
      pending.push(callees[i]);
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

/** Only then did chains move out of calls. */
export function hasSetAsideCalls({ mark }: Pick<AlignedTree, 'mark'>): boolean {
  return mark.includes(NodeMark.inserted) || mark.includes(NodeMark.removed);
}

/** A comparison function for chains with the same caller. */
function siblingOrder(aligned: AlignedTree): (x: number, y: number) => number {
  const { a, b, key, from } = aligned;
  const weightOf = (chain: number) => Math.max(a[chain], b[chain]);
  const keyOf = (chain: number) => key[from[chain]];
  const compareWeights = (x: number, y: number) => weightOf(y) - weightOf(x) || keyOf(x) - keyOf(y);
  if (!hasSetAsideCalls(aligned)) return compareWeights;
  const { group, groupWeight, rank } = siblingGroups(aligned, weightOf);
  return (x, y) =>
    groupWeight[group[y]] - groupWeight[group[x]] ||
    (group[x] === group[y] ? 0 : keyOf(group[x]) - keyOf(group[y])) ||
    rank[x] - rank[y] ||
    compareWeights(x, y);
}

interface SiblingGroups {
  /** Per chain: the set-aside call that it moved out of, directly or through other such calls; most chains are their own. */
  readonly group: Int32Array;
  /** Per group: the weight of its heaviest chain. */
  readonly groupWeight: Float64Array;
  /** Per chain: the number of calls that it moved out of. */
  readonly rank: Uint8Array;
}

/** `weightOf` returns the weight of the heavier side. */
function siblingGroups(
  { chains, movedOutOf }: AlignedTree,
  weightOf: (chain: number) => number,
): SiblingGroups {
  const group = indicesUpTo(chains);
  const groupWeight = Float64Array.from(group, weightOf);
  const rank = new Uint8Array(chains);
  for (let chain = 1; chain < chains; chain++) {
    const call = movedOutOf[chain];
    if (call < 0) continue;
    group[chain] = group[call];
    groupWeight[group[chain]] = Math.max(groupWeight[group[chain]], groupWeight[chain]);
    rank[chain] = rank[call] + 1;
  }
  return { group, groupWeight, rank };
}
