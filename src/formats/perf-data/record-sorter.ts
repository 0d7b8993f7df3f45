// Sorts records by time. In each round, perf writes the buffers of all CPUs one after the other. Every record written before
// the last complete round is earlier than all records that follow it (tools/perf/util/ordered-events.c, Linux v6.12).
//
//   in the file    cpu0: 1 4 7   cpu1: 2 3 9   round   cpu0: 8 …
//   delivered      1 2 3 4 …
//
// Output of `perf inject` has no rounds: the mappings of JIT code come first, then everything else in order. If the recording
// can be read again, the sorter does not wait for its end: it assumes that records that were in order for a while stay in order.

import { copyInto, indicesUpTo } from '../../model/columns.ts';
import { sortByTime } from '../../model/rows-by-time.ts';
import type { View } from './record.ts';

type Deliver = (view: View, at: number) => void;
/** Receives a buffer that has no pending records any more, so that it may be filled again. */
type Release = (buffer: ArrayBuffer) => void;

/**
 * Maximum size of the buffers of pending records. Two rounds are pending at a time, each of up to a buffer per CPU: of 16 MB, as we
 * record waiting, on 16 CPUs. A recording without rounds is either sorted or truncated.
 */
const MAX_PENDING_BYTES = 512 << 20;
/**
 * After this many bytes in order without a round, the remaining records are assumed to be sorted, because perf would have
 * written a round by then.
 */
const SORTED_BYTES_TO_TRUST = 4 << 20;
const INITIAL_ENTRIES = 1 << 12;

/** Thrown if a record belongs before one that was delivered speculatively: read the recording again without speculation. */
export class OutOfOrder extends Error {}

export class RecordSorter {
  private readonly deliver: Deliver;
  private readonly release: Release;
  private readonly maxPendingBytes: number;
  private length = 0;
  private times = new Float64Array(INITIAL_ENTRIES);
  private positions = new Int32Array(INITIAL_ENTRIES);
  private views: View[] = [];
  /** True while entries are in time order. */
  private isSorted = true;
  /** The latest time so far, and the latest of earlier rounds. */
  private latest = -Infinity;
  private latestBefore = -Infinity;
  /** The latest time delivered. */
  private delivered = -Infinity;
  /** The buffers with pending records, and their total size. */
  private buffers = new Set<ArrayBuffer>();
  private pendingBytes = 0;
  private lastBuffer: ArrayBuffer | undefined;
  /** The latest time when `pendingBytes` reached half of its maximum. */
  private latestAtHalf = NaN;
  /** True if records may be delivered before their order is certain. */
  private isSpeculative: boolean;
  /** True if any were. */
  private hasSpeculated = false;
  private previousTime = -Infinity;
  /** Total size of the buffers added since a record was earlier than its predecessor. */
  private bytesInOrder = 0;
  /** Number of records that arrived too late to be sorted. */
  late = 0;

  constructor(
    deliver: Deliver,
    isSpeculative = false,
    maxPendingBytes = MAX_PENDING_BYTES,
    release: Release = () => {},
  ) {
    this.deliver = deliver;
    this.release = release;
    this.isSpeculative = isSpeculative;
    this.maxPendingBytes = maxPendingBytes;
  }

  /**
   * Adds a record, whose bytes must not change until it is delivered. One without a time (NaN) is delivered immediately. Throws
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
    if (time < this.previousTime) this.bytesInOrder = 0;
    this.previousTime = time;
    this.times[this.length] = time;
    this.positions[this.length] = at;
    this.views[this.length++] = view;
  }

  /** Call at the end of each round. */
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
    if (this.isSpeculative && this.bytesInOrder >= SORTED_BYTES_TO_TRUST) {
      this.hasSpeculated = true;
      this.flush(this.previousTime);
    } else if (this.pendingBytes > this.maxPendingBytes) this.flush(this.latestAtHalf);
    this.lastBuffer = buffer;
    this.buffers.add(buffer);
    this.pendingBytes += buffer.byteLength;
    this.bytesInOrder += buffer.byteLength;
    if (Number.isNaN(this.latestAtHalf) && this.pendingBytes * 2 > this.maxPendingBytes)
      this.latestAtHalf = this.latest;
  }

  private flush(limit: number): void {
    if (this.length === 0) return;
    const { times, positions, views } = this;
    const order = this.order();
    const ready = this.countUpTo(limit, order);
    for (let i = 0; i < ready; i++) {
      const entry = order ? order[i] : i;
      this.delivered = Math.max(this.delivered, times[entry]);
      this.deliver(views[entry], positions[entry]);
    }
    this.keepFrom(ready, order);
    this.latestAtHalf = NaN;
  }

  /** Number of entries with a time up to `limit`. */
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
    const { times, positions, views, length } = this;
    const rows = order?.subarray(first, length);
    if (rows) {
      times.set(Float64Array.from(rows, (row) => times[row]));
      positions.set(Int32Array.from(rows, (row) => positions[row]));
      this.views = Array.from(rows, (row) => views[row]);
    } else if (first > 0) {
      times.copyWithin(0, first, length);
      positions.copyWithin(0, first, length);
      this.views = views.slice(first, length);
    }
    this.length = length - first;
    this.isSorted = true;
    const buffers = new Set<ArrayBuffer>();
    for (const { buffer } of this.views) buffers.add(buffer);
    this.pendingBytes = 0;
    for (const buffer of buffers) this.pendingBytes += buffer.byteLength;
    for (const buffer of this.buffers) if (!buffers.has(buffer)) this.release(buffer);
    this.buffers = buffers;
    // If a later record is in this buffer, the buffer is counted again.
    if (this.lastBuffer && !buffers.has(this.lastBuffer)) this.lastBuffer = undefined;
  }

  /** Entries sorted by time and, for equal times, by position in the file; undefined if they are sorted already. */
  private order(): Int32Array | undefined {
    if (this.isSorted) return undefined;
    return sortByTime(indicesUpTo(this.length), this.times);
  }

  private grow(): void {
    this.times = copyInto(this.times, new Float64Array(this.length * 2));
    this.positions = copyInto(this.positions, new Int32Array(this.length * 2));
  }
}
