// Lists the heaviest of many weights.

import type { WeightById } from '../model/profile.ts';

/** Heaviest first, then lowest ID first. */
export function heaviest(
  weights: Iterable<readonly [id: number, weight: number]>,
  most: number,
): WeightById[] {
  const listed = Array.from(weights, ([id, weight]) => ({ id, weight }));
  return listed.sort((a, b) => b.weight - a.weight || a.id - b.id).slice(0, most);
}
