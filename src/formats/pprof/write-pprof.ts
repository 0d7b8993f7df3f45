// Writes a profile as pprof, in uncompressed chunks; callers gzip them. All samples of one event, thread and stack become one
// Sample. Requirements of other tools:
//
//   go tool pprof   looks for the mapped files unless all mappings are marked as symbolized
//   Pyroscope       needs a period_type, and adopts the labels
//   Parca           needs IDs 1, 2, 3 …, and distinguishes locations by their addresses, if any
//
// Field numbers and meanings: profile.proto of github.com/google/pprof at 101d87ff5bc3 (2025-08-30). The file lacks sample times
// (time_nanos is wall-clock time, unlike perf's times), weights of individual samples, and the inlined flag of a function at the
// root. Its weights are integers: see integer-weights.ts.

import { eventMask } from '../../model/events.ts';
import type { CostPart, SampleParts } from '../../model/costs.ts';
import { sourcePathOf } from '../../model/lines.ts';
import { nameWithoutFile } from '../../model/function-names.ts';
import type { Level } from '../../model/levels.ts';
import { FrameIds, type LinedFrame, PairTable } from '../../model/numbering.ts';
import { NONE, FuncFlags, type Profile } from '../../model/profile.ts';
import type { TypeAndUnit } from '../event-unit.ts';
import { hasCallFrames } from '../recorded-name.ts';
import { indexFor, AggregatedSamples } from '../aggregated-samples.ts';
import { CALLS_COMMENT } from './pprof-tables.ts';
import { IntegerWeights } from './integer-weights.ts';
import { Int32Column } from '../../model/columns.ts';
import { ByteWriter } from '../byte-writer.ts';
import { WireType } from '../protobuf-shape.ts';

const CHUNK = 1 << 20;

interface PprofFile {
  readonly chunks: Iterable<Uint8Array<ArrayBuffer>>;
  /** One sentence per loss; see IntegerWeights. */
  readonly notes: readonly string[];
}

/**
 * Writes `profile`, which must be at `level`, with all events or only `event`. Sample types: `samples/count`, and one per event, in
 * its unit. Labels: `thread` (its name), `tid` and `pid` if known, `event` if there are several; if `costs` are given, `cost` and,
 * unless it is empty, `part`; for samples that were re-attached, `inferred_frames`, their number of rootmost frames that are inferred.
 * Functions: `name` as displayed, `system_name` as recorded, `filename` if it is known.
 */
export function writePprof(profile: Profile, level: Level, event = NONE, costs?: SampleParts): PprofFile {
  const writer = new PprofWriter(profile, event, costs);
  return { chunks: writer.write(hasCallFrames(profile, level)), notes: writer.weights.notes };
}

class PprofWriter {
  readonly weights: IntegerWeights;
  private readonly profile: Profile;
  private readonly parts: readonly CostPart[] | undefined;
  private readonly events: readonly number[];
  private readonly samples: AggregatedSamples;
  private readonly locations: Locations;
  private readonly writer = new MessageWriter();
  private readonly strings = new Map([['', 0]]);
  /** Indexes of the locations and functions used so far. Their IDs in the file are one higher. */
  private readonly locationNumbers = new Map<number, number>();
  private readonly functionNumbers = new Map<number, number>();

  constructor(profile: Profile, event: number, costs: SampleParts | undefined) {
    this.profile = profile;
    this.parts = costs?.parts;
    const mask = eventMask(profile.samples, event);
    const isIncluded = (each: number) => event === NONE || mask[each] === 1;
    this.events = [...profile.events.keys()].filter(isIncluded);
    this.samples = new AggregatedSamples(profile, isIncluded, { costs, byInferred: true });
    this.weights = new IntegerWeights(this.samples, profile.events);
    this.locations = new Locations(profile);
  }

  *write(isCallProfile: boolean): Generator<Uint8Array<ArrayBuffer>> {
    this.writeTypes();
    const comments = (isCallProfile ? [CALLS_COMMENT] : [])
      .concat(this.weights.comments)
      .map((text) => this.string(text));
    if (comments.length > 0) this.writer.numbers(13, comments);
    const { samples, locationNumbers, functionNumbers, strings } = this;
    yield* this.chunks(samples.stack.take().keys(), (row) => this.writeSample(row));
    yield* this.chunks(this.profile.modules.entries(), ([i, path]) => this.writeMapping(i + 1, path));
    yield* this.chunks(locationNumbers, ([location, i]) => this.writeLocation(i + 1, location));
    yield* this.chunks(functionNumbers, ([func, i]) => this.writeFunction(i + 1, func));
    yield* this.chunks(strings.keys(), (text) => this.writer.text(6, text));
    yield this.writer.take();
  }

