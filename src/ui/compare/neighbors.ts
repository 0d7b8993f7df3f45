// The callers and callees of a function in the call tree of a comparison, with the weights of both sides.

import { NodeMark, type ComparedNodes } from '../../model/comparison.ts';
import { chainOf, childrenOf, parentOf, visitNodesOf, type CallTree } from '../../model/tree.ts';

export interface ComparedNeighbor {
  /** Row of `Recording.funcs`; NONE for the root. */
  readonly func: number;
  readonly a: number;
  readonly b: number;
}

export interface Neighbors {
  /** The largest first. */
  readonly callers: readonly ComparedNeighbor[];
  readonly callees: readonly ComparedNeighbor[];
}

type Nodes = Pick<ComparedNodes, 'a' | 'b' | 'mark' | 'movedOutOf'>;

/**
 * Each stack counts once, even if it contains the function or the same call repeatedly. An inserted or removed call also has the
 * callees that moved out of it, on its own side.
 */
export function neighborsOf(tree: CallTree, nodes: Nodes, func: number): Neighbors {
  const callers = new Map<number, ComparedNeighbor>();
  const callees = new Map<number, ComparedNeighbor>();
  const { a, b, mark, movedOutOf } = nodes;
  visitNodesOf(tree, func, (node, chain) => {
    const caller = parentOf(tree, node, chain);
    const isRecursive = isBelow(tree, node, chain, func);
    if (!isRecursive) add(callers, tree.func[caller], a[chain], b[chain]);
    for (const callee of childrenOf(tree, node)) {
      const called = tree.func[callee];
      const ofCallee = chainOf(tree, callee);
      if (!isRecursive || !isBelow(tree, node, chain, func, called))
        add(callees, called, a[ofCallee], b[ofCallee]);
    }
  });
  for (let chain = 1; chain < tree.chains; chain++) {
    const call = movedOutOf[chain];
    if (call < 0 || tree.func[tree.first[call]] !== func) continue;
    const isInserted = mark[call] === NodeMark.inserted;
    const moved = tree.func[tree.first[chain]];
    add(callees, moved, isInserted ? 0 : a[chain], isInserted ? b[chain] : 0);
  }
  return { callers: largestFirst(callers), callees: largestFirst(callees) };
}

/** `ofNode` is the node's chain. True if a caller of the node is a call of `func` or, with `callee`, such a call that calls `callee`. */
function isBelow(tree: CallTree, node: number, ofNode: number, func: number, callee?: number): boolean {
  let chain = ofNode;
  for (let below = node; below > 0;) {
    const at = parentOf(tree, below, chain);
    if (at < tree.first[chain]) chain = tree.parent[chain];
    if (at > 0 && tree.func[at] === func && (callee === undefined || tree.func[below] === callee))
      return true;
    below = at;
  }
  return false;
}

function add(neighbors: Map<number, ComparedNeighbor>, func: number, a: number, b: number): void {
  const before = neighbors.get(func);
  neighbors.set(func, { func, a: a + (before?.a ?? 0), b: b + (before?.b ?? 0) });
}

function largestFirst(neighbors: ReadonlyMap<number, ComparedNeighbor>): ComparedNeighbor[] {
  const size = ({ a, b }: ComparedNeighbor) => Math.max(a, b);
  return [...neighbors.values()].sort((x, y) => size(y) - size(x) || x.func - y.func);
}
