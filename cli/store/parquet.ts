// Writes tables of a store as Parquet files, by DuckDB.

import { rmSync, writeFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { columnsOf, wideType, type TableName } from '../../src/store/schema.ts';
import { reasonOf } from '../../src/text/format.ts';
import { DuckDb } from './duckdb.ts';

const OPTIONS = '(FORMAT parquet, COMPRESSION zstd)';

export function parquetFile(folder: string, table: TableName): string {
  return `${folder}/${table}.parquet`;
}

/** `query` has no values. */
export async function copyToParquet(db: DuckDb, query: string, path: string): Promise<void> {
  await db.run(`COPY (${query}) TO ${quotedPath(path)} ${OPTIONS}`).catch((error: unknown) => {
    const [reason] = reasonOf(error).split('\n');
    throw new Error(`${path} cannot be written: ${reason}`, { cause: error });
  });
}

/** Each of `parts` has rows of the table as JSON, one per line; a row may be in several parts. */
export async function jsonToParquet(
  table: TableName,
  parts: AsyncIterable<Uint8Array>,
  path: string,
): Promise<void> {
  const json = `${path}.jsonl`;
  writeFileSync(json, '');
  for await (const part of parts) await appendFile(json, part);
  const types = columnsOf(table).map(([name, type]) => `${name}: '${wideType(type)}'`);
  const rows = `read_json(${quotedPath(json)}, format = 'newline_delimited', columns = {${types.join(', ')}})`;
  const db = await DuckDb.open(':memory:', 'write');
  try {
    await copyToParquet(db, `SELECT DISTINCT * FROM ${rows}`, path);
  } finally {
    db.close();
    rmSync(json);
  }
}

function quotedPath(path: string): string {
  return `'${path.replaceAll("'", "''")}'`;
}
