// Reads the threads, weights and stacks of samples into a Profile. A stack is the recorded call chain, whose user part may
// have to be unwound from recorded registers and a stack dump.

import { readUint64 } from '../../bytes/numbers.ts';
import type { CodeLibrary, StackWalker } from '../../model/code.ts';
import type { ProfileBuilder } from '../../model/builder.ts';
import { copyInto } from '../../model/columns.ts';
import { NONE } from '../../model/profile.ts';
import type { AddressSpace } from './address-space.ts';
import {
  SampleField,
  layoutOf,
  type Attr,
  type SampleLayout,
  registerBytes,
  stackPointerOffset,
} from './attr.ts';
import { CounterValues } from './counter-values.ts';
import { ChainContext, isContext, mayBeContext, isDeferred } from './deferred-chains.ts';
import { BLOCK_LENGTH, ChainPrefixCache } from './chain-prefix-cache.ts';
import { countUnknown } from './notes.ts';
import { mayBeOffCpu, offCpuAt } from './off-cpu.ts';
import { EvaluatorFrameReader } from './evaluator-frame-reader.ts';
import type { CopiedStackTable } from './copied-stack-table.ts';
import type { Processes } from './processes.ts';
import { isInUserMode, type View } from './record.ts';
import { Symbolizer } from './symbolizer.ts';

/** PERF_SAMPLE_REGS_ABI_32 and _64. */
const ABI_32 = 1;
const ABI_64 = 2;
/** Larger values are not times; see timeSortKey. */
const LAST_TIME = 2 ** 63;
/** Bits of `branch_sample_type`. */
const HW_INDEX = 1 << 17;
const COUNTERS = 1 << 19;

interface Event {
  readonly attr: Attr;
  readonly layout: SampleLayout;
  readonly mayBeOffCpu: boolean;
  readonly hasCounterValues: boolean;
  /** Size in bytes of the registers in a sample. */
  readonly registerSize: number;
  /** Offset of the stack pointer among them; NaN if it was not recorded. */
  readonly stackPointer: number;
  /** Row in the Profile's events; NONE before the first sample. */
  row: number;
}

export class SampleReader {
  private readonly builder: ProfileBuilder;
  private readonly processes: Processes;
  private readonly counters: CounterValues;
  private readonly walker: StackWalker;
  readonly symbolizer: Symbolizer;
  /** Indexed like the attrs. */
  readonly events: readonly Event[];
  private readonly eventOf: (view: View, at: number) => number;
  /** Rows of the Profile's threads by thread ID; cleared when a thread is renamed. */
  private readonly threads = new Map<number, { pid: number; row: number }>();
  private generation = 0;
  /** Undefined if no event copies stacks. */
  private readonly copiedStacks: CopiedStackTable | undefined;
  /** True if the next three fields describe the current sample. */
  private hasCopiedStack = false;
  /** Number of bytes of stack in the recording, and number of bytes that the record has room for. */
  private copiedSize = 0;
  private copyCapacity = 0;
  /** NaN if it was not recorded. */
  private stackPointer = NaN;
  /** Frames of the current sample, leaf first, that are not part of `rootStack`. */
  private frames = new Int32Array(256);
  private depth = 0;
  /** The part of the current stack that was walked from the root. */
  private rootStack: number = NONE;
  /** The buffer of the current sample, as 32-bit words. */
  private words = new Int32Array(0);
  private readonly prefixes: ChainPrefixCache;
  private readonly evaluatorFrames: EvaluatorFrameReader | undefined;
  /** False if an address of the current chain may be symbolized differently later. */
  private isCacheable = true;
  invalidSamples = 0;
  /** Number of samples dropped because there are too many events. */
  samplesWithoutEvent = 0;
  /** Number of samples whose chain was dropped because of an unknown context, by context. */
  readonly unknownContexts = new Map<number, number>();
  /** Number of samples whose chain was dropped because of an impossible address. */
  invalidChains = 0;
  /** Number of samples with a stack dump of a 32-bit program. */
  stacks32Bit = 0;
  /** Number of samples with more frames than the limit. */
  cutStacks = 0;
  /** Off-CPU samples by event: how many have valid RAW data, and how many do not. */
  readonly offCpuCounts = new Map<number, { valid: number; invalid: number }>();

