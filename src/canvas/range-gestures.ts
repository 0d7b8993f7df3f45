// Drags on the timeline create a range, move it, or move one of its edges. Positions are columns of the timeline, counted from
// the left; `to` is exclusive.

export interface Columns {
  readonly from: number;
  readonly to: number;
}

export type Grip = 'new' | 'move' | 'from' | 'to';

/** What a pointer at `at` grabs: the nearest edge within `reach`, else the range, else nothing, which begins a new range. */
export function gripAt(at: number, range: Columns | undefined, reach: number): Grip {
  if (!range) return 'new';
  const toFrom = Math.abs(at - range.from);
  const toTo = Math.abs(at - range.to);
  if (Math.min(toFrom, toTo) <= reach)
    return toFrom < toTo || (toFrom === toTo && at < range.from) ? 'from' : 'to';
  return at > range.from && at < range.to ? 'move' : 'new';
}

/** The range after a drag from `start` to `at`, within `columns` and never empty. */
export function draggedTo(
  grip: Grip,
  range: Columns | undefined,
  start: number,
  at: number,
  columns: number,
): Columns {
  if (grip === 'new' || !range) return between(start, at, columns);
  if (grip === 'move') return moved(range, at - start, columns);
  // Dragging an edge past the other one swaps them.
  const by = at - start;
  return grip === 'from'
    ? between(range.from + by, range.to, columns)
    : between(range.from, range.to + by, columns);
}

/** Moves a range, keeping its length. */
export function moved({ from, to }: Columns, by: number, columns: number): Columns {
  const step = Math.max(-from, Math.min(columns - to, by));
  return { from: from + step, to: to + step };
}

/** Moves an edge by keyboard. It stops one column before the other edge. */
export function stepped(range: Columns, edge: 'from' | 'to', to: number, columns: number): Columns {
  return edge === 'from'
    ? { from: Math.max(0, Math.min(range.to - 1, to)), to: range.to }
    : { from: range.from, to: Math.min(columns, Math.max(range.from + 1, to)) };
}

function between(a: number, b: number, columns: number): Columns {
  const from = Math.max(0, Math.min(a, b, columns - 1));
  return { from, to: Math.min(columns, Math.max(a, b, from + 1)) };
}
