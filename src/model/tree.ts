// A call tree, stored as chains. In deep recordings, most nodes are the only child of their parent and have the same weight. Such
// a series of nodes is a chain: functions are stored per node, but weights, positions and links per chain.
//
//   row 0   [0 root                             ]     chain 0: node 0
//   row 1   [1 main                    ][6 other]     chain 1: nodes 1, 2      chain 4: node 6
//   row 2   [2 work                    ]
//   row 3   [3 parse     ][5 read ]                   chain 2: nodes 3, 4      chain 3: node 5
//   row 4   [4 scan      ]
//
// Nodes and chains are numbered depth first, heaviest child first. So the subtree of chain c consists of the chains [c, end[c]),
// and `start` never decreases, which allows a binary search for the node at a position.

import { lastAtMost } from './sorted.ts';
import { copyTableInto } from './columns.ts';
import { rangesOf, type Chains, type FrameMap, type Nodes, type Trie } from './trie.ts';

/** Node 0 is the root, which represents all selected samples. */
export interface CallTree extends Trie {
  /** Per node: row of the function table; NONE for the root. */
  readonly func: Int32Array;
  /** Per chain: the depth of its first node; 0 for the root. */
  readonly depth: Int32Array;
  /** Per chain: the total weight of each of its nodes. */
  readonly total: Float64Array;
  /** Per chain: the self weight of its last node; its other nodes have none. */
  readonly self: Float64Array;
  /** Per chain: the number of samples in each of its nodes. */
  readonly samples: Int32Array;
  /** Per chain: the number of samples that end in its last node. */
  readonly selfSamples: Int32Array;
  /** Per chain: its left edge, which is the weight of everything to the left of it. */
  readonly start: Float64Array;
  /** Number of rows of the graph, including the root's row. */
  readonly rows: number;
}

export interface TreeWithEnds {
  readonly tree: CallTree;
  /** Per chain of the input stacks: the tree chain in whose last node it ends; NONE if it was left out. */
  readonly endOf: Int32Array;
}

/** Copies a tree. The copy shares no memory with the original and has no unused capacity. */
export function copyOfTree(tree: CallTree): CallTree {
  return { ...tree, func: tree.func.slice(), ...copyTableInto(tree, chainColumns(tree.chains)) };
}

/** The columns of a tree that have an entry per chain, filled with zeros. */
export function chainColumns(chains: number) {
  return {
    first: new Int32Array(chains + 1),
    parent: new Int32Array(chains),
    end: new Int32Array(chains),
    depth: new Int32Array(chains),
    total: new Float64Array(chains),
    self: new Float64Array(chains),
    samples: new Int32Array(chains),
    selfSamples: new Int32Array(chains),
    start: new Float64Array(chains),
  };
}

/**
 * Drawing a complete tree only uses this many evenly spaced points of its width, so nodes that cover none of them can be left out
 * without a visible difference.
 */
export const SAMPLE_POINTS = 1 << 13;

/** Limits a tree to what one screen can show. Nodes that remain keep their position in the complete tree. */
export interface DetailLimit {
  /** Maximum depth, only for caller trees. The weight of deeper nodes becomes self weight of the last row. */
  readonly depth: number;
  /** Only nodes that cover at least one of this many evenly spaced points are kept; caller trees also keep the children of the root. */
  readonly samplePoints: number;
}

/** Building and drawing a tree with fewer chains causes no noticeable delay, so that it is never limited. */
export const SMALL_TREE = 50_000;

export const NO_LIMIT: DetailLimit = { depth: Infinity, samplePoints: Infinity };

/** The position of a sample point in a tree of this total weight. */
export function samplePointAt(total: number, point: number, samplePoints = SAMPLE_POINTS): number {
  return (point / samplePoints) * total;
}

/** True if the range of this start and width contains a sample point, in a tree of this total weight. */
export function coversSamplePoint(
  start: number,
  width: number,
  total: number,
  samplePoints: number,
): boolean {
  let point = Math.floor((start / total) * samplePoints);
  while (samplePointAt(total, point, samplePoints) < start) point++;
  return samplePointAt(total, point, samplePoints) < start + width;
}

