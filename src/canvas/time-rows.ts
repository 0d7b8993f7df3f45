// Layout of the lanes of the time-ordered view: the name of each thread, followed by the rows of its boxes, outermost caller
// first. The time axis covers the top. Positions are in CSS pixels from the top.

import { lastAtMost } from '../model/binary-search.ts';
import { ROW_HEIGHT } from './raster.ts';
import type { TimeLane } from '../model/session.ts';

/** The height of the time axis. */
export const AXIS_HEIGHT = 20;
/** The height of a thread's name. */
export const NAME_HEIGHT = 20;
const LANE_GAP = 8;

export interface TimeRows {
  readonly lanes: readonly TimeLane[];
  readonly tops: Float64Array;
  readonly height: number;
}

export function timeRows(lanes: readonly TimeLane[]): TimeRows {
  const tops = new Float64Array(lanes.length);
  let height = AXIS_HEIGHT;
  lanes.forEach(({ tree }, lane) => {
    tops[lane] = height;
    height += NAME_HEIGHT + (tree.rows - 1) * ROW_HEIGHT + LANE_GAP;
  });
  return { lanes, tops, height };
}

/** The top of a row of a lane; depth 0 is the row with the lane's name. */
export function topOfRow({ tops }: TimeRows, lane: number, depth: number): number {
  return depth === 0 ? tops[lane] : tops[lane] + NAME_HEIGHT + (depth - 1) * ROW_HEIGHT;
}

export function bottomOfLane(rows: TimeRows, lane: number): number {
  return topOfRow(rows, lane, rows.lanes[lane].tree.rows);
}

/** The lane and depth at a vertical position; undefined above the first lane and between lanes. */
export function rowAtHeight(rows: TimeRows, y: number): { lane: number; depth: number } | undefined {
  const lane = lastAtMost(rows.tops, rows.lanes.length, y);
  if (lane < 0 || y >= bottomOfLane(rows, lane)) return undefined;
  const down = y - rows.tops[lane] - NAME_HEIGHT;
  return { lane, depth: down < 0 ? 0 : 1 + Math.floor(down / ROW_HEIGHT) };
}

/** The lanes between two vertical positions, as a half-open range. */
export function lanesBetween(rows: TimeRows, top: number, bottom: number): [number, number] {
  const first = Math.max(0, lastAtMost(rows.tops, rows.lanes.length, top));
  return [first, lastAtMost(rows.tops, rows.lanes.length, bottom) + 1];
}
