// Stacks in the order they were sampled, one tree per lane.

import type { TimeLane, TimeOrder } from '../model/session.ts';
import type { StackChains } from '../model/stack-chains.ts';
import { markSelected, type Within } from './select.ts';
import { TimeTrees } from './time-tree.ts';
import { selectSpans, timesOf } from './times.ts';

/** A TimeOrder without its options. */
export interface LanesInTime extends Omit<TimeOrder, 'options'> {
  /** False when nodes are left out. */
  readonly isComplete: boolean;
}

/**
 * The selected samples, with the durations of timesOf, but ending with the selected range. If there are more samples than
 * `samplePoints`, nodes that cover none of that many evenly spaced points in time are left out.
 */
export function timeOrderOf(
  profile: StackChains,
  event: number,
  within: Within,
  samplePoints = Infinity,
  times = timesOf(profile, event),
): LanesInTime | undefined {
  if (!times) return undefined;
  const selected = selectSpans(times, markSelected(profile, event, within), within.range?.to ?? Infinity);
  const isComplete = selected.sample.length <= samplePoints;
  const trees = new TimeTrees(profile, selected, isComplete ? Infinity : samplePoints);
  const lanes: TimeLane[] = [];
  for (const [lane, { threads, pid, tid, comm }] of times.heads.entries()) {
    if (selected.first[lane + 1] > selected.first[lane])
      lanes.push({ threads, pid, tid, comm, tree: trees.tree(lane) });
  }
  return { from: times.from + selected.from, length: selected.to - selected.from, isComplete, lanes };
}
