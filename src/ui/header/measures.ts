// What weights can be: the events of a recording. Those of wall time come first, and choosing one keeps idle time shown or hidden.

import type { EventSummary, Recording } from '../../model/session.ts';
import {
  CPU_TIME,
  IDLE,
  includesIdle,
  isWallTime,
  otherIdle,
  WAITING,
  WALL_TIME,
} from '../../model/events.ts';
import { capitalized, formatNumberOf, formatShare, formatBytes } from '../../text/format.ts';

interface Measure {
  /** Index into the events. */
  readonly event: number;
  readonly label: string;
}

const WALL_MEASURES: readonly string[] = [CPU_TIME, WAITING, WALL_TIME];

export function measuresOf(events: readonly EventSummary[], shown: number): Measure[] {
  const hasIdle = includesIdle(events[shown]?.name ?? '');
  const wall = WALL_MEASURES.flatMap((name): Measure[] => {
    const withIdle = hasIdle ? otherIdle(name) : undefined;
    const event = events.findIndex((each) => each.name === (withIdle ?? name));
    return event < 0 ? [] : [{ event, label: nameOf(name) }];
  });
  const others = [...events.keys()]
    .filter((event) => !isWallTime(events[event].name))
    .map((event) => ({
      event,
      label: `${events[event].name} (${formatNumberOf(events[event].samples, 'sample')})`,
    }));
  return [...wall, ...others];
}

/** `CPU time`, `Wall time`. */
function nameOf(event: string): string {
  return event === CPU_TIME ? 'CPU time' : capitalized(event);
}

/** The event with idle time shown or hidden; undefined if that makes no difference. */
export function switchedIdle(events: readonly EventSummary[], shown: number): number | undefined {
  if (!events.some(({ name, weight }) => name === IDLE && weight > 0)) return undefined;
  const other = otherIdle(events[shown]?.name ?? '');
  const event = other === undefined ? -1 : events.findIndex(({ name }) => name === other);
  return event < 0 ? undefined : event;
}

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

/** For example `11,410 samples`, `8 threads`, `perf.data, 4.1 MB`. */
export function recordingSummary({ samples, threads, size, format }: Recording): string[] {
  return [
    formatNumberOf(samples, 'sample'),
    formatNumberOf(threads, 'thread'),
    `${format}, ${formatBytes(size)}`,
  ];
}
