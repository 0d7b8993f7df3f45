// Dispatches the records of a recording: sorts them by time, tracks processes, and assigns samples to events. Skips records
// of other types.

import { readUint64 } from '../../bytes/numbers.ts';
import { BUDGET, type Budget } from '../../model/budget.ts';
import { ProfileBuilder, TOO_MANY_EVENTS } from '../../model/builder.ts';
import { KERNEL, type CodeLibrary, type KernelReference, type StackWalker } from '../../model/code.ts';
import { NONE, type Profile } from '../../model/profile.ts';
import {
  SampleField,
  MIN_ATTR_SIZE,
  defaultEventName,
  NO_ATTR,
  readAttr,
  trailerOf,
  type Attr,
  type TrailerLayout,
} from './attr.ts';
import { CounterValues } from './counter-values.ts';
import { CopiedStackTable } from './copied-stack-table.ts';
import { DeferredChains } from './deferred-chains.ts';
import { noFeatures, readBuildIds, readFeature } from './features.ts';
import { countUnknown, noteUnknown, NOTE_TEXTS } from './notes.ts';
import { applyProcessRecord } from './process-records.ts';
import { Processes } from './processes.ts';
import { mayBeOffCpu, OFF_CPU, timeSortKey } from './off-cpu.ts';
import {
  bytesOf,
  isCompressed,
  isKnownRecord,
  isOrdered,
  isSwitch,
  mappingAt,
  RECORD_HEADER_SIZE,
  RecordType,
  textAt,
  type View,
} from './record.ts';
import { copiesStacks, FactsCollector, type RecordedFacts } from './facts-collector.ts';
import { SampleReader } from './sample-reader.ts';
import { RecordSorter } from './record-sorter.ts';
import { ThreadRecordReader } from './thread-record-reader.ts';
import { Unpacker } from './unpacker.ts';

/** CLOCK_MONOTONIC, the clock of jitdumps. */
const MONOTONIC = 1;
const UPDATE_NAME = 2;
/** Set in LOST_SAMPLES if the user's filter dropped the samples. */
const FILTERED = 0x8000;
/**
 * Smallest attr size that proves that perf unwinds with libdw. perf 6.13 was the first to do so, but its attr has the same
 * size as in 6.12.
 */
const FIRST_LIBDW = 144;
/** perf's own limit. */
const MAX_ATTRS = 65_536;
/** Maximum for all events together. An event has one ID per thread or CPU. */
const MAX_IDS = 1 << 22;
/** Maximum length of event names, in bytes. */
const MAX_NAME = 1024;

/** Creates a stack walker that unwinds as perf does: like libunwind up to 6.12, then like libdw. */
export type WalkerFor = (unwinder: 'libunwind' | 'libdw') => StackWalker;

export class RecordReader {
  readonly features = noFeatures();
  readonly builder: ProfileBuilder;
  /** Defined after finish(). */
  facts: RecordedFacts | undefined;
  /** Number of bytes to skip after the last record: data that is not a record. */
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
  private readonly sorter: RecordSorter;
  private readonly collector: FactsCollector;
  private started: EventContext | undefined;
  private readonly unpacker = new Unpacker((view, from, to) => this.readUnpacked(view, from, to));
  private hasTrace = false;
  private readonly unknown = new Map<number, number>();

  /** `expected` is the number of stacks to allocate. If speculative, push() may throw OutOfOrder. */
  constructor(
    library: CodeLibrary,
    walkerFor: WalkerFor,
    {
      expected = 0,
      isSpeculative = false,
      budget = BUDGET,
    }: { readonly expected?: number; readonly isSpeculative?: boolean; readonly budget?: Budget } = {},
  ) {
    const deliver = (view: View, at: number) => this.deliver(view, at);
    const release = (buffer: ArrayBuffer) => this.unpacker.reuse(buffer);
    this.sorter = new RecordSorter(deliver, isSpeculative, undefined, release);
    this.builder = new ProfileBuilder(expected, budget);
    this.budget = budget;
    this.collector = new FactsCollector(budget.processes);
    this.expected = expected;
    this.library = library;
    this.walkerFor = walkerFor;
  }

