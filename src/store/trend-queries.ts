// The SQL of trends: the weight of a function, or of each package, per recording.

import type { SqlDialect } from './dialect.ts';
import type { Query } from './engine.ts';
import { exactly, samplesCondition, SUMS } from './queries.ts';
import type { StoreSelection } from './selection.ts';

/** Of the selected recordings, only samples of one event. */
function ofEvent(dialect: SqlDialect, selection: StoreSelection, event: string): Query {
  const { sql, values } = samplesCondition(dialect, selection);
  return {
    sql: `event IN (SELECT id FROM names WHERE name = $event) AND ${sql}`,
    values: { ...values, event },
  };
}

/** Columns `recording`, `series`, `sample_count` and `total`: of the samples with the function anywhere on their stack. */
export function functionQuery(
  dialect: SqlDialect,
  selection: StoreSelection,
  event: string,
  name: string,
): Query {
  const { sql, values } = ofEvent(dialect, selection, event);
  const functions = `SELECT id FROM functions WHERE name = $name OR name LIKE $python${dialect.escape}`;
  const calls = `(SELECT id, ${dialect.each('functions')} AS function FROM stacks) AS calls`;
  return {
    sql: `SELECT recording, $name AS series, ${SUMS} FROM samples
      WHERE ${sql} AND stack IN (SELECT id FROM ${calls} WHERE function IN (${functions})) GROUP BY recording`,
    values: { ...values, name, python: `py::${exactly(name)}:%` },
  };
}

/** The same for all functions with the same package or name; with `ids`, only of these functions. */
export function seriesQuery(
  dialect: SqlDialect,
  selection: StoreSelection,
  event: string,
  column: 'package' | 'name',
  ids?: readonly number[],
): Query {
  const { sql, values } = ofEvent(dialect, selection, event);
  const condition = ids ? 'id IN $functions' : `${column} <> ''`;
  const functions = `(SELECT id AS function, ${column} AS series FROM functions WHERE ${condition})`;
  const calls = `(SELECT id AS stack, ${dialect.each('functions')} AS function FROM stacks)`;
  const stacks = `(SELECT DISTINCT stack, series FROM ${calls} AS a ${dialect.join} ${functions} AS b USING (function))`;
  const samples = `(SELECT recording, stack, samples, weight FROM samples WHERE ${sql})`;
  return {
    sql: `SELECT recording, series, ${SUMS} FROM ${samples} AS a ${dialect.join} ${stacks} AS b USING (stack)
      GROUP BY recording, series`,
    values: ids ? { ...values, functions: ids } : values,
  };
}

/** Columns `recording`, `function` and `total` for each function of the selected recordings that has one of these kinds. */
export function callsQuery(
  dialect: SqlDialect,
  selection: StoreSelection,
  event: string,
  kinds: readonly string[],
): Query {
  const { sql, values } = ofEvent(dialect, selection, event);
  const names = Object.fromEntries(kinds.map((kind, i) => [`kind${i}`, kind]));
  const listed = Object.keys(names).map((name) => `$${name}`);
  const samples = `(SELECT recording, stack, weight FROM samples WHERE ${sql})`;
  const calls = `(SELECT DISTINCT stack, function FROM (
    SELECT id AS stack, ${dialect.each('functions')} AS function FROM stacks
    WHERE id IN (SELECT stack FROM samples WHERE ${sql})) AS calls
    WHERE function IN (SELECT id FROM functions WHERE kind IN (${listed.join(', ')})))`;
  return {
    sql: `SELECT recording, function, sum(weight) AS total FROM ${samples} AS a ${dialect.join} ${calls} AS b USING (stack)
      GROUP BY recording, function`,
    values: { ...values, ...names },
  };
}
