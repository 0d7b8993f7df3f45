// Layout of the lanes of the time-ordered view: the name of each thread, followed by the rows of its boxes, outermost caller
// first. A compact lane has its name over a small picture of the rows. The time axis covers the top. Positions are in CSS pixels from
// the top.

import { lastAtMost } from '../../model/sorted.ts';
import { ROW_HEIGHT } from '../boxes/raster.ts';
import type { TimeLane } from '../../model/session.ts';

export const AXIS_HEIGHT = 20;
export const NAME_HEIGHT = 20;
export const COMPACT_HEIGHT = 24;
const LANE_GAP = 8;
const COMPACT_GAP = 3;
/** If all lanes are no higher than this, none needs to be compact. */
const MAX_OPEN_HEIGHT = 1600;

interface TimeRows {
  readonly lanes: readonly TimeLane[];
  readonly tops: Float64Array;
  readonly height: number;
  /** 1 for compact lanes. */
  readonly isCompact: Uint8Array;
}

/** All lanes but those in `open` are compact; none if it is undefined. */
export function timeRows(lanes: readonly TimeLane[], open?: ReadonlySet<number>): TimeRows {
  const tops = new Float64Array(lanes.length);
  const isCompact = new Uint8Array(lanes.length);
  let height = AXIS_HEIGHT;
  lanes.forEach(({ tree }, lane) => {
    tops[lane] = height;
    if (open && !open.has(lane)) isCompact[lane] = 1;
    height +=
      isCompact[lane] === 1
        ? COMPACT_HEIGHT + COMPACT_GAP
        : NAME_HEIGHT + (tree.rows - 1) * ROW_HEIGHT + LANE_GAP;
  });
  return { lanes, tops, height, isCompact };
}

export function canOpenAll(lanes: readonly TimeLane[]): boolean {
  return lanes.length < 2 || timeRows(lanes).height <= MAX_OPEN_HEIGHT;
}

/** The top of a row of a lane; depth 0 is the row with the lane's name. A compact lane has only that. */
export function topOfRow({ tops, isCompact }: TimeRows, lane: number, depth: number): number {
  return depth === 0 || isCompact[lane] === 1
    ? tops[lane]
    : tops[lane] + NAME_HEIGHT + (depth - 1) * ROW_HEIGHT;
}

export function bottomOfLane(rows: TimeRows, lane: number): number {
  return rows.isCompact[lane] === 1
    ? rows.tops[lane] + COMPACT_HEIGHT
    : topOfRow(rows, lane, rows.lanes[lane].tree.rows);
}

/** The lane and depth at a vertical position; undefined above the first lane and between lanes. */
export function rowAtHeight(rows: TimeRows, y: number): { lane: number; depth: number } | undefined {
  const lane = lastAtMost(rows.tops, rows.lanes.length, y);
  if (lane < 0 || y >= bottomOfLane(rows, lane)) return undefined;
  const down = y - rows.tops[lane] - NAME_HEIGHT;
  return { lane, depth: down < 0 || rows.isCompact[lane] === 1 ? 0 : 1 + Math.floor(down / ROW_HEIGHT) };
}

/** The lanes between two vertical positions, as a half-open range. */
export function lanesBetween(rows: TimeRows, top: number, bottom: number): [number, number] {
  const first = Math.max(0, lastAtMost(rows.tops, rows.lanes.length, top));
  return [first, lastAtMost(rows.tops, rows.lanes.length, bottom) + 1];
}