  private *chunks<T>(rows: Iterable<T>, write: (row: T) => void): Generator<Uint8Array<ArrayBuffer>> {
    for (const row of rows) {
      write(row);
      if (this.writer.length >= CHUNK) yield this.writer.take();
    }
  }

  private writeTypes(): void {
    const { writer, events, weights } = this;
    const write = (field: number, { type, unit }: TypeAndUnit) =>
      writer.message(field, () => {
        writer.number(1, this.string(type));
        writer.number(2, this.string(unit));
      });
    write(1, { type: 'samples', unit: 'count' });
    for (const event of events) write(1, weights.typeOf(event));
    if (events.length === 0) return;
    const main = weights.typeOf(this.mainEvent());
    write(11, main);
    writer.number(14, this.string(main.type));
  }

  private mainEvent(): number {
    const counts = new Float64Array(this.profile.events.length);
    for (const event of this.profile.samples.event) counts[event]++;
    return this.events.reduce((best, event) => (counts[event] > counts[best] ? event : best));
  }

  private writeSample(row: number): void {
    const { writer, samples, events, profile } = this;
    const { pid, tid, comm } = profile.threads[samples.thread.at(row)];
    const event = samples.event.at(row);
    const locations = this.locations.ofStack(samples.stack.at(row));
    const ids = locations.map((location) => indexFor(this.locationNumbers, location) + 1);
    const weight = this.weights.at(row);
    const inferred = samples.inferred.at(row);
    writer.message(2, () => {
      writer.numbers(1, ids);
      writer.numbers(2, [samples.count.at(row), ...events.map((each) => (each === event ? weight : 0))]);
      if (comm !== '') this.writeLabel('thread', () => writer.number(2, this.string(comm)));
      if (tid !== NONE) this.writeLabel('tid', () => writer.number(3, tid));
      if (pid !== NONE) this.writeLabel('pid', () => writer.number(3, pid));
      if (events.length > 1)
        this.writeLabel('event', () => writer.number(2, this.string(profile.events[event])));
      const part = this.parts?.[samples.part.at(row)];
      if (part) this.writeLabel('cost', () => writer.number(2, this.string(part.cost)));
      if (part?.part) this.writeLabel('part', () => writer.number(2, this.string(part.part)));
      if (inferred > 0) this.writeLabel('inferred_frames', () => writer.number(3, inferred));
    });
  }

  private writeLabel(key: string, writeValue: () => void): void {
    this.writer.message(3, () => {
      this.writer.number(1, this.string(key));
      writeValue();
    });
  }

  private writeMapping(id: number, path: string): void {
    const { writer } = this;
    writer.message(3, () => {
      writer.number(1, id);
      writer.number(5, this.string(path));
      // has_functions, has_filenames, has_line_numbers, has_inline_frames: the mapping needs no symbolization.
      for (const flag of [7, 8, 9, 10]) writer.number(flag, 1);
    });
  }

  private writeLocation(id: number, location: number): void {
    const { writer } = this;
    const { funcs } = this.profile;
    const lines = this.locations.framesOf(location);
    const { func: physical } = lines[lines.length - 1];
    writer.message(4, () => {
      writer.number(1, id);
      if (funcs.module[physical] >= 0) writer.number(2, funcs.module[physical] + 1);
      // Addresses are unknown; kernel locations get distinct ones in the upper half.
      if (funcs.flags[physical] & FuncFlags.upperHalf) writer.highAddress(3, id * 16);
      for (const { func, line } of lines)
        writer.message(4, () => {
          writer.number(1, indexFor(this.functionNumbers, func) + 1);
          if (line > 0) writer.number(2, line);
        });
    });
  }

  private writeFunction(id: number, func: number): void {
    const { writer, profile } = this;
    const { strings, funcs } = profile;
    writer.message(5, () => {
      writer.number(1, id);
      writer.number(2, this.string(nameWithoutFile(profile, func)));
      writer.number(3, this.string(strings[funcs.name[func]]));
      writer.number(4, this.string(sourcePathOf(profile, func) ?? ''));
    });
  }

