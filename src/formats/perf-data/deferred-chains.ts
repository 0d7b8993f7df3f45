// Keeps samples pending until their user call chain arrives (perf record --call-graph fp,defer; Linux 6.19): the kernel walks
// the user stack only before it returns to user mode, once for all samples of a thread taken until then.
//
//   sample               … kernel entries, PERF_CONTEXT_USER_DEFERRED, cookie
//   CALLCHAIN_DEFERRED   u64 cookie | u64 count | u64 user entries[count]
//
// include/uapi/linux/perf_event.h and tools/perf/util/session.c (evlist__deliver_deferred_callchain), Linux v7.2.

import { addTo } from '../../model/lists.ts';
import { readUint64 } from '../../bytes/numbers.ts';
import { isInUserMode, RECORD_HEADER_SIZE, type View } from './record.ts';

/** About 100,000 samples. Threads return to user mode long before that many are pending. */
const MAX_PENDING_BYTES = 16 << 20;
const ENTRY_SIZE = 8;
/** Number of entries at the end of a chain whose user part is deferred: the context and the cookie. */
const MARKER_LENGTH = 2;

type ReadSample = (view: View, at: number, end: number) => void;

interface PendingSample {
  /** The sample up to the marker. */
  readonly bytes: Uint8Array;
  /** Offset of the chain's count. */
  readonly chain: number;
  readonly cookie: bigint;
  /** The sampled address, if the sample was taken in user mode. */
  readonly leaf: Uint8Array | undefined;
}

/** True if the user part of the chain whose count is at `chain` is in a later record. */
export function isDeferred(view: DataView, chain: number, end: number): boolean {
  const count = chain + ENTRY_SIZE <= end ? readUint64(view, chain) : 0;
  const at = chain + ENTRY_SIZE + (count - MARKER_LENGTH) * ENTRY_SIZE;
  if (count < MARKER_LENGTH || !(at + MARKER_LENGTH * ENTRY_SIZE <= end)) return false;
  const low = view.getInt32(at, true);
  return low === ChainContext.userDeferred && isContext(low, view.getInt32(at + 4, true));
}

export class DeferredChains {
  private readonly readSample: ReadSample;
  private readonly maxPendingBytes: number;
  /** Pending samples by thread; the thread that has waited longest comes first. */
  private readonly pending = new Map<number, PendingSample[]>();
  private size = 0;
  /** Number of samples whose user chain never arrived. */
  missing = 0;

  constructor(readSample: ReadSample, maxPendingBytes = MAX_PENDING_BYTES) {
    this.readSample = readSample;
    this.maxPendingBytes = maxPendingBytes;
  }

  /** Adds the sample at `at`. `chain` is the position of its call chain, and `ip` that of its sampled address, or NaN. */
  add(view: View, at: number, chain: number, tid: number, ip: number): void {
    const count = readUint64(view, chain) - MARKER_LENGTH;
    const end = chain + ENTRY_SIZE + count * ENTRY_SIZE;
    const from = view.byteOffset + at;
    const bytes = new Uint8Array(view.buffer, from, end - at).slice();
    const isUser = isInUserMode(view, at) && !Number.isNaN(ip);
    const sample: PendingSample = {
      bytes,
      chain: chain - at,
      cookie: view.getBigUint64(end + ENTRY_SIZE, true),
      leaf: isUser ? new Uint8Array(view.buffer, view.byteOffset + ip, ENTRY_SIZE).slice() : undefined,
    };
    addTo(this.pending, tid, sample);
    this.size += bytes.length;
    while (this.size > this.maxPendingBytes) {
      const [longest] = this.pending.keys();
      this.endThread(longest);
    }
  }

  /** Reads all pending samples of the thread. Those with the same cookie as the record at `at` get its chain. */
  complete(tid: number, view: View, at: number, end: number): void {
    const count =
      at + RECORD_HEADER_SIZE + 2 * ENTRY_SIZE <= end
        ? readUint64(view, at + RECORD_HEADER_SIZE + ENTRY_SIZE)
        : NaN;
    const from = at + RECORD_HEADER_SIZE + 2 * ENTRY_SIZE;
    if (!(from + count * ENTRY_SIZE <= end)) return;
    const cookie = view.getBigUint64(at + RECORD_HEADER_SIZE, true);
    const entries = new Uint8Array(view.buffer, view.byteOffset + from, count * ENTRY_SIZE);
    for (const sample of this.take(tid)) {
      if (sample.cookie === cookie) this.deliver(sample, entries);
      else this.deliverIncomplete(sample);
    }
  }

  /** Reads the thread's pending samples without a user chain. */
  endThread(tid: number): void {
    for (const sample of this.take(tid)) this.deliverIncomplete(sample);
  }

  finish(): void {
    for (const tid of this.pending.keys()) this.endThread(tid);
  }

  private take(tid: number): readonly PendingSample[] {
    const samples = this.pending.get(tid);
    if (!samples) return [];
    this.pending.delete(tid);
    for (const { bytes } of samples) this.size -= bytes.length;
    return samples;
  }

  private deliverIncomplete(sample: PendingSample): void {
    this.missing++;
    this.deliver(sample, sample.leaf ?? new Uint8Array(0));
  }

  /** Reads the sample as if it had been recorded with its user entries. */
  private deliver({ bytes, chain }: PendingSample, entries: Uint8Array): void {
    const added = entries.length === 0 ? 0 : ENTRY_SIZE + entries.length;
    const complete = new Uint8Array(bytes.length + added);
    const view = new DataView(complete.buffer);
    complete.set(bytes);
    view.setBigUint64(chain, BigInt((complete.length - chain) / ENTRY_SIZE - 1), true);
    if (added > 0) {
      view.setBigInt64(bytes.length, BigInt(ChainContext.user), true);
      complete.set(entries, bytes.length + ENTRY_SIZE);
    }
    this.readSample(view, 0, complete.length);
  }
}

/**
 * Contexts are entries of a call chain that mark the following entries as kernel or user addresses (enum perf_callchain_context in
 * include/uapi/linux/perf_event.h, Linux v7.2).
 */
export const ChainContext = {
  hypervisor: -32,
  kernel: -128,
  user: -512,
  /** The user entries follow in a later record, identified by the cookie after this entry. */
  userDeferred: -640,
} as const;

/** PERF_CONTEXT_MAX. Contexts are negative, so it is the smallest. */
const MIN_CONTEXT = -4095;

/** True if an entry, given as two halves, is a context. Its value is then the low half. */
export function isContext(low: number, high: number): boolean {
  return high === -1 && low < 0 && low >= MIN_CONTEXT;
}

/** All known contexts are multiples of 32; any other value in their range is not from a call chain. */
export function mayBeContext(low: number): boolean {
  return low % 32 === 0;
}
