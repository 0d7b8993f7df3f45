// Recognizes speedscope's JSON by its beginning, whatever the order of its members.

import { list, member, text } from './json.ts';

/** Members of a profile that contain its samples or events. */
const DATA = ['samples', 'weights', 'events'];
/** Members of a profile in speedscope's file format, and the one that Pyrograph adds; see schema.ts. */
const MEMBERS = new Set(['type', 'name', 'unit', 'startValue', 'endValue', 'pyrograph', ...DATA]);

/**
 * `json` is the parsed beginning of a file (see json-head.ts). The first 64 kB of a file are enough, since only small members
 * come before the first of `$schema`, `shared` and `profiles`. Without `$schema`, the frames must be objects with names, or the
 * first profile must have a type and only members of the format.
 */
export function isSpeedscope(json: unknown): boolean {
  if (text(member(json, '$schema'))?.includes('speedscope')) return true;
  const frames = member(member(json, 'shared'), 'frames');
  if (list(frames).length > 0) return text(member(list(frames)[0], 'name')) !== undefined;
  return isProfile(list(member(json, 'profiles'))[0]);
}

function isProfile(profile: unknown): boolean {
  if (typeof profile !== 'object' || profile === null) return false;
  const names = Object.keys(profile);
  if (!names.every((name) => MEMBERS.has(name))) return false;
  const type = text(member(profile, 'type'));
  if (type !== undefined) return type === 'sampled' || type === 'evented';
  // The type may come after samples of any size.
  return DATA.some((name) => Array.isArray(member(profile, name)));
}
