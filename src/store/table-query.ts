// The rows of a table that belong to some recordings: what an export of them needs.

import type { SqlDialect } from './dialect.ts';
import { columnsOf, type TableName } from './schema.ts';

/** `ids` are those of the recordings: literals or a query. */
export function tableQuery(dialect: SqlDialect, table: TableName, ids: string): string {
  const sampled = (column: string) => `SELECT ${column} FROM samples WHERE recording IN (${ids})`;
  const conditions: Readonly<Record<TableName, string>> = {
    recordings: `id IN (${ids})`,
    samples: `recording IN (${ids})`,
    stacks: `id IN (${sampled('stack')})`,
    functions: `id IN (SELECT ${dialect.each('functions')} FROM stacks WHERE id IN (${sampled('stack')}))`,
    names: `id IN (${sampled('event')}) OR id IN (${sampled('thread')})`,
  };
  const columns = columnsOf(table).map(([name]) => name);
  return `SELECT ${columns.join(', ')} FROM ${table} WHERE ${conditions[table]}`;
}
