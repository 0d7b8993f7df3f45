// Reads off-CPU time recorded by `perf record --off-cpu` from the RAW data of samples (perf 6.16 and later; earlier versions
// use the usual fields). tools/perf/util/bpf_off_cpu.c and bpf_skel/off_cpu.bpf.c, Linux v7.2:
//
//   u32 size | u32 id, u32 id | u64 nanoseconds | u64 count | u64 chain[count], PERF_CONTEXT_USER first | u64 cgroup | pad

import { readInt64, readUint64 } from '../../bytes/numbers.ts';
import { SampleField, SOFTWARE, type Attr } from './attr.ts';
import { ChainContext } from './deferred-chains.ts';

/** Event name used if the recording does not name the event. */
export const OFF_CPU = 'offcpu-time';
const BPF_OUTPUT = 10;
const SIZE_FIELD = 4;
/** Number of 64-bit words besides the chain: IDs, time, count, cgroup. */
const WORDS = 4;
/** OFF_CPU_TIMESTAMP. Waits shorter than --off-cpu-thresh are summed and written at the end with pseudo times that start here. */
const FIRST_PSEUDO_TIME = 2 ** 64 - 2 ** 32;

interface OffCpu {
  /** Process and thread ID. Their order depends on whether the kernel or perf wrote the sample. */
  readonly ids: readonly [number, number];
  readonly nanoseconds: number;
  /** Position of the call chain's count in the view. */
  readonly chain: number;
}

/** True if samples of the event may contain off-CPU time in RAW data. */
export function mayBeOffCpu({ type, config, sampleType }: Attr): boolean {
  const hasRaw = (sampleType & SampleField.raw) !== 0 && (sampleType & SampleField.callchain) === 0;
  return type === SOFTWARE && config === BPF_OUTPUT && hasRaw;
}

/** Reads the RAW field at `at` of a sample that ends at `end`; undefined if the field contains other data. */
export function offCpuAt(view: DataView, at: number, end: number): OffCpu | undefined {
  if (!(at + SIZE_FIELD <= end)) return undefined;
  const size = view.getUint32(at, true);
  const data = at + SIZE_FIELD;
  if (size < (WORDS + 1) * 8 || data + size > end) return undefined;
  const count = readUint64(view, data + 16);
  const padding = size - (WORDS + count) * 8;
  if (count === 0 || (padding !== 0 && padding !== SIZE_FIELD)) return undefined;
  if (readInt64(view, data + 24) !== ChainContext.user) return undefined;
  return {
    ids: [view.getInt32(data, true), view.getInt32(data + 4, true)],
    nanoseconds: readUint64(view, data + 8),
    chain: data + 16,
  };
}

/** The key that sorts records by time: NaN for a record without a time, Infinity for one that belongs after all others. */
export function timeSortKey(time: number): number {
  if (time > 0 && time < 2 ** 63) return time;
  // A time with all bits set, which is 2 ** 64 as a double, means that there is none.
  return time >= FIRST_PSEUDO_TIME && time < 2 ** 64 ? Infinity : NaN;
}
