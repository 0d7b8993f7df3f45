// A store of recordings in ClickHouse: adds and removes them. Rows are found by their hashes, so writers need not know of each other.

import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordingRows } from '../../src/formats/stored/stored-rows.ts';
import { hashText } from '../../src/model/hash.ts';
import { inParts } from '../../src/model/lists.ts';
import { ClickHouse } from '../../src/store/clickhouse.ts';
import { numberAt } from '../../src/store/columns.ts';
import { MAX_IDS } from '../../src/store/engine.ts';
import { DAY } from '../../src/store/fleet-source.ts';
import { StoreReader, type ListedRecording } from '../../src/store/reader.ts';
import { clickhouseSchema, tableNames, type TableName } from '../../src/store/schema.ts';
import { tableQuery } from '../../src/store/table-query.ts';
import { jsonToParquet, parquetFile } from './parquet.ts';
import type { RecordingLabels, Store } from './store.ts';
import { MAX_BUFFERED_ROWS, framesOf, recordedNames, recordingRow, sampleRows } from './table-rows.ts';

const MUTATION_INTERVAL = 50;
/** Recordings whose rows are exported by one query. */
const MAX_EXPORTED = 500;
/** In seconds. An `add` takes less time; what it has written may have no recording until it ends. */
const ORPHAN_AGE = DAY / 1000;

type Buffers = Record<TableName, object[]>;

export class ClickHouseStore implements Store {
  readonly reader: StoreReader;
  private readonly db: ClickHouse;
  private buffers = newBuffers();
  /** Hashes that this process has written. */
  private readonly written = new Set<number>();

  private constructor(store: string) {
    this.db = new ClickHouse(store, storePassword());
    this.reader = new StoreReader(store, this.db);
  }

  static async create(address: string): Promise<ClickHouseStore> {
    const store = new ClickHouseStore(address);
    await store.db.createDatabase();
    for (const sql of clickhouseSchema()) await store.db.run({ sql, values: {} });
    return store;
  }

  static async open(address: string): Promise<ClickHouseStore> {
    const store = new ClickHouseStore(address);
    await store.reader.requireSchema();
    return store;
  }

  async add(rows: RecordingRows, labels: RecordingLabels): Promise<boolean> {
    const sql = 'SELECT hash FROM recordings WHERE hash = $hash';
    const known = await this.db.columns({ sql, values: { hash: rows.hash } });
    if (known.hash.length > 0 || this.written.has(rows.hash)) return false;
    const { functions, stacks } = rows;
    this.intern(
      'names',
      recordedNames(rows).map((name) => ({ hash: hashText(name), name })),
    );
    this.intern('functions', functions);
    this.intern(
      'stacks',
      Array.from(stacks.hash, (hash, stack) => ({
        hash,
        ...framesOf(stacks, stack, (func) => functions[func].hash),
      })),
    );
    // Not the hash: what an interrupted `add` of the same recording left must not count.
    const id = randomId();
    const { started, ...recording } = recordingRow(rows, labels);
    this.written.add(rows.hash);
    this.buffers.recordings.push({ id, started: new Date(started).toISOString().slice(0, 19), ...recording });
    const samples = sampleRows(rows, id, hashText, (stack) => stacks.hash[stack]);
    for (const each of samples) this.buffers.samples.push({ ...each, is_cut: each.is_cut ? 1 : 0 });
    if (this.buffers.samples.length > MAX_BUFFERED_ROWS) await this.flush();
    return true;
  }

  async remove(recordings: readonly ListedRecording[]): Promise<void> {
    for (const part of inParts(recordings, MAX_IDS)) {
      await this.deleteFrom('recordings', 'hash IN $hashes', { hashes: part.map(({ hash }) => hash) });
      await this.deleteFrom('samples', 'recording IN $ids', { ids: part.map(({ id }) => id) });
    }
    const isOld = `added < now() - ${ORPHAN_AGE}`;
    await this.deleteFrom('samples', `recording NOT IN (SELECT id FROM recordings) AND ${isOld}`);
    await this.deleteFrom('stacks', `id NOT IN (SELECT stack FROM samples) AND ${isOld}`);
    await this.deleteFrom('functions', `id NOT IN (SELECT arrayJoin(functions) FROM stacks) AND ${isOld}`);
  }

  async exportTo(folder: string, recordings: readonly ListedRecording[]): Promise<void> {
    for (const table of tableNames())
      await jsonToParquet(table, this.rowsOf(table, recordings), parquetFile(folder, table));
  }

  /** Of some recordings after the other, since answers are held in memory. */
  private async *rowsOf(
    table: TableName,
    recordings: readonly ListedRecording[],
  ): AsyncGenerator<Uint8Array> {
    for (const part of inParts(recordings, MAX_EXPORTED)) {
      const ids = part.map(({ id }) => id);
      yield await this.db.jsonLines(tableQuery(this.db.dialect, table, ids.join(', ')));
    }
  }

  /** Writes what is buffered. */
  async close(): Promise<void> {
    await this.flush();
  }

  /** Recordings are last: readers look only for what belongs to one. */
  private async flush(): Promise<void> {
    const { names, functions, stacks, samples, recordings } = this.buffers;
    this.buffers = newBuffers();
    await this.db.insert('names', names);
    await this.db.insert('functions', functions);
    await this.db.insert('stacks', stacks);
    await this.db.insert('samples', samples);
    await this.db.insert('recordings', recordings);
  }

  /** Also writes rows that another process has added, so that they are not removed as old ones meanwhile. */
  private intern(table: TableName, rows: readonly { readonly hash: number }[]): void {
    for (const row of rows) {
      if (this.written.has(row.hash)) continue;
      this.written.add(row.hash);
      this.buffers[table].push({ id: row.hash, ...row });
    }
  }

  /** Waits until the server has done it. */
  private async deleteFrom(
    table: TableName,
    condition: string,
    values: Readonly<Record<string, readonly number[]>> = {},
  ): Promise<void> {
    await this.db.run({ sql: `ALTER TABLE ${table} DELETE WHERE ${condition}`, values });
    const sql = `SELECT count() AS pending FROM system.mutations
      WHERE database = currentDatabase() AND table = $table AND is_done = 0`;
    while (numberAt((await this.db.columns({ sql, values: { table } })).pending, 0) > 0)
      await sleep(MUTATION_INTERVAL);
  }
}

function storePassword(): string {
  return process.env.PYROGRAPH_STORE_PASSWORD ?? process.env.CLICKHOUSE_PASSWORD ?? '';
}

/** Of 53 bits. */
function randomId(): number {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (high >>> 11) * 2 ** 32 + low;
}

function newBuffers(): Buffers {
  return { names: [], functions: [], stacks: [], recordings: [], samples: [] };
}
