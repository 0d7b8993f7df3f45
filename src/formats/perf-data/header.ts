// The first bytes of a recording of perf: what kind it is, and whether it can be read. Small, since every file is asked.

import { Feature } from './features.ts';

/** The header's own size tells a pipe from a file. */
export const PIPE_HEADER = 16;
export const FILE_HEADER = 104;
/** Where a file says which features it has, a bit each. */
export const FEATURES_AT = 72;

/** Why a file that begins as a recording of perf does is none that can be read, one sentence; undefined when it can. */
export function whyNoPerfData(name: string, head: Uint8Array): string | undefined {
  if (head[0] !== 0x50)
    return `“${name}” was recorded on a big-endian machine, which Pyrograph does not read: run perf script there, and open what it prints.`;
  const headerSize = sizeIn(head);
  const isFile = headerSize === FILE_HEADER && head.length >= FILE_HEADER;
  if (!isFile && headerSize !== PIPE_HEADER)
    return `“${name}” is a perf.data whose header is cut or makes no sense: copy it again, or record again.`;
  if (isFile && head[FEATURES_AT + (Feature.stat >> 3)] & (1 << (Feature.stat & 7)))
    return `“${name}” was written by perf stat, which counts and samples nothing: record with perf record -g.`;
  if (isFile && head[FEATURES_AT + (Feature.dirFormat >> 3)] & (1 << (Feature.dirFormat & 7)))
    return `“${name}” is one of several files that perf record --threads wrote: record without --threads.`;
  return undefined;
}

/** NaN when it is cut, or larger than any. */
function sizeIn(head: Uint8Array): number {
  if (head.length < PIPE_HEADER || head.subarray(9, PIPE_HEADER).some((byte) => byte !== 0)) return NaN;
  return head[8];
}
