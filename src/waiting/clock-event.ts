// Finds the two kinds of samples of a recording of wall time: at switches, with the stack of a wait, and of a clock.

import { NONE, type Profile } from '../model/profile.ts';

const SWITCH_EVENT = /context-switches\b|^cs\b/;
/** Not an event with modifiers, such as `cycles:up`. */
const TRACEPOINT = /^[\w-]+:(?![ukhGHpPDSWeIbR]+$)\w+/;

export function isSwitchEvent(name: string): boolean {
  return SWITCH_EVENT.test(name);
}

/** Index of the event with most samples, except for switches and tracepoints; NONE if there is none. */
export function clockEvent({ events, samples }: Pick<Profile, 'events' | 'samples'>): number {
  const counts = events.map(() => 0);
  for (let i = 0; i < samples.length; i++) counts[samples.event[i]]++;
  let best: number = NONE;
  for (const [event, name] of events.entries()) {
    if (isSwitchEvent(name) || TRACEPOINT.test(name)) continue;
    if (best < 0 || counts[event] > counts[best]) best = event;
  }
  return best;
}
