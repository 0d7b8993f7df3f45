// Opens or creates the store that an argument names.

import { parseSelection, type StoreSelection } from '../../src/store/selection.ts';
import { DuckDbStore } from './duckdb-store.ts';
import type { Store } from './store.ts';

export function createStore(path: string): Promise<Store> {
  return DuckDbStore.create(path);
}

export function openStore(path: string, mode: 'read' | 'write'): Promise<Store> {
  return DuckDbStore.open(path, mode);
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
    store.close();
  }
}
