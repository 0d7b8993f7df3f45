// The formats that are read from memory, as a whole: they are no lines, and what a sample means may stand behind it. Only
// how their files begin is known here; workers/read-whole.ts has their readers, and is loaded when there is such a file.

/** A person calls them the same. */
export type Whole = 'pprof' | 'speedscope';

/** What is thrown of a file that cannot be read; its message ends the sentence that names the file. */
export class Unreadable extends Error {}

const SPEEDSCOPE = /^(?:\xef\xbb\xbf)?\s*\{[^]*"\$schema"\s*:\s*"[^"]*speedscope[^"]*schema/;

/** What the file that begins like this is; undefined when it is neither. */
export function sniffWhole(head: Uint8Array): Whole | undefined {
  if (isPprof(head)) return 'pprof';
  return SPEEDSCOPE.test(String.fromCharCode(...head.subarray(0, 4096))) ? 'speedscope' : undefined;
}

/**
 * A sample type with a name (field 1, in it field 1), or the empty string that begins the table of strings (field 6); before
 * them perhaps numbers, like the time with which Go begins (fields 9, 10, 12, 13). No text has such control characters.
 */
function isPprof(head: Uint8Array): boolean {
  let at = 0;
  while ([0x48, 0x50, 0x60, 0x68].includes(head[at])) {
    at++;
    while (head[at++] > 127);
  }
  return head[at] === 10 ? head[at + 1] < 24 && head[at + 2] === 8 : head[at] === 50 && head[at + 1] === 0;
}
