// The formats that are read from memory, as a whole: they are no lines, and what a sample means may stand behind it. Only
// how their files begin is known here; workers/read-whole.ts has their readers, and is loaded when there is such a file.

import { isCompact } from './compact/layout.ts';

/** A person calls them the same. */
export type Whole = 'pprof' | 'speedscope' | 'Pyrograph';

/** What is thrown of a file that cannot be read; its message ends the sentence that names the file. */
export class Unreadable extends Error {}

/** Behind a byte order mark, perhaps, and other members. */
const SPEEDSCOPE = /^\W*\{[^]*"\$schema"\s*:\s*"[^"]*speedscope/;

/** What the file that begins like this is; undefined when it is none of them. */
export function sniffWhole(head: Uint8Array): Whole | undefined {
  if (isCompact(head)) return 'Pyrograph';
  if (isPprof(head)) return 'pprof';
  return SPEEDSCOPE.test(String.fromCharCode(...head.subarray(0, 4096))) ? 'speedscope' : undefined;
}

/**
 * A sample type or period type with a name (fields 1 and 11, in them field 1), or the empty string that begins the table of
 * strings (field 6); before them perhaps the time (field 9). Go's runtime begins with the time, or the period type. No text
 * has such control characters.
 */
function isPprof(head: Uint8Array): boolean {
  const at = head[0] === 0x48 ? head.findIndex((byte, i) => i > 0 && byte < 128) + 1 : 0;
  const isType = head[at] === 10 || head[at] === 0x5a;
  return isType ? head[at + 1] < 24 && head[at + 2] === 8 : head[at] === 50 && head[at + 1] === 0;
}