/** The part of a graph that is on screen. */
export interface VisibleRange {
  /** Fractions of the graph's width, 0 to 1. */
  readonly from: number;
  readonly to: number;
  /**
   * Number of rows scrolled out of view at the root's end, which is the bottom of a flame graph; undefined for the number in the
   * default view.
   */
  readonly rowsBefore?: number | undefined;
}

/** An undefined range is the initial one. */
export function isSameRange(a: VisibleRange | undefined, b: VisibleRange | undefined): boolean {
  return a === b || (a?.from === b?.from && a?.to === b?.to && a?.rowsBefore === b?.rowsBefore);
}

/** The part of the graph's width that a node covers. */
export function extentOf(tree: CallTree, node: number): Pick<VisibleRange, 'from' | 'to'> {
  const chain = chainOf(tree, node);
  const all = tree.total[0] || 1;
  return { from: tree.start[chain] / all, to: (tree.start[chain] + tree.total[chain]) / all };
}

/** `flame` has the root at the bottom, `icicle` at the top. */
export type Direction = 'flame' | 'icicle';

export function chainOf(tree: Pick<CallTree, 'first' | 'chains'>, node: number): number {
  return lastAtMost(tree.first, tree.chains, node);
}

/** Visits the nodes of a function in ascending order. The built-in search takes a tenth of the time of a loop over all nodes. */
export function visitNodesOf(
  { func: funcs, first }: Pick<CallTree, 'func' | 'first'>,
  func: number,
  visit: (node: number, chain: number) => void,
): void {
  let chain = 0;
  for (let node = funcs.indexOf(func); node >= 0; node = funcs.indexOf(func, node + 1)) {
    while (first[chain + 1] <= node) chain++;
    visit(node, chain);
  }
}

export function depthOf(tree: CallTree, node: number, chain = chainOf(tree, node)): number {
  return tree.depth[chain] + node - tree.first[chain];
}

/** NONE for the root. */
export function parentOf(tree: CallTree, node: number, chain = chainOf(tree, node)): number {
  if (node > tree.first[chain]) return node - 1;
  const parent = tree.parent[chain];
  return parent < 0 ? -1 : tree.first[parent + 1] - 1;
}

export function hasChildren(tree: CallTree, node: number): boolean {
  const chain = chainOf(tree, node);
  return node + 1 < tree.first[chain + 1] || tree.end[chain] > chain + 1;
}

export function selfOf(
  tree: CallTree,
  node: number,
  chain = chainOf(tree, node),
): { weight: number; samples: number } {
  const isLast = node === tree.first[chain + 1] - 1;
  return { weight: isLast ? tree.self[chain] : 0, samples: isLast ? tree.selfSamples[chain] : 0 };
}

/** The children of a node, heaviest first. */
export function childrenOf(tree: CallTree, node: number): number[] {
  const chain = chainOf(tree, node);
  if (node + 1 < tree.first[chain + 1]) return [node + 1];
  const children: number[] = [];
  for (let child = chain + 1; child < tree.end[chain]; child = tree.end[child])
    children.push(tree.first[child]);
  return children;
}

/** The 1-based position of a node among its siblings, and the number of siblings including the node. */
export function siblingPositionOf(tree: CallTree, node: number): { position: number; siblings: number } {
  const chain = chainOf(tree, node);
  const parent = tree.parent[chain];
  if (node > tree.first[chain] || parent < 0) return { position: 1, siblings: 1 };
  let position = 0;
  let siblings = 0;
  for (let each = parent + 1; each < tree.end[parent]; each = tree.end[each]) {
    siblings++;
    if (each === chain) position = siblings;
  }
  return { position, siblings };
}

