// The SQL of the Store screen: which recordings there are, and names to search.

import type { SqlDialect } from './dialect.ts';
import type { Query } from './engine.ts';
import { DAY } from './fleet-source.ts';
import { exactly } from './queries.ts';

const MAX_NAMES = 20;

/** The number of recordings per service, version and day since 1970. */
export function groupsQuery(dialect: SqlDialect): Query {
  const time = dialect.milliseconds('started');
  return {
    sql: `SELECT service, version, day, count(*) AS recording_count, min(time_ms) AS first_ms, max(time_ms) AS last_ms
      FROM (SELECT service, version, ${time} AS time_ms, floor(${time} / ${DAY}) AS day FROM ${dialect.recordings}) AS times
      GROUP BY service, version, day ORDER BY service, version, day`,
    values: {},
  };
}

/** Functions whose names start with the text, in any case: Python functions by their qualified name. */
export function functionNamesQuery({ escape }: SqlDialect, prefix: string): Query {
  const pattern = exactly(prefix.toLowerCase());
  return {
    sql: `SELECT DISTINCT name FROM functions
      WHERE lower(name) LIKE $pattern${escape} OR lower(name) LIKE $python${escape} ORDER BY name LIMIT ${MAX_NAMES}`,
    values: { pattern: `${pattern}%`, python: `py::${pattern}%` },
  };
}

export function packageNamesQuery({ escape }: SqlDialect, prefix: string): Query {
  return {
    sql: `SELECT DISTINCT package AS name FROM functions
      WHERE package <> '' AND lower(package) LIKE $pattern${escape} ORDER BY name LIMIT ${MAX_NAMES}`,
    values: { pattern: `${exactly(prefix.toLowerCase())}%` },
  };
}
