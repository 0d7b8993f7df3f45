// A store of recordings in a DuckDB file: adds, lists, reads and removes them.

import { NONE, type Note, type Profile, type Thread } from '../../src/model/profile.ts';
import { RowReader } from '../../src/formats/stored/read-rows.ts';
import type { RecordingRows } from '../../src/formats/stored/stored-rows.ts';
import {
  FUNCTIONS_QUERY,
  LABEL_KEYS_QUERY,
  NAMES_QUERY,
  NOTES_QUERY,
  recordingsQuery,
  STACKS_QUERY,
  sumSamples,
  SUMMED_QUERY,
  THREADS_QUERY,
  type Query,
} from '../../src/store/queries.ts';
import { duckdbSchema, SCHEMA_VERSION, type ContentTable } from '../../src/store/schema.ts';
import { LABEL_COLUMNS, OTHER_CONDITIONS, type StoreSelection } from '../../src/store/selection.ts';
import { hashText } from '../../src/model/hash.ts';
import { formatList } from '../../src/text/format.ts';
import { DuckDb, storeError, type StoredValue } from './duckdb.ts';

/** A recording as `store ls` lists it. */
export interface ListedRecording {
  readonly id: number;
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

/** What `add` knows of a recording besides its samples. */
export interface RecordingLabels extends Pick<
  ListedRecording,
  'service' | 'version' | 'host' | 'started' | 'seconds' | 'name' | 'labels' | 'defaultEvent'
> {
  /** JSON, or empty. */
  readonly diagnosis: string;
}

type Row = Record<string, StoredValue>;

export class Store {
  readonly path: string;
  private readonly db: DuckDb;
  /** Rows of the content tables by hash, as far as this process has used them. */
  private known = newKnown();

  private constructor(path: string, db: DuckDb) {
    this.path = path;
    this.db = db;
  }

  /** Creates an empty store. */
  static async create(path: string): Promise<Store> {
    const store = new Store(path, await DuckDb.open(path, 'write'));
    await store.db.transaction(async () => {
      for (const statement of duckdbSchema()) await store.db.run(statement);
    });
    return store;
  }

  static async open(path: string, mode: 'read' | 'write'): Promise<Store> {
    const store = new Store(path, await DuckDb.open(path, mode));
    try {
      await store.requireSchema();
      return store;
    } catch (error) {
      store.close();
      throw error;
    }
  }

  /** Returns false if the recording is already in the store. Interrupted, it adds nothing. */
  async add(rows: RecordingRows, labels: RecordingLabels): Promise<boolean> {
    try {
      return await this.db.transaction(async () => {
        const [known] = await this.lookUp('recordings', [rows.hash]);
        if (known !== undefined) return false;
        await this.insert(rows, labels);
        return true;
      });
    } catch (error) {
      // The transaction has taken back what it added.
      this.known = newKnown();
      throw storeError(this.path, error);
    }
  }

  /** By start. Throws if none is selected. */
  async list(selection: StoreSelection): Promise<ListedRecording[]> {
    const columns = await this.db.columns(recordingsQuery(selection));
    const rows = columns.id.map((_, row): ListedRecording => ({
      id: numberAt(columns.id, row),
      nameId: textAt(columns.name_id, row),
      service: textAt(columns.service, row),
      version: textAt(columns.version, row),
      host: textAt(columns.host, row),
      started: numberAt(columns.started, row),
      seconds: numberAt(columns.seconds, row),
      name: textAt(columns.name, row),
      labels: textsAt(columns.labels, row),
      events: textsAt(columns.events, row),
      samples: numbersAt(columns.samples, row),
      weights: numbersAt(columns.weights, row),
      defaultEvent: textAt(columns.default_event, row),
    }));
    if (rows.length === 0) await this.explainEmpty(selection);
    return rows;
  }

  /** What the doctor said when they were added, as JSON, or empty. */
  async diagnoses(recordings: readonly ListedRecording[]): Promise<string[]> {
    const ids = recordings.map(({ id }) => id);
    return (await this.db.columns({ sql: NOTES_QUERY, values: { ids } })).diagnosis.map(String);
  }