/** The node at `depth` that covers the position `at`, given as weight from the left; NONE if there is none. */
export function nodeAt(tree: CallTree, at: number, depth: number): number {
  for (let chain = lastAtMost(tree.start, tree.chains, at); chain >= 0; chain = tree.parent[chain]) {
    if (tree.depth[chain] > depth) continue;
    const node = tree.first[chain] + depth - tree.depth[chain];
    if (at < tree.start[chain] + tree.total[chain]) return node < tree.first[chain + 1] ? node : -1;
  }
  return -1;
}

/** The nodes on the path from `root`, which is excluded, to `node`. */
export function nodesTo(tree: CallTree, node: number, root = 0): number[] {
  const nodes: number[] = [];
  for (let at = node; at > root; at = parentOf(tree, at)) nodes.push(at);
  return nodes.reverse();
}

/** One more than the highest function index in the tree. */
export function funcsIn({ func }: CallTree): number {
  let highest = -1;
  for (let node = 0; node < func.length; node++) highest = Math.max(highest, func[node]);
  return highest + 1;
}

/** A node in time order: the index of its lane, and its index in the lane's tree. Node 0 is the thread itself. */
export interface TimeNodeAt {
  readonly lane: number;
  readonly node: number;
}

/** Steps of each chain, in order of depth. Nodes without a step at or below them have no inferred weight. */
export interface InferredWeights {
  /** Per chain: its first step. One extra entry at the end. */
  readonly first: Int32Array;
  /** Per step: the depth of the last node that it applies to. */
  readonly depth: Int32Array;
  readonly weight: Float64Array;
}

/** The inferred weight of the node of a chain at this depth; 0 for the root of the tree. */
export function inferredAt({ first, depth, weight }: InferredWeights, chain: number, at: number): number {
  if (at === 0) return 0;
  for (let step = first[chain]; step < first[chain + 1]; step++) if (at <= depth[step]) return weight[step];
  return 0;
}

/** True if the box of the node is drawn as inferred: half of its weight is, or more. */
export function isInferred(
  { total }: Pick<CallTree, 'total'>,
  weights: InferredWeights,
  chain: number,
  at: number,
): boolean {
  const inferred = inferredAt(weights, chain, at);
  return inferred > 0 && 2 * inferred >= total[chain];
}

/** `funcs` is an exclusive upper bound on function indices in the tree. */
export function chainsOf(
  { chains, parent, first, func }: Omit<Trie, 'end' | 'length'> & Pick<CallTree, 'func'>,
  funcs: number,
): Chains {
  return { chains, parent, ...rangesOf(first), func, funcs };
}

/** The chains in which samples end. One row per sample, or per group of samples with the same stack. */
export interface SampleEnds {
  /** Per row: the chain in whose last frame the samples end; NONE if they are left out. If undefined, row i ends in chain i. */
  readonly chain: Int32Array | undefined;
  readonly weight: Float64Array;
  /** Per row: the number of samples; if undefined, each row is one sample. */
  readonly samples: Int32Array | undefined;
  /** The tree whose sample ends these are, unchanged; its weights and links can be reused. */
  readonly of?: CallTree | undefined;
}

/** The input for building a tree: stacks with a filter applied. */
export interface FilteredStacks {
  readonly chains: Chains;
  readonly ends: SampleEnds;
  /** If undefined, every function is shown as itself. */
  readonly frameMap?: FrameMap;
  /** The frames that stacks begin with, none of which is an ancestor of another. If undefined, stacks begin at the root. */
  readonly startNodes?: Nodes;
}

/** All stacks of a tree, unfiltered. `funcs` is an exclusive upper bound on function indices. */
export function allStacksOf(tree: CallTree, funcs = funcsIn(tree)): FilteredStacks {
  return { chains: chainsOf(tree, funcs), ends: sampleEndsOf(tree) };
}

/** Where the samples of a tree end: in their own chains, or in the chains given by `chain`. */
export function sampleEndsOf(tree: CallTree, chain?: Int32Array): SampleEnds {
  return { chain, weight: tree.self, samples: tree.selfSamples, of: chain ? undefined : tree };
}
