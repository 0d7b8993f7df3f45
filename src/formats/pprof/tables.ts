// The tables of a pprof profile, found in one pass: what samples refer to stands before or behind them, in any order.
// Rows are the places in the file's own tables; what it refers to by ids is looked up by them.
//
// Field numbers and meanings: profile.proto of github.com/google/pprof at 101d87ff5bc3 (2025-08-30).

import { Int32Column, Uint8Column } from '../../model/columns.ts';
import { NONE } from '../../model/profile.ts';
import { LONGEST_LABEL } from '../bounded-builder.ts';
import type { TypeAndUnit } from '../event-unit.ts';
import { Unreadable } from '../whole.ts';
import { Fields, type Id } from './wire.ts';

/** Fields of Profile. */
export const SAMPLE = 2;
const SAMPLE_TYPE = 1;
const MAPPING = 3;
const LOCATION = 4;
const FUNCTION = 5;
const STRING_TABLE = 6;
const COMMENT = 13;

/** A comment in files that Pyrograph wrote: see Seen.called. */
export const CALLS = 'pyrograph: each call of a Python function is one frame';

/** Rows of any of the tables; a program has some hundred thousand functions. */
const MOST_ROWS = 2 ** 21;
const MOST_SAMPLES = 2 ** 24;
/** The number of samples, and as many events as a Profile can have. */
const MOST_TYPES = 257;

export class Tables {
  /** For each of a sample's values, what it is. */
  readonly types: TypeAndUnit[] = [];
  readonly mappings = new IdTable();
  /** Rows of `strings`. */
  readonly mappingFile = new Int32Column();
  readonly functions = new IdTable();
  readonly functionName = new Int32Column();
  readonly functionSystemName = new Int32Column();
  readonly functionFile = new Int32Column();
  readonly locations = new IdTable();
  readonly locationMapping: Id[] = [];
  /** Is its address the kernel's? */
  readonly locationIsHigh = new Uint8Column();
  /** Where the functions of each location begin in `lines`; one more behind the last. */
  readonly firstLine = new Int32Column();
  /** Ids of functions, the leafmost of a location first. */
  readonly lines: Id[] = [];
  /** Does a comment say so? */
  readonly isCalls: boolean;
  private readonly bytes: Uint8Array;
  private readonly stringFrom = new Int32Column();
  private readonly stringTo = new Int32Column();
  private readonly decoded = new Map<number, string>();
  private readonly utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

  /** Throws Unreadable when `bytes` are no whole profile. */
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    const types: Fields[] = [];
    const comments: number[] = [];
    let samples = 0;
    for (const fields = new Fields(bytes); fields.next();) {
      if (fields.field === SAMPLE) samples++;
      else if (fields.field === SAMPLE_TYPE) checkedPush(types, fields.message());
      else if (fields.field === MAPPING) this.addMapping(fields.message());
      else if (fields.field === LOCATION) this.addLocation(fields.message());
      else if (fields.field === FUNCTION) this.addFunction(fields.message());
      else if (fields.field === STRING_TABLE) this.addString(fields);
      else if (fields.field === COMMENT) fields.each(({ unsigned }) => checkedPush(comments, unsigned));
    }
    if (samples > MOST_SAMPLES || types.length > MOST_TYPES)
      throw new Unreadable(`it has ${samples} samples of ${types.length} types, which is too much`);
    this.firstLine.push(this.lines.length);
    this.types = types.map((type) => this.typeOf(type));
    this.isCalls = comments.some((row) => this.string(row) === CALLS);
  }

  /** The string of a row; empty when there is no such row. */
  string(row: number): string {
    if (row <= 0 || row >= this.stringFrom.length) return '';
    const known = this.decoded.get(row);
    if (known !== undefined) return known;
    const text = this.utf8.decode(this.bytes.subarray(this.stringFrom.at(row), this.stringTo.at(row)));
    this.decoded.set(row, text);
    return text;
  }

  private addString({ from, to }: Fields): void {
    if (this.stringFrom.length === MOST_ROWS) throw tooMany();
    this.stringFrom.push(from);
    this.stringTo.push(to);
  }

  private typeOf(fields: Fields): TypeAndUnit {
    let [type, unit] = [0, 0];
    while (fields.next()) {
      if (fields.field === 1) type = fields.unsigned;
      else if (fields.field === 2) unit = fields.unsigned;
    }
    const text = (row: number) => this.string(row).slice(0, LONGEST_LABEL);
    return { type: text(type), unit: text(unit) };
  }

  private addMapping(fields: Fields): void {
    let id: Id = 0;
    let file = 0;
    while (fields.next()) {
      if (fields.field === 1) id = fields.id;
      else if (fields.field === 5) file = rowOf(fields);
    }
    this.mappings.add(id);
    this.mappingFile.push(file);
  }

  private addFunction(fields: Fields): void {
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

  private addLocation(fields: Fields): void {
    let id: Id = 0;
    let mapping: Id = 0;
    let isHigh = false;
    this.firstLine.push(this.lines.length);
    while (fields.next()) {
      if (fields.field === 1) id = fields.id;
      else if (fields.field === 2) mapping = fields.id;
      else if (fields.field === 3) isHigh = fields.isHigh;
      else if (fields.field === 4) checkedPush(this.lines, functionOf(fields.message()));
    }
    this.locations.add(id);
    this.locationMapping.push(mapping);
    this.locationIsHigh.push(isHigh ? 1 : 0);
  }
}

/** The rows of a table by their ids. */
class IdTable {
  length = 0;
  private readonly rows = new Map<Id, number>();

  /** Of several rows with one id the first counts. */
  add(id: Id): void {
    if (this.length === MOST_ROWS) throw tooMany();
    if (!this.rows.has(id)) this.rows.set(id, this.length);
    this.length++;
  }

  /** NONE when there is none: 0 is no id. */
  rowOf(id: Id): number {
    return id === 0 ? NONE : (this.rows.get(id) ?? NONE);
  }
}

function functionOf(line: Fields): Id {
  let id: Id = 0;
  while (line.next()) if (line.field === 1) id = line.id;
  return id;
}

function rowOf(fields: Fields): number {
  return Math.min(fields.unsigned, MOST_ROWS);
}

function checkedPush<T>(list: T[], item: T): void {
  if (list.length === MOST_ROWS) throw tooMany();
  list.push(item);
}

function tooMany(): Unreadable {
  return new Unreadable(`one of its tables has more than ${MOST_ROWS} rows`);
}
