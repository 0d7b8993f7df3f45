// Dragging on the timeline creates a range, moves it, or moves one of its edges. Positions are columns of the timeline, counted
// from the left; `to` is exclusive.

export interface ColumnRange {
  readonly from: number;
  readonly to: number;
}

export type Edge = 'from' | 'to';

export type Grip = 'new' | 'move' | Edge;

/** The positions that a gesture can snap to: the stops, in ascending order, or every column. Both ends are stops. */
export interface Track {
  readonly columns: number;
  /** Undefined if every column is a stop. */
  readonly stops?: readonly number[] | undefined;
}

/** Converting a range from times may put its ends slightly off their stops. */
const TOLERANCE = 1e-6;

/** What a press at `at` grabs: the nearest edge within `reach`, else the range around it, else nothing, which starts a new range. */
export function gripAt(at: number, range: ColumnRange | undefined, reach: number): Grip {
  if (!range) return 'new';
  const toFrom = Math.abs(at - range.from);
  const toTo = Math.abs(at - range.to);
  if (Math.min(toFrom, toTo) <= reach)
    return toFrom < toTo || (toFrom === toTo && at < range.from) ? 'from' : 'to';
  return at > range.from && at < range.to ? 'move' : 'new';
}

export function snapTo({ columns, stops }: Track, at: number): number {
  const nearest = stops
    ? stops.reduce((best, stop) => (Math.abs(stop - at) < Math.abs(best - at) ? stop : best), 0)
    : Math.round(at);
  return Math.max(0, Math.min(columns, nearest));
}

/** The next position after `at`, or the previous one if `by` is negative; an end of the timeline if there is none. */
export function nextPosition({ columns, stops }: Track, at: number, by: 1 | -1): number {
  const next = stops
    ? by > 0
      ? stops.find((stop) => stop > at + TOLERANCE)
      : stops.findLast((stop) => stop < at - TOLERANCE)
    : Math.round(at) + by;
  return Math.max(0, Math.min(columns, next ?? (by > 0 ? columns : 0)));
}

/** The range after a drag from `start` to `at`, within the timeline and never empty. */
export function dragRange(
  grip: Grip,
  range: ColumnRange | undefined,
  start: number,
  at: number,
  track: Track,
): ColumnRange {
  if (grip === 'new' || !range) return between(snapTo(track, start), snapTo(track, at), track);
  const by = at - start;
  if (grip === 'move') return moveRange(range, snapTo(track, range.from + by) - range.from, track.columns);
  // Dragging an edge past the other one swaps them.
  return between(snapTo(track, range[grip] + by), grip === 'from' ? range.to : range.from, track);
}

/** Moves a range, keeping its length. */
export function moveRange({ from, to }: ColumnRange, by: number, columns: number): ColumnRange {
  const step = Math.max(-from, Math.min(columns - to, by));
  return { from: from + step, to: to + step };
}

/** Moves an edge by keyboard. It stops one position before the other edge. */
export function moveEdge(range: ColumnRange, edge: Edge, to: number, track: Track): ColumnRange {
  const before = range[edge];
  const moved =
    edge === 'from'
      ? Math.max(0, Math.min(nextPosition(track, range.to, -1), to))
      : Math.min(track.columns, Math.max(nextPosition(track, range.from, 1), to));
  // In a range narrower than a step, the edge would move in the wrong direction.
  return (moved - before) * (to - before) < 0 ? range : { ...range, [edge]: moved };
}

function between(a: number, b: number, track: Track): ColumnRange {
  const from = Math.min(a, b);
  const to = Math.max(a, b);
  if (from < to) return { from, to };
  return to < track.columns
    ? { from, to: nextPosition(track, from, 1) }
    : { from: nextPosition(track, to, -1), to };
}
