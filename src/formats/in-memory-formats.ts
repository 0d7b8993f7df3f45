// Detects the formats that cannot be streamed, because any part of a file may refer to any other. Their readers are loaded
// on demand (workers/reading/read-in-memory.ts).

import { isCompact } from './compact/layout.ts';
import { decodeLatin1 } from './head.ts';

/** The IDs are also display names. */
export type InMemoryFormat = 'pprof' | 'speedscope' | 'Pyrograph';

/** Thrown when a file cannot be read. The message ends a sentence that begins with the file's name. */
export class Unreadable extends Error {}

/** `{`, optionally after a byte order mark. */
const JSON_OBJECT = /^(?:\xef\xbb\xbf)?\s*\{/;
/** pprof data has a control character no greater than this (part of a tag or length) among its first bytes; text has none. */
const MAX_CONTROL = 8;

/** Detects the format from the beginning of a file; undefined if it is none of these. */
export async function sniffInMemoryFormat(head: Uint8Array): Promise<InMemoryFormat | undefined> {
  if (isCompact(head)) return 'Pyrograph';
  const start = head.subarray(0, 64);
  // Avoids loading more code for text such as perf script output.
  if (!start.some((byte) => byte <= MAX_CONTROL) && !JSON_OBJECT.test(decodeLatin1(start))) return undefined;
  return (await import('./sniff-pprof-or-speedscope.ts')).sniffPprofOrSpeedscope(head);
}
