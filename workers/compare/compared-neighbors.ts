// The callers and callees of a function of a comparison, with the weights of both sides.

import { sumsOfFunction } from '../../src/calltree/details.ts';
import { drawnTree } from '../../src/compare/tree/compared-tree.ts';
import {
  NodeMark,
  type ComparedNeighbor,
  type ComparedNeighbors,
  type Comparison,
  type SideWeights,
} from '../../src/model/comparison.ts';

const MAX_LISTED = 10;

/**
 * Each stack counts once, even if it contains the function or the same call repeatedly. An inserted or removed call also has the
 * callees that moved out of it, on its own side. `func` is a row of the function table, and `funcOf` has the rows of all keys.
 */
export function comparedNeighbors(
  { tree: aligned }: Pick<Comparison, 'tree'>,
  funcOf: Int32Array,
  func: number,
): ComparedNeighbors {
  const { tree, source, movedOutOf } = drawnTree(aligned, funcOf, { width: 'max', hidesGhosts: false });
  const sumsOf = (side: SideWeights) => {
    const total = Float64Array.from(source, (chain) => side.total(chain));
    return sumsOfFunction({ ...tree, total }, func);
  };
  const sums = { a: sumsOf(aligned.a), b: sumsOf(aligned.b) };
  for (let chain = 1; chain < tree.chains; chain++) {
    const call = movedOutOf[chain];
    if (call < 0 || tree.func[tree.first[call]] !== func) continue;
    const side = aligned.mark[source[call]] === NodeMark.inserted ? 'b' : 'a';
    const moved = tree.func[tree.first[chain]];
    const { callees } = sums[side];
    callees.set(moved, (callees.get(moved) ?? 0) + aligned[side].total(source[chain]));
  }
  return {
    callers: ofBothSides(sums.a.callers, sums.b.callers),
    callees: ofBothSides(sums.a.callees, sums.b.callees),
  };
}

function ofBothSides(inA: ReadonlyMap<number, number>, inB: ReadonlyMap<number, number>): ComparedNeighbor[] {
  const funcs = [...new Set([...inA.keys(), ...inB.keys()])];
  const size = ({ a, b }: ComparedNeighbor) => Math.max(a, b);
  return funcs
    .map((func) => ({ func, a: inA.get(func) ?? 0, b: inB.get(func) ?? 0 }))
    .sort((x, y) => size(y) - size(x) || x.func - y.func)
    .slice(0, MAX_LISTED);
}
