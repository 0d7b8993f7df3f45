// The part of speedscope's file format that Pyrograph reads and writes. Names are those of src/lib/file-format-spec.ts in
// github.com/jlfwong/speedscope at 3613918de0dd (1.25, 2025-12-05).
//
//   shared.frames[i]     { name, file? }: frame number i
//   profiles[i]          one thread: { type, name, unit, startValue, endValue, … }
//     type 'sampled'     samples[j]: frame numbers, root first; weights[j]: the weight of samples[j], in `unit`
//     type 'evented'     events[j]: { type 'O'|'C', frame, at }: opens or closes a frame; in time order

import { asList, asString, memberOf } from './json.ts';

export const SCHEMA = 'https://www.speedscope.app/file-format-schema.json';

/** Event name of weights that are durations. */
export const TIME = 'time (nanoseconds)';

/** For each unit, the factor that converts weights to Pyrograph's unit, and the event name of the converted weights. */
export const UNITS: ReadonlyMap<string, { readonly scale: number; readonly event: string }> = new Map([
  ['none', { scale: 1, event: 'weight' }],
  ['bytes', { scale: 1, event: 'memory (bytes)' }],
  ['nanoseconds', { scale: 1, event: TIME }],
  ['microseconds', { scale: 1e3, event: TIME }],
  ['milliseconds', { scale: 1e6, event: TIME }],
  ['seconds', { scale: 1e9, event: TIME }],
]);

/**
 * An additional member, which the schema allows, written by Pyrograph. In a profile, it contains event, pid, tid and comm, for
 * which the format has only a single `name`. At the top level, its `calls` is true if Python frames are calls; see
 * FuncFlags.called.
 */
export const PYROGRAPH_KEY = 'pyrograph';

/** The members of a profile that contain its samples or events. */
const DATA = ['samples', 'weights', 'events'];
/** All members that a profile can have, including the one that Pyrograph adds; see schema.ts. */
const MEMBERS = new Set(['type', 'name', 'unit', 'startValue', 'endValue', 'pyrograph', ...DATA]);

/**
 * `json` is the parsed beginning of a file (see json-head.ts). The first 64 kB are enough, since only small members precede the
 * first of `$schema`, `shared` and `profiles`. Without `$schema`, the first frame must be an object with a name, or the first
 * profile must have a known type, or data, and no unknown members.
 */
export function isSpeedscope(json: unknown): boolean {
  if (asString(memberOf(json, '$schema'))?.includes('speedscope')) return true;
  const frames = memberOf(memberOf(json, 'shared'), 'frames');
  if (asList(frames).length > 0) return asString(memberOf(asList(frames)[0], 'name')) !== undefined;
  return isProfile(asList(memberOf(json, 'profiles'))[0]);
}

function isProfile(profile: unknown): boolean {
  if (typeof profile !== 'object' || profile === null) return false;
  const names = Object.keys(profile);
  if (!names.every((name) => MEMBERS.has(name))) return false;
  const type = asString(memberOf(profile, 'type'));
  if (type !== undefined) return type === 'sampled' || type === 'evented';
  // The type may follow the data, beyond the part that was parsed.
  return DATA.some((name) => Array.isArray(memberOf(profile, name)));
}
