// Dispatches the records of a recording: sorts them by time, tracks processes, assigns samples to events and passes them on.
// Other records are skipped by their size.

import { unsigned64 } from '../../bytes/numbers.ts';
import { BUDGET, type Budget } from '../../model/budget.ts';
import { ProfileBuilder, TOO_MANY_EVENTS } from '../../model/builder.ts';
import { KERNEL, type CodeLibrary, type KernelReference, type StackWalker } from '../../model/code.ts';
import { NONE, type Profile } from '../../model/profile.ts';
import {
  Has,
  MIN_ATTR,
  nameOf,
  NO_ATTR,
  readAttr,
  trailerOf,
  type Attr,
  type TrailerLayout,
} from './attr.ts';
import { DeferredChains } from './deferred-chains.ts';
import { noFeatures, readBuildIds, readFeature } from './features.ts';
import { countUnknown, noteUnknown, SENTENCES } from './notes.ts';
import { Processes } from './processes.ts';
import { mayBeOffCpu, OFF_CPU, orderOf } from './off-cpu.ts';
import {
  bytesOf,
  isCompressed,
  isKnownRecord,
  isOrdered,
  mappingAt,
  RECORD_HEADER,
  RecordType,
  textAt,
  type View,
} from './record.ts';
import { SampleReader } from './sample-reader.ts';
import { RecordSorter } from './time-order.ts';
import { Unpacker } from './unpacker.ts';

/** CLOCK_MONOTONIC, the clock of jitdumps. */
const MONOTONIC = 1;
const EXEC = 0x2000;
const UPDATE_NAME = 2;
/** Set in LOST_SAMPLES when the user's own filter dropped the samples. */
const FILTERED = 0x8000;
/**
 * Smallest attr size that proves that perf unwinds with libdw. perf 6.13 was the first to do so, but its attr has the same
 * size as in 6.12.
 */
const FIRST_LIBDW = 144;
/** perf's own limit. */
const MAX_ATTRS = 65_536;
/** Limit for all events together. An event has one ID per thread or CPU. */
const MAX_IDS = 1 << 22;
/** Limit for names of events and threads, in bytes. */
const MAX_NAME = 1024;

/** Creates a stack walker that behaves like perf's: libunwind up to 6.12, then libdw. */
export type WalkerFor = (unwinder: 'libunwind' | 'libdw') => StackWalker;

export class RecordReader {
  readonly features = noFeatures();
  readonly builder: ProfileBuilder;
  /** Number of bytes to skip after the last record, because they are not records. */
  skip = 0;
  /** True once the start of the next record is unknown. */
  isLost = false;
  private readonly library: CodeLibrary;
  private readonly walkerFor: WalkerFor;
  private readonly expected: number;
  private readonly budget: Budget;
  private readonly attrs: Attr[] = [];
  private readonly ids = new Map<number, number>();
  private readonly names = new Map<number, string>();
  private readonly order: RecordSorter;
  private started: EventContext | undefined;
  private readonly unpacker = new Unpacker((view, from, to) => this.readUnpacked(view, from, to));
  /** Lost samples. LOST records and LOST_SAMPLES records both count the same ones. */
  private lost = 0;
  private lostInAll = 0;
  private hasTrace = false;
  /** Number of records of each unknown type. */
  private readonly unknown = new Map<number, number>();

  /** `expected` is the number of stacks to allocate for. When speculative, push() may throw OutOfOrder. */
  constructor(
    library: CodeLibrary,
    walkerFor: WalkerFor,
    {
      expected = 0,
      isSpeculative = false,
      budget = BUDGET,
    }: { readonly expected?: number; readonly isSpeculative?: boolean; readonly budget?: Budget } = {},
  ) {
    this.order = new RecordSorter((view, at) => this.deliver(view, at), isSpeculative);
    this.builder = new ProfileBuilder(expected, budget);
    this.budget = budget;
    this.expected = expected;
    this.library = library;
    this.walkerFor = walkerFor;
  }

  get sampleCount(): number {
    return this.builder.sampleCount;
  }

