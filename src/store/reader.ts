// Reads a store on any engine: lists recordings, and what is kept with them.

import { formatList } from '../text/format.ts';
import { numberAt, numbersAt, numbersOf, stringAt, stringsAt, stringsOf } from './columns.ts';
import type { StoreEngine } from './engine.ts';
import { labelsQuery, notesQuery, recordingsQuery, VERSION_QUERY } from './queries.ts';
import { SCHEMA_VERSION } from './schema.ts';
import { idText, LABEL_COLUMNS, OTHER_CONDITIONS, type StoreSelection } from './selection.ts';

/** A recording as `store ls` lists it. */
export interface ListedRecording {
  readonly id: number;
  readonly hash: number;
  /** The ID that users see. */
  readonly nameId: string;
  readonly service: string;
  readonly version: string;
  readonly host: string;
  /** In milliseconds since 1970. */
  readonly started: number;
  /** 0 if unknown. */
  readonly seconds: number;
  readonly name: string;
  readonly labels: readonly string[];
  readonly events: readonly string[];
  /** Per event. */
  readonly samples: readonly number[];
  readonly weights: readonly number[];
  readonly defaultEvent: string;
}

export class StoreReader {
  /** As messages name the store. */
  readonly name: string;
  readonly engine: StoreEngine;

  constructor(name: string, engine: StoreEngine) {
    this.name = name;
    this.engine = engine;
  }

  /** Throws if this is no store, or one of a later version. */
  async requireSchema(): Promise<void> {
    const { version } = await this.engine.columns(VERSION_QUERY);
    const versions = numbersOf(version);
    if (versions.length === 0)
      throw new Error(`${this.name} has no store: create one with pyrograph store init.`);
    if (Math.max(...versions) > SCHEMA_VERSION)
      throw new Error(
        `${this.name} was written by a newer version of Pyrograph: update this one to open it.`,
      );
  }

  /** By start. Throws if none is selected. */
  async list(selection: StoreSelection): Promise<ListedRecording[]> {
    const rows = await this.find(selection);
    return rows.length > 0 ? rows : this.explainEmpty(selection);
  }

  /** The same, or none. */
  async find(selection: StoreSelection): Promise<ListedRecording[]> {
    const columns = await this.engine.columns(recordingsQuery(this.engine.dialect, selection));
    return Array.from(numbersOf(columns.id), (id, row): ListedRecording => ({
      id,
      hash: numberAt(columns.hash, row),
      nameId: idText(numberAt(columns.hash, row)),
      service: stringAt(columns.service, row),
      version: stringAt(columns.version, row),
      host: stringAt(columns.host, row),
      started: numberAt(columns.started_ms, row),
      seconds: numberAt(columns.seconds, row),
      name: stringAt(columns.name, row),
      labels: stringsAt(columns.labels, row),
      events: stringsAt(columns.events, row),
      samples: numbersAt(columns.samples, row),
      weights: numbersAt(columns.weights, row),
      defaultEvent: stringAt(columns.default_event, row),
    }));
  }

  /** Notes of the readers, and what the doctor said when the recordings were added: as JSON, or empty. */
  async notes(selection: StoreSelection): Promise<{ notes: string[]; diagnoses: string[] }> {
    const { notes, diagnosis } = await this.engine.columns(notesQuery(this.engine.dialect, selection));
    return { notes: stringsOf(notes), diagnoses: stringsOf(diagnosis) };
  }

  /** Of all recordings, including those that every recording has. */
  async labelKeys(): Promise<string[]> {
    const { label } = await this.engine.columns(labelsQuery(this.engine.dialect));
    return [...LABEL_COLUMNS, ...new Set(stringsOf(label).map((each) => each.split('=')[0]))];
  }

  private async explainEmpty({ text, labels }: StoreSelection): Promise<never> {
    const keys = [...(await this.labelKeys()), ...OTHER_CONDITIONS];
    const unknown = [...labels.keys()].find((label) => !keys.includes(label));
    if (unknown !== undefined)
      throw new Error(`No recording in ${this.name} has a label ${unknown}: use ${formatList(keys)}.`);
    throw new Error(`No recording matches ${text}: pyrograph store ls ${this.name} lists what there is.`);
  }
}