  constructor(
    builder: ProfileBuilder,
    library: CodeLibrary,
    processes: Processes,
    attrs: readonly Attr[],
    eventOf: (view: View, at: number) => number,
    counters: CounterValues,
    walker: StackWalker,
    expected: number,
    copiedStacks?: CopiedStackTable,
  ) {
    this.builder = builder;
    this.processes = processes;
    this.counters = counters;
    this.walker = walker;
    this.copiedStacks = copiedStacks;
    this.evaluatorFrames = walker.sink && new EvaluatorFrameReader(walker, walker.sink, builder);
    this.symbolizer = new Symbolizer(builder, library);
    this.prefixes = new ChainPrefixCache(expected);
    this.events = attrs.map((attr) => ({
      attr,
      layout: layoutOf(attr),
      mayBeOffCpu: mayBeOffCpu(attr),
      hasCounterValues: CounterValues.areIn(attr),
      registerSize: registerBytes(attr.registers),
      stackPointer: stackPointerOffset(attr.registers),
      row: NONE,
    }));
    this.eventOf = eventOf;
  }

  /** Reads the sample whose record begins at `at`. */
  read(view: View, at: number, end = at + view.getUint16(at + 6, true)): void {
    const event = this.events[this.eventOf(view, at)];
    const { attr, layout } = event;
    if (end > view.byteLength || at + layout.rest > end) return this.countInvalid();
    const pid = layout.tid >= 0 ? view.getInt32(at + layout.tid, true) : NONE;
    const tid = layout.tid >= 0 ? view.getInt32(at + layout.tid + 4, true) : NONE;
    const recorded = layout.time >= 0 ? readUint64(view, at + layout.time) : NaN;
    // Off-CPU sums that perf writes at the end have a pseudo time.
    const time = recorded >= LAST_TIME ? NaN : recorded;
    const weight = layout.period >= 0 ? readUint64(view, at + layout.period) : attr.period || 1;
    if (event.mayBeOffCpu && this.readOffCpuSample(view, at, end, event, time)) return;
    const space = this.processes.space(pid, time);
    this.startSample();
    if (!this.readFrames(view, at, end, event, space)) return this.countInvalid();
    const thread = this.thread(pid, tid);
    const counted = event.hasCounterValues
      ? this.counters.read(view, at + layout.rest, end, attr, tid)
      : undefined;
    if (!counted) return this.addSample(event, thread, time, weight);
    for (const each of counted) this.addSample(this.events[each.event], thread, time, each.weight);
  }

  private startSample(): void {
    this.depth = 0;
    this.rootStack = NONE;
    this.hasCopiedStack = false;
  }

  /** Position of the call chain's count if its user part follows later; NaN if the chain is complete. */
  deferredChainAt(view: View, at: number): number {
    const event = this.events[this.eventOf(view, at)];
    if (!event.attr.defersChains || !(event.attr.sampleType & SampleField.callchain)) return NaN;
    const end = Math.min(at + view.getUint16(at + 6, true), view.byteLength);
    const chain = afterCounters(view, at, end, event);
    return isDeferred(view, chain, end) ? chain : NaN;
  }

  /** Reads an off-CPU sample from its RAW data; returns false if the data has another format. */
  private readOffCpuSample(view: View, at: number, end: number, event: Event, time: number): boolean {
    const offCpu = offCpuAt(view, afterCounters(view, at, end, event), end);
    const row = this.events.indexOf(event);
    const counts = this.offCpuCounts.get(row) ?? { valid: 0, invalid: 0 };
    this.offCpuCounts.set(row, counts);
    if (!offCpu) {
      counts.invalid++;
      return false;
    }
    counts.valid++;
    const [first, second] = offCpu.ids;
    // perf writes the process ID first in sums, and the kernel writes the thread ID first (off_cpu_dump).
    const isSwapped = !this.processes.isProcess(first) && this.processes.isProcess(second);
    const [pid, tid] = isSwapped ? [second, first] : [first, second];
    const space = this.processes.space(pid, time);
    this.startSample();
    this.readChain(view, offCpu.chain + 8, readUint64(view, offCpu.chain), true, space);
    this.addSample(event, this.thread(pid, tid), time, offCpu.nanoseconds);
    return true;
  }

  private addSample(event: Event, thread: number, time: number, weight: number): void {
    let stack = this.rootStack;
    for (let i = this.depth - 1; i >= 0; i--) stack = this.builder.stack(stack, this.frames[i]);
    if (event.row < 0) event.row = this.builder.event(`${this.events.indexOf(event)}`);
    if (event.row < 0) this.samplesWithoutEvent++;
    else {
      this.builder.sample(stack, thread, event.row, time, weight);
      // A full builder has not added the sample.
      if (this.hasCopiedStack && !this.builder.isFull)
        this.copiedStacks?.add(
          this.builder.sampleCount - 1,
          this.copiedSize,
          this.copyCapacity,
          this.stackPointer,
        );
    }
  }

