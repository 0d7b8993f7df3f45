// Decides from the first bytes of a perf.data file whether it can be read. Kept small, because it is loaded for every file.

import { unsigned64 } from '../../bytes/numbers.ts';
import { Has, ID_SECTION, MIN_ATTR, readAttr, SOFTWARE, type Attr } from './attr.ts';
import { Feature } from './features.ts';

/** Header sizes, which distinguish piped output from files. */
export const PIPE_HEADER = 16;
export const FILE_HEADER = 104;
/** Offset of the feature bits in a file header. */
export const FEATURES_AT = 72;

/** Explains in one sentence why a file with perf's magic cannot be read; undefined if it can. */
export function whyNoPerfData(name: string, head: Uint8Array<ArrayBuffer>): string | undefined {
  if (head[0] !== 0x50)
    return `“${name}” was recorded on a big-endian machine, which Pyrograph cannot read: run perf script there and open its output.`;
  const headerSize = sizeIn(head);
  const isFile = headerSize === FILE_HEADER && head.length >= FILE_HEADER;
  if (!isFile && headerSize !== PIPE_HEADER)
    return `“${name}” is a perf.data file with a damaged header: copy it again, or record again.`;
  const has = (feature: number) =>
    isFile && (head[FEATURES_AT + (feature >> 3)] & (1 << (feature & 7))) !== 0;
  if (has(Feature.stat))
    return `“${name}” was written by perf stat, which counts events but takes no samples: record with perf record -g.`;
  if (has(Feature.dirFormat))
    return `“${name}” is one of several files written by perf record --threads: record without --threads.`;
  if (has(Feature.auxtrace) && isEach(attrsIn(head), isOfProcessor)) return whyOnlyTraced(name);
  return undefined;
}

/** Size of the header; NaN when it is truncated or absurdly large. */
function sizeIn(head: Uint8Array<ArrayBuffer>): number {
  if (head.length < PIPE_HEADER || head.subarray(9, PIPE_HEADER).some((byte) => byte !== 0)) return NaN;
  return head[8];
}

/** Explains why the recording is skipped if another one is opened, too; undefined if its samples may have stacks. */
export function whyNoStacks(name: string, head: Uint8Array<ArrayBuffer>): string | undefined {
  return isEach(attrsIn(head), isTracepoint) ? whyNoChains(name) : undefined;
}

/** Explains why a hardware trace cannot be opened. */
export function whyOnlyTraced(name: string): string {
  return `“${name}” has a processor trace but no samples: record with perf record -g, without -e intel_pt.`;
}

/** Explains why text that perf decoded from a hardware trace cannot be opened. */
export function whyOnlyBranches(name: string): string {
  return `“${name}” lists traced branches but has no samples: print samples with perf script --itrace=i100usg, or record with perf record -g.`;
}

/** Explains why a recording by `perf trace` is skipped. */
export function whyNoChains(name: string): string {
  return `“${name}” has tracepoints without call chains, as recorded by perf trace: record with perf record -g.`;
}

/** The software event that never samples, PERF_TYPE_TRACEPOINT, and the last fixed type. */
const DUMMY = 9;
const TRACEPOINT = 2;
const BREAKPOINT = 5;

/** True if all events that take samples have no call chains and satisfy `is`. */
function isEach(attrs: readonly Attr[], is: (attr: Attr) => boolean): boolean {
  const sampling = attrs.filter(({ type, config }) => type !== SOFTWARE || config !== DUMMY);
  return sampling.length > 0 && sampling.every((attr) => !(attr.sampleType & Has.callchain) && is(attr));
}

function isTracepoint({ type }: Attr): boolean {
  return type === TRACEPOINT;
}

/** True for a dynamic PMU, such as intel_pt. */
function isOfProcessor({ type }: Attr): boolean {
  return type > BREAKPOINT;
}

/** The attrs of a file that begins with `head`; empty when `head` does not contain all of them. */
function attrsIn(head: Uint8Array<ArrayBuffer>): Attr[] {
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  if (sizeIn(head) !== FILE_HEADER || head.length < FILE_HEADER) return [];
  const size = unsigned64(view, 16);
  const from = unsigned64(view, 24);
  const to = from + unsigned64(view, 32);
  const attrs: Attr[] = [];
  if (size < MIN_ATTR + ID_SECTION || to > view.byteLength) return attrs;
  for (let at = from; at + size <= to; at += size) attrs.push(readAttr(view, at, size - ID_SECTION));
  return attrs;
}
