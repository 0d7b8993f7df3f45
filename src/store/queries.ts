// The SQL that reads a store. Values are parameters; only names of columns are written into the text.

import { LABEL_COLUMNS, type StoreSelection } from './selection.ts';

export type SqlValue = string | number | readonly number[] | readonly string[];

export interface Query {
  readonly sql: string;
  /** By name, without the `$`. */
  readonly values: Readonly<Record<string, SqlValue>>;
}

/** The condition on `recordings` that a selection states. */
function conditionOf({ labels, since, until, ids }: StoreSelection): Query {
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
        ? `${key} LIKE ${named(likePattern(pattern))} ESCAPE '\\'`
        : `EXISTS (SELECT 1 FROM (SELECT unnest(labels) AS label) WHERE label LIKE ${named(likePattern(`${key}=${pattern}`))} ESCAPE '\\')`,
    );
    conditions.push(`(${any.join(' OR ')})`);
  }
  if (since !== undefined) conditions.push(`started >= ${named(sqlTime(since))}::TIMESTAMP`);
  if (until !== undefined) conditions.push(`started < ${named(sqlTime(until))}::TIMESTAMP`);
  if (ids) conditions.push(`list_contains(${named(ids)}::VARCHAR[], ${ID_TEXT})`);
  return { sql: conditions.length > 0 ? conditions.join(' AND ') : 'true', values };
}

/** The ID of a recording that users see, which is the same in every store: its hash. */
const ID_TEXT = `printf('%014x', hash)`;

function sqlTime(time: number): string {
  return new Date(time).toISOString().replace('T', ' ').replace('Z', '');
}

function likePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '%');
}

/** The selected recordings, by start, without what only reading their samples needs. */
export function recordingsQuery(selection: StoreSelection): Query {
  const { sql, values } = conditionOf(selection);
  const columns = `id, ${ID_TEXT} AS name_id, service, version, host, epoch_ms(started) AS started, seconds, name, labels,
    events, samples, weights, default_event`;
  return { sql: `SELECT ${columns} FROM recordings WHERE ${sql} ORDER BY started, id`, values };
}

/** What the recordings say about how they were made. */
export const NOTES_QUERY =
  'SELECT notes, diagnosis FROM recordings WHERE id IN (SELECT unnest($ids::INTEGER[]))';

/** The threads of one recording. */
export const THREADS_QUERY = 'SELECT pids, tids FROM recordings WHERE id = $id';

/** Sums the samples of recordings, whose IDs ascend, by stack; by number of the thread only for one recording. */
export function sumSamples(ids: readonly number[]): Query {
  const [first, last] = [ids[0], ids[ids.length - 1]];
  // Faster by a third, and true for all recordings of most stores.
  const isRange = last - first === ids.length - 1;
  const columns = ids.length === 1 ? 'stack, event, thread, thread_number' : 'stack, event, thread';
  const sql = `CREATE OR REPLACE TEMP TABLE summed AS
    SELECT ${columns}, sum(samples)::DOUBLE AS samples, sum(weight) AS weight FROM samples
    WHERE recording ${isRange ? 'BETWEEN $first AND $last' : 'IN (SELECT unnest($ids::INTEGER[]))'} GROUP BY ALL`;
  return { sql, values: isRange ? { first, last } : { ids } };
}

export const SUMMED_QUERY = 'SELECT * FROM summed ORDER BY stack';

export const STACKS_QUERY =
  'SELECT id, functions, lines FROM stacks WHERE id IN (SELECT stack FROM summed) ORDER BY id';

export const FUNCTIONS_QUERY = `SELECT id, name, module, kind, flags FROM functions
  WHERE id IN (SELECT unnest(functions) FROM stacks WHERE id IN (SELECT stack FROM summed)) ORDER BY id`;

export const NAMES_QUERY = 'SELECT id, name FROM names WHERE id IN (SELECT unnest($ids::INTEGER[]))';

/** The keys of all labels, for messages. */
export const LABEL_KEYS_QUERY = `SELECT DISTINCT split_part(label, '=', 1) AS key
  FROM (SELECT unnest(labels) AS label FROM recordings) ORDER BY key`;
