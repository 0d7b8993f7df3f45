// The same place in another tree: a switch of level, event or view keeps the zoom on the function a person looks at.

import { NONE, type FuncTable } from '../model/profile.ts';
import type { Shape } from '../model/session.ts';
import { boxAt, childrenOf, depthOf, parentOf, runOf, type CallTree } from '../model/tree.ts';
import type { Place } from './place.ts';

/** Walking paths of more candidates than this would be felt; the heaviest are tried. */
const MOST_CANDIDATES = 50;

interface Shaped {
  readonly shape: Shape;
  readonly tree: CallTree;
}

/** What is zoomed and selected, in another tree. */
export function placeLike(
  from: Shaped,
  { zoomed, selected }: Pick<Place, 'zoomed' | 'selected'>,
  to: Shaped,
  funcs: FuncTable,
): Pick<Place, 'zoomed' | 'selected'> {
  if (from.shape === to.shape) {
    const like = (box: number) => boxLike(from.tree, box, to.tree, funcs);
    return { zoomed: like(zoomed), selected: like(selected) };
  }
  // A path says nothing about one in the other direction: only the function is the same.
  const like = (box: number) => boxOfFunction(to, from.tree.func[box], funcs);
  const box = like(zoomed);
  // Of a function that nobody sampled the tree of callers has no box of its own: all of it is seen.
  const isThere = to.shape === 'calls' || depthOf(to.tree, box) === 1;
  return { zoomed: isThere ? box : 0, selected: like(selected) };
}

/** The box that best stands for a function: where it was sampled in a tree of callers, else the heaviest; or the root. */
function boxOfFunction({ shape, tree }: Shaped, func: number, { clean }: FuncTable): number {
  if (func === NONE) return 0;
  let best = 0;
  let bestDepth = Infinity;
  for (let run = 0, most = -1; run < tree.runs; run++) {
    for (let box = Math.max(1, tree.first[run]); box < tree.first[run + 1]; box++) {
      if (clean[tree.func[box]] !== clean[func]) continue;
      const depth = shape === 'callers' ? tree.depth[run] + box - tree.first[run] : 0;
      if (depth > bestDepth || (depth === bestDepth && tree.total[run] <= most)) continue;
      best = box;
      bestDepth = depth;
      most = tree.total[run];
    }
  }
  return best;
}

/** The box of a whole tree that lies where this one lies in its first rows. */
export function sameInWhole(part: CallTree, box: number, whole: CallTree): number {
  const run = runOf(part, box);
  return Math.max(0, boxAt(whole, part.start[run] + part.total[run] / 2, depthOf(part, box, run)));
}

interface Candidate {
  readonly box: number;
  readonly total: number;
}

/**
 * The box of `to` for the same function as `box` of `from` whose path has most of the same functions, the heaviest
 * of those; the root when the function is not there.
 */
export function boxLike(from: CallTree, box: number, to: CallTree, funcs: FuncTable): number {
  return boxOfPath(pathOf(from, box), to, funcs);
}

/** The same for a path as pathOf gives it. */
export function boxOfPath(functions: readonly number[], to: CallTree, { clean }: FuncTable): number {
  if (functions.length === 0) return 0;
  const wanted = clean[functions[0]];
  const path = new Set(functions.map((func) => clean[func]));
  const candidates: Candidate[] = [];
  for (let run = 0; run < to.runs; run++) {
    for (let at = Math.max(1, to.first[run]); at < to.first[run + 1]; at++) {
      if (clean[to.func[at]] !== wanted) continue;
      candidates.push({ box: at, total: to.total[run] });
      if (candidates.length > MOST_CANDIDATES * 8) keepHeaviest(candidates);
    }
  }
  keepHeaviest(candidates);
  let best = 0;
  let most = -1;
  for (const candidate of candidates) {
    const shared = new Set(pathOf(to, candidate.box).map((func) => clean[func]));
    const common = [...path].filter((func) => shared.has(func)).length;
    if (common <= most) continue;
    most = common;
    best = candidate.box;
  }
  return best;
}

/** The box of `to` with the very path that `box` has in `from`; NONE when there is none. */
export function boxWithPathOf(from: CallTree, box: number, to: CallTree): number {
  let at = 0;
  for (const func of pathOf(from, box).reverse()) {
    const child = childrenOf(to, at).find((each) => to.func[each] === func);
    if (child === undefined) return NONE;
    at = child;
  }
  return at;
}

/** A recursive function has a box on every level of millions of stacks; only the heaviest few are ever looked at. */
function keepHeaviest(candidates: Candidate[]): void {
  candidates.sort((a, b) => b.total - a.total || a.box - b.box);
  candidates.length = Math.min(candidates.length, MOST_CANDIDATES);
}

/** The functions from a box to the root, the root left out. */
export function pathOf(tree: CallTree, box: number): number[] {
  const path: number[] = [];
  for (let at = box; at > 0; at = parentOf(tree, at, runOf(tree, at))) path.push(tree.func[at]);
  return path;
}
