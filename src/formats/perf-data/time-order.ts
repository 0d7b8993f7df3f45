// Puts records into the order of their times. perf writes the buffers of all processors one after the other, round by
// round; what was written before the last round but one can not be preceded by anything to come
// (tools/perf/util/ordered-events.c, Linux v6.12).
//
//   in the file    cpu0: 1 4 7   cpu1: 2 3 9   round   cpu0: 8 …
//   delivered      1 2 3 4 …
//
// What `perf inject` wrote has no rounds: the mappings of jitted code, and behind them everything else in order. Whoever
// can read the recording once more need not wait for its end then: what was in order for a while is taken to stay so.

/** Called for a record: where its bytes are. */
export type Deliver = (view: DataView<ArrayBuffer>, at: number) => void;

/** A recording without rounds is sorted already, or cut; no more than so many bytes of buffers wait. */
const MOST_WAITING = 128 << 20;
/** Bytes of buffers in order, without a round, that are enough to take the rest for such: perf writes rounds sooner. */
const ENOUGH = 4 << 20;
const FIRST_ENTRIES = 1 << 12;

/** A record belongs before one that was delivered in haste: the recording has to be read once more, without haste. */
export class OutOfOrder extends Error {}

export class TimeOrder {
  private readonly deliver: Deliver;
  private readonly mostWaiting: number;
  private length = 0;
  private times = new Float64Array(FIRST_ENTRIES);
  private at = new Int32Array(FIRST_ENTRIES);
  private views: DataView<ArrayBuffer>[] = [];
  /** Is each entry no earlier than the one before? */
  private isSorted = true;
  /** The latest time so far, and of the rounds before this one. */
  private latest = -Infinity;
  private latestBefore = -Infinity;
  private delivered = -Infinity;
  /** Bytes of the buffers that records wait in: one that waits keeps all of its buffer. */
  private waiting = 0;
  private lastBuffer: ArrayBuffer | undefined;
  /** The latest time when half of what may wait had come. */
  private latestHalf = NaN;
  /** May records be delivered before it is sure that no earlier one comes? And was one? */
  private isHasty: boolean;
  private wasHasty = false;
  /** Of the record before. */
  private last = -Infinity;
  /** Bytes of the buffers begun since a record was earlier than the one before. */
  private inOrder = 0;
  /** Records that came too late for their place. */
  late = 0;

  constructor(deliver: Deliver, isHasty = false, mostWaiting = MOST_WAITING) {
    this.deliver = deliver;
    this.isHasty = isHasty;
    this.mostWaiting = mostWaiting;
  }

  /**
   * The bytes of the record have to stay as they are until it is delivered. One without a time, NaN, is true from the
   * start. Throws OutOfOrder in haste alone.
   */
  add(time: number, view: DataView<ArrayBuffer>, at: number): void {
    if (view.buffer !== this.lastBuffer) this.addBuffer(view.buffer);
    if (this.wasHasty && !(time >= this.delivered)) throw new OutOfOrder();
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

  /** All buffers were written once more. */
  finishRound(): void {
    this.isHasty = false;
    this.flush(this.latestBefore);
    this.latestBefore = this.latest;
  }

  /** No more come. */
  finish(): void {
    this.flush(Infinity);
  }

  private addBuffer(buffer: ArrayBuffer): void {
    if (this.isHasty && this.inOrder >= ENOUGH) {
      this.wasHasty = true;
      this.flush(this.last);
    } else if (this.waiting > this.mostWaiting) this.flush(this.latestHalf);
    this.lastBuffer = buffer;
    this.waiting += buffer.byteLength;
    this.inOrder += buffer.byteLength;
    if (Number.isNaN(this.latestHalf) && this.waiting * 2 > this.mostWaiting) this.latestHalf = this.latest;
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

  /** How many entries, taken in order, are no later than `limit`. */
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

  /** Moves what waits on to the front, in order. */
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
    this.waiting = 0;
    for (const buffer of buffers) this.waiting += buffer.byteLength;
    // Its next record, if it has one, counts it again.
    if (this.lastBuffer && !buffers.has(this.lastBuffer)) this.lastBuffer = undefined;
  }

  /** Entries by time, those of one time as they came; undefined when they are in order. */
  private order(): Int32Array | undefined {
    if (this.isSorted) return undefined;
    const { times } = this;
    const order = new Int32Array(this.length);
    for (let i = 0; i < order.length; i++) order[i] = i;
    return order.sort((a, b) => times[a] - times[b] || a - b);
  }

  private grow(): void {
    const times = new Float64Array(this.times.length * 2);
    const at = new Int32Array(times.length);
    times.set(this.times);
    at.set(this.at);
    this.times = times;
    this.at = at;
  }
}
