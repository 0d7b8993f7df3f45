// Lays out aligned call trees as one tree for drawing: each box is as wide as the user chose. Code that this side does not have
// keeps the width of the other side, as a ghost.

import type { AlignedTree, BoxWidth, ComparisonOptions } from '../model/comparison.ts';
import { NONE } from '../model/profile.ts';
import { sortFew } from '../model/sort-few.ts';
import { chainColumns, type CallTree } from '../model/tree.ts';

export interface DrawnTree {
  readonly tree: CallTree;
  /** Per chain of the tree: its chain in the aligned tree. */
  readonly source: Int32Array;
  /** As in AlignedTree, but a chain of this tree. */
  readonly movedOutOf: Int32Array;
}

/**
 * Chains without width are left out, except inserted and removed calls whose callees have some: those are drawn as brackets. Siblings
 * have the same order for every choice of width. `funcOf` has the row of the function table per key.
 */
export function drawnTree(
  aligned: AlignedTree,
  funcOf: Int32Array,
  { width, hidesGhosts }: Pick<ComparisonOptions, 'width' | 'hidesGhosts'>,
): DrawnTree {
  const self = selfWidths(aligned, width, hidesGhosts);
  const total = self.slice();
  for (let chain = aligned.chains - 1; chain > 0; chain--) total[aligned.parent[chain]] += total[chain];
  const isDrawn = drawnChains(aligned, total, (call) =>
    hidesGhosts ? isGhostOf(aligned, width, call) : false,
  );
  const source = depthFirst(aligned).filter((chain) => chain === 0 || isDrawn[chain] === 1);
  const columns = drawnColumns(aligned, source, funcOf);
  const { chains, first, parent, depth, end, start } = columns;
  const drawnAs = new Int32Array(aligned.chains).fill(NONE);
  /** Per chain: where its next callee begins. */
  const next = new Float64Array(chains);
  const movedOutOf = new Int32Array(chains);
  let rows = 1;
  for (let chain = 0; chain < chains; chain++) {
    const from = source[chain];
    const above = chain === 0 ? NONE : drawnAs[aligned.parent[from]];
    drawnAs[from] = chain;
    parent[chain] = above;
    depth[chain] = chain === 0 ? 0 : depth[above] + first[above + 1] - first[above];
    columns.total[chain] = total[from];
    columns.self[chain] = self[from];
    movedOutOf[chain] = aligned.movedOutOf[from] < 0 ? NONE : drawnAs[aligned.movedOutOf[from]];
    rows = Math.max(rows, depth[chain] + first[chain + 1] - first[chain]);
    start[chain] = chain === 0 ? 0 : next[above];
    next[chain] = start[chain];
    if (chain > 0) next[above] += total[from];
  }
  for (let chain = chains - 1; chain >= 0; chain--) {
    end[chain] = Math.max(end[chain], chain + 1);
    if (chain > 0) end[parent[chain]] = Math.max(end[parent[chain]], end[chain]);
  }
  return { tree: { ...columns, rows }, source, movedOutOf };
}

/** Empty columns for these chains, with their functions. */
function drawnColumns({ first, key }: AlignedTree, source: Int32Array, funcOf: Int32Array) {
  const columns = chainColumns(source.length);
  for (let chain = 0; chain < source.length; chain++)
    columns.first[chain + 1] = columns.first[chain] + first[source[chain] + 1] - first[source[chain]];
  const length = columns.first[source.length];
  const func = new Int32Array(length).fill(NONE, 0, 1);
  for (let chain = 1, node = 1; chain < source.length; chain++)
    for (let from = first[source[chain]]; from < first[source[chain] + 1]; from++)
      func[node++] = funcOf[key[from]];
  return { ...columns, length, func, chains: source.length };
}

/** True if boxes have the width of a side without this chain. */
function isGhostOf({ a, b }: AlignedTree, width: BoxWidth, chain: number): boolean {
  return (width === 'b' && b[chain] === 0) || (width === 'a' && a[chain] === 0);
}

