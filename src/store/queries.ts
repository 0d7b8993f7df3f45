// The SQL that reads a store. Values are parameters; only names of columns are written into the text.

import type { SqlDialect } from './dialect.ts';
import type { Query, SqlValue } from './engine.ts';
import type { TableName } from './schema.ts';
import { LABEL_COLUMNS, type StoreSelection } from './selection.ts';

/** The condition on `recordings` that a selection states. */
function conditionOf(dialect: SqlDialect, { labels, since, until, hashes }: StoreSelection): Query {
  const values: Record<string, SqlValue> = {};
  const named = (value: SqlValue) => {
    const name = `p${Object.keys(values).length}`;
    values[name] = value;
    return `$${name}`;
  };
  const conditions: string[] = [];
  for (const [key, patterns] of labels) {
    const any = patterns.map((pattern) =>
      LABEL_COLUMNS.includes(key)
        ? `${key} LIKE ${named(likePattern(pattern))}${dialect.escape}`
        : dialect.anyLike('labels', named(likePattern(`${key}=${pattern}`))),
    );
    conditions.push(`(${any.join(' OR ')})`);
  }
  if (since !== undefined) conditions.push(`started >= ${dialect.time(named(sqlTime(since)))}`);
  if (until !== undefined) conditions.push(`started < ${dialect.time(named(sqlTime(until)))}`);
  if (hashes) conditions.push(`hash IN ${named(hashes)}`);
  return { sql: conditions.length > 0 ? conditions.join(' AND ') : '1 = 1', values };
}

/** Of ClickHouse's times. Others would select other recordings. */
const LAST_TIME = Date.UTC(2106, 0) - 1000;

function sqlTime(time: number): string {
  return new Date(Math.min(LAST_TIME, Math.max(0, time))).toISOString().slice(0, 19).replace('T', ' ');
}

/** `*` matches any text. */
function likePattern(text: string): string {
  return exactly(text).replaceAll('*', '%');
}

/** A pattern that only this text matches. */
export function exactly(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}

function selected(dialect: SqlDialect, selection: StoreSelection, columns: string, order = ''): Query {
  const { sql, values } = conditionOf(dialect, selection);
  return { sql: `SELECT ${columns} FROM ${dialect.recordings} WHERE ${sql}${order}`, values };
}

/** IDs are random in ClickHouse. */
const BY_START = ' ORDER BY started, name, hash';

/** The selected recordings, by start, without what only reading their samples needs. */
export function recordingsQuery(dialect: SqlDialect, selection: StoreSelection): Query {
  const columns = `id, hash, service, version, host, ${dialect.milliseconds('started')} AS started_ms, seconds, name, labels,
    events, samples, weights, default_event`;
  return selected(dialect, selection, columns, BY_START);
}

/** What the recordings say about how they were made. */
export function notesQuery(dialect: SqlDialect, selection: StoreSelection): Query {
  return selected(dialect, selection, 'notes, diagnosis', BY_START);
}

export function threadsQuery(dialect: SqlDialect, selection: StoreSelection): Query {
  return selected(dialect, selection, 'pids, tids');
}

/** The condition on `samples`: they are of selected recordings. */
export function samplesCondition(dialect: SqlDialect, selection: StoreSelection): Query {
  const { sql, values } = selected(dialect, selection, 'id');
  const isEverything = Object.keys(values).length === 0 && !dialect.hasOrphans;
  return isEverything ? { sql: '1 = 1', values } : { sql: `recording IN (${sql})`, values };
}

/** Columns `sample_count` and `total` of a group of samples. */
export const SUMS = 'sum(CAST(samples AS DOUBLE)) AS sample_count, sum(weight) AS total';

/** Sums the samples of selected recordings by stack; by number of the thread only for one recording. */
export function sumsQuery(dialect: SqlDialect, selection: StoreSelection, isSingle: boolean): Query {
  const columns = isSingle ? 'stack, event, thread, thread_number' : 'stack, event, thread';
  const { sql, values } = samplesCondition(dialect, selection);
  return {
    sql: `SELECT ${columns}, ${SUMS} FROM samples WHERE ${sql} GROUP BY ${columns} ORDER BY ${columns}`,
    values,
  };
}

/** Reading a whole table takes less time than finding the rows of a large selection. */
const MIN_SHARE_FOR_ALL_STACKS = 1 / 4;
const MAX_ALL_FUNCTIONS = 50_000;

/** Column `row_count`: of all rows of a table. */
export function countQuery(table: TableName): Query {
  return { sql: `SELECT count(*) AS row_count FROM ${table}`, values: {} };
}

/** The stacks of selected recordings; also others if `share` of the store's stacks is large. */
export function stacksQuery(dialect: SqlDialect, selection: StoreSelection, share: number): Query {
  const all = 'SELECT id, functions, lines FROM stacks';
  const order = `ORDER BY ${dialect.stackOrder}`;
  if (share >= MIN_SHARE_FOR_ALL_STACKS)
    return { sql: dialect.keepsOrder ? all : `${all} ${order}`, values: {} };
  const { sql, values } = sampledStacks(dialect, selection);
  return { sql: `${all} WHERE id IN (${sql}) ${order}`, values };
}

/** The functions on these stacks; also others if the store has few. */
export function functionsQuery(dialect: SqlDialect, selection: StoreSelection, count: number): Query {
  const all = 'SELECT id, name, module, kind, flags FROM functions';
  if (count <= MAX_ALL_FUNCTIONS) return { sql: all, values: {} };
  const { sql, values } = sampledStacks(dialect, selection);
  return {
    sql: `${all} WHERE id IN (SELECT ${dialect.each('functions')} FROM stacks WHERE id IN (${sql}))`,
    values,
  };
}

function sampledStacks(dialect: SqlDialect, selection: StoreSelection): Query {
  const { sql, values } = samplesCondition(dialect, selection);
  return { sql: `SELECT stack FROM samples WHERE ${sql}`, values };
}

export function namesQuery(ids: readonly number[]): Query {
  return { sql: 'SELECT id, name FROM names WHERE id IN $ids', values: { ids } };
}

export function labelsQuery(dialect: SqlDialect): Query {
  return { sql: `SELECT DISTINCT ${dialect.each('labels')} AS label FROM ${dialect.recordings}`, values: {} };
}

export const VERSION_QUERY: Query = { sql: 'SELECT version FROM pyrograph_schema', values: {} };
