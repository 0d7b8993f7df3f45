// Finds the depth at which stacks were cut, from the distribution of their depths:
//
//   samples      ▂▃▅▄▃▂▂▁▁▁▁▁█
//   depth        2        60  127     a peak at the greatest depth
//
// The kernel stops after kernel.perf_event_max_stack frames, 127 by default (kernel/events/callchain.c, Linux 6.12).

/** Peaks at smaller depths are ordinary leaves of the call tree. */
const MIN_LIMIT = 16;
const MIN_SAMPLES = 5;
/** Ratio of the samples at the limit to the mean number at the depths just below. */
const PEAK = 3;
const DEPTHS_BELOW = 8;

/** Returns 0 if no limit is apparent. */
export function depthLimitOf(samplesByDepth: ArrayLike<number>): number {
  let deepest = samplesByDepth.length - 1;
  while (deepest >= 0 && samplesByDepth[deepest] === 0) deepest--;
  if (deepest < MIN_LIMIT) return 0;
  let below = 0;
  for (let i = 1; i <= DEPTHS_BELOW; i++) below += samplesByDepth[deepest - i];
  const samples = samplesByDepth[deepest];
  return samples >= MIN_SAMPLES && samples >= PEAK * Math.max(1, below / DEPTHS_BELOW) ? deepest : 0;
}
