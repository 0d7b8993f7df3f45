// Recognizes speedscope's JSON by its beginning. The members may be in any order.

import { asList, asString, memberOf } from './json.ts';

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
