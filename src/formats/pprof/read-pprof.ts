// Reads a pprof profile, the format of Go, Pyroscope, Parca and perf_to_profile, from memory. A pprof sample that stands for n
// samples becomes n samples of each type with a value, so that sample counts stay correct.
//
//   sample_type   samples/count   cpu/nanoseconds      events  cpu (nanoseconds)
//   Sample        3               30000000             3 samples of 10000000
//
// The format has no times of samples. drop_frames and keep_frames, which hide frames from viewers, are ignored.

import { NONE, FuncFlags, type Profile } from '../../model/profile.ts';
import { BUDGET, MOST_COUNTED, type TableBudget } from '../../model/budget.ts';
import { COUNTED_AS_ONE } from '../../model/builder.ts';
import { BoundedBuilder } from '../bounded-builder.ts';
import { eventName, parsePowerOfTen, type TypeAndUnit } from '../event-unit.ts';
import { isPython, recordedName, isCallFrame } from '../recorded-name.ts';
import { Unreadable } from '../in-memory-formats.ts';
import { Field } from './is-pprof.ts';
import { Labels } from './labels.ts';
import { Tables } from './tables.ts';
import { Fields, type Id } from './wire.ts';

/** Fields of Sample. */
const LOCATION_ID = 1;
const VALUE = 2;
const LABEL = 3;

/** Maximum depth of a stack. */
const MAX_DEPTH = 2 ** 22;

/** Throws Unreadable when `bytes` are not a complete profile. Invalid parts of a complete profile are counted in notes. */
export function readPprof(bytes: Uint8Array, budget: TableBudget = BUDGET): Profile {
  return new PprofReader(bytes, budget).read();
}

/** One of a sample's values, with its type and unit. */
interface Column extends TypeAndUnit {
  readonly index: number;
  /** Divisor that converts the file's values to the unit. */
  readonly scale: number;
}

class PprofReader {
  private readonly bytes: Uint8Array;
  private readonly tables: Tables;
  private readonly builder: BoundedBuilder;
  private readonly modules: readonly number[];
  /** Functions of the locations read so far, root first. */
  private readonly frames: (readonly number[] | undefined)[] = [];
  /** Index of the value that is the number of samples; NONE when there is none. */
  private readonly counts: number;
  private readonly columns: readonly Column[];
  // The current sample:
  private readonly values: Float64Array;
  private valueCount = 0;
  private readonly locations: Id[] = [];
  private depth = 0;
  private readonly labels = new Labels();

  constructor(bytes: Uint8Array, budget: TableBudget) {
    this.bytes = bytes;
    this.builder = new BoundedBuilder(budget);
    this.tables = new Tables(bytes);
    const { types, mappings, mappingFile } = this.tables;
    this.modules = Array.from({ length: mappings.length }, (_, row) =>
      this.builder.module(this.tables.string(mappingFile.at(row))),
    );
    this.counts = types.findIndex(({ type, unit }) => type === 'samples' && unit === 'count');
    // One more than expected, to notice samples with too many values.
    this.values = new Float64Array(types.length + 1);
    // The number of samples is an event only when it is the only type.
    this.columns = types
      .map(({ type, unit: written }, index) => {
        const { unit, power } = parsePowerOfTen(written);
        return { type, unit, scale: 10 ** power, index };
      })
      .filter(({ index }) => index !== this.counts || types.length === 1);
  }

  read(): Profile {
    let total = 0;
    this.eachSample((fields) => {
      while (fields.next()) if (fields.field === VALUE) this.readValues(fields);
      total += this.count;
    });
    const isCounted = total <= MOST_COUNTED;
    if (!isCounted) this.builder.note('count', COUNTED_AS_ONE);
    this.eachSample((fields) => {
      this.readSample(fields);
      this.addSample(isCounted ? this.count : 1);
    });
    return this.builder.finish(0, true);
  }

  /** Number of samples that the current one stands for. */
  private get count(): number {
    return this.counts < 0 ? 1 : Math.max(1, this.values[this.counts]);
  }

  private eachSample(read: (sample: Fields) => void): void {
    for (const fields = new Fields(this.bytes); fields.next();) {
      if (fields.field !== Field.sample) continue;
      if (this.columns.length === 0) throw new Unreadable('it has samples but no sample types');
      this.valueCount = 0;
      this.values.fill(0);
      read(fields.message());
      if (this.builder.isFull) return;
    }
  }

