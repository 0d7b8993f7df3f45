// Lays out aligned call trees as one tree for drawing: each box is as wide as the user chose. Code that this side does not have
// keeps the width of the other side, as a ghost.

import type { AlignedTree, BoxWidth, ComparisonOptions } from '../model/comparison.ts';
import { NONE } from '../model/profile.ts';
import { chainColumns, subtreeEnds, type CallTree } from '../model/tree.ts';
import { drawingOrder } from './drawing-order.ts';

export interface DrawnTree {
  readonly tree: CallTree;
  /** Per chain of the tree: its chain in the aligned tree. */
  readonly source: Int32Array;
  /** As in AlignedTree, but a chain of this tree. */
  readonly movedOutOf: Int32Array;
}

/**
 * Chains without width are left out, except inserted and removed calls whose callees have some: those are drawn as brackets. Siblings
 * have the same order for every choice of width. `funcOf` has the row of the function table per key. With `samplePoints`, only chains
 * that cover one of this many evenly spaced points of the width are drawn, at their places in the complete tree.
 */
export function drawnTree(
  aligned: AlignedTree,
  funcOf: Int32Array,
  { width, hidesGhosts }: Pick<ComparisonOptions, 'width' | 'hidesGhosts'>,
  samplePoints = Infinity,
): DrawnTree {
  const self = selfWidths(aligned, width, hidesGhosts);
  const total = self.slice();
  for (let chain = aligned.chains - 1; chain > 0; chain--) total[aligned.parent[chain]] += total[chain];
  const isDrawn = drawnChains(aligned, total, (call) =>
    hidesGhosts ? isGhostOf(aligned, width, call) : false,
  );
  const order = drawingOrder(aligned);
  const { source, start } =
    samplePoints === Infinity ? order.all(total, isDrawn) : order.covering(samplePoints, total, isDrawn);
  const columns = { ...drawnColumns(aligned, source, funcOf), start };
  const { chains, first, parent, depth, end } = columns;
  const drawnAs = new Int32Array(aligned.chains).fill(NONE);
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
  }
  subtreeEnds(parent, end);
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
