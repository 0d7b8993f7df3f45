// Sorts records by time. perf writes the buffers of all CPUs one after the other, in rounds. Everything written before the
// last complete round is earlier than everything still to come (tools/perf/util/ordered-events.c, Linux v6.12).
//
//   in the file    cpu0: 1 4 7   cpu1: 2 3 9   round   cpu0: 8 …
//   delivered      1 2 3 4 …
//
// Output of `perf inject` has no rounds: the mappings of JIT code come first, then everything else in order. When the recording
// can be read again, there is no need to wait for its end: records that were in order for a while are assumed to stay so.

import { extended } from '../../model/columns.ts';
import type { View } from './record.ts';

/** Receives the position of a record. */
type Deliver = (view: View, at: number) => void;

/** Maximum size of the buffers of pending records. A recording without rounds is sorted already, or truncated. */
const MAX_PENDING_BYTES = 128 << 20;
/**
 * After this many bytes in order without a round, the rest is assumed to be sorted: perf would have written a round by
 * then.
 */
const SORTED_BYTES_TO_TRUST = 4 << 20;
const FIRST_ENTRIES = 1 << 12;

/** Thrown when a record belongs before one delivered speculatively: the recording must be read again without speculation. */
export class OutOfOrder extends Error {}

export class RecordSorter {
  private readonly deliver: Deliver;
  private readonly maxPendingBytes: number;
  private length = 0;
  private times = new Float64Array(FIRST_ENTRIES);
  private at = new Int32Array(FIRST_ENTRIES);
  private views: View[] = [];
  /** True while entries are in time order. */
  private isSorted = true;
  /** The latest time so far, and the latest of earlier rounds. */
  private latest = -Infinity;
  private latestBefore = -Infinity;
  private delivered = -Infinity;
  /** Total size of the buffers with pending records. */
  private pendingBytes = 0;
  private lastBuffer: ArrayBuffer | undefined;
  /** The latest time when `pendingBytes` reached half of its maximum. */
  private latestHalf = NaN;
  /** Whether records may be delivered before their order is certain, and whether any were. */
  private isSpeculative: boolean;
  private hasSpeculated = false;
  /** Time of the previous record. */
  private last = -Infinity;
  /** Total size of the buffers added since the last record that was earlier than its predecessor. */
  private inOrder = 0;
  /** Number of records that were delivered too late. */
  late = 0;

  constructor(deliver: Deliver, isSpeculative = false, maxPendingBytes = MAX_PENDING_BYTES) {
    this.deliver = deliver;
    this.isSpeculative = isSpeculative;
    this.maxPendingBytes = maxPendingBytes;
  }

  /**
   * Adds a record, whose bytes must not change until it is delivered. One without a time (NaN) is delivered at once. Throws
   * OutOfOrder only when speculative.
   */
  add(time: number, view: View, at: number): void {
    if (view.buffer !== this.lastBuffer) this.addBuffer(view.buffer);
    if (this.hasSpeculated && !(time >= this.delivered)) throw new OutOfOrder();
    if (Number.isNaN(time)) return this.deliver(view, at);
    if (this.length === this.times.length) this.grow();
    if (time < this.delivered) this.late++;
    if (time < this.latest) this.isSorted = false;
    else this.latest = time;
    if (time < this.last) this.inOrder = 0;
    this.last = time;
    this.times[this.length] = time;
    this.at[this.length] = at;
    this.views[this.length++] = view;
  }

  /** Call when perf has written all buffers once more. */
  finishRound(): void {
    this.isSpeculative = false;
    this.flush(this.latestBefore);
    this.latestBefore = this.latest;
  }

  /** Delivers all pending records. */
  finish(): void {
    this.flush(Infinity);
  }

  private addBuffer(buffer: ArrayBuffer): void {
    if (this.isSpeculative && this.inOrder >= SORTED_BYTES_TO_TRUST) {
      this.hasSpeculated = true;
      this.flush(this.last);
    } else if (this.pendingBytes > this.maxPendingBytes) this.flush(this.latestHalf);
    this.lastBuffer = buffer;
    this.pendingBytes += buffer.byteLength;
    this.inOrder += buffer.byteLength;
    if (Number.isNaN(this.latestHalf) && this.pendingBytes * 2 > this.maxPendingBytes)
      this.latestHalf = this.latest;
  }

  private flush(limit: number): void {
    if (this.length === 0) return;
    const { times, at, views } = this;
    const order = this.order();
    const ready = this.countUpTo(limit, order);
    for (let i = 0; i < ready; i++) {
      const entry = order ? order[i] : i;
      this.delivered = Math.max(this.delivered, times[entry]);
      this.deliver(views[entry], at[entry]);
    }
    this.keepFrom(ready, order);
    this.latestHalf = NaN;
  }

  /** Number of entries that are no later than `limit`. */
  private countUpTo(limit: number, order: Int32Array | undefined): number {
    let from = 0;
    let to = this.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.times[order ? order[middle] : middle] <= limit) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** Moves the entries that stay pending to the front, in order. */
  private keepFrom(first: number, order: Int32Array | undefined): void {
    const { times, at, views, length } = this;
    const rows = order?.subarray(first, length);
    if (rows) {
      times.set(Float64Array.from(rows, (row) => times[row]));
      at.set(Int32Array.from(rows, (row) => at[row]));
      this.views = Array.from(rows, (row) => views[row]);
    } else if (first > 0) {
      times.copyWithin(0, first, length);
      at.copyWithin(0, first, length);
      this.views = views.slice(first, length);
    }
    this.length = length - first;
    this.isSorted = true;
    const buffers = new Set(this.views.map((view) => view.buffer));
    this.pendingBytes = 0;
    for (const buffer of buffers) this.pendingBytes += buffer.byteLength;
    // If another record in this buffer is added, the buffer is counted again.
    if (this.lastBuffer && !buffers.has(this.lastBuffer)) this.lastBuffer = undefined;
  }

  /** Entries sorted by time, in the order of the file when equal; undefined when they are sorted already. */
  private order(): Int32Array | undefined {
    if (this.isSorted) return undefined;
    const { times } = this;
    const order = new Int32Array(this.length);
    for (let i = 0; i < order.length; i++) order[i] = i;
    return order.sort((a, b) => times[a] - times[b] || a - b);
  }

  private grow(): void {
    this.times = extended(this.times, new Float64Array(this.length * 2));
    this.at = extended(this.at, new Int32Array(this.length * 2));
  }
}
