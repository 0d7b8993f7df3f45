// Samples of a profile aggregated by stack, thread, event and optionally by cost and number of inferred frames, without times.

import { Float64Column, Int32Column } from '../model/columns.ts';
import type { SampleParts } from '../model/costs.ts';
import { NONE, type Profile } from '../model/profile.ts';

/** Rows are in order of first occurrence. */
export class AggregatedSamples {
  readonly stack = new Int32Column();
  readonly thread = new Int32Column();
  readonly event = new Int32Column();
  /** Index into the parts of the costs; NONE without costs. */
  readonly part = new Int32Column();
  /** Number of inferred frames; 0 if samples are not distinguished by it. */
  readonly inferred = new Int32Column();
  readonly count = new Float64Column();
  readonly weight = new Float64Column();

  /** Aggregates only the samples of events for which `isIncluded` returns true. */
  constructor(
    { samples, threads, events }: Profile,
    isIncluded: (event: number) => boolean,
    { costs, byInferred }: { readonly costs?: SampleParts | undefined; readonly byInferred?: boolean } = {},
  ) {
    const inferred = byInferred ? samples.inferred : undefined;
    const maxInferred = inferred?.reduce((max, each) => Math.max(max, each), 0) ?? 0;
    const rows = new Map<number, number>();
    for (let i = 0; i < samples.length; i++) {
      const stack = samples.stack[i];
      const thread = samples.thread[i];
      const event = samples.event[i];
      if (!isIncluded(event)) continue;
      const part = costs ? costs.partOf[i] : NONE;
      const ofStack = ((stack + 1) * threads.length + thread) * events.length + event;
      const ofPart = costs ? ofStack * costs.parts.length + part : ofStack;
      const frames = Math.max(0, inferred?.[i] ?? 0);
      const key = ofPart * (maxInferred + 1) + frames;
      const known = rows.get(key);
      const row = known ?? this.count.length;
      if (known === undefined) {
        rows.set(key, row);
        this.stack.push(stack);
        this.thread.push(thread);
        this.event.push(event);
        this.part.push(part);
        this.inferred.push(frames);
        this.count.push(0);
        this.weight.push(0);
      }
      this.count.set(row, this.count.at(row) + 1);
      this.weight.set(row, this.weight.at(row) + samples.weight[i]);
    }
  }

  get length(): number {
    return this.count.length;
  }
}

/** Returns the index of `key`. New keys get the next index, starting at 0. */
export function indexFor<K>(indexes: Map<K, number>, key: K): number {
  const known = indexes.get(key);
  if (known !== undefined) return known;
  indexes.set(key, indexes.size);
  return indexes.size - 1;
}
