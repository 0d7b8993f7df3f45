// Reads a complete pprof profile, the format of Go, Pyroscope, Parca and perf_to_profile. A pprof sample that represents n
// samples becomes n samples of each type with a value, so that sample counts stay correct.
//
//   sample_type   samples/count   cpu/nanoseconds      events  cpu (nanoseconds)
//   Sample        3               30000000             3 samples of 10000000
//
// The format has no sample times. drop_frames and keep_frames, which tell viewers to hide frames, are ignored.

import { NONE, FuncFlags, type Profile, type Thread } from '../../model/profile.ts';
import { BUDGET, MAX_UNMERGED_SAMPLES, type TableBudget, MAX_LABEL } from '../../model/budget.ts';
import { MERGED_SAMPLES } from '../../model/builder.ts';
import { BoundedBuilder } from '../bounded-builder.ts';
import { eventName, parsePowerOfTen, type TypeAndUnit } from '../event-unit.ts';
import { isGoFile } from '../../model/lines.ts';
import { isPythonName, recordedName, isCallFrame } from '../recorded-name.ts';
import { Unreadable } from '../format.ts';
import { Field } from './is-pprof.ts';
import { PprofTables } from './pprof-tables.ts';
import { FieldCursor, type Id } from './field-cursor.ts';

/** Field numbers of Sample. */
const LOCATION_ID = 1;
const VALUE = 2;
const LABEL = 3;

/** Maximum depth of a stack. */
const MAX_DEPTH = 2 ** 22;

/** Throws Unreadable if `bytes` are not a complete profile. Invalid parts of a complete profile are counted in notes. */
export function readPprof(bytes: Uint8Array, budget: TableBudget = BUDGET): Profile {
  return new PprofReader(bytes, budget).read();
}

/** A sample type that becomes an event. */
interface Column extends TypeAndUnit {
  /** Index into a sample's values. */
  readonly index: number;
  /** Divisor that converts the file's values to the unit. */
  readonly scale: number;
}

class PprofReader {
  private readonly bytes: Uint8Array;
  private readonly tables: PprofTables;
  private readonly builder: BoundedBuilder;
  private readonly modules: readonly number[];
  /** For each location row, its frames, root first; undefined until needed. */
  private readonly frames: (readonly number[] | undefined)[] = [];
  /** Index of the value that is the number of samples; NONE if there is none. */
  private readonly counts: number;
  private readonly columns: readonly Column[];
  // The current sample:
  private readonly values: Float64Array;
  private valueCount = 0;
  private readonly locations: Id[] = [];
  private depth = 0;
  private readonly labels = new SampleLabels();

  constructor(bytes: Uint8Array, budget: TableBudget) {
    this.bytes = bytes;
    this.builder = new BoundedBuilder(budget);
    this.tables = new PprofTables(bytes);
    const { types, mappings, mappingFile } = this.tables;
    this.modules = Array.from({ length: mappings.length }, (_, row) =>
      this.builder.module(this.tables.string(mappingFile.at(row))),
    );
    this.counts = types.findIndex(({ type, unit }) => type === 'samples' && unit === 'count');
    // One more than expected, to detect samples with too many values.
    this.values = new Float64Array(types.length + 1);
    // The number of samples is an event only if there is no other type.
    this.columns = types
      .map(({ type, unit: written }, index) => {
        const { unit, power } = parsePowerOfTen(written);
        return { type, unit, scale: 10 ** power, index };
      })
      .filter(({ index }) => index !== this.counts || types.length === 1);
  }

  read(): Profile {
    let total = 0;
    this.forEachSample((fields) => {
      while (fields.next()) if (fields.field === VALUE) this.readValues(fields);
      total += this.count;
    });
    const isCounted = total <= MAX_UNMERGED_SAMPLES;
    if (!isCounted) this.builder.note('count', MERGED_SAMPLES);
    this.forEachSample((fields) => {
      this.readSample(fields);
      this.addSample(isCounted ? this.count : 1);
    });
    const shown = this.columns.find(({ type }) => type !== '' && type === this.tables.defaultType);
    return { ...this.builder.finish(0, true), defaultEvent: shown && eventName(shown) };
  }

  /** The number of samples that the current pprof sample represents. */
  private get count(): number {
    return this.counts < 0 ? 1 : Math.max(1, this.values[this.counts]);
  }

  private forEachSample(read: (sample: FieldCursor) => void): void {
    for (const fields = new FieldCursor(this.bytes); fields.next();) {
      if (fields.field !== Field.sample) continue;
      if (this.columns.length === 0) throw new Unreadable('it has samples but no sample types');
      this.valueCount = 0;
      this.values.fill(0);
      read(fields.message());
      if (this.builder.isFull) return;
    }
  }

  private readSample(fields: FieldCursor): void {
    this.depth = 0;
    this.labels.clear();
    while (fields.next()) {
      if (fields.field === LOCATION_ID) {
        fields.forEachNumber(({ id }) => {
          if (this.depth <= MAX_DEPTH) this.locations[this.depth++] = id;
        });
      } else if (fields.field === VALUE) this.readValues(fields);
      else if (fields.field === LABEL) this.readLabel(fields.message());
    }
  }

  private readValues(fields: FieldCursor): void {
    fields.forEachNumber(({ signed }) => {
      if (this.valueCount < this.values.length) this.values[this.valueCount++] = signed;
    });
  }