  private countInvalid(): void {
    this.invalidSamples++;
  }

  /** Reads the fields of variable length. Returns false if the record is too short for them. */
  private readFrames(view: View, at: number, end: number, event: Event, space: AddressSpace): boolean {
    const { attr, layout } = event;
    const { sampleType } = attr;
    let p = afterCounters(view, at, end, event);
    const isUser = isInUserMode(view, at);
    if (sampleType & SampleField.callchain) {
      const count = p + 8 <= end ? readUint64(view, p) : NaN;
      if (!(p + 8 + count * 8 <= end)) return false;
      const isComplete = !(sampleType & SampleField.stack);
      const left = isComplete ? this.walkCallers(view, p + 8, count, isUser, space) : count;
      this.readChain(view, p + 8, left, isUser, space);
      p += 8 + count * 8;
    } else if (layout.ip >= 0 && !(sampleType & SampleField.registers && sampleType & SampleField.stack)) {
      this.pushAddress(view, at + layout.ip, !isUser, space);
    }
    if (!(sampleType & SampleField.registers) || !(sampleType & SampleField.stack)) return true;
    if (sampleType & SampleField.raw) p += p + 4 <= end ? 4 + view.getUint32(p, true) : NaN;
    if (sampleType & SampleField.branches) p += branchesSize(view, p, end, attr.branchType);
    return this.readUserStack(view, p, end, event, space);
  }

  /**
   * Resolves the user part at the end of a chain, root first, mostly from cached prefixes. Returns the number of entries before
   * that part.
   */
  private walkCallers(view: View, from: number, count: number, isUser: boolean, space: AddressSpace): number {
    const begin = indexOfUserPart(view, from, count, isUser);
    // perf aligns records to 8 bytes; other programs may not.
    if (begin < 0 || (view.byteOffset + from) % 4 !== 0) return count;
    const { prefixes } = this;
    const { owner } = this.symbolizer.cacheOf(space);
    if (this.words.buffer !== view.buffer)
      this.words = new Int32Array(view.buffer, 0, view.buffer.byteLength >> 2);
    const blocks = Math.floor((count - begin) / BLOCK_LENGTH);
    const end = from + count * 8;
    const cached = prefixes.find(this.words, (view.byteOffset + end) / 4 - 2, blocks, owner);
    let { stack } = prefixes;
    this.isCacheable = true;
    for (let block = cached; block < blocks; block++) {
      stack = this.walkUp(view, end - (block * BLOCK_LENGTH + 1) * 8, BLOCK_LENGTH, stack, space);
      if (stack < 0) return count;
      if (this.isCacheable) prefixes.add(block, stack);
    }
    const left = count - begin - blocks * BLOCK_LENGTH;
    stack = this.walkUp(view, end - (blocks * BLOCK_LENGTH + 1) * 8, left, stack, space);
    if (stack < 0) return count;
    this.rootStack = stack;
    return begin;
  }

  /** Extends `stack` by `count` entries, from `at` backwards; returns NONE if one of them is a context. */
  private walkUp(view: View, at: number, count: number, stack: number, space: AddressSpace): number {
    const { symbolizer, builder } = this;
    const cache = symbolizer.cacheOf(space);
    for (let p = at; p > at - count * 8; p -= 8) {
      const low = view.getInt32(p, true);
      const high = view.getInt32(p + 4, true);
      if (isContext(low, high)) return NONE;
      const func = symbolizer.symbolize(cache, space, low, high, false);
      if (!symbolizer.isCacheable(func)) this.isCacheable = false;
      stack = builder.stack(stack, func);
    }
    return stack;
  }

  private readChain(view: View, from: number, count: number, isUser: boolean, space: AddressSpace): void {
    const { symbolizer } = this;
    const cache = symbolizer.cacheOf(space);
    let isKernel = !isUser;
    this.reserve(count);
    for (let i = 0, p = from; i < count; i++, p += 8) {
      const low = view.getInt32(p, true);
      const high = view.getInt32(p + 4, true);
      if (isContext(low, high)) {
        if (low !== ChainContext.user && low !== ChainContext.kernel && low !== ChainContext.hypervisor) {
          // perf drops chains with an unknown context.
          if (mayBeContext(low)) countUnknown(this.unknownContexts, low);
          else this.invalidChains++;
          this.depth = 0;
          this.rootStack = NONE;
          return;
        }
        isKernel = low !== ChainContext.user;
        continue;
      }
      this.frames[this.depth++] = symbolizer.symbolize(cache, space, low, high, isKernel);
    }
  }

