// Builds the stacks in time order, as one tree per lane.

import type { TimeRange } from '../../model/filter.ts';
import type { TimeLane, TimeOrder } from '../../model/session.ts';
import type { StackChains } from '../../model/trie.ts';
import { costSharesInTime } from '../costs/cost-shares.ts';
import { inferredInTime } from '../build/inferred-weights.ts';
import { markSelected, type ThreadsAndRange } from '../build/select.ts';
import { TimeTrees } from './time-tree.ts';
import { selectSpans, timesOf } from './times.ts';

export interface TimeOrderLanes extends Omit<TimeOrder, 'options'> {
  /** False if nodes are left out. */
  readonly isComplete: boolean;
}

/**
 * The durations of samples are those of timesOf, but none extends beyond the selected range or the time axis. If there are more
 * samples than `samplePoints`, omits nodes that cover none of that many evenly spaced points in time. The trees span the selected
 * part of `axis`; without an axis, they begin with the first selected sample and end with the last one. The lanes have costs if
 * `costOfSample` is given.
 */
export function timeOrderOf(
  profile: StackChains,
  event: number,
  within: ThreadsAndRange,
  samplePoints = Infinity,
  times = timesOf(profile, event),
  axis?: TimeRange,
  costOfSample?: Uint8Array,
): TimeOrderLanes | undefined {
  if (!times) return undefined;
  const visible = axis && within.range ? commonRange(axis, within.range) : axis;
  const { from = -Infinity, to = Infinity } = visible ?? within.range ?? {};
  const spans = selectSpans(times, markSelected(profile, event, within), { from, to });
  const selected = visible ? { ...spans, ...relativeTo(times.from, visible) } : spans;
  const isComplete = selected.sample.length <= samplePoints;
  const trees = new TimeTrees(profile, selected, isComplete ? Infinity : samplePoints);
  const lanes: TimeLane[] = [];
  for (const [lane, { threads, pid, tid, comm, title }] of times.heads.entries()) {
    if (selected.first[lane + 1] === selected.first[lane]) continue;
    const tree = trees.tree(lane);
    const costs = costOfSample && costSharesInTime(tree, selected, lane, costOfSample);
    const inferred =
      profile.samples.inferred && inferredInTime(tree, selected, lane, profile.samples.inferred);
    lanes.push({ threads, pid, tid, comm, ...(title !== undefined && { title }), tree, costs, inferred });
  }
  return { from: times.from + selected.from, length: selected.to - selected.from, isComplete, lanes };
}

function commonRange(a: TimeRange, b: TimeRange): TimeRange {
  const from = Math.max(a.from, b.from);
  return { from, to: Math.max(from, Math.min(a.to, b.to)) };
}

/** In whole nanoseconds, like spans. */
function relativeTo(start: number, { from, to }: TimeRange): TimeRange {
  return { from: Math.round(from - start), to: Math.round(to - start) };
}
