// The SQL of trends: the weight of a function, or of each package, per recording.

import type { Query } from './queries.ts';

const OF_RECORDINGS = `event IN (SELECT id FROM names WHERE name = $event)
  AND recording IN (SELECT unnest($ids::INTEGER[]))`;

/** Columns `recording`, `series`, `samples` and `weight`: of the samples with the function anywhere on their stack. */
export function functionQuery(name: string, event: string, ids: readonly number[]): Query {
  const sql = `SELECT recording, $name AS series, sum(samples)::DOUBLE AS samples, sum(weight) AS weight FROM samples
    WHERE ${OF_RECORDINGS} AND stack IN (
      SELECT id FROM stacks WHERE list_has_any(functions, (
        SELECT list(id) FROM functions WHERE name = $name OR starts_with(name, 'py::' || $name || ':'))))
    GROUP BY recording`;
  return { sql, values: { name, event, ids } };
}

/** The same for the functions of each package. */
export function packagesQuery(event: string, ids: readonly number[]): Query {
  const sql = `SELECT recording, package AS series, sum(samples)::DOUBLE AS samples, sum(weight) AS weight
    FROM samples JOIN (
      SELECT DISTINCT stacks.id, package FROM (SELECT id, unnest(functions) AS function FROM stacks) AS stacks
      JOIN functions ON functions.id = function WHERE package <> '') AS packages ON packages.id = stack
    WHERE ${OF_RECORDINGS} GROUP BY ALL`;
  return { sql, values: { event, ids } };
}
