// The way from a box to the root, as functions: it leads to the same box in a tree that filters made another.

import type { FuncTable } from '../model/profile.ts';
import type { Shape } from '../model/session.ts';
import { childrenOf, type CallTree } from '../model/tree.ts';
import { boxOfPath, pathOf } from './box-like.ts';
import type { Landing } from './place.ts';

/** Functions from a box to the root, the root left out. */
export type Trail = readonly number[];

/** Where a person is in a picture. */
export interface Trails {
  /** Of the tree they are in. */
  readonly shape: Shape;
  readonly zoomed: Trail;
  readonly selected: Trail;
}

/** Undefined where a person comes from a picture, and not by a link. */
export function landingOf(arrival: Trails | Landing | undefined): Landing | undefined {
  return arrival && 'boxes' in arrival ? arrival : undefined;
}

export const AT_ROOT: Trails = { shape: 'calls', zoomed: [], selected: [] };

export function trailOf(tree: CallTree, box: number): Trail {
  return box < tree.length ? pathOf(tree, box) : [];
}

/**
 * The box the trail leads to. Where frames of it are gone, those that are left are followed; where its end is gone, the
 * box most like it, and else as far as the trail leads.
 */
export function boxAtEnd(trail: Trail, tree: CallTree, funcs: FuncTable): number {
  const { clean } = funcs;
  let box = 0;
  let last = -1;
  for (let at = trail.length - 1; at >= 0; at--) {
    const next = childrenOf(tree, box).find((child) => clean[tree.func[child]] === clean[trail[at]]);
    if (next === undefined) continue;
    box = next;
    last = at;
  }
  return last === 0 ? box : boxOfPath(trail, tree, funcs) || box;
}
