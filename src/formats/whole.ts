// The formats that are read from memory, as a whole: they are no lines, and what a sample means may stand behind it. Only
// how their files begin is known here; workers/read-whole.ts has their readers, and is loaded when there is such a file.

import { isCompact } from './compact/layout.ts';

/** A person calls them the same. */
export type Whole = 'pprof' | 'speedscope' | 'Pyrograph';

/** What is thrown of a file that cannot be read; its message ends the sentence that names the file. */
export class Unreadable extends Error {}

/** `{`, perhaps after a byte order mark. */
const OBJECT = /^(?:\xef\xbb\xbf)?\s*\{/;
/** A pprof profile has one among its first bytes, and text none: a field of a number, a short length, or an empty string. */
const LAST_CONTROL = 8;

/** What the file that begins like this is; undefined when it is none of them. */
export async function sniffWhole(head: Uint8Array): Promise<Whole | undefined> {
  if (isCompact(head)) return 'Pyrograph';
  const start = head.subarray(0, 64);
  // So that text, such as that of perf script, does not wait for the code that looks closer.
  if (!start.some((byte) => byte <= LAST_CONTROL) && !OBJECT.test(String.fromCharCode(...start)))
    return undefined;
  return (await import('./sniff-whole.ts')).sniffPprofOrSpeedscope(head);
}
