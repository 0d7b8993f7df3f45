// Lays out aligned call trees as one tree for drawing: each box is as wide as the user chose. Code that this side does not have
// keeps the width of the other side, as a ghost.

import type { AlignedTree, BoxWidth, ComparisonOptions } from '../model/comparison.ts';
import { NONE } from '../model/profile.ts';
import { chainColumns, type CallTree } from '../model/tree.ts';

export interface DrawnTree {
  readonly tree: CallTree;
  /** Per node of the tree: its node in the aligned tree. */
  readonly source: Int32Array;
  /** As in AlignedTree, but a node of this tree. */
  readonly movedOutOf: Int32Array;
}

/**
 * Nodes without width are left out, except inserted and removed calls whose callees have some: those are drawn as brackets. Siblings
 * have the same order for every choice of width. `funcOf` has the row of the function table per key. Also leaves out nodes
 * narrower than `minShare` of the root: 0 for the complete tree.
 */
export function drawnTree(
  aligned: AlignedTree,
  funcOf: Int32Array,
  { width, hidesGhosts }: Pick<ComparisonOptions, 'width' | 'hidesGhosts'>,
  minShare = 0,
): DrawnTree {
  const self = selfWidths(aligned, width, hidesGhosts);
  const total = self.slice();
  for (let node = aligned.length - 1; node > 0; node--) total[aligned.parent[node]] += total[node];
  const isDrawn = drawnNodes(aligned, total, minShare * total[0], (call) =>
    hidesGhosts ? isGhostOf(aligned, width, call) : false,
  );
  const source = minShare > 0 ? orderOf(aligned, isDrawn) : depthFirst(aligned, isDrawn);
  const tree = emptyTree(source.length);
  const chainOf = new Int32Array(aligned.length).fill(NONE);
  /** Per chain: where its next child begins. */
  const next = new Float64Array(source.length);
  const movedOutOf = new Int32Array(source.length);
  let rows = 1;
  for (let chain = 0; chain < source.length; chain++) {
    const node = source[chain];
    const parent = chain === 0 ? NONE : chainOf[aligned.parent[node]];
    chainOf[node] = chain;
    tree.func[chain] = chain === 0 ? NONE : funcOf[aligned.key[node]];
    tree.parent[chain] = parent;
    tree.depth[chain] = chain === 0 ? 0 : tree.depth[parent] + 1;
    tree.total[chain] = total[node];
    tree.self[chain] = self[node];
    movedOutOf[chain] = aligned.movedOutOf[node] < 0 ? NONE : chainOf[aligned.movedOutOf[node]];
    rows = Math.max(rows, tree.depth[chain] + 1);
    tree.start[chain] = chain === 0 ? 0 : next[parent];
    next[chain] = tree.start[chain];
    if (chain > 0) next[parent] += total[node];
  }
  for (let chain = source.length - 1; chain >= 0; chain--) {
    tree.end[chain] = Math.max(tree.end[chain], chain + 1);
    if (chain > 0) tree.end[tree.parent[chain]] = Math.max(tree.end[tree.parent[chain]], tree.end[chain]);
  }
  return { tree: { ...tree, rows }, source, movedOutOf };
}

/** Each chain has one node. */
function emptyTree(length: number): Omit<CallTree, 'rows'> {
  const columns = chainColumns(length);
  for (let chain = 0; chain <= length; chain++) columns.first[chain] = chain;
  return { length, func: new Int32Array(length), chains: length, ...columns };
}

/** True if boxes have the width of a side without this node. */
function isGhostOf({ a, b }: AlignedTree, width: BoxWidth, node: number): boolean {
  return (width === 'b' && b[node] === 0) || (width === 'a' && a[node] === 0);
}

function selfWidths(aligned: AlignedTree, width: BoxWidth, hidesGhosts: boolean): Float64Array {
  const { length, selfA, selfB } = aligned;
  const self = new Float64Array(length);
  for (let node = 1; node < length; node++) {
    if (isGhostOf(aligned, width, node)) self[node] = hidesGhosts ? 0 : selfA[node] + selfB[node];
    else if (width === 'b') self[node] = selfB[node];
    else if (width === 'a') self[node] = selfA[node];
    else if (width === 'max') self[node] = Math.max(selfA[node], selfB[node]);
    else self[node] = selfA[node] + selfB[node];
  }
  return self;
}

