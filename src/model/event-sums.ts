// Sums of events that count the same thing in different places, each sample once: on the two kinds of core of a hybrid CPU, or in
// user and kernel mode. A sum follows the recorded events, so that it has an index of its own.

import { MAX_EVENTS } from './budget.ts';
import type { EventSum, Profile, SampleTable } from './profile.ts';
import { hasWallTime, WALL_EVENTS, WALL_SUMS } from './wall-time.ts';

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

/** The sums of these events. */
export function eventSumsOf(events: readonly string[]): EventSum[] {
  const groups = new Map<string, { readonly parts: Parts; readonly index: number }[]>();
  for (const [index, name] of events.entries()) {
    const parts = partsOf(name);
    if (!parts) continue;
    const key = JSON.stringify([parts.base, parts.modifiers]);
    groups.set(key, [...(groups.get(key) ?? []), { parts, index }]);
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
