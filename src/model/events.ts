// Events that belong together: counters of the same thing in different places, and the events of wall time.

import { addTo } from './lists.ts';
import { MAX_EVENTS } from './budget.ts';
import type { EventSum, Profile, SampleTable } from './profile.ts';
import { extremesOf } from './columns.ts';

/** `cpu_core/cycles/P`, `armv8_cortex_a53/cpu_cycles/`: captures the PMU of a kind of core, the event and its modifiers. */
const ON_PMU = /^((?:cpu|armv\d|apple|arm)_\w+)\/([^/]+)\/(\w*)$/;
const PLAIN = /^([^/]+?)(?::(\w+))?$/;
const MODES = 'ukh';

interface Parts {
  readonly pmu: string;
  readonly base: string;
  /** The modes in which the event counts; empty for all. */
  readonly modes: string;
  /** Other modifiers. */
  readonly modifiers: string;
}

export function eventSumsOf(events: readonly string[]): EventSum[] {
  const groups = new Map<string, { readonly parts: Parts; readonly index: number }[]>();
  for (const [index, name] of events.entries()) {
    const parts = partsOf(name);
    if (!parts) continue;
    const key = JSON.stringify([parts.base, parts.modifiers]);
    addTo(groups, key, { parts, index });
  }
  const sums: EventSum[] = [];
  for (const members of groups.values()) {
    const all = members.map(({ parts }) => parts);
    const name = nameOf(all);
    if (members.length < 2 || events.includes(name) || !areDisjoint(all)) continue;
    sums.push({ event: events.length + sums.length, name, members: members.map(({ index }) => index) });
  }
  if (hasWallTime(events))
    for (const { name, members } of WALL_SUMS)
      sums.push({
        event: events.length + sums.length,
        name,
        members: members.map((each) => events.indexOf(each)),
      });
  return sums;
}

/** Per recorded event: 1 if its samples belong to `event`, which may be a sum. */
export function eventMask({ sums }: Pick<SampleTable, 'sums'>, event: number): Uint8Array {
  const mask = new Uint8Array(MAX_EVENTS);
  for (const member of membersOf(sums, event)) mask[member] = 1;
  return mask;
}

/** True if the samples of `event`, which may be a sum, are pieces of time, which last as long as their weight. */
export function areLasting({ sums, lasting }: Pick<SampleTable, 'sums' | 'lasting'>, event: number): boolean {
  return membersOf(sums, event).some((member) => lasting?.[member] === 1);
}

function membersOf(sums: SampleTable['sums'], event: number): readonly number[] {
  return sums?.find((each) => each.event === event)?.members ?? [event];
}

function partsOf(name: string): Parts | undefined {
  const [, pmu = '', onPmu, pmuModifiers = ''] = ON_PMU.exec(name) ?? [];
  const [, base = onPmu, modifiers = ''] = PLAIN.exec(onPmu ?? name) ?? [];
  if (base === undefined) return undefined;
  const all = (modifiers + pmuModifiers).split('');
  const isMode = (letter: string) => MODES.includes(letter);
  return {
    pmu,
    base,
    modes: all.filter(isMode).join(''),
    modifiers: all.filter((letter) => !isMode(letter)).join(''),
  };
}

/** True if no sample can be one of two events. */
function areDisjoint(all: readonly Parts[]): boolean {
  return all.every((one, i) =>
    all.slice(i + 1).every((other) => {
      if (one.pmu !== '' && other.pmu !== '' && one.pmu !== other.pmu) return true;
      const haveModes = one.pmu === other.pmu && one.modes !== '' && other.modes !== '';
      return haveModes && !one.modes.split('').some((mode) => other.modes.includes(mode));
    }),
  );
}

/** `cycles:P` for `cpu_core/cycles/P` and `cpu_atom/cycles/P`: the modes that all have in common stay. */
function nameOf(all: readonly Parts[]): string {
  const [{ base, modifiers, modes }] = all;
  const common = all.every((each) => each.modes === modes) ? modes : '';
  return modifiers + common === '' ? base : `${base}:${common}${modifiers}`;
}

/** The profile with the sums of its events, and those that last. */
export function withEventSums(profile: Profile): Profile {
  const { events, samples } = profile;
  const sums = eventSumsOf(events);
  const lasting = hasWallTime(events)
    ? Uint8Array.from(events, (each) => (WALL_EVENTS.includes(each) ? 1 : 0))
    : undefined;
  return sums.length === 0 ? profile : { ...profile, samples: { ...samples, sums, lasting } };
}

// The events of wall time: a recording that says when threads ran has a sample for each piece of time, which begins at its time
// and lasts as long as its weight.

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
const WALL_SUMS: readonly { readonly name: string; readonly members: readonly string[] }[] = [
  { name: WALL_TIME, members: [CPU_TIME, WAITING] },
  { name: WAITING + WITH_IDLE, members: [WAITING, IDLE] },
  { name: WALL_TIME + WITH_IDLE, members: WALL_EVENTS },
];

function hasWallTime(events: readonly string[]): boolean {
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