  private string(text: string): number {
    return indexFor(this.strings, text);
  }
}

/**
 * Converts stacks to pprof locations. A location is a physical function together with the functions inlined into it.
 *
 *   stack      main   sort   compare (inlined)   malloc
 *   locations  main   [compare, sort]            malloc
 */
class Locations {
  private readonly frames = new FrameIds();
  /** A trie of locations by frame: each row adds an inlined function to its parent row. */
  private readonly rows = new PairTable();
  /** For each row, the physical function of its location. */
  private readonly physical = new Int32Column();
  /** For each stack, its leaf location, and the stack that remains without that location. */
  private readonly leaf: Int32Array;
  private readonly rest: Int32Array;

  constructor({ stacks, funcs }: Profile) {
    this.leaf = new Int32Array(stacks.length);
    this.rest = new Int32Array(stacks.length);
    for (let stack = 0; stack < stacks.length; stack++) {
      const func = stacks.func[stack];
      const parent = stacks.parent[stack];
      const into = parent < 0 || !(funcs.flags[func] & FuncFlags.inlined) ? NONE : this.leaf[parent];
      // A level may hide the function that this one was inlined into. An inlined function has the module of that function, so if
      // the parent has a different module, it is not that function.
      const module = funcs.module[func];
      const isInlined = into !== NONE && (module < 0 || module === funcs.module[this.physical.at(into)]);
      const frame = this.frames.of(func, stacks.line?.[stack] ?? 0);
      this.leaf[stack] = this.rowFor(isInlined ? into : NONE, func, frame);
      this.rest[stack] = isInlined ? this.rest[parent] : parent;
    }
  }

  /** The locations of a stack, leaf first; empty if `stack` is NONE. */
  ofStack(stack: number): number[] {
    const locations: number[] = [];
    for (let at = stack; at >= 0; at = this.rest[at]) locations.push(this.leaf[at]);
    return locations;
  }

  /** The frames of a location, innermost first; the last is the physical function. */
  framesOf(location: number): LinedFrame[] {
    const { first, second } = this.rows.view();
    const frames: LinedFrame[] = [];
    for (let at = location; at >= 0; at = first[at]) frames.push(this.frames.frame(second[at]));
    return frames;
  }

  private rowFor(into: number, func: number, frame: number): number {
    const row = this.rows.intern(into, frame);
    if (row === this.physical.length) this.physical.push(into === NONE ? func : this.physical.at(into));
    return row;
  }
}

/** Writes Protocol Buffers messages, field by field (https://protobuf.dev/programming-guides/encoding/). */
class MessageWriter extends ByteWriter {
  private readonly utf8 = new TextEncoder();

  /** Writes an int64 field; negative numbers take ten bytes. */
  number(field: number, value: number): void {
    this.varint(field * 8 + WireType.varint);
    if (value < 0) this.negative(value);
    else this.varint(value);
  }

  /** Writes a uint64 field with the address 2 ** 63 + `offset`. */
  highAddress(field: number, offset: number): void {
    this.varint(field * 8 + WireType.varint);
    // Nine groups of seven bits; the tenth byte contains only the highest bit.
    for (let i = 0, rest = offset; i < 9; i++, rest = Math.floor(rest / 128)) this.byte((rest % 128) | 128);
    this.byte(1);
  }

  /** Writes a packed repeated field of non-negative integers. */
  numbers(field: number, values: readonly number[]): void {
    this.message(field, () => values.forEach((value) => this.varint(value)));
  }

  text(field: number, value: string): void {
    this.message(field, () => this.raw(this.utf8.encode(value)));
  }

  message(field: number, write: () => void): void {
    this.varint(field * 8 + WireType.bytes);
    const from = this.length;
    write();
    const end = this.length;
    // The length precedes the fields, but is known only now.
    this.varint(end - from);
    const length = this.bytes.slice(end, this.length);
    this.bytes.copyWithin(from + length.length, from, end);
    this.bytes.set(length, from);
  }

  /** Writes the 64-bit two's complement of a negative number. */
  private negative(value: number): void {
    let rest = BigInt.asUintN(64, BigInt(value));
    for (; rest > 127n; rest >>= 7n) this.byte(Number(rest & 127n) | 128);
    this.byte(Number(rest));
  }
}
