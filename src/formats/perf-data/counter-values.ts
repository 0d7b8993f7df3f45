// Splits samples with counter values into one per event. Of a group `{a,b}:S`, only the leader takes samples, and each has the
// values of all counters at this time. A weight is the difference to the previous value, as in perf
// (tools/perf/util/session.c, deliver_sample_group, Linux v6.12).
//
//   u64 count (groups only) | u64 enabled | u64 running | count × (u64 value, u64 id, u64 lost)       each u64 but the values is optional

import { readUint64 } from '../../bytes/numbers.ts';
import { SampleField, type Attr } from './attr.ts';
import type { View } from './record.ts';

const Format = { enabled: 1, running: 2, id: 4, group: 8, lost: 16 } as const;

interface CounterWeight {
  readonly event: number;
  readonly weight: number;
}

export class CounterValues {
  /** The event of a counter; undefined if it is not known. */
  private readonly eventOfId: (id: number) => number | undefined;
  /** The last value by counter and, if child processes have their own, by thread. */
  private readonly values = new Map<string, number>();
  private readonly limit: number;

  /** `limit` bounds the number of counters, which only a damaged recording exceeds. */
  constructor(eventOfId: (id: number) => number | undefined, limit: number) {
    this.eventOfId = eventOfId;
    this.limit = limit;
  }

  /** True if samples of this event have values that tell their counters. */
  static areIn({ sampleType, readFormat }: Attr): boolean {
    return (sampleType & SampleField.read) !== 0 && (readFormat & Format.id) !== 0;
  }

  /**
   * Reads the values at `at`; the record ends at `end`. Leaves out events that were not counted since the last sample. Undefined if
   * no counter is known.
   */
  read(view: View, at: number, end: number, attr: Attr, tid: number): CounterWeight[] | undefined {
    const { readFormat } = attr;
    const isGroup = (readFormat & Format.group) !== 0;
    if (!(at + 8 <= end)) return undefined;
    let isKnown = false;
    const times = (readFormat & Format.enabled ? 8 : 0) + (readFormat & Format.running ? 8 : 0);
    const size = readFormat & Format.lost ? 24 : 16;
    const weights: CounterWeight[] = [];
    const add = (valueAt: number, idAt: number) => {
      if (!(Math.max(valueAt, idAt) + 8 <= end)) return;
      const id = readUint64(view, idAt);
      const event = this.eventOfId(id);
      if (event === undefined) return;
      isKnown = true;
      const weight = this.advance(id, attr.isInherited ? tid : 0, readUint64(view, valueAt));
      if (weight > 0) weights.push({ event, weight });
    };
    if (!isGroup) add(at, at + 8 + times);
    const first = at + 8 + times;
    const count = isGroup ? Math.min(readUint64(view, at), (end - first) / size) : 0;
    for (let i = 0; i < count; i++) add(first + i * size, first + i * size + 8);
    return isKnown ? weights : undefined;
  }

  private advance(id: number, tid: number, value: number): number {
    const key = `${id} ${tid}`;
    const before = this.values.get(key);
    if (before !== undefined || this.values.size < this.limit) this.values.set(key, value);
    return value - (before ?? 0);
  }
}
