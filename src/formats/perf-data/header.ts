// The first bytes of a recording of perf: what kind it is, and whether it can be read. Small, since every file is asked.

import { unsigned64 } from '../../bytes/numbers.ts';
import { Has, ID_SECTION, MIN_ATTR, readAttr, type Attr } from './attr.ts';
import { Feature } from './features.ts';

/** The header's own size tells a pipe from a file. */
export const PIPE_HEADER = 16;
export const FILE_HEADER = 104;
/** Where a file says which features it has, a bit each. */
export const FEATURES_AT = 72;

/** Why a file that begins as a recording of perf does is none that can be read, one sentence; undefined when it can. */
export function whyNoPerfData(name: string, head: Uint8Array<ArrayBuffer>): string | undefined {
  if (head[0] !== 0x50)
    return `“${name}” was recorded on a big-endian machine, which Pyrograph does not read: run perf script there, and open what it prints.`;
  const headerSize = sizeIn(head);
  const isFile = headerSize === FILE_HEADER && head.length >= FILE_HEADER;
  if (!isFile && headerSize !== PIPE_HEADER)
    return `“${name}” is a perf.data whose header is cut or makes no sense: copy it again, or record again.`;
  const has = (feature: number) =>
    isFile && (head[FEATURES_AT + (feature >> 3)] & (1 << (feature & 7))) !== 0;
  if (has(Feature.stat))
    return `“${name}” was written by perf stat, which counts and samples nothing: record with perf record -g.`;
  if (has(Feature.dirFormat))
    return `“${name}” is one of several files that perf record --threads wrote: record without --threads.`;
  if (has(Feature.auxtrace) && isEach(attrsIn(head), isOfProcessor)) return whyOnlyTraced(name);
  return undefined;
}

/** NaN when it is cut, or larger than any. */
function sizeIn(head: Uint8Array<ArrayBuffer>): number {
  if (head.length < PIPE_HEADER || head.subarray(9, PIPE_HEADER).some((byte) => byte !== 0)) return NaN;
  return head[8];
}

/** Why the recording is left out where there is another one; undefined when its samples may have stacks. */
export function whyNoStacks(name: string, head: Uint8Array<ArrayBuffer>): string | undefined {
  return isEach(attrsIn(head), isTracepoint) ? whyNoChains(name) : undefined;
}

/** Of what the processor traced. */
export function whyOnlyTraced(name: string): string {
  return `“${name}” holds what the processor traced and no samples, which Pyrograph needs: record without -e intel_pt, with perf record -g.`;
}

/** Of a text that perf decoded from it. */
export function whyOnlyBranches(name: string): string {
  return `“${name}” holds the branches that the processor traced, decoded one per line, and no samples, which Pyrograph needs: print samples of the trace with perf script --itrace=i100usg, or record with perf record -g.`;
}

/** Of what `perf trace` records. */
export function whyNoChains(name: string): string {
  return `“${name}” holds tracepoints without call chains, as perf trace records them: record with perf record -g.`;
}

/** PERF_TYPE_SOFTWARE, of which the dummy samples nothing; PERF_TYPE_TRACEPOINT; the last type that every kernel knows. */
const SOFTWARE = 1;
const DUMMY = 9;
const TRACEPOINT = 2;
const BREAKPOINT = 5;

function isEach(attrs: readonly Attr[], is: (attr: Attr) => boolean): boolean {
  const sampling = attrs.filter(({ type, config }) => type !== SOFTWARE || config !== DUMMY);
  return sampling.length > 0 && sampling.every((attr) => !(attr.sampleType & Has.callchain) && is(attr));
}

function isTracepoint({ type }: Attr): boolean {
  return type === TRACEPOINT;
}

/** Of a unit that not every processor has, such as one that traces. */
function isOfProcessor({ type }: Attr): boolean {
  return type > BREAKPOINT;
}

/** The events of a file that begins with `head`; none when not all of them are in it. */
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
