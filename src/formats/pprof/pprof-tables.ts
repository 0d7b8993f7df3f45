// Indexes the tables of a pprof profile in one pass, since samples may come before or after the tables they refer to. Rows are
// positions in the file's tables; IDs are mapped to rows.
//
// Field numbers and meanings: profile.proto of github.com/google/pprof at 101d87ff5bc3 (2025-08-30).

import { Int32Column, Uint8Column } from '../../model/columns.ts';
import { NONE } from '../../model/profile.ts';
import { MAX_LABEL } from '../../model/budget.ts';
import type { TypeAndUnit } from '../event-unit.ts';
import { Unreadable } from '../format.ts';
import { Field } from './is-pprof.ts';
import { FieldCursor, type Id } from './field-cursor.ts';

/** Pyrograph writes this comment into files whose functions have FuncFlags.called. */
export const CALLS_COMMENT = 'pyrograph: each call of a Python function is one frame';

/** Maximum number of rows in each table; a large program has a few hundred thousand functions. */
const MAX_ROWS = 2 ** 21;
const MAX_SAMPLES = 2 ** 24;
/** One for the number of samples, and one for each event: a Profile can have 256. */
const MAX_TYPES = 257;

export class PprofTables {
  /** The type of each of a sample's values. */
  readonly types: TypeAndUnit[] = [];
  /** The type to show first; empty if the file does not say. */
  readonly defaultType: string;
  readonly mappings = new IdTable();
  /** String table row of each mapping's file. The function columns below are also string table rows. */
  readonly mappingFile = new Int32Column();
  readonly functions = new IdTable();
  readonly functionName = new Int32Column();
  readonly functionSystemName = new Int32Column();
  readonly functionFile = new Int32Column();
  readonly locations = new IdTable();
  readonly locationMapping: Id[] = [];
  /** 1 for kernel addresses. */
  readonly locationIsHigh = new Uint8Column();
  /** Start of each location's functions in `lines`; a final entry marks the end of the last one. */
  readonly firstLine = new Int32Column();
  /** Function IDs, innermost first within each location. */
  readonly lines: Id[] = [];
  /** The source line of each entry of `lines`; 0 if unknown. */
  readonly lineNumbers = new Int32Column();
  /** True if a comment is CALLS_COMMENT. */
  readonly hasCallFrames: boolean;
  private readonly bytes: Uint8Array;
  private readonly stringFrom = new Int32Column();
  private readonly stringTo = new Int32Column();
  private readonly decoded = new Map<number, string>();
  private readonly utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

  /** Throws Unreadable if `bytes` are not a complete profile. */
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    const types: FieldCursor[] = [];
    const comments: number[] = [];
    let samples = 0;
    let defaultType = 0;
    for (const fields = new FieldCursor(bytes); fields.next();) {
      if (fields.field === Field.sample) samples++;
      else if (fields.field === Field.sampleType) checkedPush(types, fields.message());
      else if (fields.field === Field.mapping) this.addMapping(fields.message());
      else if (fields.field === Field.location) this.addLocation(fields.message());
      else if (fields.field === Field.function) this.addFunction(fields.message());
      else if (fields.field === Field.string) this.addString(fields);
      else if (fields.field === Field.defaultSampleType) defaultType = fields.unsigned;
      else if (fields.field === Field.comment)
        fields.forEachNumber(({ unsigned }) => checkedPush(comments, unsigned));
    }
    if (samples > MAX_SAMPLES || types.length > MAX_TYPES)
      throw new Unreadable(`it has too many samples (${samples}) or sample types (${types.length})`);
    this.firstLine.push(this.lines.length);
    this.types = types.map((type) => this.typeOf(type));
    this.defaultType = this.string(defaultType);
    this.hasCallFrames = comments.some((row) => this.string(row) === CALLS_COMMENT);
  }

  /** The string in a row; empty if the row does not exist. */
  string(row: number): string {
    if (row <= 0 || row >= this.stringFrom.length) return '';
    const known = this.decoded.get(row);
    if (known !== undefined) return known;
    const text = this.utf8.decode(this.bytes.subarray(this.stringFrom.at(row), this.stringTo.at(row)));
    this.decoded.set(row, text);
    return text;
  }

  private addString({ from, to }: FieldCursor): void {
    if (this.stringFrom.length === MAX_ROWS) throw tooMany();
    this.stringFrom.push(from);
    this.stringTo.push(to);
  }

  private typeOf(fields: FieldCursor): TypeAndUnit {
    let [type, unit] = [0, 0];
    while (fields.next()) {
      if (fields.field === 1) type = fields.unsigned;
      else if (fields.field === 2) unit = fields.unsigned;
    }
    const text = (row: number) => this.string(row).slice(0, MAX_LABEL);
    return { type: text(type), unit: text(unit) };
  }

  private addMapping(fields: FieldCursor): void {
    let id: Id = 0;
    let file = 0;
    while (fields.next()) {
      if (fields.field === 1) id = fields.id;
      else if (fields.field === 5) file = rowOf(fields);
    }
    this.mappings.add(id);
    this.mappingFile.push(file);
  }

  private addFunction(fields: FieldCursor): void {
    let id: Id = 0;
    const row = [0, 0, 0];
    while (fields.next()) {
      if (fields.field === 1) id = fields.id;
      else if (fields.field >= 2 && fields.field <= 4) row[fields.field - 2] = rowOf(fields);
    }
    this.functions.add(id);
    this.functionName.push(row[0]);
    this.functionSystemName.push(row[1]);
    this.functionFile.push(row[2]);
  }

  private addLocation(fields: FieldCursor): void {
    let id: Id = 0;
    let mapping: Id = 0;
    let isHigh = false;
    this.firstLine.push(this.lines.length);
    while (fields.next()) {
      if (fields.field === 1) id = fields.id;
      else if (fields.field === 2) mapping = fields.id;
      else if (fields.field === 3) isHigh = fields.isHigh;
      else if (fields.field === 4) this.addLine(fields.message());
    }
    this.locations.add(id);
    this.locationMapping.push(mapping);
    this.locationIsHigh.push(isHigh ? 1 : 0);
  }

  private addLine(fields: FieldCursor): void {
    let id: Id = 0;
    let number = 0;
    while (fields.next()) {
      if (fields.field === 1) id = fields.id;
      else if (fields.field === 2) number = fields.signed;
    }
    checkedPush(this.lines, id);
    this.lineNumbers.push(number > 0 && number < 2 ** 31 ? number : 0);
  }
}

class IdTable {
  length = 0;
  private readonly rows = new Map<Id, number>();

  /** If several rows have the same ID, the first one wins. */
  add(id: Id): void {
    if (this.length === MAX_ROWS) throw tooMany();
    if (!this.rows.has(id)) this.rows.set(id, this.length);
    this.length++;
  }

  /** Returns NONE if no row has this ID. 0 is not a valid ID. */
  rowOf(id: Id): number {
    return id === 0 ? NONE : (this.rows.get(id) ?? NONE);
  }
}

function rowOf(fields: FieldCursor): number {
  return Math.min(fields.unsigned, MAX_ROWS);
}

function checkedPush<T>(list: T[], item: T): void {
  if (list.length === MAX_ROWS) throw tooMany();
  list.push(item);
}

function tooMany(): Unreadable {
  return new Unreadable(`one of its tables has more than ${MAX_ROWS} rows`);
}