  get sampleCount(): number {
    return this.builder.sampleCount;
  }

  /** Undefined if no samples were taken in the kernel, or its addresses were hidden from perf. */
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
    this.sorter.finish();
    this.started?.deferred.finish();
    this.unpacker.end();
    this.addNotes();
    const built = this.builder.finish(0, true);
    const attrs = built.events.map(Number);
    const nameOf = (attr: number) => this.eventName(attr);
    this.facts = this.collector.finish(built, this.features, this.attrs, attrs, nameOf);
    const threadRecords = this.started?.threadRecords?.finish();
    return { ...built, events: attrs.map(nameOf), threadRecords };
  }

  private addNotes(): void {
    const { builder, started, attrs } = this;
    const count = (kind: keyof typeof NOTE_TEXTS, times: number) => {
      if (times > 0) builder.note(kind, NOTE_TEXTS[kind], NONE, times);
    };
    count('lost', Math.max(this.collector.lost, this.collector.lostInTotal));
    count('broken', started?.samples.invalidSamples ?? 0);
    if (started?.samples.samplesWithoutEvent)
      builder.note('event', TOO_MANY_EVENTS, NONE, started.samples.samplesWithoutEvent);
    count('late', this.sorter.late);
    count('deferred', started?.deferred.missing ?? 0);
    count('chain', started?.samples.invalidChains ?? 0);
    count('abi', started?.samples.stacks32Bit ?? 0);
    count('depth', started?.samples.cutStacks ?? 0);
    count('waits', this.countInvalidOffCpu());
    noteUnknown(builder, attrs, this.unknown, started?.samples.unknownContexts);
    const hasChains = attrs.some((attr) => attr.sampleType & SampleField.callchain || mayBeOffCpu(attr));
    if (builder.sampleCount === 0) count('trace', Number(this.hasTrace));
    else count('chains', Number(!hasChains));
  }

  /** Number of off-CPU samples with invalid data. Similar events of other programs, which may have any data, do not count. */
  private countInvalidOffCpu(): number {
    const offCpuCounts = [...(this.started?.samples.offCpuCounts ?? [])];
    return offCpuCounts
      .filter(([event, { valid }]) => valid > 0 || this.eventName(event) === OFF_CPU)
      .reduce((sum, [, { invalid }]) => sum + invalid, 0);
  }

  /** Size of the complete record at `at`; 0 if there is none. */
  private sizeAt(view: View, at: number, to: number): number {
    if (this.isLost || at + RECORD_HEADER_SIZE > to) return 0;
    const size = view.getUint16(at + 6, true);
    if (size < RECORD_HEADER_SIZE) this.lose('record');
    return size < RECORD_HEADER_SIZE || at + size > to ? 0 : size;
  }

  private record(view: View, at: number, size: number, type: number): void {
    if (type === RecordType.sample) this.queueSample(view, at, size);
    else if (type === RecordType.finishedRound) this.sorter.finishRound();
    else if (type === RecordType.lost || type === RecordType.lostSamples)
      this.countLost(view, at, size, type);
    else if (type === RecordType.throttle) this.collector.throttled++;
    else if (type === RecordType.headerAttr) this.headerAttr(view, at, size);
    else if (type === RecordType.headerFeature && size >= 16)
      readFeature(this.features, readUint64(view, at + 8), bytesOf(view).subarray(at + 16, at + size));
    else if (type === RecordType.buildId) this.readBuildId(bytesOf(view).subarray(at, at + size));
    else if (type === RecordType.eventUpdate && size > 24) this.updateEvent(view, at, size);
    else if (type === RecordType.tracingData && size >= 12)
      this.skip = Math.ceil(view.getUint32(at + 8, true) / 8) * 8;
    else if (type === RecordType.auxtrace && size >= 16) {
      this.hasTrace = true;
      this.skip = readUint64(view, at + 8);
    }
    if (isOrdered(type) || (isSwitch(type) && this.start().threadRecords))
      this.queue(view, at, this.start().timeOf(view, at, size));
    else if (!isKnownRecord(type)) countUnknown(this.unknown, type);
  }

  private queueSample(view: View, at: number, size: number): void {
    const { events } = this.start().samples;
    if (this.attrs[0] === NO_ATTR) return this.note('attrs');
    const { layout } = events[this.eventOf(view, at, size)];
    const time = at + layout.time + 8 <= at + size ? readUint64(view, at + layout.time) : NaN;
    this.queue(view, at, time);
  }

  private queue(view: View, at: number, time: number): void {
    this.sorter.add(timeSortKey(time), view, at);
  }

  private deliver(view: View, at: number): void {
    const { processes, samples, deferred, mayDefer, trailer, timeOf, threadRecords } = this.start();
    const { collector } = this;
    const type = view.getUint32(at, true);
    const size = view.getUint16(at + 6, true);
    if (type === RecordType.sample) {
      if (mayDefer) this.deliverOrDefer(view, at);
      else samples.read(view, at);
    } else if (type === RecordType.callchainDeferred) {
      const tidAt = at + size - trailer.tid;
      if (size >= RECORD_HEADER_SIZE + trailer.size && trailer.tid > 0)
        deferred.complete(view.getInt32(tidAt + 4, true), view, at, at + size - trailer.size);
    } else if (type === RecordType.mmap || type === RecordType.mmap2) {
      const found = mappingAt(view, at, size, type === RecordType.mmap2);
      if (!found) return;
      const { mapping, isKernel } = found;
      const { buildIds } = this.features;
      if (isKernel) {
        samples.symbolizer.mapKernel(mapping);
        if (mapping.buildId && mapping.path.startsWith(KERNEL)) buildIds.set(KERNEL, mapping.buildId);
      } else {
        processes.map({ ...mapping, buildId: mapping.buildId || (buildIds.get(mapping.path) ?? '') });
        collector.map(mapping);
      }
    } else {
      threadRecords?.add(view, at, size, timeOf(view, at, size));
      const targets = { processes, deferred, facts: collector.processes };
      applyProcessRecord(view, at, size, timeOf(view, at, size), targets);
    }
  }

  /** Reads a sample, or defers it until its user call chain arrives. */
  private deliverOrDefer(view: View, at: number): void {
    const { samples, deferred } = this.start();
    const chain = samples.deferredChainAt(view, at);
    if (Number.isNaN(chain)) return samples.read(view, at);
    const { layout } = samples.events[this.eventOf(view, at, view.getUint16(at + 6, true))];
    deferred.add(view, at, chain, view.getInt32(at + layout.tid + 4, true), at + layout.ip);
  }

  private eventOf(view: View, at: number, size: number): number {
    if (this.attrs.length < 2) return 0;
    const { id } = this.start().samples.events[0].layout;
    return (at + id + 8 <= at + size && this.ids.get(readUint64(view, at + id))) || 0;
  }

  private headerAttr(view: View, at: number, size: number): void {
    const attrSize = size >= 16 ? view.getUint32(at + 12, true) : 0;
    if (attrSize < MIN_ATTR_SIZE || 8 + attrSize > size) return;
    const ids: number[] = [];
    for (let id = at + 8 + attrSize; id + 8 <= at + size; id += 8) ids.push(readUint64(view, id));
    this.addAttr(readAttr(view, at + 8, attrSize), ids);
  }

  /** Creates the objects that depend on the events, which are all known before the first record about a process. */
  private start(): EventContext {
    if (this.started) return this.started;
    if (this.attrs.length === 0) this.addAttr(NO_ATTR, []);
    const [attr] = this.attrs;
    const processes = new Processes(this.library, attr.clock === MONOTONIC, this.budget, this.builder);
    const trailer = trailerOf(attr);
    if (this.attrs.some(copiesStacks)) this.collector.copiedStacks = new CopiedStackTable();
    const samples = new SampleReader(
      this.builder,
      this.library,
      processes,
      this.attrs,
      (view, at) => this.eventOf(view, at, view.getUint16(at + 6, true)),
      new CounterValues((id) => this.ids.get(id), this.budget.processes),
      this.walkerFor(attr.size < FIRST_LIBDW ? 'libunwind' : 'libdw'),
      this.expected,
      this.collector.copiedStacks,
    );
    const { events } = samples;
    // perf makes sure that all events have the ID at the same offset.
    if (events.length > 1 && !events.every(({ layout }) => layout.id === events[0].layout.id))
      this.note('events');
    this.started = {
      processes,
      samples,
      deferred: new DeferredChains((view, at, end) => samples.read(view, at, end)),
      mayDefer: this.attrs.some(
        ({ defersChains, sampleType }) => defersChains && (sampleType & SampleField.tid) !== 0,
      ),
      trailer,
      threadRecords: this.attrs.some((each) => each.hasSwitches)
        ? new ThreadRecordReader(this.builder, this.budget, processes, trailer)
        : undefined,
      timeOf: (view, at, size) =>
        size >= RECORD_HEADER_SIZE + trailer.size && trailer.time > 0
          ? readUint64(view, at + size - trailer.time)
          : NaN,
    };
    return this.started;
  }

  private async unpack(view: View, at: number, size: number, type: number): Promise<void> {
    const isVersion2 = type === RecordType.compressed2;
    if (isVersion2 && size < 16) return;
    const packed = bytesOf(view).subarray(at + (isVersion2 ? 16 : RECORD_HEADER_SIZE), at + size);
    // COMPRESSED2 records contain the size of their data without padding.
    const data = isVersion2 ? packed.subarray(0, readUint64(view, at + 8)) : packed;
    if (!(await this.unpacker.unpack(data))) this.lose('zstd');
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

  private countLost(view: View, at: number, size: number, type: number): void {
    const { collector } = this;
    const isTotal = type === RecordType.lostSamples;
    if (size < (isTotal ? 16 : 24)) return;
    if (isTotal && (view.getUint16(at + 4, true) & FILTERED) !== 0) return;
    collector.lostRecords++;
    const count = readUint64(view, at + (isTotal ? 8 : 16));
    collector[isTotal ? 'lostInTotal' : 'lost'] += count;
    const time = this.started?.timeOf(view, at, size) ?? NaN;
    this.started?.threadRecords?.addLost(time, count, isTotal);
  }

  private updateEvent(view: View, at: number, size: number): void {
    if (readUint64(view, at + 8) !== UPDATE_NAME) return;
    const event = this.attrs.length < 2 ? 0 : this.ids.get(readUint64(view, at + 16));
    if (event !== undefined) this.names.set(event, textAt(view, at, size, 24, MAX_NAME));
  }

  private lose(kind: 'record' | 'zstd'): void {
    this.isLost = true;
    this.note(kind);
  }

  private note(kind: keyof typeof NOTE_TEXTS): void {
    this.builder.note(kind, NOTE_TEXTS[kind]);
  }

  private eventName(attr: number): string {
    const recorded = this.features.eventNames[attr] || this.names.get(attr);
    if (recorded) return recorded;
    const isOffCpu = (this.started?.samples.offCpuCounts.get(attr)?.valid ?? 0) > 0;
    return isOffCpu ? OFF_CPU : defaultEventName(this.attrs[attr] ?? NO_ATTR);
  }
}

interface EventContext {
  readonly processes: Processes;
  readonly samples: SampleReader;
  readonly deferred: DeferredChains;
  /** True if any event may defer user call chains. */
  readonly mayDefer: boolean;
  readonly trailer: TrailerLayout;
  /** Undefined unless records say when threads ran. */
  readonly threadRecords: ThreadRecordReader | undefined;
  /** The time of a record that is not a sample; NaN if it has none. */
  readonly timeOf: (view: View, at: number, size: number) => number;
}