/** 1 for nodes of at least this width, and for calls that such nodes moved out of. */
function drawnNodes(
  { length, movedOutOf }: AlignedTree,
  total: Float64Array,
  minWidth: number,
  isHidden: (call: number) => boolean,
): Uint8Array {
  const isDrawn = new Uint8Array(length);
  for (let node = 0; node < length; node++)
    isDrawn[node] = total[node] > 0 && total[node] >= minWidth ? 1 : 0;
  // Calls precede what moved out of them, which may be such a call itself.
  for (let node = length - 1; node > 0; node--) {
    const call = movedOutOf[node];
    if (isDrawn[node] === 1 && call >= 0 && !isHidden(call)) isDrawn[call] = 1;
  }
  return isDrawn;
}

/** Drawing with another width must not sort millions of nodes again. */
const ORDERS = new WeakMap<AlignedTree, Int32Array>();

/** The drawn nodes, callers before their callees. */
function depthFirst(aligned: AlignedTree, isDrawn: Uint8Array): Int32Array {
  let order = ORDERS.get(aligned);
  if (!order) ORDERS.set(aligned, (order = orderOf(aligned, new Uint8Array(aligned.length).fill(1))));
  return order.filter((node) => node === 0 || isDrawn[node] === 1);
}

/**
 * These nodes, callers before their callees. Siblings are sorted by the weight of the heavier side; a call that others moved out of and
 * these are next to each other, the call first.
 */
function orderOf(aligned: AlignedTree, isDrawn: Uint8Array): Int32Array {
  const { length, parent, key } = aligned;
  const { weight, group, groupWeight, rank } = siblingOrder(aligned);
  const firstChild = new Int32Array(length).fill(NONE);
  const nextSibling = new Int32Array(length).fill(NONE);
  for (let node = length - 1; node > 0; node--) {
    if (isDrawn[node] === 0) continue;
    nextSibling[node] = firstChild[parent[node]];
    firstChild[parent[node]] = node;
  }
  const byOrder = (x: number, y: number) =>
    groupWeight[group[y]] - groupWeight[group[x]] ||
    (group[x] === group[y] ? 0 : key[group[x]] - key[group[y]]) ||
    rank[x] - rank[y] ||
    weight[y] - weight[x] ||
    key[x] - key[y];
  const order = new Int32Array(length);
  let ordered = 0;
  const pending = [0];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    order[ordered++] = node;
    const children: number[] = [];
    for (let child = firstChild[node]; child >= 0; child = nextSibling[child]) children.push(child);
    if (children.length > 1) children.sort(byOrder);
    for (let i = children.length - 1; i >= 0; i--) pending.push(children[i]);
  }
  return order.subarray(0, ordered);
}

interface SiblingOrder {
  /** Per node: the weight of the heavier side. */
  readonly weight: Float64Array;
  /** Per node: the set-aside call that it moved out of, directly or through other such calls; most nodes are their own. */
  readonly group: Int32Array;
  /** Per group: the weight of its heaviest node. */
  readonly groupWeight: Float64Array;
  /** Per node: the number of calls that it moved out of. */
  readonly rank: Uint8Array;
}

function siblingOrder({ length, a, b, movedOutOf }: AlignedTree): SiblingOrder {
  const weight = new Float64Array(length);
  const group = new Int32Array(length);
  for (let node = 0; node < length; node++) {
    weight[node] = Math.max(a[node], b[node]);
    group[node] = node;
  }
  const groupWeight = weight.slice();
  const rank = new Uint8Array(length);
  for (let node = 1; node < length; node++) {
    const call = movedOutOf[node];
    if (call < 0) continue;
    group[node] = group[call];
    groupWeight[group[node]] = Math.max(groupWeight[group[node]], weight[node]);
    rank[node] = rank[call] + 1;
  }
  return { weight, group, groupWeight, rank };
}
