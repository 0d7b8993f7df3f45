// Cuts ranges that overlap into ones that do not, each with the row that holds it:
//   0: |-----------|             one symbol inside another: both hold where the other does not,
//   1:     |---|         becomes 0 0 0 0 1 1 1 1 0 0 0 0 0, by priority where they meet.
// One pass over the rows by start; those open at a place wait in a heap, the strongest on top.

import { NONE } from '../model/profile.ts';

export interface Ranges {
  /** Ascending; equal ones are allowed. */
  readonly starts: Float64Array;
  /** First place that the row does not hold any more; a row that ends where it starts holds nothing. */
  readonly ends: Float64Array;
  /** Where two rows hold a place, the greater one gets it. No two are equal. */
  readonly priority: Int32Array;
}

export interface Cuts {
  /** Ascending, none twice. */
  readonly starts: Float64Array;
  /** The row that holds from there up to the next start; NONE when none does. */
  readonly rows: Int32Array;
}

export function withoutOverlaps({ starts, ends, priority }: Ranges): Cuts {
  const cuts = new CutWriter(starts.length);
  const open = new Heap(priority);
  for (let row = 0; row < starts.length; row++) {
    if (!(ends[row] > starts[row])) continue;
    closeUntil(starts[row], open, ends, cuts);
    open.push(row);
    cuts.write(starts[row], open.top);
  }
  closeUntil(Infinity, open, ends, cuts);
  return cuts.take();
}

function closeUntil(place: number, open: Heap, ends: Float64Array, cuts: CutWriter): void {
  while (open.size > 0 && ends[open.top] <= place) {
    const end = ends[open.top];
    while (open.size > 0 && ends[open.top] <= end) open.pop();
    cuts.write(end, open.size > 0 ? open.top : NONE);
  }
}

class CutWriter {
  private readonly starts: Float64Array;
  private readonly rows: Int32Array;
  private length = 0;

  /** Each of `count` ranges begins once and ends once. */
  constructor(count: number) {
    this.starts = new Float64Array(2 * count);
    this.rows = new Int32Array(2 * count);
  }

  write(start: number, row: number): void {
    const last = this.length - 1;
    if (last >= 0 && this.starts[last] === start) this.rows[last] = row;
    else if (last < 0 || this.rows[last] !== row) {
      this.starts[this.length] = start;
      this.rows[this.length++] = row;
    }
  }

  take(): Cuts {
    return { starts: this.starts.slice(0, this.length), rows: this.rows.slice(0, this.length) };
  }
}

/** Rows, of which the one of greatest priority is on top. */
class Heap {
  size = 0;
  private rows = new Int32Array(64);
  private readonly priority: Int32Array;

  constructor(priority: Int32Array) {
    this.priority = priority;
  }

  /** Only while there is any. */
  get top(): number {
    return this.rows[0];
  }

  push(row: number): void {
    if (this.size === this.rows.length) {
      const more = new Int32Array(this.size * 2);
      more.set(this.rows);
      this.rows = more;
    }
    const { rows, priority } = this;
    let at = this.size++;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (priority[rows[above]] > priority[row]) break;
      rows[at] = rows[above];
      at = above;
    }
    rows[at] = row;
  }

  pop(): void {
    const { rows, priority } = this;
    const row = rows[--this.size];
    let at = 0;
    for (let below = 1; below < this.size; below = at * 2 + 1) {
      if (below + 1 < this.size && priority[rows[below + 1]] > priority[rows[below]]) below++;
      if (priority[row] > priority[rows[below]]) break;
      rows[at] = rows[below];
      at = below;
    }
    rows[at] = row;
  }
}
