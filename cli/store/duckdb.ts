// DuckDB as the engine of a store. It is the only native dependency, so it is optional and loaded on first use.

import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type {
  DuckDBConnection,
  DuckDBInstance,
  DuckDBType,
  DuckDBValue,
  DuckDBVector,
} from '@duckdb/node-api';
import { inParts } from '../../src/model/lists.ts';
import { columnsOf, type ColumnType, type TableName } from '../../src/store/schema.ts';
import { DUCKDB } from '../../src/store/dialect.ts';
import { joinChunks, Lists, type ColumnValues, type Columns } from '../../src/store/columns.ts';
import type { Query, SqlValue, StoreEngine } from '../../src/store/engine.ts';
import { reasonOf } from '../../src/text/format.ts';
import { shellCommand } from '../../src/text/shell-command.ts';
import { printMessage } from '../print.ts';

type Api = typeof import('@duckdb/node-api');

/** The version that is tested. */
const PACKAGE = '@duckdb/node-api@1.5.6-r.1';
/** Where the printed command installs it: works for every way to install Pyrograph. */
const FOLDER = join(process.env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'pyrograph');
/** How long to wait for another process that has the store open, in milliseconds. */
const LOCK_TIMEOUT = 60_000;
const LOCK_INTERVAL = 100;
/** Rows per chunk of DuckDB (STANDARD_VECTOR_SIZE). */
const CHUNK = 2048;

export type StoredValue = SqlValue | boolean | readonly string[];

/** An open store. One process at a time can write to it, or several can read it. */
export class DuckDb implements StoreEngine {
  readonly dialect = DUCKDB;
  private readonly api: Api;
  private readonly instance: DuckDBInstance;
  private readonly connection: DuckDBConnection;

  private constructor(api: Api, instance: DuckDBInstance, connection: DuckDBConnection) {
    this.api = api;
    this.instance = instance;
    this.connection = connection;
  }

  /** Waits while another process has it open. Throws sentences. */
  static async open(path: string, mode: 'read' | 'write'): Promise<DuckDb> {
    const api = await loadApi();
    const access = { access_mode: mode === 'read' ? 'READ_ONLY' : 'READ_WRITE' };
    const deadline = performance.now() + LOCK_TIMEOUT;
    for (let isNoted = false; ; await sleep(LOCK_INTERVAL)) {
      try {
        const instance = await api.DuckDBInstance.create(path, access);
        return new DuckDb(api, instance, await instance.connect());
      } catch (error) {
        const isLocked = /lock/i.test(reasonOf(error));
        if (!isLocked) throw storeError(path, error);
        if (performance.now() > deadline)
          throw new Error(`${path} is open in another process: try again when that has ended.`, {
            cause: error,
          });
        if (!isNoted) printMessage(`Waiting for another process that has ${path} open.`);
        isNoted = true;
      }
    }
  }

  async run(sql: string, values: Query['values'] = {}): Promise<void> {
    await this.connection.run(...this.bound({ sql, values }));
  }

  async columns(query: Query): Promise<Columns> {
    const chunks: Columns[] = [];
    for await (const chunk of this.chunks(query)) chunks.push(chunk);
    return joinChunks(chunks);
  }

  async *chunks(query: Query): AsyncGenerator<Columns> {
    const result = await this.connection.run(...this.bound(query));
    const names = result.columnNames();
    if (result.chunkCount === 0) yield Object.fromEntries(names.map((name) => [name, []]));
    for (let i = 0; i < result.chunkCount; i++) {
      const chunk = result.getChunk(i);
      yield Object.fromEntries(names.map((name, at) => [name, this.columnOf(chunk.getColumnVector(at))]));
    }
  }

  async append(table: TableName, rows: readonly Readonly<Record<string, StoredValue>>[]): Promise<void> {
    const columns = columnsOf(table);
    const types = columns.map(([, type]) => this.typeOf(type));
    const appender = await this.connection.createAppender(table);
    for (const part of inParts(rows, CHUNK)) {
      const chunk = this.api.DuckDBDataChunk.create(types, part.length);
      chunk.setColumns(columns.map(([name, type]) => part.map((row) => this.stored(row[name], type))));
      appender.appendDataChunk(chunk);
    }
    appender.closeSync();
  }

  /** Changes nothing if `change` or the commit fails. */
  async transaction<T>(change: () => Promise<T>): Promise<T> {
    await this.run('BEGIN');
    try {
      const result = await change();
      await this.run('COMMIT');
      return result;
    } catch (error) {
      // A failed commit has ended the transaction.
      await this.run('ROLLBACK').catch(() => {});
      throw error;
    }
  }