  private readLabel(fields: FieldCursor): void {
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
      builder.note('values', 'Samples with too few or too many values are shown only in part');
    if (columns.some(({ index }) => values[index] < 0))
      builder.note(
        'negative',
        'Negative values were skipped: the profile is the difference between two profiles',
      );
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
    return this.values[column.index] > 0 || this.isCountOnly(column);
  }

  /** True if the sample has a count but no weight, and belongs to this type: it is the only one, or a label names it. */
  private isCountOnly({ type, unit }: Column): boolean {
    const { columns, values, labels } = this;
    if (!(values[this.counts] > 0) || columns.some(({ index }) => values[index] !== 0)) return false;
    return columns.length === 1 || labels.event === eventName({ type, unit });
  }

  /** If there is only one type, a label may name the event. */
  private eventOf({ type, unit }: Column): string {
    const { event } = this.labels;
    return eventName({ type: event !== undefined && this.columns.length === 1 ? event : type, unit });
  }

  private stack(): number {
    const { builder, locations } = this;
    let stack = NONE;
    for (let i = this.depth - 1; i >= 0 && !builder.isFull; i--) {
      for (const frame of this.framesOf(locations[i])) stack = builder.stack(stack, frame);
    }
    return stack;
  }

  private framesOf(id: Id): readonly number[] {
    const row = this.tables.locations.rowOf(id);
    return row === NONE ? [this.func('', NONE, FuncFlags.plain)] : (this.frames[row] ??= this.framesAt(row));
  }

  /** The last line of a location is the physical function; the lines before it are functions inlined into it. */
  private framesAt(row: number): number[] {
    const { firstLine, locationIsHigh, locationMapping, mappings } = this.tables;
    const flags = locationIsHigh.at(row) === 1 ? FuncFlags.upperHalf : FuncFlags.plain;
    const module = this.modules[mappings.rowOf(locationMapping[row])] ?? NONE;
    const last = firstLine.at(row + 1) - 1;
    if (last < firstLine.at(row)) return [this.func('', module, flags)];
    const frames = [this.frameOf(last, module, flags)];
    for (let line = last - 1; line >= firstLine.at(row); line--)
      frames.push(this.frameOf(line, NONE, flags | FuncFlags.inlined));
    return frames;
  }

  private frameOf(line: number, module: number, flags: number): number {
    const { lines, lineNumbers } = this.tables;
    return this.builder.frame(this.funcOf(lines[line], module, flags), lineNumbers.at(line));
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
    const name = isPythonName(system) ? system : tables.string(tables.functionName.at(row)) || system;
    const file = tables.string(tables.functionFile.at(row));
    const recorded = recordedName(name, file);
    // Other profilers record no evaluator frames between calls, so each Python frame is a call.
    const isCall = recorded !== name || (tables.hasCallFrames && isCallFrame(name));
    const place = isGoFile(file) && !isPythonName(recorded) ? this.builder.module(file) : module;
    return this.func(recorded, place, isCall ? flags | FuncFlags.called : flags);
  }
}

/** The meaning of a label's value, by lowercase key: `number` applies to numeric values, `name` to strings. */
const MEANINGS: ReadonlyMap<string, Meaning> = new Map([
  ['thread', { number: 'tid', name: 'thread' }],
  ['thread_name', { number: 'tid', name: 'thread' }],
  ['thread_id', { number: 'tid', name: 'threadId' }],
  ['tid', { number: 'tid', name: 'threadId' }],
  ['process', { number: 'pid', name: 'process' }],
  ['process_name', { number: 'pid', name: 'process' }],
  ['process_id', { number: 'pid', name: 'processId' }],
  ['pid', { number: 'pid', name: 'processId' }],
  ['comm', { number: 'tid', name: 'comm' }],
  ['event', { number: undefined, name: 'event' }],
]);
const DIGITS = /^\d{1,15}$/;

interface Meaning {
  readonly number: 'tid' | 'pid' | undefined;
  readonly name: 'thread' | 'threadId' | 'process' | 'processId' | 'comm' | 'event';
}

// Derives the thread and event of a pprof sample from its labels. The format defines no labels; those supported here are written
// by Pyrograph, perf_to_profile, and the agents of py-spy, Pyroscope and Datadog.

/** The labels of the current sample. If several have the same meaning, the first one wins. */
class SampleLabels {
  private readonly names = new Map<Meaning['name'], string>();
  private readonly numbers = new Map<'tid' | 'pid', number>();

  /** `name` must be empty for a numeric label. */
  add(key: string, name: string, number: number): void {
    const meaning = MEANINGS.get(key.toLowerCase().replaceAll(' ', '_'));
    if (!meaning) return;
    const isId = meaning.name === 'threadId' || meaning.name === 'processId';
    const id = name === '' ? number : isId && DIGITS.test(name) ? Number(name) : undefined;
    if (id === undefined) {
      // Truncate immediately, because each sample may have a different long name.
      if (!this.names.has(meaning.name)) this.names.set(meaning.name, name.slice(0, MAX_LABEL));
    } else if (meaning.number && !this.numbers.has(meaning.number)) this.numbers.set(meaning.number, id);
  }

  clear(): void {
    if (this.names.size > 0) this.names.clear();
    if (this.numbers.size > 0) this.numbers.clear();
  }

  /** Undefined if no label names the event. */
  get event(): string | undefined {
    return this.names.get('event');
  }

  get thread(): Thread {
    const { names, numbers } = this;
    const comm =
      names.get('thread') ?? names.get('comm') ?? names.get('threadId') ?? names.get('process') ?? '';
    return { pid: numbers.get('pid') ?? NONE, tid: numbers.get('tid') ?? NONE, comm };
  }
}
