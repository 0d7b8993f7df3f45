// Holds samples until their user call chain arrives (perf record --call-graph fp,defer; Linux 6.19): the kernel walks the
// user stack only before it returns to user mode, once for all samples taken until then. Pending samples are kept per thread.
//
//   sample               … kernel entries, PERF_CONTEXT_USER_DEFERRED, cookie
//   CALLCHAIN_DEFERRED   u64 cookie | u64 count | u64 user entries[count]
//
// include/uapi/linux/perf_event.h and tools/perf/util/session.c (evlist__deliver_deferred_callchain), Linux v7.2.

import { unsigned64 } from '../../bytes/numbers.ts';
import { Context, isContext } from './chain-context.ts';
import { isInUserMode, RECORD_HEADER, type View } from './record.ts';

/** Maximum size of all pending samples in bytes: about 100,000 samples. A thread returns to user mode long before that. */
const MAX_WAITING = 16 << 20;
const ENTRY = 8;
/** Number of entries at the end of a chain whose user part is deferred: the context and the cookie. */
const MARKER = 2;

/** Reads the sample at `[at, end)`. */
type Read = (view: View, at: number, end: number) => void;

interface PendingSample {
  /** The sample up to the last entry before the marker. */
  readonly bytes: Uint8Array;
  /** Offset of the chain's count. */
  readonly chain: number;
  readonly cookie: bigint;
  /** The sampled address, if the sample was taken in user mode. */
  readonly leaf: Uint8Array | undefined;
}

/** True if the chain whose count is at `chain` gets its user part from a later record. */
export function isDeferred(view: DataView, chain: number, end: number): boolean {
  const count = chain + ENTRY <= end ? unsigned64(view, chain) : 0;
  const at = chain + ENTRY + (count - MARKER) * ENTRY;
  if (count < MARKER || !(at + MARKER * ENTRY <= end)) return false;
  const low = view.getInt32(at, true);
  return low === Context.userDeferred && isContext(low, view.getInt32(at + 4, true));
}

export class DeferredChains {
  private readonly read: Read;
  private readonly maxWaiting: number;
  /** Pending samples by thread, the thread that has waited longest first. */
  private readonly pending = new Map<number, PendingSample[]>();
  private size = 0;
  /** Samples whose user chain never arrived. */
  missing = 0;

  constructor(read: Read, maxWaiting = MAX_WAITING) {
    this.read = read;
    this.maxWaiting = maxWaiting;
  }

  /** Keeps the deferred sample at `at` until its chain arrives. `ip` is the position of its sampled address, or NaN. */
  hold(view: View, at: number, chain: number, tid: number, ip: number): void {
    const count = unsigned64(view, chain) - MARKER;
    const end = chain + ENTRY + count * ENTRY;
    const from = view.byteOffset + at;
    const bytes = new Uint8Array(view.buffer, from, end - at).slice();
    const isUser = isInUserMode(view, at) && !Number.isNaN(ip);
    const held: PendingSample = {
      bytes,
      chain: chain - at,
      cookie: view.getBigUint64(end + ENTRY, true),
      leaf: isUser ? new Uint8Array(view.buffer, view.byteOffset + ip, ENTRY).slice() : undefined,
    };
    const ofThread = this.pending.get(tid);
    if (ofThread) ofThread.push(held);
    else this.pending.set(tid, [held]);
    this.size += bytes.length;
    while (this.size > this.maxWaiting) {
      const [longest] = this.pending.keys();
      this.end(longest);
    }
  }

  /** Reads all pending samples of the thread. Those with the same cookie as the record at `at` get its chain. */
  complete(tid: number, view: View, at: number, end: number): void {
    const count = at + RECORD_HEADER + 2 * ENTRY <= end ? unsigned64(view, at + RECORD_HEADER + ENTRY) : NaN;
    const from = at + RECORD_HEADER + 2 * ENTRY;
    if (!(from + count * ENTRY <= end)) return;
    const cookie = view.getBigUint64(at + RECORD_HEADER, true);
    const entries = new Uint8Array(view.buffer, view.byteOffset + from, count * ENTRY);
    for (const held of this.take(tid)) {
      if (held.cookie === cookie) this.deliver(held, entries);
      else this.deliverIncomplete(held);
    }
  }

  /** Reads the thread's pending samples without a user chain, because none will arrive. */
  end(tid: number): void {
    for (const held of this.take(tid)) this.deliverIncomplete(held);
  }

  finish(): void {
    for (const tid of this.pending.keys()) this.end(tid);
  }

  private take(tid: number): readonly PendingSample[] {
    const held = this.pending.get(tid);
    if (!held) return [];
    this.pending.delete(tid);
    for (const { bytes } of held) this.size -= bytes.length;
    return held;
  }

  private deliverIncomplete(held: PendingSample): void {
    this.missing++;
    this.deliver(held, held.leaf ?? new Uint8Array(0));
  }

  /** Reads the sample as if it had been recorded with its user entries. */
  private deliver({ bytes, chain }: PendingSample, entries: Uint8Array): void {
    const added = entries.length === 0 ? 0 : ENTRY + entries.length;
    const complete = new Uint8Array(bytes.length + added);
    const view = new DataView(complete.buffer);
    complete.set(bytes);
    view.setBigUint64(chain, BigInt((complete.length - chain) / ENTRY - 1), true);
    if (added > 0) {
      view.setBigInt64(bytes.length, BigInt(Context.user), true);
      complete.set(entries, bytes.length + ENTRY);
    }
    this.read(view, 0, complete.length);
  }
}
