// What the engines of a store write differently in SQL.

export interface SqlDialect {
  /** The table `recordings` in a query. */
  readonly recordings: string;
  /** True if `samples` may have rows of no recording, which an interrupted `add` leaves. */
  readonly hasOrphans: boolean;
  /** Sorts stacks so that many begin like the one before. */
  readonly stackOrder: string;
  /** True if a whole table is read in the order in which its rows were added, and therefore of their IDs. */
  readonly keepsOrder: boolean;
  /** In `column LIKE pattern`, a backslash escapes `%` and `_`. */
  readonly escape: string;
  /** One row per element of a list. */
  each(list: string): string;
  /** True if an element of a list is `LIKE` a pattern. */
  anyLike(list: string, pattern: string): string;
  /** Milliseconds since 1970, and a time from such text as `2026-11-28 14:00:00`. */
  milliseconds(column: string): string;
  time(text: string): string;
  /** Between two tables with aliases. */
  readonly join: string;
}

export const DUCKDB: SqlDialect = {
  recordings: 'recordings',
  hasOrphans: false,
  stackOrder: 'id',
  keepsOrder: true,
  escape: ` ESCAPE '\\'`,
  each: (list) => `unnest(${list})`,
  anyLike: (list, pattern) =>
    `EXISTS (SELECT 1 FROM (SELECT unnest(${list}) AS element) WHERE element LIKE ${pattern} ESCAPE '\\')`,
  milliseconds: (column) => `epoch_ms(${column})`,
  time: (text) => `CAST(${text} AS TIMESTAMP)`,
  join: 'JOIN',
};

export const CLICKHOUSE: SqlDialect = {
  // Two writers may have added the same recording.
  recordings: 'recordings FINAL',
  hasOrphans: true,
  stackOrder: 'functions',
  keepsOrder: false,
  escape: '',
  each: (list) => `arrayJoin(${list})`,
  anyLike: (list, pattern) => `arrayExists(element -> element LIKE ${pattern}, ${list})`,
  milliseconds: (column) => `toUnixTimestamp(${column}) * 1000`,
  time: (text) => `toDateTime(${text}, 'UTC')`,
  join: 'ALL INNER JOIN',
};
