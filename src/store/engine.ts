// What reads a store: a database that runs SQL. The same queries run on every engine, in a terminal or a browser.

import type { Columns } from './columns.ts';
import type { SqlDialect } from './dialect.ts';

export type SqlValue = string | number | readonly number[];

/** Maximum length of a list in a query: ClickHouse reads 256 KiB of a query's text. */
export const MAX_IDS = 5000;

export interface Query {
  /** Values are written `$name`, lists of IDs `IN $name`. */
  readonly sql: string;
  /** By name, without the `$`. */
  readonly values: Readonly<Record<string, SqlValue>>;
}

export interface StoreEngine {
  readonly dialect: SqlDialect;
  columns(query: Query): Promise<Columns>;
  /** The same for some rows after the other; at least one chunk, which may be empty. */
  chunks(query: Query): AsyncIterable<Columns>;
}
