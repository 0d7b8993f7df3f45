// Layout of the lanes of the timeline, and how they are selected. A process with several threads has a heading above them.

import { lastAtMost } from '../../model/sorted.ts';
import { NONE } from '../../model/profile.ts';
import type { Lane } from '../../model/session.ts';

/** In CSS pixels. */
export const LANE_HEIGHT = 30;
export const HEADING_HEIGHT = 17;
/** The height of the name above the bars of a lane. */
const NAME_HEIGHT = 14;
/** The height of a single lane without a name, and of the ticks above its bars. */
const SINGLE_HEIGHT = 21;
const TICK_HEIGHT = 4;

interface Process {
  readonly pid: number;
  /** The name of its main thread if that was sampled, else of its heaviest thread. */
  readonly comm: string;
  readonly weight: number;
}

export interface TimelineRow {
  /** The index of the lane; for a heading, that of the first lane of the process. */
  readonly lane: number;
  readonly isHeading: boolean;
  /** Undefined if the process has only one lane. */
  readonly process: Process | undefined;
  readonly top: number;
  readonly height: number;
}

export interface TimelineRows {
  readonly rows: readonly TimelineRow[];
  readonly tops: Float64Array;
  /** Per lane: its row. */
  readonly ofLane: Int32Array;
  readonly height: number;
  /** The distance of the bars from the top of their row. */
  readonly barTop: number;
}

/** `isSingle` is true for a single lane without a name. */
export function timelineRows(lanes: readonly Lane[], isSingle = false): TimelineRows {
  const rows: TimelineRow[] = [];
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
    if (process) add(first, HEADING_HEIGHT, process, true);
    for (let lane = first; lane < end; lane++) {
      ofLane[lane] = rows.length;
      add(lane, isSingle ? SINGLE_HEIGHT : LANE_HEIGHT, process, false);
    }
  }
  const barTop = isSingle ? TICK_HEIGHT : NAME_HEIGHT;
  return { rows, tops: Float64Array.from(rows, (row) => row.top), ofLane, height: top, barTop };
}

function processOf(lanes: readonly Lane[]): Process {
  const [{ pid, comm }] = lanes;
  const first = lanes.find(({ tid }) => tid === pid);
  return { pid, comm: first?.comm ?? comm, weight: lanes.reduce((sum, { weight }) => sum + weight, 0) };
}

function isSameProcess(lane: Lane | undefined, other: Lane): boolean {
  return lane !== undefined && lane.pid !== NONE && lane.pid === other.pid;
}

export function rowsBetween(
  { rows, tops }: TimelineRows,
  top: number,
  bottom: number,
): readonly TimelineRow[] {
  const first = Math.max(0, lastAtMost(tops, rows.length, top));
  return rows.slice(first, lastAtMost(tops, rows.length, bottom) + 1);
}

/** The lane at a vertical position; undefined on a heading and below the last lane. */
export function laneAt({ rows, tops }: TimelineRows, y: number): number | undefined {
  const row = rows[lastAtMost(tops, rows.length, y)];
  return row && !row.isHeading && y < row.top + row.height ? row.lane : undefined;
}

/**
 * `replace` selects only this lane, `toggle` adds or removes this lane, `extend` adds all lanes between the anchor and this
 * one.
 */
export type SelectionMode = 'replace' | 'toggle' | 'extend';

/** Selects lanes by click or key, as in a list. Returns undefined if all lanes are selected. */
export function selectLanes(
  before: ReadonlySet<number> | undefined,
  lane: number,
  mode: SelectionMode,
  anchor: number,
  lanes: number,
): ReadonlySet<number> | undefined {
  const selected = new Set(before);
  if (mode === 'replace') {
    // A second click on the only selected lane clears the selection.
    if (selected.size === 1 && selected.has(lane)) return undefined;
    return lanes > 1 ? new Set([lane]) : undefined;
  }
  if (mode === 'extend')
    for (let each = Math.min(anchor, lane); each <= Math.max(anchor, lane); each++) selected.add(each);
  else if (!selected.delete(lane)) selected.add(lane);
  return selected.size === 0 || selected.size === lanes ? undefined : selected;
}