  close(): void {
    this.connection.closeSync();
    this.instance.closeSync();
  }

  private bound({ sql, values }: Query): [string, Record<string, DuckDBValue>] {
    const entries = Object.entries(values).map(([name, value]): [string, DuckDBValue] => [
      name,
      typeof value === 'object' ? this.api.listValue([...value]) : value,
    ]);
    const isList = (name: string) => typeof values[name] === 'object';
    const text = sql.replaceAll(/IN \$(\w+)/g, (whole, name: string) =>
      isList(name) ? `IN (SELECT unnest($${name}::BIGINT[]))` : whole,
    );
    return [text, Object.fromEntries(entries)];
  }

  private columnOf(vector: DuckDBVector): ColumnValues {
    if (!(vector instanceof this.api.DuckDBListVector)) return this.valuesOf(vector);
    const starts = new Float64Array(vector.itemCount);
    const ends = new Float64Array(vector.itemCount);
    for (let row = 0; row < vector.itemCount; row++) {
      starts[row] = vector.getEntryOffset(row);
      ends[row] = starts[row] + vector.getEntryLength(row);
    }
    return new Lists(this.valuesOf(vector.childVector), starts, ends);
  }

  private valuesOf(vector: DuckDBVector): ArrayLike<unknown> {
    if (!this.isNumeric(vector.type)) return vector.toArray();
    // The library has no public way to a vector's numbers but one by one, which takes ten times as long.
    const items: unknown = Reflect.get(vector, 'items');
    if (items instanceof Int32Array || items instanceof Float64Array) return new Float64Array(items);
    return Float64Array.from(vector.toArray(), Number);
  }

  private isNumeric({ typeId }: DuckDBType): boolean {
    const { INTEGER, BIGINT, DOUBLE } = this.api.DuckDBTypeId;
    return typeId === INTEGER || typeId === BIGINT || typeId === DOUBLE;
  }

  private stored(value: StoredValue, type: ColumnType): DuckDBValue {
    if (typeof value === 'object') return this.api.listValue(value);
    if (type === 'hash') return BigInt(Number(value));
    return type === 'time'
      ? new this.api.DuckDBTimestampValue(BigInt(Math.round(Number(value) * 1e3)))
      : value;
  }

  private typeOf(type: ColumnType): DuckDBType {
    const { INTEGER, BIGINT, DOUBLE, VARCHAR, TIMESTAMP, BOOLEAN, LIST } = this.api;
    const types: Readonly<Record<ColumnType, DuckDBType>> = {
      id: INTEGER,
      hash: BIGINT,
      text: VARCHAR,
      time: TIMESTAMP,
      number: DOUBLE,
      count: INTEGER,
      flag: BOOLEAN,
      ids: LIST(INTEGER),
      counts: LIST(INTEGER),
      numbers: LIST(DOUBLE),
      texts: LIST(VARCHAR),
    };
    return types[type];
  }
}

/** What went wrong with a store, as a sentence. */
export function storeError(path: string, error: unknown): Error {
  const reason = reasonOf(error).split('\n')[0];
  const options = { cause: error };
  if (!existsSync(path))
    return new Error(`There is no store ${path}: create it with pyrograph store init ${path}.`, options);
  if (/not a valid DuckDB database|No magic bytes/i.test(reason))
    return new Error(`${path} is not a DuckDB file: give the path of a store.`, options);
  if (/No space left|disk full/i.test(reason))
    return new Error(
      `The disk of ${path} is full: free some space and add again; no recording is in the store in part.`,
      options,
    );
  return new Error(
    `${path} cannot be used: ${reason.replace(/^\w+ Error: /, '').replace(/\.$/, '')}.`,
    options,
  );
}

async function loadApi(): Promise<Api> {
  for (const base of [import.meta.url, pathToFileURL(join(FOLDER, 'index.js')).href]) {
    let entry: string;
    try {
      entry = createRequire(base).resolve('@duckdb/node-api');
    } catch {
      continue;
    }
    const api: Api = await import(/* @vite-ignore */ pathToFileURL(entry).href);
    return api;
  }
  const command = shellCommand(['npm', 'install', '--prefix', { value: FOLDER }, PACKAGE]);
  throw new Error(`A store needs DuckDB, which is not installed: run ${command}`);
}
