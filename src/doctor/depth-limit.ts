// Finds the number of frames at which stacks were cut, in the distribution of their depths:
//
//   samples      ▂▃▅▄▃▂▂▁▁▁▁▁█
//   depth        2        60  127     a peak at the greatest depth
//
// The kernel stops after kernel.perf_event_max_stack frames, 127 by default (kernel/events/callchain.c, Linux 6.12).

/** Shallower peaks are ordinary leaves of the call tree. */
const MIN_LIMIT = 16;
const MIN_SAMPLES = 5;
/** How much more often the limit must occur than the depths below it do on average. */
const PEAK = 3;
const DEPTHS_BELOW = 8;

/** The limit that the numbers of samples by depth show; 0 if there is none. */
export function depthLimitOf(samplesByDepth: ArrayLike<number>): number {
  let deepest = samplesByDepth.length - 1;
  while (deepest >= 0 && samplesByDepth[deepest] === 0) deepest--;
  if (deepest < MIN_LIMIT) return 0;
  let below = 0;
  for (let i = 1; i <= DEPTHS_BELOW; i++) below += samplesByDepth[deepest - i];
  const samples = samplesByDepth[deepest];
  return samples >= MIN_SAMPLES && samples >= PEAK * Math.max(1, below / DEPTHS_BELOW) ? deepest : 0;
}
