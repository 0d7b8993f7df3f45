// Formats that are read from a complete file in memory instead of streamed, because any part may refer to any other. Only
// detection is here; the readers are in workers/read-in-memory.ts, loaded on demand.

import { isCompact } from './compact/layout.ts';
import { latin } from './head.ts';

/** Also the display names. */
export type InMemoryFormat = 'pprof' | 'speedscope' | 'Pyrograph';

/** Thrown when a file cannot be read. The message ends a sentence that begins with the file's name. */
export class Unreadable extends Error {}

/** `{`, optionally after a byte order mark. */
const OBJECT = /^(?:\xef\xbb\xbf)?\s*\{/;
/** The first bytes of pprof data include one up to this (a field number, a short length or an empty string); text has none. */
const MAX_CONTROL = 8;

/** Detects the format from the beginning of a file; undefined if it is none of these. */
export async function sniffInMemoryFormat(head: Uint8Array): Promise<InMemoryFormat | undefined> {
  if (isCompact(head)) return 'Pyrograph';
  const start = head.subarray(0, 64);
  // Avoids loading more detection code for text such as perf script output.
  if (!start.some((byte) => byte <= MAX_CONTROL) && !OBJECT.test(latin(start))) return undefined;
  return (await import('./sniff-pprof-or-speedscope.ts')).sniffPprofOrSpeedscope(head);
}