  /** Undefined when no samples were taken in the kernel, or its addresses were hidden from perf. */
  get kernelReference(): KernelReference | undefined {
    return this.started?.samples.symbolizer.kernelMapping;
  }

  /** See Attr.clock. */
  get clock(): number {
    return this.attrs[0]?.clock ?? NaN;
  }

  addAttr(attr: Attr, ids: readonly number[]): void {
    if (this.attrs.length >= MAX_ATTRS || this.started) return;
    for (const id of ids) if (this.ids.size < MAX_IDS) this.ids.set(id, this.attrs.length);
    this.attrs.push(attr);
  }

  /** Reads the complete records in `[from, to)`, whose bytes must not change afterwards; returns the end of the last one. */
  async push(view: View, from: number, to: number): Promise<number> {
    let at = from;
    while (this.skip === 0 && !this.builder.isFull) {
      const size = this.sizeAt(view, at, to);
      if (size === 0) break;
      const type = view.getUint32(at, true);
      if (isCompressed(type)) await this.unpack(view, at, size, type);
      else this.record(view, at, size, type);
      at += size;
    }
    return at;
  }

  finish(): Profile {
    this.order.finish();
    this.started?.deferred.finish();
    this.unpacker.end();
    this.addNotes();
    const profile = this.builder.finish(0, true);
    return { ...profile, events: profile.events.map((attr) => this.eventName(Number(attr))) };
  }

  private addNotes(): void {
    const { builder, started, attrs } = this;
    const count = (kind: keyof typeof SENTENCES, times: number) => {
      if (times > 0) builder.note(kind, SENTENCES[kind], NONE, times);
    };
    count('lost', Math.max(this.lost, this.lostInAll));
    count('broken', started?.samples.broken ?? 0);
    if (started?.samples.withoutEvent)
      builder.note('event', TOO_MANY_EVENTS, NONE, started.samples.withoutEvent);
    count('late', this.order.late);
    count('deferred', started?.deferred.missing ?? 0);
    count('chain', started?.samples.senselessChains ?? 0);
    count('abi', started?.samples.stacksOf32Bits ?? 0);
    count('waits', this.unreadWaits());
    noteUnknown(builder, attrs, this.unknown, started?.samples.unknownContexts);
    const hasChains = attrs.some((attr) => attr.sampleType & Has.callchain || mayBeOffCpu(attr));
    if (builder.sampleCount === 0) count('trace', Number(this.hasTrace));
    else count('chains', Number(!hasChains));
  }

  /** Number of off-CPU samples with unknown data. Events of the same type from other programs may have any data. */
  private unreadWaits(): number {
    const waits = [...(this.started?.samples.waits ?? [])];
    return waits
      .filter(([event, { read }]) => read > 0 || this.eventName(event) === OFF_CPU)
      .reduce((sum, [, { unread }]) => sum + unread, 0);
  }

  /** Size of the complete record at `at`; 0 when there is none. */
  private sizeAt(view: View, at: number, to: number): number {
    if (this.isLost || at + RECORD_HEADER > to) return 0;
    const size = view.getUint16(at + 6, true);
    if (size < RECORD_HEADER) this.lose('record');
    return size < RECORD_HEADER || at + size > to ? 0 : size;
  }

  private record(view: View, at: number, size: number, type: number): void {
    if (type === RecordType.sample) this.queueSample(view, at, size);
    else if (type === RecordType.finishedRound) this.order.finishRound();
    else if (type === RecordType.lost && size >= 24) this.lost += unsigned64(view, at + 16);
    else if (type === RecordType.lostSamples && size >= 16) this.countLost(view, at);
    else if (type === RecordType.headerAttr) this.headerAttr(view, at, size);
    else if (type === RecordType.headerFeature && size >= 16)
      readFeature(this.features, unsigned64(view, at + 8), bytesOf(view).subarray(at + 16, at + size));
    else if (type === RecordType.buildId) this.readBuildId(bytesOf(view).subarray(at, at + size));
    else if (type === RecordType.eventUpdate && size > 24) this.updateEvent(view, at, size);
    else if (type === RecordType.tracingData && size >= 12)
      this.skip = Math.ceil(view.getUint32(at + 8, true) / 8) * 8;
    else if (type === RecordType.auxtrace && size >= 16) {
      this.hasTrace = true;
      this.skip = unsigned64(view, at + 8);
    }
    if (isOrdered(type)) this.queue(view, at, this.start().timeOf(view, at, size));
    else if (!isKnownRecord(type)) countUnknown(this.unknown, type);
  }

