// Names the events with many samples that are not shown.

import type { EventSummary } from '../../model/session.ts';
import { isWallTime } from '../../model/events.ts';
import { formatShare } from '../../text/format.ts';

/** The share of the samples from which an event is named. Weights of different events cannot be compared. */
const MIN_SHARE = 0.1;

/** For example `not shown: faults (12.3% of samples)`. `event` may be a sum, which shows its members. */
export function otherEvents(events: readonly EventSummary[], event: number): string[] {
  const shown = events[event]?.members ?? [event];
  // Wall time is made from all of them.
  if (isWallTime(events[event]?.name ?? '')) return [];
  const isRecorded = ({ members, name }: EventSummary) => members === undefined && !isWallTime(name);
  const all = events.filter(isRecorded).reduce((sum, { samples }) => sum + samples, 0);
  return events
    .filter((each, i) => isRecorded(each) && !shown.includes(i) && each.samples >= all * MIN_SHARE && all > 0)
    .map(({ name, samples }) => `not shown: ${name} (${formatShare(samples / all)} of samples)`);
}
