// Brackets over the callees of a call that only one side makes: in the tree, they are one level up, beside that call.

import { NodeMark, type ComparedNodes } from '../../model/comparison.ts';
import type { CallTree } from '../../model/tree.ts';

export interface Bracket {
  /** The inserted or removed call. Its own box, which may have no width, is at the left end. */
  readonly chain: number;
  readonly depth: number;
  /** The edges, in units of weight from the left edge of the tree. */
  readonly from: number;
  readonly to: number;
  /** True for a call that only A makes. */
  readonly isRemoved: boolean;
  /** The number of brackets around this one. */
  readonly level: number;
}

/** The brackets of a tree; outer ones first. */
export function bracketsOf(
  { chains, start, total, depth }: CallTree,
  { mark, movedOutOf }: Pick<ComparedNodes, 'mark' | 'movedOutOf'>,
): Bracket[] {
  const end = new Map<number, number>();
  // Calls precede what moved out of them, so inner brackets are complete before the outer ones.
  for (let chain = chains - 1; chain > 0; chain--) {
    const call = movedOutOf[chain];
    if (call < 0) continue;
    const right = end.get(chain) ?? start[chain] + total[chain];
    end.set(call, Math.max(end.get(call) ?? 0, right));
  }
  const levels = new Map<number, number>();
  return [...end]
    .sort(([a], [b]) => a - b)
    .map(([chain, to]) => {
      const level = (levels.get(movedOutOf[chain]) ?? -1) + 1;
      levels.set(chain, level);
      const isRemoved = mark[chain] === NodeMark.removed;
      return { chain, depth: depth[chain], from: start[chain], to, isRemoved, level };
    });
}
