// Writes values into SQL, for engines without parameters: ClickHouse has them only since 2019.

import type { Query, SqlValue } from './engine.ts';

export function sqlText({ sql, values }: Query): string {
  return sql.replaceAll(/\$(\w+)/g, (name, key: string) => {
    if (!Object.hasOwn(values, key)) throw new Error(`The query has no value for ${name}.`);
    return sqlLiteral(values[key]);
  });
}

const ESCAPES: Readonly<Record<string, string>> = { "'": "\\'", '\\': '\\\\', '\0': '\\0' };

function sqlLiteral(value: SqlValue): string {
  if (typeof value === 'object') return `(${value.map(sqlLiteral).join(', ')})`;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Error(`SQL has no number ${value}.`);
    return `${value}`;
  }
  return `'${value.replaceAll(/['\\\0]/g, (char) => ESCAPES[char])}'`;
}
