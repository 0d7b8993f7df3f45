// A store of recordings in a DuckDB file: adds and removes them.

import type { RecordingRows } from '../../src/formats/stored/stored-rows.ts';
import { hashText } from '../../src/model/hash.ts';
import { numberAt, numbersOf } from '../../src/store/columns.ts';
import { StoreReader, type ListedRecording } from '../../src/store/reader.ts';
import { duckdbSchema, tableNames, type ContentTable } from '../../src/store/schema.ts';
import { tableQuery } from '../../src/store/table-query.ts';
import { DuckDb, storeError, type StoredValue } from './duckdb.ts';
import { copyToParquet, parquetFile } from './parquet.ts';
import type { RecordingLabels, Store } from './store.ts';
import { MAX_BUFFERED_ROWS, recordedNames, recordingRow, sampleRows } from './table-rows.ts';

type Row = Record<string, StoredValue>;

interface PendingRecording {
  readonly rows: RecordingRows;
  readonly labels: RecordingLabels;
}

export class DuckDbStore implements Store {
  readonly reader: StoreReader;
  private readonly path: string;
  private readonly db: DuckDb;
  /** IDs by hash, as far as this process has used them. */
  private ids = newIds();
  /** What is added when there is enough: a transaction per recording would take longer. */
  private pending: PendingRecording[] = [];

  private constructor(path: string, db: DuckDb) {
    this.reader = new StoreReader(path, db);
    this.path = path;
    this.db = db;
  }

  /** Creates an empty store. */
  static async create(path: string): Promise<DuckDbStore> {
    const store = new DuckDbStore(path, await DuckDb.open(path, 'write'));
    await store.db.transaction(async () => {
      for (const statement of duckdbSchema()) await store.db.run(statement);
    });
    return store;
  }

  static async open(path: string, mode: 'read' | 'write'): Promise<DuckDbStore> {
    const store = new DuckDbStore(path, await DuckDb.open(path, mode));
    try {
      await store.reader.requireSchema();
      return store;
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  async add(rows: RecordingRows, labels: RecordingLabels): Promise<boolean> {
    const { hash } = rows;
    if (this.pending.some((each) => each.rows.hash === hash)) return false;
    await this.lookUp('recordings', [hash]);
    if (this.ids.recordings.has(hash)) return false;
    this.pending.push({ rows, labels });
    const buffered = this.pending.reduce((sum, each) => sum + each.rows.samples.length, 0);
    if (buffered > MAX_BUFFERED_ROWS) await this.flush();
    return true;
  }

  async remove(recordings: readonly ListedRecording[]): Promise<void> {
    const values = { ids: recordings.map(({ id }) => id) };
    await this.db.transaction(async () => {
      await this.db.run('DELETE FROM samples WHERE recording IN $ids', values);
      await this.db.run('DELETE FROM recordings WHERE id IN $ids', values);
      await this.db.run('DELETE FROM stacks WHERE id NOT IN (SELECT stack FROM samples)');
      await this.db.run('DELETE FROM functions WHERE id NOT IN (SELECT unnest(functions) FROM stacks)');
    });
    await this.db.run('CHECKPOINT');
  }

  async exportTo(folder: string, recordings: readonly ListedRecording[]): Promise<void> {
    await this.db.run('CREATE OR REPLACE TEMP TABLE exported AS SELECT id FROM recordings WHERE id IN $ids', {
      ids: recordings.map(({ id }) => id),
    });
    for (const table of tableNames()) {
      const query = tableQuery(this.db.dialect, table, 'SELECT id FROM exported');
      await copyToParquet(this.db, query, parquetFile(folder, table));
    }
  }

  async close(): Promise<void> {
    try {
      await this.flush();
    } finally {
      this.db.close();
    }
  }

  /** Writes what is buffered in one transaction. */
  private async flush(): Promise<void> {
    const { pending } = this;
    this.pending = [];
    if (pending.length === 0) return;
    try {
      await this.db.transaction(() => this.insert(pending));
    } catch (error) {
      // The transaction has taken back what it added.
      this.ids = newIds();
      throw storeError(this.path, error);
    }
  }

  private async insert(pending: readonly PendingRecording[]): Promise<void> {
    const names = pending.flatMap(({ rows }) => recordedNames(rows));
    const nameRows = names.map((name) => ({ hash: hashText(name), name }));
    await this.intern('names', nameRows, (row) => row);
    await this.intern(
      'functions',
      pending.flatMap(({ rows }) => rows.functions),
      (row) => ({ ...row }),
    );
    const stacks = pending.flatMap(({ rows: { functions, stacks: all } }) =>
      all.map((stack) => ({ ...stack, of: functions })),
    );
    await this.intern('stacks', stacks, ({ of, hash, functions, lines }) => ({
      hash,
      functions: functions.map((func) => this.idOf('functions', of[func].hash)),
      lines,
    }));
    const recordings = pending.map(({ rows, labels }) => recordingRow(rows, labels));
    await this.intern('recordings', recordings, (row) => row);
    const nameId = (name: string) => this.idOf('names', hashText(name));
    await this.db.append(
      'samples',
      pending.flatMap(({ rows }) => {
        const stackId = (stack: number) => this.idOf('stacks', rows.stacks[stack].hash);
        return sampleRows(rows, this.idOf('recordings', rows.hash), nameId, stackId);
      }),
    );
  }

  /** Adds those rows that are new. */
  private async intern<T extends { readonly hash: number }>(
    table: ContentTable,
    rows: readonly T[],
    complete: (row: T) => Row,
  ): Promise<void> {
    const ids = this.ids[table];
    await this.lookUp(
      table,
      rows.map(({ hash }) => hash),
    );
    const { max } = await this.db.columns({
      sql: `SELECT coalesce(max(id), 0) AS max FROM ${table}`,
      values: {},
    });
    const before = numberAt(max, 0);
    const added: Row[] = [];
    for (const row of rows) {
      if (ids.has(row.hash)) continue;
      const id = before + added.length + 1;
      ids.set(row.hash, id);
      added.push({ ...complete(row), id });
    }
    if (added.length > 0) await this.db.append(table, added);
  }

  /** Finds the IDs of rows that the table has. */
  private async lookUp(table: ContentTable, hashes: readonly number[]): Promise<void> {
    const ids = this.ids[table];
    const unknown = [...new Set(hashes)].filter((hash) => !ids.has(hash));
    if (unknown.length === 0) return;
    const sql = `SELECT hash, id FROM ${table} WHERE hash IN $hashes`;
    const found = await this.db.columns({ sql, values: { hashes: unknown } });
    for (const [row, hash] of numbersOf(found.hash).entries()) ids.set(hash, numberAt(found.id, row));
  }

  private idOf(table: ContentTable, hash: number): number {
    const id = this.ids[table].get(hash);
    if (id === undefined) throw new Error(`A row of ${table} has no ID.`);
    return id;
  }
}

function newIds(): Record<ContentTable, Map<number, number>> {
  return { names: new Map(), functions: new Map(), stacks: new Map(), recordings: new Map() };
}
