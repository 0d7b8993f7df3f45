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
 * have the same order whatever the width stands for. `funcOf` has the row of the function table per key.
 */
export function drawnTree(
  aligned: AlignedTree,
  funcOf: Int32Array,
  { width, hidesGhosts }: Pick<ComparisonOptions, 'width' | 'hidesGhosts'>,
): DrawnTree {
  const self = selfWidths(aligned, width, hidesGhosts);
  const total = self.slice();
  for (let node = aligned.length - 1; node > 0; node--) total[aligned.parent[node]] += total[node];
  const source = depthFirst(aligned, drawnNodes(aligned, total, width, hidesGhosts));
  const tree = emptyTree(source.length);
  const chainOf = new Int32Array(aligned.length).fill(NONE);
  /** Per chain: where its next child begins. */
  const next = new Float64Array(source.length);
  for (let chain = 0; chain < source.length; chain++) {
    const node = source[chain];
    const parent = chain === 0 ? NONE : chainOf[aligned.parent[node]];
    chainOf[node] = chain;
    tree.func[chain] = chain === 0 ? NONE : funcOf[aligned.key[node]];
    tree.parent[chain] = parent;
    tree.depth[chain] = chain === 0 ? 0 : tree.depth[parent] + 1;
    tree.total[chain] = total[node];
    tree.self[chain] = self[node];
    tree.start[chain] = chain === 0 ? 0 : next[parent];
    next[chain] = tree.start[chain];
    if (chain > 0) next[parent] += total[node];
  }
  for (let chain = source.length - 1; chain >= 0; chain--) {
    tree.end[chain] = Math.max(tree.end[chain], chain + 1);
    if (chain > 0) tree.end[tree.parent[chain]] = Math.max(tree.end[tree.parent[chain]], tree.end[chain]);
  }
  return {
    tree: { ...tree, rows: 1 + tree.depth.reduce((most, depth) => Math.max(most, depth), 0) },
    source,
    movedOutOf: source.map((node) => {
      const call = aligned.movedOutOf[node];
      return call < 0 ? NONE : chainOf[call];
    }),
  };
}

/** Each chain has one node. */
function emptyTree(length: number): Omit<CallTree, 'rows'> {
  const first = Int32Array.from({ length: length + 1 }, (_, chain) => chain);
  return { length, func: new Int32Array(length), chains: length, ...chainColumns(length), first };
}

function selfWidths(
  { length, a, b, selfA, selfB }: AlignedTree,
  width: BoxWidth,
  hidesGhosts: boolean,
): Float64Array {
  const self = new Float64Array(length);
  for (let node = 1; node < length; node++) {
    const isGhost = (width === 'b' && b[node] === 0) || (width === 'a' && a[node] === 0);
    if (isGhost) self[node] = hidesGhosts ? 0 : selfA[node] + selfB[node];
    else if (width === 'b') self[node] = selfB[node];
    else if (width === 'a') self[node] = selfA[node];
    else if (width === 'max') self[node] = Math.max(selfA[node], selfB[node]);
    else self[node] = selfA[node] + selfB[node];
  }
  return self;
}

/** 1 for nodes with width, and for calls that such nodes moved out of. */
function drawnNodes(
  { length, a, b, movedOutOf }: AlignedTree,
  total: Float64Array,
  width: BoxWidth,
  hidesGhosts: boolean,
): Uint8Array {
  const isDrawn = Uint8Array.from(total, (weight) => (weight > 0 ? 1 : 0));
  const isHidden = (call: number) =>
    hidesGhosts && ((width === 'b' && b[call] === 0) || (width === 'a' && a[call] === 0));
  // Calls precede what moved out of them, which may be such a call itself.
  for (let node = length - 1; node > 0; node--) {
    const call = movedOutOf[node];
    if (isDrawn[node] === 1 && call >= 0 && !isHidden(call)) isDrawn[call] = 1;
  }
  return isDrawn;
}

/**
 * The drawn nodes, callers before their callees. Siblings are sorted by the weight of the heavier side; a call that others moved out
 * of and these are next to each other, the call first.
 */
function depthFirst(aligned: AlignedTree, isDrawn: Uint8Array): Int32Array {
  const { length, parent, key } = aligned;
  const { weight, group, groupWeight, rank } = siblingOrder(aligned);
  const nodes = Int32Array.from({ length }, (_, node) => node).filter(
    (node) => node > 0 && isDrawn[node] === 1,
  );
  // Sorting the whole list also sorts the children of each node.
  nodes.sort(
    (x, y) =>
      parent[x] - parent[y] ||
      groupWeight[group[y]] - groupWeight[group[x]] ||
      (group[x] === group[y] ? 0 : key[group[x]] - key[group[y]]) ||
      rank[x] - rank[y] ||
      weight[y] - weight[x] ||
      key[x] - key[y],
  );
  const firstChild = new Int32Array(length + 1).fill(nodes.length);
  for (let i = nodes.length - 1; i >= 0; i--) firstChild[parent[nodes[i]]] = i;
  const order = new Int32Array(nodes.length + 1);
  let ordered = 0;
  const pending = [0];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    order[ordered++] = node;
    const from = firstChild[node];
    let to = from;
    while (to < nodes.length && parent[nodes[to]] === node) to++;
    for (let i = to - 1; i >= from; i--) pending.push(nodes[i]);
  }
  return order;
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
  const weight = a.map((each, node) => Math.max(each, b[node]));
  const group = Int32Array.from({ length }, (_, node) => node);
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
