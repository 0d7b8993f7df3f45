// The callers and callees of a function in the call tree of a comparison, with the weights of both sides.

import { NodeMark, type ComparedNodes } from '../../model/comparison.ts';
import { parentOf, type CallTree } from '../../model/tree.ts';

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
  const parent = parentsOf(tree);
  for (let chain = 1; chain < tree.chains; chain++) {
    for (let node = tree.first[chain]; node < tree.first[chain + 1]; node++) {
      const caller = parent[node];
      const current = tree.func[node];
      if (current === func && !isBelow(tree, parent, node, func))
        add(callers, tree.func[caller], a[chain], b[chain]);
      if (caller > 0 && tree.func[caller] === func && !isBelow(tree, parent, caller, func, current))
        add(callees, current, a[chain], b[chain]);
    }
    const call = movedOutOf[chain];
    if (call < 0 || tree.func[tree.first[call]] !== func) continue;
    const isInserted = mark[call] === NodeMark.inserted;
    const moved = tree.func[tree.first[chain]];
    add(callees, moved, isInserted ? 0 : a[chain], isInserted ? b[chain] : 0);
  }
  return { callers: largestFirst(callers), callees: largestFirst(callees) };
}

/** Per node: its parent. */
function parentsOf(tree: CallTree): Int32Array {
  const parent = new Int32Array(tree.length);
  for (let chain = 0; chain < tree.chains; chain++)
    for (let node = tree.first[chain]; node < tree.first[chain + 1]; node++)
      parent[node] = parentOf(tree, node, chain);
  return parent;
}

/** True if a caller of the node is a call of `func` or, with `callee`, such a call that calls `callee`. */
function isBelow(tree: CallTree, parent: Int32Array, node: number, func: number, callee?: number): boolean {
  for (let below = node, at = parent[node]; at > 0; below = at, at = parent[at])
    if (tree.func[at] === func && (callee === undefined || tree.func[below] === callee)) return true;
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
