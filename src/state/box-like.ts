// The same place in another tree: a switch of level or event keeps the zoom on the function a person looks at.

import { NONE, type FuncTable } from '../model/profile.ts';
import { childrenOf, parentOf, runOf, type CallTree } from '../model/tree.ts';

/** Walking paths of more candidates than this would be felt; the heaviest are tried. */
const MOST_CANDIDATES = 50;

interface Candidate {
  readonly box: number;
  readonly total: number;
}

/**
 * The box of `to` for the same function as `box` of `from` whose path has most of the same functions, the heaviest
 * of those; the root when the function is not there.
 */
export function boxLike(from: CallTree, box: number, to: CallTree, funcs: FuncTable): number {
  if (box === 0) return 0;
  const { clean } = funcs;
  const wanted = clean[from.func[box]];
  const path = new Set(pathOf(from, box).map((func) => clean[func]));
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
