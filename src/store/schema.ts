// The tables of a store of recordings: a contract that other programs may query (docs/store.md). Rows of the first four tables are
// found by a hash of their content, so the same function or stack is stored once, whoever adds it.

/** Raised when older programs could misread a store. */
export const SCHEMA_VERSION = 1;

/** Types of columns. `id` is a row of another table; a plural is a list. */
export type ColumnType =
  | 'id'
  | 'hash'
  | 'text'
  | 'time'
  | 'number'
  | 'count'
  | 'flag'
  | 'ids'
  | 'counts'
  | 'numbers'
  | 'texts';

const TABLES = {
  /** Names of events and threads. */
  names: { id: 'id', hash: 'hash', name: 'text' },
  /** Names are as recorded: `py::NAME:FILE` for Python functions. `kind` is one of KIND_NAMES. */
  functions: {
    id: 'id',
    hash: 'hash',
    name: 'text',
    module: 'text',
    file: 'text',
    package: 'text',
    kind: 'text',
    flags: 'count',
  },
  /** `functions` are from the root to the leaf; `lines` has the line of each, 0 if it is unknown, and is empty if all are. */
  stacks: { id: 'id', hash: 'hash', functions: 'ids', lines: 'counts' },
  /**
   * Times are UTC. `seconds` is the time from the first to the last sample, 0 if unknown. `labels` are `key=value`. `events`, `samples`
   * and `weights` have an entry per event, `pids` and `tids` per thread. `notes` and `diagnosis` are JSON or empty.
   */
  recordings: {
    id: 'id',
    hash: 'hash',
    service: 'text',
    version: 'text',
    host: 'text',
    started: 'time',
    seconds: 'number',
    name: 'text',
    labels: 'texts',
    events: 'texts',
    samples: 'counts',
    weights: 'numbers',
    default_event: 'text',
    pids: 'numbers',
    tids: 'numbers',
    notes: 'text',
    diagnosis: 'text',
  },
  /**
   * The samples of a recording with the same event, thread and stack. `event` and `thread` are rows of `names`; `thread_number` counts
   * the entries of `pids` and `tids` from 1. `is_cut` is true if the stack ends before the root of its thread.
   */
  samples: {
    recording: 'id',
    event: 'id',
    thread: 'id',
    thread_number: 'count',
    stack: 'id',
    samples: 'count',
    weight: 'number',
    is_cut: 'flag',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ColumnType>>>>;

export type TableName = keyof typeof TABLES;

/** Tables whose rows have a hash of their content. */
export type ContentTable = Exclude<TableName, 'samples'>;

const DUCKDB_TYPES: Readonly<Record<ColumnType, string>> = {
  id: 'INTEGER',
  hash: 'BIGINT',
  text: 'VARCHAR',
  time: 'TIMESTAMP',
  number: 'DOUBLE',
  count: 'INTEGER',
  flag: 'BOOLEAN',
  ids: 'INTEGER[]',
  counts: 'INTEGER[]',
  numbers: 'DOUBLE[]',
  texts: 'VARCHAR[]',
};

const CLICKHOUSE_TYPES: Readonly<Record<ColumnType, string>> = {
  id: 'UInt64',
  hash: 'UInt64',
  text: 'String',
  time: "DateTime('UTC')",
  number: 'Float64',
  count: 'Int32',
  flag: 'UInt8',
  ids: 'Array(UInt64)',
  counts: 'Array(Int32)',
  numbers: 'Array(Float64)',
  texts: 'Array(String)',
};

/** Rows with the same key are merged into the last one. */
const CLICKHOUSE_KEYS: Readonly<Record<TableName, string>> = {
  names: 'id',
  functions: 'id',
  stacks: 'functions, lines',
  recordings: 'hash',
  samples: 'recording, event, thread_number, stack',
};

/** The statements that create the tables in DuckDB. */
export function duckdbSchema(): string[] {
  const tables = tableNames().map((table) => {
    const lines = columnsOf(table).map(([name, type]) => `  ${name} ${DUCKDB_TYPES[type]} NOT NULL`);
    return `CREATE TABLE ${table} (\n${lines.join(',\n')}\n)`;
  });
  return [
    ...tables,
    'CREATE TABLE pyrograph_schema (version INTEGER NOT NULL)',
    `INSERT INTO pyrograph_schema VALUES (${SCHEMA_VERSION})`,
  ];
}

/** The same in ClickHouse. `added` tells apart what an interrupted `add` left from what one is adding. */
export function clickhouseSchema(): string[] {
  const added = "  added DateTime('UTC') DEFAULT now()";
  const tables = tableNames().map((table) => {
    const lines = columnsOf(table).map(([name, type]) => `  ${name} ${CLICKHOUSE_TYPES[type]}`);
    const engine = `ENGINE = ReplacingMergeTree ORDER BY (${CLICKHOUSE_KEYS[table]})`;
    return `CREATE TABLE IF NOT EXISTS ${table} (\n${[...lines, added].join(',\n')}\n) ${engine}`;
  });
  return [
    ...tables,
    'CREATE TABLE IF NOT EXISTS pyrograph_schema (version Int32) ENGINE = ReplacingMergeTree ORDER BY version',
    `INSERT INTO pyrograph_schema (version) VALUES (${SCHEMA_VERSION})`,
  ];
}

/** Of a column in DuckDB that has IDs of ClickHouse. */
export function wideType(type: ColumnType): string {
  return type === 'id' ? 'BIGINT' : type === 'ids' ? 'BIGINT[]' : DUCKDB_TYPES[type];
}

export function columnsOf(table: TableName): [name: string, type: ColumnType][] {
  return Object.entries(TABLES[table]);
}

export function tableNames(): TableName[] {
  return ['names', 'functions', 'stacks', 'recordings', 'samples'];
}