  /** One merged profile. The threads of several recordings are merged by name. */
  async read(recordings: readonly ListedRecording[]): Promise<Profile> {
    const ids = recordings.map(({ id }) => id);
    const [single] = recordings.length === 1 ? recordings : [];
    const sums = sumSamples(ids.toSorted((a, b) => a - b));
    await this.db.run(sums.sql, sums.values);
    const summed = await this.db.columns({ sql: SUMMED_QUERY, values: {} });
    const reader = new RowReader();
    const functions = await this.db.columns({ sql: FUNCTIONS_QUERY, values: {} });
    for (const [row, id] of functions.id.entries())
      reader.addFunction(Number(id), {
        name: textAt(functions.name, row),
        module: textAt(functions.module, row),
        kind: textAt(functions.kind, row),
        flags: numberAt(functions.flags, row),
      });
    for await (const stacks of this.db.chunks({ sql: STACKS_QUERY, values: {} }))
      for (const [row, id] of stacks.id.entries())
        reader.addStack(Number(id), numbersAt(stacks.functions, row), numbersAt(stacks.lines, row));
    const samples = await this.samplesOf(summed, single && (await this.threadsOf(single.id)));
    const defaultEvents = [...new Set(recordings.map(({ defaultEvent }) => defaultEvent))];
    return reader.finish(
      samples,
      await this.notesOf(ids),
      defaultEvents.length === 1 ? defaultEvents[0] : undefined,
    );
  }

  /** Also removes functions and stacks that no other recording has. */
  async remove(recordings: readonly ListedRecording[]): Promise<void> {
    const values = { ids: recordings.map(({ id }) => id) };
    await this.db.transaction(async () => {
      await this.db.run('DELETE FROM samples WHERE recording IN (SELECT unnest($ids::INTEGER[]))', values);
      await this.db.run('DELETE FROM recordings WHERE id IN (SELECT unnest($ids::INTEGER[]))', values);
      await this.db.run('DELETE FROM stacks WHERE id NOT IN (SELECT stack FROM samples)');
      await this.db.run('DELETE FROM functions WHERE id NOT IN (SELECT unnest(functions) FROM stacks)');
    });
    await this.db.run('CHECKPOINT');
  }

  async columns(query: Query): Promise<Record<string, unknown[]>> {
    return this.db.columns(query);
  }

  close(): void {
    this.db.close();
  }

  private async requireSchema(): Promise<void> {
    const found = await this.db
      .columns({ sql: 'SELECT version FROM pyrograph_schema', values: {} })
      .catch(() => undefined);
    const version = found?.version.at(0);
    if (typeof version !== 'number')
      throw new Error(`${this.path} is a DuckDB file, but no store: create one with pyrograph store init.`);
    if (version > SCHEMA_VERSION)
      throw new Error(
        `${this.path} was written by a newer version of Pyrograph: update this one to open it.`,
      );
  }

  private async explainEmpty({ text, labels }: StoreSelection): Promise<never> {
    const { key: keys } = await this.db.columns({ sql: LABEL_KEYS_QUERY, values: {} });
    const known = [...LABEL_COLUMNS, ...OTHER_CONDITIONS, ...keys.map(String)];
    const unknown = [...labels.keys()].find((label) => !known.includes(label));
    if (unknown !== undefined)
      throw new Error(`No recording in ${this.path} has a label ${unknown}: use ${formatList(known)}.`);
    throw new Error(`No recording matches ${text}: pyrograph store ls ${this.path} lists what there is.`);
  }

  private async insert(rows: RecordingRows, labels: RecordingLabels): Promise<void> {
    const { functions, stacks, events, threads, samples, notes } = rows;
    const names = [...new Set([...events, ...threads.map(({ comm }) => comm)])];
    const nameIds = await this.intern(
      'names',
      names.map((name) => ({ hash: hashText(name), name })),
    );
    const nameId = new Map(names.map((name, i) => [name, nameIds[i]]));
    const functionIds = await this.intern(
      'functions',
      functions.map((each) => ({ ...each })),
    );
    const stackIds = await this.intern(
      'stacks',
      stacks.map((each) => ({ ...each, functions: each.functions.map((func) => functionIds[func]) })),
    );
    const totals = events.map((_, event) => samples.filter((each) => each.event === event));
    const [recording] = await this.intern('recordings', [
      {
        ...labels,
        hash: rows.hash,
        default_event: labels.defaultEvent,
        events,
        samples: totals.map((of) => of.reduce((sum, each) => sum + each.samples, 0)),
        weights: totals.map((of) => of.reduce((sum, { weight }) => sum + weight, 0)),
        pids: threads.map(({ pid }) => pid),
        tids: threads.map(({ tid }) => tid),
        notes: notes.length > 0 ? JSON.stringify(notes) : '',
      },
    ]);
    await this.db.append(
      'samples',
      samples.map((each) => ({
        recording,
        event: nameId.get(events[each.event]) ?? 0,
        thread: nameId.get(threads[each.thread].comm) ?? 0,
        thread_number: each.thread + 1,
        stack: stackIds[each.stack],
        samples: each.samples,
        weight: each.weight,
        is_cut: each.isCut,
      })),
    );
  }