  private queueSample(view: View, at: number, size: number): void {
    const { events } = this.start().samples;
    if (this.attrs[0] === NO_ATTR) return this.note('attrs');
    const { layout } = events[this.eventOf(view, at, size)];
    const time = at + layout.time + 8 <= at + size ? unsigned64(view, at + layout.time) : NaN;
    this.queue(view, at, time);
  }

  private queue(view: View, at: number, time: number): void {
    this.order.add(orderOf(time), view, at);
  }

  private deliver(view: View, at: number): void {
    const { processes, samples, deferred, defers, trailer, timeOf } = this.start();
    const type = view.getUint32(at, true);
    const size = view.getUint16(at + 6, true);
    if (type === RecordType.sample) {
      if (defers) this.deliverOrHold(view, at);
      else samples.read(view, at);
    } else if (type === RecordType.callchainDeferred) {
      const tidAt = at + size - trailer.tid;
      if (size >= RECORD_HEADER + trailer.size && trailer.tid > 0)
        deferred.complete(view.getInt32(tidAt + 4, true), view, at, at + size - trailer.size);
    } else if (type === RecordType.comm) {
      // Names have up to 15 bytes (TASK_COMM_LEN) unless the record is damaged.
      if (size > 16)
        processes.rename(view.getInt32(at + 12, true), textAt(view, at, size, 16, MAX_NAME).trim());
    } else if (type === RecordType.exit) {
      if (size < 24) return;
      const tid = view.getInt32(at + 16, true);
      deferred.end(tid);
      processes.end(tid);
    } else if (type === RecordType.fork) {
      if (size < 24 || (view.getUint16(at + 4, true) & EXEC) !== 0) return;
      const [pid, parent, tid, parentTid] = [8, 12, 16, 20].map((offset) => view.getInt32(at + offset, true));
      processes.fork(pid, parent, tid, parentTid, timeOf(view, at, size));
    } else {
      const found = mappingAt(view, at, size, type === RecordType.mmap2);
      if (!found) return;
      const { mapping, isKernel } = found;
      const { buildIds } = this.features;
      if (isKernel) {
        samples.symbolizer.mapKernel(mapping.path, mapping.offset);
        if (mapping.buildId && mapping.path.startsWith(KERNEL)) buildIds.set(KERNEL, mapping.buildId);
      } else {
        processes.map({ ...mapping, buildId: mapping.buildId || (buildIds.get(mapping.path) ?? '') });
      }
    }
  }

  /** Holds a sample whose user call chain follows later. */
  private deliverOrHold(view: View, at: number): void {
    const { samples, deferred } = this.start();
    const chain = samples.deferredChainAt(view, at);
    if (Number.isNaN(chain)) return samples.read(view, at);
    const { layout } = samples.events[this.eventOf(view, at, view.getUint16(at + 6, true))];
    deferred.hold(view, at, chain, view.getInt32(at + layout.tid + 4, true), at + layout.ip);
  }

  /** The event that a sample belongs to. */
  private eventOf(view: View, at: number, size: number): number {
    if (this.attrs.length < 2) return 0;
    const { id } = this.start().samples.events[0].layout;
    return (at + id + 8 <= at + size && this.ids.get(unsigned64(view, at + id))) || 0;
  }

  private headerAttr(view: View, at: number, size: number): void {
    const attrSize = size >= 16 ? view.getUint32(at + 12, true) : 0;
    if (attrSize < MIN_ATTR || 8 + attrSize > size) return;
    const ids: number[] = [];
    for (let id = at + 8 + attrSize; id + 8 <= at + size; id += 8) ids.push(unsigned64(view, id));
    this.addAttr(readAttr(view, at + 8, attrSize), ids);
  }

