// Opens or creates the store that an argument names.

import { existsSync } from 'node:fs';
import { isClickHouse } from '../../src/store/clickhouse-address.ts';
import { parseSelection, type StoreSelection } from '../../src/store/selection.ts';
import { ClickHouseStore } from './clickhouse-store.ts';
import { DuckDbStore } from './duckdb-store.ts';
import type { Store } from './store.ts';

export function createStore(store: string): Promise<Store> {
  return isClickHouse(store) ? ClickHouseStore.create(store) : DuckDbStore.create(store);
}

export function openStore(store: string, mode: 'read' | 'write'): Promise<Store> {
  return isClickHouse(store) ? ClickHouseStore.open(store) : DuckDbStore.open(store, mode);
}

/** True if `add` creates the store, which is in a file. */
export function isMissing(store: string): boolean {
  return !isClickHouse(store) && !existsSync(store);
}

/** Closes the store of a selection after use. */
export async function withStore<T>(
  argument: string,
  mode: 'read' | 'write',
  work: (store: Store, selection: StoreSelection) => Promise<T>,
): Promise<T> {
  const selection = parseSelection(argument, Date.now());
  const store = await openStore(selection.store, mode);
  try {
    return await work(store, selection);
  } finally {
    await store.close();
  }
}
