// Stacks as they were sampled, from left to right, a tree a lane.

import type { TimeLane, TimeOrder } from '../model/session.ts';
import type { InRuns } from '../model/stack-runs.ts';
import { selectSamples, type Within } from './select.ts';
import { TimeTrees } from './time-tree.ts';
import { shownOf, timesOf } from './times.ts';

/** Stacks in time order without what they are of. */
export type LanesInTime = Omit<TimeOrder, 'options'>;

/**
 * The samples that are looked at, as long as timesOf says, but nothing beyond the end of the range.
 *
 * `places` is at how many places, evenly over all of the time, the boxes are wanted for now. When there are more samples,
 * boxes that cover none of them are left out.
 */
export function timeOrderOf(
  profile: InRuns,
  event: number,
  within: Within,
  places = Infinity,
  times = timesOf(profile, event),
): LanesInTime | undefined {
  if (!times) return undefined;
  const shown = shownOf(times, selectSamples(profile, event, within), within.range?.to ?? Infinity);
  const isWhole = shown.sample.length <= places;
  const trees = new TimeTrees(profile, shown, isWhole ? Infinity : places);
  const lanes: TimeLane[] = [];
  for (const [lane, { threads, pid, tid, comm }] of times.heads.entries()) {
    if (shown.first[lane + 1] > shown.first[lane])
      lanes.push({ threads, pid, tid, comm, tree: trees.tree(lane) });
  }
  return { from: times.from + shown.from, length: shown.to - shown.from, isWhole, lanes };
}
