// Recognizes `perf script --deltatime`, which prints the time since the previous line instead of a time.

const MIN_TIMES = 4;
/** Enough to recognize deltas although the beginning is missing. */
const MANY_TIMES = 16;
/** Perf prints times in order, so that one in four cannot be earlier than the one before. */
const MIN_SHARE_OF_DECREASES = 1 / 4;
/** In nanoseconds. Other times count from boot. */
const MAX_DELTA = 1e9;

/**
 * True if the times of the samples are time deltas, in nanoseconds and in the order of the lines; NaN without a time.
 * `firstTime` is the time of the first line, which may be a record's.
 */
export function hasTimeDeltas(times: readonly number[], firstTime: number): boolean {
  const known = times.filter((time) => !Number.isNaN(time));
  if (known.length < MIN_TIMES) return false;
  const decreases = known.filter((time, i) => i > 0 && time < known[i - 1]).length;
  if (decreases < MIN_SHARE_OF_DECREASES * (known.length - 1)) return false;
  if (firstTime === 0) return true;
  const median = known.toSorted((a, b) => a - b)[known.length >> 1];
  return known.length >= MANY_TIMES && median < MAX_DELTA;
}