  /** Creates everything that depends on the events, which are all known before the first record about a process. */
  private start(): EventContext {
    if (this.started) return this.started;
    if (this.attrs.length === 0) this.addAttr(NO_ATTR, []);
    const [attr] = this.attrs;
    const processes = new Processes(this.library, attr.clock === MONOTONIC, this.budget, this.builder);
    const trailer = trailerOf(attr);
    const samples = new SampleReader(
      this.builder,
      this.library,
      processes,
      this.attrs,
      (view, at) => this.eventOf(view, at, view.getUint16(at + 6, true)),
      this.walkerFor(attr.size < FIRST_LIBDW ? 'libunwind' : 'libdw'),
      this.expected,
    );
    const { events } = samples;
    // perf makes sure that all events have their ID at the same offset.
    if (events.length > 1 && !events.every(({ layout }) => layout.id === events[0].layout.id))
      this.note('events');
    this.started = {
      processes,
      samples,
      deferred: new DeferredChains((view, at, end) => samples.read(view, at, end)),
      defers: this.attrs.some(({ defersChains, sampleType }) => defersChains && (sampleType & Has.tid) !== 0),
      trailer,
      timeOf: (view, at, size) =>
        size >= RECORD_HEADER + trailer.size && trailer.time > 0
          ? unsigned64(view, at + size - trailer.time)
          : NaN,
    };
    return this.started;
  }

  private async unpack(view: View, at: number, size: number, type: number): Promise<void> {
    const isSecond = type === RecordType.compressed2;
    if (isSecond && size < 16) return;
    const packed = bytesOf(view).subarray(at + (isSecond ? 16 : RECORD_HEADER), at + size);
    try {
      // COMPRESSED2 records contain the size of their data without padding.
      await this.unpacker.unpack(isSecond ? packed.subarray(0, unsigned64(view, at + 8)) : packed);
    } catch {
      this.lose('zstd');
    }
  }

  /** Reads the records inside compressed ones: these are not decompressed again, and are not followed by raw data. */
  private readUnpacked(view: View, from: number, to: number): number {
    let at = from;
    for (;;) {
      const size = this.sizeAt(view, at, to);
      if (size === 0) return at;
      this.record(view, at, size, view.getUint32(at, true));
      this.skip = 0;
      at += size;
    }
  }

  private readBuildId(bytes: Uint8Array): void {
    const { buildIds } = this.features;
    readBuildIds(buildIds, bytes);
    if (buildIds.size > this.budget.processes) this.builder.stopAt('build IDs', this.budget.processes);
  }

  private countLost(view: View, at: number): void {
    if ((view.getUint16(at + 4, true) & FILTERED) === 0) this.lostInAll += unsigned64(view, at + 8);
  }

  private updateEvent(view: View, at: number, size: number): void {
    if (unsigned64(view, at + 8) !== UPDATE_NAME) return;
    const event = this.attrs.length < 2 ? 0 : this.ids.get(unsigned64(view, at + 16));
    if (event !== undefined) this.names.set(event, textAt(view, at, size, 24, MAX_NAME));
  }

  private lose(kind: 'record' | 'zstd'): void {
    this.isLost = true;
    this.note(kind);
  }

  private note(kind: keyof typeof SENTENCES): void {
    this.builder.note(kind, SENTENCES[kind]);
  }

  private eventName(attr: number): string {
    const recorded = this.features.eventNames[attr] || this.names.get(attr);
    if (recorded) return recorded;
    const isOffCpu = (this.started?.samples.waits.get(attr)?.read ?? 0) > 0;
    return isOffCpu ? OFF_CPU : nameOf(this.attrs[attr] ?? NO_ATTR);
  }
}

interface EventContext {
  readonly processes: Processes;
  readonly samples: SampleReader;
  readonly deferred: DeferredChains;
  /** True when any event may defer user call chains. */
  readonly defers: boolean;
  readonly trailer: TrailerLayout;
  /** The time of a record that is not a sample; NaN when it has none. */
  readonly timeOf: (view: View, at: number, size: number) => number;
}