  /** Returns the IDs of these rows, after adding those that are new. */
  private async intern(table: ContentTable, rows: readonly (Row & { hash: number })[]): Promise<number[]> {
    const found = await this.lookUp(
      table,
      rows.map(({ hash }) => hash),
    );
    const { max } = await this.db.columns({
      sql: `SELECT coalesce(max(id), 0) AS max FROM ${table}`,
      values: {},
    });
    let next = numberAt(max, 0) + 1;
    const added: Row[] = [];
    const ids = rows.map((row, i) => {
      const known = found[i] ?? this.known[table].get(row.hash);
      if (known !== undefined) return known;
      this.known[table].set(row.hash, next);
      added.push({ ...row, id: next });
      return next++;
    });
    if (added.length > 0) await this.db.append(table, added);
    return ids;
  }

  /** Per hash: the row that has it. */
  private async lookUp(table: ContentTable, hashes: readonly number[]): Promise<(number | undefined)[]> {
    const known = this.known[table];
    const unknown = hashes.filter((hash) => !known.has(hash));
    if (unknown.length > 0) {
      const sql = `SELECT hash, id FROM ${table} WHERE hash IN (SELECT unnest($hashes::BIGINT[]))`;
      const found = await this.db.columns({ sql, values: { hashes: unknown } });
      for (const [i, hash] of found.hash.entries()) known.set(Number(hash), numberAt(found.id, i));
    }
    return hashes.map((hash) => known.get(hash));
  }

  private async samplesOf(
    summed: Record<string, unknown[]>,
    threads: readonly Omit<Thread, 'comm'>[] | undefined,
  ): Promise<Parameters<RowReader['finish']>[0]> {
    const events = summed.event.map(Number);
    const comms = summed.thread.map(Number);
    const names = await this.byIds(NAMES_QUERY, [...events, ...comms]);
    const nameOf = new Map(names.id.map((id, row) => [Number(id), textAt(names.name, row)]));
    const rowsOf = new Map<string, Thread>();
    const threadAt = (row: number): Thread => {
      const number = threads ? numberAt(summed.thread_number, row) : 0;
      const key = `${number} ${comms[row]}`;
      const { pid = NONE, tid = NONE } = threads?.[number - 1] ?? {};
      const thread = rowsOf.get(key) ?? { pid, tid, comm: nameOf.get(comms[row]) ?? '' };
      rowsOf.set(key, thread);
      return thread;
    };
    return {
      stack: summed.stack.map(Number),
      event: events.map((event) => nameOf.get(event) ?? ''),
      thread: events.map((_, row) => threadAt(row)),
      samples: summed.samples.map(Number),
      weight: summed.weight.map(Number),
    };
  }

  private async threadsOf(id: number): Promise<Omit<Thread, 'comm'>[]> {
    const { pids, tids } = await this.db.columns({ sql: THREADS_QUERY, values: { id } });
    const tidOf = numbersAt(tids, 0);
    return numbersAt(pids, 0).map((pid, i) => ({ pid, tid: tidOf[i] }));
  }

  private async byIds(sql: string, ids: readonly number[]): Promise<Record<string, unknown[]>> {
    return this.db.columns({ sql, values: { ids: [...new Set(ids)] } });
  }

  private async notesOf(ids: readonly number[]): Promise<Note[]> {
    const { notes } = await this.db.columns({ sql: NOTES_QUERY, values: { ids } });
    return notes.flatMap((text): Note[] => (text === '' ? [] : JSON.parse(String(text))));
  }
}

function newKnown(): Record<ContentTable, Map<number, number>> {
  return { names: new Map(), functions: new Map(), stacks: new Map(), recordings: new Map() };
}

function numberAt(column: readonly unknown[], row: number): number {
  return Number(column[row]);
}

function textAt(column: readonly unknown[], row: number): string {
  return String(column[row]);
}

function numbersAt(column: readonly unknown[], row: number): number[] {
  const value = column[row];
  return isNumbers(value) ? value : [];
}

/** The elements of a list have the same type. */
function isNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && typeof value[0] === 'number';
}

function textsAt(column: readonly unknown[], row: number): string[] {
  const value = column[row];
  return Array.isArray(value) ? value.map(String) : [];
}
