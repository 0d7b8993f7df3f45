// Lays out aligned call trees as one tree for drawing: each box is as wide as the user chose. Code that this side does not have
// keeps the width of the other side, as a ghost.

import { NodeMark, type AlignedTree, type BoxWidth, type ComparisonOptions } from '../../model/comparison.ts';
import { NONE } from '../../model/profile.ts';
import { chainColumns, type CallTree } from '../../model/tree.ts';
import { subtreeEnds } from '../../model/trie.ts';
import { drawnChains } from './drawing-order.ts';

type Drawing = Pick<ComparisonOptions, 'width' | 'hidesGhosts'>;

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
  drawing: Drawing,
  samplePoints = Infinity,
): DrawnTree {
  const before = widthsBefore(aligned, drawing);
  const isBracket = hasOneSidedCalls(aligned) ? brackets(aligned, before, drawing) : undefined;
  const { source, parent, start } = drawnChains(aligned, { before, isBracket }, samplePoints);
  const columns = { ...drawnColumns(aligned, source, funcOf), parent, start };
  const { chains, first, end, depth, total, self } = columns;
  subtreeEnds(parent, end);
  let rows = 1;
  for (let chain = 0; chain < chains; chain++) {
    const above = parent[chain];
    const from = source[chain];
    depth[chain] = chain === 0 ? 0 : depth[above] + first[above + 1] - first[above];
    total[chain] = before[aligned.end[from]] - before[from];
    self[chain] = before[from + 1] - before[from];
    rows = Math.max(rows, depth[chain] + first[chain + 1] - first[chain]);
  }
  const movedOutOf = isBracket ? drawnMoves(aligned, source) : new Int32Array(chains).fill(NONE);
  return { tree: { ...columns, rows }, source, movedOutOf };
}

/** Empty columns for these chains, with their functions. */
function drawnColumns({ from, to, key }: AlignedTree, source: Int32Array, funcOf: Int32Array) {
  const columns = chainColumns(source.length);
  const { first } = columns;
  // The root is a node of its own.
  first[1] = 1;
  for (let chain = 1; chain < source.length; chain++)
    first[chain + 1] = first[chain] + to[source[chain]] - from[source[chain]];
  const length = first[source.length];
  const func = new Int32Array(length).fill(NONE, 0, 1);
  for (let chain = 1, node = 1; chain < source.length; chain++)
    for (let at = from[source[chain]]; at < to[source[chain]]; at++) func[node++] = funcOf[key[at]];
  return { ...columns, length, func, chains: source.length };
}

/** Only then did chains move out of calls. */
function hasOneSidedCalls({ mark }: AlignedTree): boolean {
  return mark.includes(NodeMark.inserted) || mark.includes(NodeMark.removed);
}

/** Per drawn chain: the drawn call that it moved out of. */
function drawnMoves({ chains, movedOutOf }: AlignedTree, source: Int32Array): Int32Array {
  const drawnAs = new Int32Array(chains).fill(NONE);
  for (let chain = 0; chain < source.length; chain++) drawnAs[source[chain]] = chain;
  return source.map((from) => (movedOutOf[from] < 0 ? NONE : drawnAs[movedOutOf[from]]));
}

/** True if boxes have the width of a side without this chain. */
function isGhostOf({ a, b }: AlignedTree, width: BoxWidth, chain: number): boolean {
  return (width === 'b' && b.total(chain) === 0) || (width === 'a' && a.total(chain) === 0);
}

/** As in Widths. */
function widthsBefore(aligned: AlignedTree, { width, hidesGhosts }: Drawing): Float64Array {
  const { chains, a, b } = aligned;
  const before = new Float64Array(chains + 1);
  for (let chain = 1; chain < chains; chain++) {
    let self: number;
    if (isGhostOf(aligned, width, chain)) self = hidesGhosts ? 0 : a.self(chain) + b.self(chain);
    else if (width === 'b') self = b.self(chain);
    else if (width === 'a') self = a.self(chain);
    else if (width === 'max') self = Math.max(a.self(chain), b.self(chain));
    else self = a.self(chain) + b.self(chain);
    before[chain + 1] = before[chain] + self;
  }
  return before;
}

/** Per chain: 1 for calls that chains with a width moved out of, directly or through other such calls. */
function brackets(aligned: AlignedTree, before: Float64Array, { width, hidesGhosts }: Drawing): Uint8Array {
  const { chains, end, movedOutOf } = aligned;
  const isBracket = new Uint8Array(chains);
  // Calls precede what moved out of them, which may be such a call itself.
  for (let chain = chains - 1; chain > 0; chain--) {
    const call = movedOutOf[chain];
    if (call < 0 || (hidesGhosts && isGhostOf(aligned, width, call))) continue;
    if (isBracket[chain] === 1 || before[end[chain]] > before[chain]) isBracket[call] = 1;
  }
  return isBracket;
}
