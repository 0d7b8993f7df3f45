// Adds wall time to open recordings that say when threads ran. Loaded for these only, and to mend.

import { NONE, threadKey, type Profile } from '../src/model/profile.ts';
import type { Recording } from '../src/model/session.ts';
import { IDLE } from '../src/model/events.ts';
import type { Classified } from '../src/python/classify.ts';
import type { Waits } from '../src/waiting/waits.ts';
import { withPieces } from '../src/waiting/wall-time.ts';

export { waitsOf } from '../src/waiting/waits.ts';
export { withWaitFunctions } from '../src/waiting/wall-time.ts';

export interface WithWallTime {
  readonly classified: Classified;
  /** What threads waited for, and the stacks without pieces of time; undefined if the recording does not say when threads ran. */
  readonly wall?: { readonly waits: Waits; readonly sampled: Classified } | undefined;
}

/** `waits` are judged by the stacks as recorded, even if those of `sampled` are mended. */
export function withWallTime(sampled: Classified, waits: Waits | undefined): WithWallTime {
  if (!waits) return { classified: sampled };
  return { classified: withPieces(sampled, waits), wall: { waits, sampled } };
}

/** Time that is hidden by default, and how many threads have only such time. */
export function idleIn({ samples, events, threads }: Profile): Recording['idle'] {
  const idle = samples.lasting ? events.lastIndexOf(IDLE) : NONE;
  if (idle < 0) return undefined;
  let weight = 0;
  const idleRows = new Set<number>();
  const otherRows = new Set<number>();
  for (let i = 0; i < samples.length; i++) {
    if (samples.lasting?.[samples.event[i]] !== 1) continue;
    const isIdle = samples.event[i] === idle;
    if (isIdle) weight += samples.weight[i];
    (isIdle ? idleRows : otherRows).add(samples.thread[i]);
  }
  const keysOf = (rows: Iterable<number>) => new Set(Array.from(rows, (row) => threadKey(threads[row])));
  const others = keysOf(otherRows);
  const rest = [...keysOf(idleRows)].filter((key) => !others.has(key));
  return weight > 0 ? { weight, threads: rest.length } : undefined;
}

/** The recorded sample whose stack a sample has: itself, or that of its piece of time; NONE if the piece has no stack. */
export function stackSampleOf({ wall }: WithWallTime): (sample: number) => number {
  if (!wall) return (sample) => sample;
  const { pieces } = wall.waits;
  const first = wall.sampled.profile.samples.length;
  return (sample) => (sample < first ? sample : pieces.sample[sample - first]);
}
