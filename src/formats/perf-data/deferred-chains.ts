// Samples whose user call chain comes later (perf record --call-graph fp,defer; Linux 6.19): the kernel walks the user's
// stack only before it returns there, once for all samples until then. They wait here, each thread's by themselves.
//
//   sample               … kernel entries, PERF_CONTEXT_USER_DEFERRED, cookie
//   CALLCHAIN_DEFERRED   u64 cookie | u64 count | u64 user entries[count]
//
// include/uapi/linux/perf_event.h and tools/perf/util/session.c (evlist__deliver_deferred_callchain), Linux v7.2.

import { unsigned64 } from '../../bytes/numbers.ts';
import { Context, isContext } from './chain-context.ts';
import { RECORD_HEADER } from './record.ts';

/** Bytes of samples that may wait: some 100,000. A thread returns to its own code before it has made so many. */
const MOST_WAITING = 16 << 20;
const ENTRY = 8;
/** The context and the cookie, which end such a chain. */
const PROMISE = 2;
const MODE_USER = 2;
const CPUMODE = 7;

/** Reads the sample at `at` of a view, which ends at `end`. */
type Read = (view: DataView<ArrayBuffer>, at: number, end: number) => void;

interface Waiting {
  /** The sample up to the last entry before the promise. */
  readonly bytes: Uint8Array;
  /** Where in it the count of the chain is. */
  readonly chain: number;
  readonly cookie: Cookie;
  /** Where the sampled instruction is, of one that was in user code itself. */
  readonly leaf: Uint8Array | undefined;
}

interface Cookie {
  readonly low: number;
  readonly high: number;
}

/** Whether the chain whose count is at `chain` ends in the promise of one to come. */
export function isPromise(view: DataView, chain: number, end: number): boolean {
  const count = chain + ENTRY <= end ? unsigned64(view, chain) : 0;
  const at = chain + ENTRY + (count - PROMISE) * ENTRY;
  if (count < PROMISE || !(at + PROMISE * ENTRY <= end)) return false;
  const low = view.getInt32(at, true);
  return low === Context.userDeferred && isContext(low, view.getInt32(at + 4, true));
}

export class DeferredChains {
  private readonly read: Read;
  private readonly mostWaiting: number;
  /** By thread, those that have waited longest first. */
  private readonly waiting = new Map<number, Waiting[]>();
  private size = 0;
  /** Samples whose user chain never came. */
  missing = 0;

  constructor(read: Read, mostWaiting = MOST_WAITING) {
    this.read = read;
    this.mostWaiting = mostWaiting;
  }

  /** Keeps the sample at `at`, whose promise isPromise() saw, until complete(). `ip` is where it has its address; or NaN. */
  hold(view: DataView<ArrayBuffer>, at: number, chain: number, tid: number, ip: number): void {
    const count = unsigned64(view, chain) - PROMISE;
    const end = chain + ENTRY + count * ENTRY;
    const from = view.byteOffset + at;
    const bytes = new Uint8Array(view.buffer, from, end - at).slice();
    const isUser = (view.getUint16(at + 4, true) & CPUMODE) === MODE_USER && ip === ip;
    const held: Waiting = {
      bytes,
      chain: chain - at,
      cookie: cookieAt(view, end + ENTRY),
      leaf: isUser ? new Uint8Array(view.buffer, view.byteOffset + ip, ENTRY).slice() : undefined,
    };
    const ofThread = this.waiting.get(tid);
    if (ofThread) ofThread.push(held);
    else this.waiting.set(tid, [held]);
    this.size += bytes.length;
    while (this.size > this.mostWaiting) {
      const [longest] = this.waiting.keys();
      this.end(longest);
    }
  }

  /** Reads all samples of the thread that wait, with the chain of the record at `at` where it is theirs. */
  complete(tid: number, view: DataView<ArrayBuffer>, at: number, end: number): void {
    const count = at + RECORD_HEADER + 2 * ENTRY <= end ? unsigned64(view, at + RECORD_HEADER + ENTRY) : NaN;
    const from = at + RECORD_HEADER + 2 * ENTRY;
    if (!(from + count * ENTRY <= end)) return;
    const { low, high } = cookieAt(view, at + RECORD_HEADER);
    const entries = new Uint8Array(view.buffer, view.byteOffset + from, count * ENTRY);
    for (const held of this.take(tid)) {
      if (held.cookie.low === low && held.cookie.high === high) this.deliver(held, entries);
      else this.deliverAlone(held);
    }
  }

  /** No chain comes for this thread any more. */
  end(tid: number): void {
    for (const held of this.take(tid)) this.deliverAlone(held);
  }

  finish(): void {
    for (const tid of this.waiting.keys()) this.end(tid);
  }

  private take(tid: number): readonly Waiting[] {
    const held = this.waiting.get(tid);
    if (!held) return [];
    this.waiting.delete(tid);
    for (const { bytes } of held) this.size -= bytes.length;
    return held;
  }

  /** Of one in user code the address it was at is known at least. */
  private deliverAlone(held: Waiting): void {
    this.missing++;
    this.deliver(held, held.leaf ?? new Uint8Array(0));
  }

  /** As the sample would have been recorded with its user entries. */
  private deliver({ bytes, chain }: Waiting, entries: Uint8Array): void {
    const added = entries.length === 0 ? 0 : ENTRY + entries.length;
    const whole = new Uint8Array(bytes.length + added);
    const view = new DataView(whole.buffer);
    whole.set(bytes);
    view.setBigUint64(chain, BigInt((whole.length - chain) / ENTRY - 1), true);
    if (added > 0) {
      view.setBigInt64(bytes.length, BigInt(Context.user), true);
      whole.set(entries, bytes.length + ENTRY);
    }
    this.read(view, 0, whole.length);
  }
}

function cookieAt(view: DataView, at: number): Cookie {
  return { low: view.getUint32(at, true), high: view.getUint32(at + 4, true) };
}
