// Puts records into the order of their times. perf writes the buffers of all processors one after the other, round by
// round; what was written before the last round but one can not be preceded by anything to come
// (tools/perf/util/ordered-events.c, Linux v6.12).
//
//   in the file    cpu0: 1 4 7   cpu1: 2 3 9   round   cpu0: 8 …
//   delivered      1 2 3 4 …

/** Called for a record: where its bytes are. */
export type Deliver = (view: DataView<ArrayBuffer>, at: number) => void;

/** A recording without rounds is sorted already, or cut; no more than so many bytes of it wait. */
const MOST_WAITING = 128 << 20;
const FIRST_ENTRIES = 1 << 12;

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
  private waiting = 0;
  /** The latest time when half of what may wait had come. */
  private latestHalf = NaN;
  /** Records that came too late for their place. */
  late = 0;

  constructor(deliver: Deliver, mostWaiting = MOST_WAITING) {
    this.deliver = deliver;
    this.mostWaiting = mostWaiting;
  }

  /** The bytes of the record have to stay as they are until it is delivered. */
  add(time: number, view: DataView<ArrayBuffer>, at: number, size: number): void {
    if (this.length === this.times.length) this.grow();
    if (time < this.delivered) this.late++;
    if (time < this.latest) this.isSorted = false;
    else this.latest = time;
    this.times[this.length] = time;
    this.at[this.length] = at;
    this.views[this.length++] = view;
    this.waiting += size;
    if (Number.isNaN(this.latestHalf) && this.waiting * 2 > this.mostWaiting) this.latestHalf = this.latest;
    if (this.waiting > this.mostWaiting) this.flush(this.latestHalf);
  }

  /** All buffers were written once more. */
  finishRound(): void {
    this.flush(this.latestBefore);
    this.latestBefore = this.latest;
  }

  /** No more come. */
  finish(): void {
    this.flush(Infinity);
  }

  private flush(limit: number): void {
    const order = this.order();
    let kept = 0;
    const { times, at, views } = this;
    const restTimes = new Float64Array(times.length);
    const restAt = new Int32Array(at.length);
    const restViews: DataView<ArrayBuffer>[] = [];
    for (let i = 0; i < this.length; i++) {
      const entry = order ? order[i] : i;
      if (times[entry] <= limit) {
        this.delivered = times[entry];
        this.deliver(views[entry], at[entry]);
      } else {
        restTimes[kept] = times[entry];
        restAt[kept++] = at[entry];
        restViews.push(views[entry]);
      }
    }
    this.times = restTimes;
    this.at = restAt;
    this.views = restViews;
    this.waiting = this.length > 0 ? (this.waiting * kept) / this.length : 0;
    this.length = kept;
    this.isSorted = true;
    this.latestHalf = NaN;
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
