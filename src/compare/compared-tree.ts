// Lays out aligned call trees as one tree for drawing: each box is as wide as the user chose. Code that this side does not have
// keeps the width of the other side, as a ghost.

import type { AlignedTree, BoxWidth } from '../model/comparison.ts';
import { NONE } from '../model/profile.ts';
import { chainColumns, type CallTree } from '../model/tree.ts';

export interface DrawnTree {
  readonly tree: CallTree;
  /** Per node of the tree: its node in the aligned tree. */
  readonly source: Int32Array;
}

/**
 * Nodes without width are left out. Siblings are sorted by the weight of the heavier side, so that they keep their place whatever
 * the width stands for. `funcOf` has the row of the function table per key.
 */
export function drawnTree(
  aligned: AlignedTree,
  funcOf: Int32Array,
  { width, hidesGhosts }: { readonly width: BoxWidth; readonly hidesGhosts: boolean },
): DrawnTree {
  const self = selfWidths(aligned, width, hidesGhosts);
  const total = self.slice();
  for (let node = aligned.length - 1; node > 0; node--) total[aligned.parent[node]] += total[node];
  const source = depthFirst(aligned, total);
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

/** The nodes with width; callers before their callees, siblings by the weight of the heavier side. */
function depthFirst({ length, parent, key, a, b }: AlignedTree, total: Float64Array): Int32Array {
  const weight = a.map((each, node) => Math.max(each, b[node]));
  const nodes = Int32Array.from({ length }, (_, node) => node).filter((node) => node > 0 && total[node] > 0);
  // Sorting the whole list also sorts the children of each node.
  nodes.sort((x, y) => parent[x] - parent[y] || weight[y] - weight[x] || key[x] - key[y]);
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
