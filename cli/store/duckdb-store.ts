// A store of recordings in a DuckDB file: adds and removes them.

import type { RecordingRows } from '../../src/formats/stored/stored-rows.ts';
import { hashText } from '../../src/model/hash.ts';
import { Int32Column } from '../../src/model/columns.ts';
import { NumberIds } from '../../src/model/numbering.ts';
import { numberAt, numbersOf } from '../../src/store/columns.ts';
import { StoreReader, type ListedRecording } from '../../src/store/reader.ts';
import { duckdbSchema, tableNames, type ContentTable, type TableName } from '../../src/store/schema.ts';
import { tableQuery } from '../../src/store/table-query.ts';
import { DuckDb, storeError, type StoredValue } from './duckdb.ts';
import { copyToParquet, parquetFile } from './parquet.ts';
import type { RecordingLabels, Store } from './store.ts';
import { framesOf, MAX_BUFFERED_ROWS, recordedNames, recordingRow, sampleRows } from './table-rows.ts';

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
  private ids = newTables(() => new RowIds());
  /** What is added when there is enough: a transaction per recording would take longer. */
  private pending: PendingRecording[] = [];

  private constructor(path: string, db: DuckDb) {
    this.reader = new StoreReader(path, db);
    this.path = path;
    this.db = db;
  }

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
    await this.lookUp('recordings', [[hash]]);
    if (this.ids.recordings.get(hash) > 0) return false;
    this.pending.push({ rows, labels });
    const buffered = this.pending.reduce((sum, each) => sum + each.rows.samples.event.length, 0);
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
      this.ids = newTables(() => new RowIds());
      throw storeError(this.path, error);
    }
  }

  private async insert(pending: readonly PendingRecording[]): Promise<void> {
    const all = pending.map(({ rows }) => rows);
    await this.lookUp('names', all.map(nameHashes));
    await this.lookUp('functions', all.map(functionHashes));
    await this.lookUp(
      'stacks',
      all.map(({ stacks }) => stacks.hash),
    );
    const added = newTables((): Row[] => []);
    const idsOf = (table: ContentTable, hashes: ArrayLike<number>, rowAt: (index: number) => Row) =>
      Array.from(hashes, (hash, index) => {
        const known = this.ids[table].get(hash);
        if (known > 0) return known;
        const id = this.ids[table].add(hash);
        added[table].push({ ...rowAt(index), hash, id });
        return id;
      });
    for (const { rows, labels } of pending) {
      const names = recordedNames(rows);
      const nameIds = idsOf('names', nameHashes(rows), (index) => ({ name: names[index] }));
      const functionIds = idsOf('functions', functionHashes(rows), (index) => ({ ...rows.functions[index] }));
      const stackIds = idsOf('stacks', rows.stacks.hash, (index) =>
        framesOf(rows.stacks, index, (func) => functionIds[func]),
      );
      const [recording] = idsOf('recordings', [rows.hash], () => recordingRow(rows, labels));
      const nameId = (name: string) => nameIds[names.indexOf(name)];
      for (const row of sampleRows(rows, recording, nameId, (stack) => stackIds[stack]))
        added.samples.push(row);
    }
    for (const table of tableNames()) if (added[table].length > 0) await this.db.append(table, added[table]);
  }

  /** Finds the IDs of rows that the table has, and which is the last one. */
  private async lookUp(table: ContentTable, hashes: readonly ArrayLike<number>[]): Promise<void> {
    const ids = this.ids[table];
    const unknown = new NumberIds();
    for (const part of hashes)
      for (let i = 0; i < part.length; i++) if (ids.get(part[i]) === 0) unknown.of(part[i]);
    const { max } = await this.db.columns({
      sql: `SELECT coalesce(max(id), 0) AS max FROM ${table}`,
      values: {},
    });
    ids.last = numberAt(max, 0);
    if (unknown.length === 0 || ids.last === 0) return;
    const values = { hashes: Array.from({ length: unknown.length }, (_, at) => unknown.at(at)) };
    const found = await this.db.columns({
      sql: `SELECT hash, id FROM ${table} WHERE hash IN $hashes`,
      values,
    });
    for (const [row, hash] of numbersOf(found.hash).entries()) ids.set(hash, numberAt(found.id, row));
  }
}

/** The IDs of rows by hash. */
class RowIds {
  /** The last ID of the table. */
  last = 0;
  private readonly hashes = new NumberIds();
  private readonly ids = new Int32Column();

  /** 0 if it is unknown. */
  get(hash: number): number {
    const at = this.hashes.find(hash);
    return at < 0 ? 0 : this.ids.at(at);
  }

  set(hash: number, id: number): void {
    if (this.hashes.of(hash) === this.ids.length) this.ids.push(id);
  }

  /** Returns the ID of a new row. */
  add(hash: number): number {
    this.set(hash, ++this.last);
    return this.last;
  }
}

function nameHashes(rows: RecordingRows): number[] {
  return recordedNames(rows).map(hashText);
}

function functionHashes({ functions }: RecordingRows): number[] {
  return functions.map(({ hash }) => hash);
}

function newTables<T>(create: () => T): Record<TableName, T> {
  return { names: create(), functions: create(), stacks: create(), recordings: create(), samples: create() };
}