function selfWidths(aligned: AlignedTree, width: BoxWidth, hidesGhosts: boolean): Float64Array {
  const { chains, selfA, selfB } = aligned;
  const self = new Float64Array(chains);
  for (let chain = 1; chain < chains; chain++) {
    if (isGhostOf(aligned, width, chain)) self[chain] = hidesGhosts ? 0 : selfA[chain] + selfB[chain];
    else if (width === 'b') self[chain] = selfB[chain];
    else if (width === 'a') self[chain] = selfA[chain];
    else if (width === 'max') self[chain] = Math.max(selfA[chain], selfB[chain]);
    else self[chain] = selfA[chain] + selfB[chain];
  }
  return self;
}

/** 1 for chains with a width, and for calls that such chains moved out of. */
function drawnChains(
  { chains, movedOutOf }: AlignedTree,
  total: Float64Array,
  isHidden: (call: number) => boolean,
): Uint8Array {
  const isDrawn = new Uint8Array(chains);
  for (let chain = 0; chain < chains; chain++) isDrawn[chain] = total[chain] > 0 ? 1 : 0;
  // Calls precede what moved out of them, which may be such a call itself.
  for (let chain = chains - 1; chain > 0; chain--) {
    const call = movedOutOf[chain];
    if (isDrawn[chain] === 1 && call >= 0 && !isHidden(call)) isDrawn[call] = 1;
  }
  return isDrawn;
}

/** Drawing with another width must not sort all siblings again. */
const ORDERS = new WeakMap<AlignedTree, Int32Array>();

function depthFirst(aligned: AlignedTree): Int32Array {
  const order = ORDERS.get(aligned) ?? orderOf(aligned);
  ORDERS.set(aligned, order);
  return order;
}

/**
 * All chains, callers before their callees. Siblings are sorted by the weight of the heavier side; a call that others moved out of and
 * these are next to each other, the call first.
 */
function orderOf(aligned: AlignedTree): Int32Array {
  const { chains, first, parent, key } = aligned;
  const { weight, group, groupWeight, rank } = siblingOrder(aligned);
  const firstChild = new Int32Array(chains).fill(NONE);
  const nextSibling = new Int32Array(chains).fill(NONE);
  for (let chain = chains - 1; chain > 0; chain--) {
    nextSibling[chain] = firstChild[parent[chain]];
    firstChild[parent[chain]] = chain;
  }
  const keyOf = (chain: number) => key[first[chain]];
  const byOrder = (x: number, y: number) =>
    groupWeight[group[y]] - groupWeight[group[x]] ||
    (group[x] === group[y] ? 0 : keyOf(group[x]) - keyOf(group[y])) ||
    rank[x] - rank[y] ||
    weight[y] - weight[x] ||
    keyOf(x) - keyOf(y);
  const order = new Int32Array(chains);
  let ordered = 0;
  const pending = [0];
  for (let chain = pending.pop(); chain !== undefined; chain = pending.pop()) {
    order[ordered++] = chain;
    const children: number[] = [];
    for (let child = firstChild[chain]; child >= 0; child = nextSibling[child]) children.push(child);
    sortFew(children, byOrder);
    for (let i = children.length - 1; i >= 0; i--) pending.push(children[i]);
  }
  return order;
}

interface SiblingOrder {
  /** Per chain: the weight of the heavier side. */
  readonly weight: Float64Array;
  /** Per chain: the set-aside call that it moved out of, directly or through other such calls; most chains are their own. */
  readonly group: Int32Array;
  /** Per group: the weight of its heaviest chain. */
  readonly groupWeight: Float64Array;
  /** Per chain: the number of calls that it moved out of. */
  readonly rank: Uint8Array;
}

function siblingOrder({ chains, a, b, movedOutOf }: AlignedTree): SiblingOrder {
  const weight = new Float64Array(chains);
  const group = new Int32Array(chains);
  for (let chain = 0; chain < chains; chain++) {
    weight[chain] = Math.max(a[chain], b[chain]);
    group[chain] = chain;
  }
  const groupWeight = weight.slice();
  const rank = new Uint8Array(chains);
  for (let chain = 1; chain < chains; chain++) {
    const call = movedOutOf[chain];
    if (call < 0) continue;
    group[chain] = group[call];
    groupWeight[group[chain]] = Math.max(groupWeight[group[chain]], weight[chain]);
    rank[chain] = rank[call] + 1;
  }
  return { weight, group, groupWeight, rank };
}