  private readSample(fields: Fields): void {
    this.depth = 0;
    this.labels.clear();
    while (fields.next()) {
      if (fields.field === LOCATION_ID) {
        fields.each(({ id }) => {
          if (this.depth <= MAX_DEPTH) this.locations[this.depth++] = id;
        });
      } else if (fields.field === VALUE) this.readValues(fields);
      else if (fields.field === LABEL) this.readLabel(fields.message());
    }
  }

  private readValues(fields: Fields): void {
    fields.each(({ signed }) => {
      if (this.valueCount < this.values.length) this.values[this.valueCount++] = signed;
    });
  }

  private readLabel(fields: Fields): void {
    let [key, name, number] = [0, 0, 0];
    while (fields.next()) {
      if (fields.field === 1) key = fields.unsigned;
      else if (fields.field === 2) name = fields.unsigned;
      else if (fields.field === 3) number = fields.signed;
    }
    this.labels.add(this.tables.string(key), this.tables.string(name), number);
  }

  private addSample(count: number): void {
    const { builder, columns, values } = this;
    if (this.valueCount !== this.tables.types.length)
      builder.note('values', 'Samples without exactly one value for each sample type are shown only in part');
    if (columns.some(({ index }) => values[index] < 0))
      builder.note('negative', 'Negative values were skipped: the profile is the difference of two profiles');
    if (this.depth > MAX_DEPTH)
      return builder.note('deep', `Samples with more than ${MAX_DEPTH} frames were skipped`);
    if (!columns.some((column) => this.isShown(column))) return;
    const { pid, tid, comm } = this.labels.thread;
    const thread = builder.thread(pid, tid, comm);
    const stack = this.stack();
    for (const column of columns) {
      if (!this.isShown(column)) continue;
      const weight = values[column.index] / column.scale;
      builder.sample(stack, thread, builder.event(this.eventOf(column)), NaN, weight, count);
    }
  }

  private isShown(column: Column): boolean {
    return this.values[column.index] > 0 || this.isOnlyCounted(column);
  }

  /** True if a sample without weight belongs to this type, because it is the only type or the one that a label names. */
  private isOnlyCounted({ type, unit }: Column): boolean {
    const { columns, values, labels } = this;
    if (!(values[this.counts] > 0) || columns.some(({ index }) => values[index] !== 0)) return false;
    return columns.length === 1 || labels.event === eventName({ type, unit });
  }

  /** When there is only one type, a label may name the event. */
  private eventOf({ type, unit }: Column): string {
    const { event } = this.labels;
    return eventName({ type: event !== undefined && this.columns.length === 1 ? event : type, unit });
  }

  private stack(): number {
    const { builder, locations } = this;
    let stack = NONE;
    for (let i = this.depth - 1; i >= 0 && !builder.isFull; i--) {
      for (const func of this.framesOf(locations[i])) stack = builder.stack(stack, func);
    }
    return stack;
  }

  private framesOf(id: Id): readonly number[] {
    const row = this.tables.locations.rowOf(id);
    return row === NONE ? [this.func('', NONE, FuncFlags.plain)] : (this.frames[row] ??= this.framesAt(row));
  }

  /** The last line of a location is the physical function; the lines before it are inlined into it. */
  private framesAt(row: number): number[] {
    const { firstLine, lines, locationIsHigh, locationMapping, mappings } = this.tables;
    const flags = locationIsHigh.at(row) === 1 ? FuncFlags.upperHalf : FuncFlags.plain;
    const module = this.modules[mappings.rowOf(locationMapping[row])] ?? NONE;
    const last = firstLine.at(row + 1) - 1;
    if (last < firstLine.at(row)) return [this.func('', module, flags)];
    const frames = [this.funcOf(lines[last], module, flags)];
    for (let line = last - 1; line >= firstLine.at(row); line--)
      frames.push(this.funcOf(lines[line], NONE, flags | FuncFlags.inlined));
    return frames;
  }

  private func(name: string, module: number, flags: number): number {
    if (name === '') this.builder.note('unnamed', 'Frames without a name are shown as [unknown]');
    return this.builder.func(name, module, flags);
  }

  private funcOf(id: Id, module: number, flags: number): number {
    const { tables } = this;
    const row = tables.functions.rowOf(id);
    if (row === NONE) return this.func('', module, flags);
    const system = tables.string(tables.functionSystemName.at(row));
    const name = isPython(system) ? system : tables.string(tables.functionName.at(row)) || system;
    const recorded = recordedName(name, tables.string(tables.functionFile.at(row)));
    // Other profilers have no evaluator frames between calls, so each Python frame is a call.
    const isCall = recorded !== name || (tables.isCalls && isCallFrame(name));
    return this.func(recorded, module, isCall ? flags | FuncFlags.called : flags);
  }
}
