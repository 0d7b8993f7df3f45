// A selection of a store's recordings, as a URL: `fleet.duckdb?service=shop&version=1.4&since=-7d`.

import { addTo } from '../model/lists.ts';
import { baseName } from '../model/paths.ts';
import { isClickHouse, parseClickHouse, splitClickHouse } from './clickhouse-address.ts';
import { quoted } from '../text/format.ts';

export interface StoreSelection {
  /** Path of the store, or its address in ClickHouse. */
  readonly store: string;
  /** The argument as given. */
  readonly text: string;
  /** Per label: its values, of which a recording must have one. `*` matches any text. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
  /** Recordings that started at or after this time and before that one, in milliseconds since 1970. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Recordings with these hashes, or all. */
  readonly hashes?: readonly number[] | undefined;
}

/** Labels that are columns; others are in the list of labels. */
export const LABEL_COLUMNS = ['service', 'version', 'host'];
/** Conditions that are no labels. */
export const OTHER_CONDITIONS = ['since', 'until', 'id'];

const STORE = /^(?<store>[^?]+\.duckdb)(?:\?(?<query>.*))?$/s;
/** Of 53 bits. */
const ID_DIGITS = 14;
const UNITS: Readonly<Record<string, number>> = { m: 60e3, h: 3600e3, d: 86_400e3, w: 7 * 86_400e3 };

/** True for a store or a selection of its recordings. */
export function isSelection(argument: string): boolean {
  return isClickHouse(argument) || STORE.test(argument);
}

/** `now` is in milliseconds since 1970. Throws for arguments that are no selection. */
export function parseSelection(text: string, now: number): StoreSelection {
  const { store, query } = split(text);
  const labels = new Map<string, string[]>();
  for (const part of query.split('&').filter((each) => each !== '')) {
    const [, key, value] = /^([^=]+)=(.*)$/s.exec(part)?.map(decoded) ?? [];
    // A column can be empty, such as the version of recordings without one.
    const isEmpty = value === '' && !LABEL_COLUMNS.includes(key ?? '');
    if (key === undefined || value === undefined || isEmpty)
      throw new Error(`${quoted(part)} in ${text} is not a condition: use KEY=VALUE, such as service=shop.`);
    addTo(labels, key, value);
  }
  const times = ['since', 'until'].map((key) => {
    const values = labels.get(key);
    labels.delete(key);
    return values && timeOf(key, values.at(-1) ?? '', now);
  });
  const hashes = labels.get('id')?.map(hashOf);
  labels.delete('id');
  return { store, text, labels, since: times[0], until: times[1], hashes };
}

/** The ID of a recording that users see, which is the same in every store: its hash. */
export function idText(hash: number): string {
  return hash.toString(16).padStart(ID_DIGITS, '0');
}

function hashOf(id: string): number {
  if (id.length === ID_DIGITS && /^[\da-f]+$/.test(id)) return Number.parseInt(id, 16);
  throw new Error(`Invalid id=${id}: use an ID that pyrograph store ls --all prints.`);
}

function split(text: string): { readonly store: string; readonly query: string } {
  if (isClickHouse(text)) {
    const parts = splitClickHouse(text);
    parseClickHouse(parts.store);
    return parts;
  }
  const { store, query = '' } = STORE.exec(text)?.groups ?? {};
  if (store === undefined)
    throw new Error(
      `${text} is not a store: give a path that ends in .duckdb, such as fleet.duckdb?service=shop.`,
    );
  return { store, query };
}

/** Selects the recordings of a store that meet conditions such as `service=shop&version=1.4`. */
export function withConditions(store: string, conditions: string): string {
  return `${store}${store.includes('?') ? '&' : '?'}${conditions}`;
}

/** What the page calls a store. */
export function storeTitle(store: string): string {
  return isClickHouse(store) ? parseClickHouse(store).database : baseName(store);
}

/** The path or address of a store. Throws for a selection, and for other files. */
export function storeIn(argument: string): string {
  const { store, text } = parseSelection(argument, Date.now());
  if (store !== text) throw new Error(`Give the store ${store} without conditions.`);
  return store;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `-7d` or a date with an optional time, in UTC. */
function timeOf(key: string, text: string, now: number): number {
  const [, count, unit] = /^-(\d{1,6})([mhdw])$/.exec(text) ?? [];
  if (count !== undefined) return now - Number(count) * UNITS[unit];
  const isDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?$/.test(text);
  const time = isDate ? Date.parse(`${text.replace(' ', 'T')}${text.length > 10 ? 'Z' : ''}`) : NaN;
  if (!Number.isNaN(time)) return time;
  throw new Error(
    `Invalid ${key}=${text}: use an age such as -7d, -12h or -30m, or a UTC time such as 2026-11-28T14:00.`,
  );
}

/** The age that `prune --older-than` takes, in milliseconds. */
export function parseAge(text: string): number {
  const [, count, unit] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  if (count === undefined) throw new Error(`Invalid age ${text}: use a number of days such as 30d, or 12h.`);
  return Number(count) * UNITS[unit];
}
