// A store of recordings in a DuckDB file: adds and removes them.

import type { RecordingRows } from '../../src/formats/stored/stored-rows.ts';
import { hashText } from '../../src/model/hash.ts';
import { numberAt, numbersOf } from '../../src/store/columns.ts';
import { StoreReader, type ListedRecording } from '../../src/store/reader.ts';
import { duckdbSchema, type ContentTable } from '../../src/store/schema.ts';
import { DuckDb, storeError, type StoredValue } from './duckdb.ts';
import type { RecordingLabels, Store } from './store.ts';
import { recordedNames, recordingRow, sampleRows } from './table-rows.ts';

type Row = Record<string, StoredValue>;

export class DuckDbStore implements Store {
  readonly reader: StoreReader;
  private readonly path: string;
  private readonly db: DuckDb;
  /** Rows of the content tables by hash, as far as this process has used them. */
  private known = newKnown();

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

  close(): Promise<void> {
    this.db.close();
    return Promise.resolve();
  }

  private async insert(rows: RecordingRows, labels: RecordingLabels): Promise<void> {
    const { functions, stacks } = rows;
    const names = recordedNames(rows);
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
    const [recording] = await this.intern('recordings', [recordingRow(rows, labels)]);
    await this.db.append(
      'samples',
      sampleRows(
        rows,
        recording,
        (name) => nameId.get(name) ?? 0,
        (stack) => stackIds[stack],
      ),
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
      const sql = `SELECT hash, id FROM ${table} WHERE hash IN $hashes`;
      const found = await this.db.columns({ sql, values: { hashes: unknown } });
      for (const [i, hash] of numbersOf(found.hash).entries()) known.set(hash, numberAt(found.id, i));
    }
    return hashes.map((hash) => known.get(hash));
  }
}

function newKnown(): Record<ContentTable, Map<number, number>> {
  return { names: new Map(), functions: new Map(), stacks: new Map(), recordings: new Map() };
}
