// Stacks as they were sampled, from left to right, a tree a lane.

import type { TimeLane, TimeOrder } from '../model/session.ts';
import type { InRuns } from '../model/stack-runs.ts';
import { endsOfTime, lanesOf } from './lanes.ts';
import { selectSamples, type Within } from './select.ts';
import { samplesByLane, spansOf, type SamplesByLane, type Spans } from './spans.ts';
import { TimeTrees } from './time-tree.ts';

/** Stacks in time order without what they are of. */
export type LanesInTime = Omit<TimeOrder, 'options'>;

/**
 * A sample lasts until the next one of its lane, whether or not that one is looked at. When the next is more than twice
 * the typical interval away, or there is none, it lasts one such interval: for the rest of the time nothing is known.
 * Of samples at the same time the first in the table has that time, and the others, counted all the same, come behind
 * it and have none. Nothing lasts beyond the end of the range. Undefined when no sample has a time.
 */
export function timeOrderOf(profile: InRuns, event: number, within: Within): LanesInTime | undefined {
  const { samples } = profile;
  const recorded = endsOfTime(samples.time);
  if (!recorded) return undefined;
  const { heads, ofThread } = lanesOf(profile, event);
  const lanes = samplesByLane(profile, event, heads.length, ofThread);
  const spans = spansOf(lanes, samples.time, recorded.from, within.range?.to ?? Infinity);
  const selected = selectSamples(profile, event, within);
  const shown = keepSelected(lanes, spans, selected);
  const length = shown.to - shown.from;
  const trees = new TimeTrees(profile, lanes, spans, shown.from, length);
  const list: TimeLane[] = [];
  for (const [lane, { threads, pid, tid, comm }] of heads.entries()) {
    if (shown.count[lane] > 0)
      list.push({ threads, pid, tid, comm, tree: trees.tree(lane, shown.count[lane]) });
  }
  return { from: recorded.from + shown.from, length, lanes: list };
}

interface Shown {
  /** Of each lane how many of its samples are looked at: they are moved to its beginning. */
  readonly count: Int32Array;
  /** When the first of them begins and the last ends. */
  readonly from: number;
  readonly to: number;
}

function keepSelected({ first, sample }: SamplesByLane, { start, end }: Spans, selected: Uint8Array): Shown {
  const count = new Int32Array(first.length - 1);
  let from = Infinity;
  let to = 0;
  for (let lane = 0; lane < count.length; lane++) {
    let kept = first[lane];
    for (let at = first[lane]; at < first[lane + 1]; at++) {
      if (selected[sample[at]] === 0) continue;
      sample[kept] = sample[at];
      start[kept] = start[at];
      end[kept] = end[at];
      from = Math.min(from, start[at]);
      to = Math.max(to, end[at]);
      kept++;
    }
    count[lane] = kept - first[lane];
  }
  return from > to ? { count, from: 0, to: 0 } : { count, from, to };
}
