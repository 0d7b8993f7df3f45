// What weights can be: the events of a recording. Those of wall time come first, and choosing one keeps idle time shown or hidden.

import type { EventSummary } from '../../model/session.ts';
import {
  CPU_TIME,
  IDLE,
  includesIdle,
  isWallTime,
  otherIdle,
  WAITING,
  WALL_TIME,
} from '../../model/events.ts';
import { capitalized, formatNumberOf } from '../../text/format.ts';

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
