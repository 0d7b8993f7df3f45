// The events of wall time: a recording that says when threads ran has a sample for each piece of time, which begins at its time
// and lasts as long as its weight.

import { extremesOf } from './columns.ts';
import type { SampleTable } from './profile.ts';

/** Pieces in which threads ran. */
export const CPU_TIME = 'cpu time';
/** Pieces in which threads waited, and those in which they had nothing to do. */
export const WAITING = 'waiting';
export const IDLE = 'idle';
export const WALL_TIME = 'wall time';
export const WALL_EVENTS: readonly string[] = [CPU_TIME, WAITING, IDLE];

/** Added to the name of a sum that includes idle time. */
const WITH_IDLE = ' + idle';

/** The sums of wall time, and their members. */
export const WALL_SUMS: readonly { readonly name: string; readonly members: readonly string[] }[] = [
  { name: WALL_TIME, members: [CPU_TIME, WAITING] },
  { name: WAITING + WITH_IDLE, members: [WAITING, IDLE] },
  { name: WALL_TIME + WITH_IDLE, members: WALL_EVENTS },
];

/** True if the events include those of wall time. */
export function hasWallTime(events: readonly string[]): boolean {
  return WALL_EVENTS.every((each) => events.includes(each));
}

/** True for an event of wall time or a sum of such events. */
export function isWallTime(event: string): boolean {
  return WALL_EVENTS.includes(event) || WALL_SUMS.some(({ name }) => name === event);
}

/** The same event with idle time, or without it; undefined for events that have none. */
export function otherIdle(event: string): string | undefined {
  if (event.endsWith(WITH_IDLE)) return event.slice(0, -WITH_IDLE.length);
  return event === WAITING || event === WALL_TIME ? event + WITH_IDLE : undefined;
}

/** True for an event that includes idle time. */
export function includesIdle(event: string): boolean {
  return event === IDLE || event.endsWith(WITH_IDLE);
}

/** The smallest and the largest time; that of a sample that lasts includes its end. Undefined without times. */
export function timeExtent({
  time,
  weight,
  event,
  lasting,
}: Pick<SampleTable, 'time' | 'weight' | 'event' | 'lasting'>):
  | { readonly min: number; readonly max: number }
  | undefined {
  const extent = extremesOf(time);
  if (!extent || !lasting) return extent;
  let { max } = extent;
  for (let i = 0; i < time.length; i++) if (lasting[event[i]] === 1) max = Math.max(max, time[i] + weight[i]);
  return { ...extent, max };
}
