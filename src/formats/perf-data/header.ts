// Decides from the first bytes of a perf.data file whether it can be read. Kept small, because it is loaded for every file.

import { readUint64 } from '../../bytes/numbers.ts';
import { SampleField, ID_ENTRY_SIZE, MIN_ATTR_SIZE, readAttr, SOFTWARE, type Attr } from './attr.ts';
import { Feature } from './features.ts';

/** Header sizes, which distinguish piped output from files. */
export const PIPE_HEADER_SIZE = 16;
export const FILE_HEADER_SIZE = 104;
/** Offset of the feature bits in a file header. */
export const FEATURE_BITS_OFFSET = 72;

/** Explains in one sentence why a file with perf's magic cannot be read; undefined if it can. */
export function explainUnreadablePerfData(name: string, head: Uint8Array<ArrayBuffer>): string | undefined {
  if (head[0] !== 0x50)
    return `“${name}” was recorded on a big-endian machine, which Pyrograph cannot read: run perf script there and open its output.`;
  const headerSize = headerSizeIn(head);
  const isFile = headerSize === FILE_HEADER_SIZE && head.length >= FILE_HEADER_SIZE;
  if (!isFile && headerSize !== PIPE_HEADER_SIZE)
    return `“${name}” is a perf.data file with a damaged header: copy it again, or record again.`;
  const has = (feature: number) =>
    isFile && (head[FEATURE_BITS_OFFSET + (feature >> 3)] & (1 << (feature & 7))) !== 0;
  if (has(Feature.stat))
    return `“${name}” was written by perf stat, which counts events but takes no samples: record with perf record -g.`;
  if (has(Feature.dirFormat))
    return `“${name}” is one of several files written by perf record --threads: record without --threads.`;
  if (has(Feature.auxtrace) && areAllChainless(attrsIn(head), ({ type }) => type > BREAKPOINT))
    return explainTraceOnly(name);
  return undefined;
}

/** Size of the header; NaN if it is truncated or the size is implausible. */
function headerSizeIn(head: Uint8Array<ArrayBuffer>): number {
  if (head.length < PIPE_HEADER_SIZE || head.subarray(9, PIPE_HEADER_SIZE).some((byte) => byte !== 0))
    return NaN;
  return head[8];
}

/** Explains why this recording is skipped when opened together with another; undefined if its samples may have stacks. */
export function explainNoStacks(name: string, head: Uint8Array<ArrayBuffer>): string | undefined {
  return areAllChainless(attrsIn(head), isTracepoint) ? explainNoChains(name) : undefined;
}

/** Explains why a hardware trace cannot be opened. */
export function explainTraceOnly(name: string): string {
  return `“${name}” has a processor trace but no samples: record with perf record -g, without -e intel_pt.`;
}

/** Explains why text that perf decoded from a hardware trace cannot be opened. */
export function explainBranchesOnly(name: string): string {
  return `“${name}” lists traced branches but has no samples: print samples with perf script --itrace=i100usg, or record with perf record -g.`;
}

/** Explains why a recording made with `perf trace` is skipped. */
export function explainNoChains(name: string): string {
  return `“${name}” has tracepoints without call chains, as recorded by perf trace: record with perf record -g.`;
}

/** PERF_COUNT_SW_DUMMY, a software event that takes no samples. */
const DUMMY = 9;
/** PERF_TYPE_TRACEPOINT. */
const TRACEPOINT = 2;
/** PERF_TYPE_BREAKPOINT. Higher types are dynamic PMUs. */
const BREAKPOINT = 5;

/** True if every sampling event lacks call chains and satisfies `matches`. */
function areAllChainless(attrs: readonly Attr[], matches: (attr: Attr) => boolean): boolean {
  const sampling = attrs.filter(({ type, config }) => type !== SOFTWARE || config !== DUMMY);
  return (
    sampling.length > 0 &&
    sampling.every((attr) => !(attr.sampleType & SampleField.callchain) && matches(attr))
  );
}

function isTracepoint({ type }: Attr): boolean {
  return type === TRACEPOINT;
}

/** The attrs of a file that begins with `head`; empty if `head` does not contain all of them. */
function attrsIn(head: Uint8Array<ArrayBuffer>): Attr[] {
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  if (headerSizeIn(head) !== FILE_HEADER_SIZE || head.length < FILE_HEADER_SIZE) return [];
  const size = readUint64(view, 16);
  const from = readUint64(view, 24);
  const to = from + readUint64(view, 32);
  const attrs: Attr[] = [];
  if (size < MIN_ATTR_SIZE + ID_ENTRY_SIZE || to > view.byteLength) return attrs;
  for (let at = from; at + size <= to; at += size) attrs.push(readAttr(view, at, size - ID_ENTRY_SIZE));
  return attrs;
}