  /** Unwinds the user stack from the recorded registers and stack dump. Returns false if the record is too short for them. */
  private readUserStack(view: View, from: number, end: number, event: Event, space: AddressSpace): boolean {
    const { attr, registerSize } = event;
    if (!(from + 8 <= end)) return false;
    const abi = readUint64(view, from);
    const registers = from + 8;
    const stack = abi === 0 ? registers : registers + registerSize;
    if (!(stack + 8 <= end)) return false;
    const size = readUint64(view, stack);
    if (size > 0 && !(stack + 16 + size <= end)) return false;
    const used = size === 0 ? 0 : Math.min(size, readUint64(view, stack + 8 + size));
    this.hasCopiedStack = true;
    this.copiedSize = used;
    this.copyCapacity = size;
    this.stackPointer =
      abi !== 0 && event.stackPointer >= 0 ? readUint64(view, registers + event.stackPointer) : NaN;
    if (size === 0) return true;
    // During exec, the stack is empty and nothing is mapped yet; perf does not unwind then, either.
    if (abi === ABI_32) this.stacks32Bit++;
    if (used === 0 || abi !== ABI_64 || space.isEmpty) return true;
    const { symbolizer, walker } = this;
    const dump = new DataView(view.buffer, view.byteOffset + registers, stack - registers);
    const copied = new DataView(view.buffer, view.byteOffset + stack + 8, used);
    const count = walker.walk(attr.registers, dump, copied, space);
    if (walker.isCut) this.cutStacks++;
    const cache = symbolizer.cacheOf(space);
    this.reserve(count);
    const leaf = this.depth;
    for (let i = 0; i < count; i++) {
      const high = Math.floor(walker.frames[i] / 2 ** 32);
      const low = (walker.frames[i] - high * 2 ** 32) | 0;
      this.frames[this.depth++] = symbolizer.symbolize(cache, space, low, high, false);
    }
    this.evaluatorFrames?.read(this.frames.subarray(leaf, this.depth), copied, space);
    return true;
  }

  private pushAddress(view: View, at: number, isKernel: boolean, space: AddressSpace): void {
    const { symbolizer } = this;
    const low = view.getInt32(at, true);
    const high = view.getInt32(at + 4, true);
    this.frames[this.depth++] = symbolizer.symbolize(symbolizer.cacheOf(space), space, low, high, isKernel);
  }

  private reserve(count: number): void {
    if (this.depth + count <= this.frames.length) return;
    this.frames = copyInto(this.frames, new Int32Array((this.depth + count) * 2));
  }

  private thread(pid: number, tid: number): number {
    if (this.generation !== this.processes.generation) {
      this.threads.clear();
      this.generation = this.processes.generation;
    }
    const known = this.threads.get(tid);
    if (known?.pid === pid) return known.row;
    const row = this.builder.thread(pid, tid, this.processes.comm(tid));
    this.threads.set(tid, { pid, row });
    return row;
  }
}

/** Index of the first user entry of a chain; -1 if there is none. */
function indexOfUserPart(view: View, from: number, count: number, isUser: boolean): number {
  for (let i = 0, p = from; i < count; i++, p += 8) {
    const low = view.getInt32(p, true);
    const high = view.getInt32(p + 4, true);
    if (isContext(low, high) && low === ChainContext.user) return i + 1;
    // A chain without contexts is entirely in the mode of the sample.
    if (i === 0 && !isContext(low, high)) return isUser ? 0 : -1;
  }
  return -1;
}

/** Position after the counter values, the first field of variable length. */
function afterCounters(view: View, at: number, end: number, { attr, layout }: Event): number {
  const rest = at + layout.rest;
  return attr.sampleType & SampleField.read ? rest + readSize(view, rest, end, attr.readFormat) : rest;
}

/** PERF_FORMAT_*: enabled 1, running 2, id 4, group 8, lost 16. */
function readSize(view: View, at: number, end: number, format: number): number {
  const times = (format & 1) + ((format >> 1) & 1);
  const each = 1 + ((format >> 2) & 1) + ((format >> 4) & 1);
  if ((format & 8) === 0) return (times + each) * 8;
  return at + 8 <= end ? 8 + (times + readUint64(view, at) * each) * 8 : NaN;
}

function branchesSize(view: View, at: number, end: number, branchType: number): number {
  if (!(at + 8 <= end)) return NaN;
  const count = readUint64(view, at);
  return 8 + (branchType & HW_INDEX ? 8 : 0) + count * (branchType & COUNTERS ? 32 : 24);
}
