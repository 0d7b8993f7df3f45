// Looks at the first bytes of a file. Small, since every file is asked.

/** `PERFILE2`, or its bytes swapped on a big-endian machine (tools/perf/util/header.c, Linux 6.12). */
export function isPerfData(head: Uint8Array): boolean {
  return startsWith('PERFILE2')(head) || startsWith('2ELIFREP')(head);
}

/** Few control characters among the first bytes; an empty file is text. */
export function isText(head: Uint8Array): boolean {
  let odd = 0;
  const length = Math.min(head.length, 4096);
  for (let i = 0; i < length; i++) if (head[i] < 9 || (head[i] > 13 && head[i] < 32)) odd++;
  return odd * 50 <= length;
}

/** What `pprof -raw` prints, whose samples look like headers of `perf script`. */
export function isPprofReport(head: Uint8Array): boolean {
  return startsWith('PeriodType: ')(head);
}

export function startsWith(magic: string): (head: Uint8Array) => boolean {
  return (head) => isAt(head, 0, magic);
}

/** True when the bytes at `offset` are `magic`, a character each. */
export function isAt(head: Uint8Array, offset: number, magic: string): boolean {
  if (head.length < offset + magic.length) return false;
  for (let i = 0; i < magic.length; i++) if (head[offset + i] !== magic.charCodeAt(i)) return false;
  return true;
}
