// Where the lanes of the strip stand, one below the other: a process of several threads has a line of its own above them.

import { NONE } from '../model/profile.ts';
import type { Lane } from '../model/session.ts';
import { lastAtMost } from '../model/tree.ts';

/** In CSS pixels. */
export const LANE = 22;
export const HEADING = 17;

/** A process of which several threads were sampled. */
export interface Process {
  readonly pid: number;
  /** The name of its first thread, where that was sampled, else of the one that has most weight. */
  readonly comm: string;
  readonly weight: number;
}

export interface StripRow {
  /** Of the lanes, in their order; a heading stands before this one, the first of its process. */
  readonly lane: number;
  readonly isHeading: boolean;
  /** Undefined where the lane is the only one of its process. */
  readonly process: Process | undefined;
  readonly top: number;
  readonly height: number;
}

export interface StripRows {
  readonly rows: readonly StripRow[];
  readonly tops: Float64Array;
  /** Of each lane its row. */
  readonly ofLane: Int32Array;
  readonly height: number;
}

export function stripRows(lanes: readonly Lane[]): StripRows {
  const rows: StripRow[] = [];
  const ofLane = new Int32Array(lanes.length);
  let top = 0;
  const add = (lane: number, height: number, process: Process | undefined, isHeading: boolean) => {
    rows.push({ lane, isHeading, process, top, height });
    top += height;
  };
  for (let first = 0, end = 0; first < lanes.length; first = end) {
    end = first + 1;
    while (isSameProcess(lanes[end], lanes[first])) end++;
    const process = end - first > 1 ? processOf(lanes.slice(first, end)) : undefined;
    if (process) add(first, HEADING, process, true);
    for (let lane = first; lane < end; lane++) {
      ofLane[lane] = rows.length;
      add(lane, LANE, process, false);
    }
  }
  return { rows, tops: Float64Array.from(rows, (row) => row.top), ofLane, height: top };
}

function processOf(lanes: readonly Lane[]): Process {
  const [{ pid, comm }] = lanes;
  const first = lanes.find(({ tid }) => tid === pid);
  return { pid, comm: first?.comm ?? comm, weight: lanes.reduce((sum, { weight }) => sum + weight, 0) };
}

function isSameProcess(lane: Lane | undefined, other: Lane): boolean {
  return lane !== undefined && lane.pid !== NONE && lane.pid === other.pid;
}

/** The rows that are seen between two heights. */
export function rowsBetween({ rows, tops }: StripRows, top: number, bottom: number): readonly StripRow[] {
  const first = Math.max(0, lastAtMost(tops, rows.length, top));
  return rows.slice(first, lastAtMost(tops, rows.length, bottom) + 1);
}

/** The lane there; undefined on a heading and below the last. */
export function laneAt(strip: StripRows, y: number): number | undefined {
  const row = strip.rows[lastAtMost(strip.tops, strip.rows.length, y)];
  return row && !row.isHeading && y < row.top + row.height ? row.lane : undefined;
}
