// The page's state in a component.

import { useStore } from 'zustand';
import { store, type State } from '../state/store.ts';

/** A part of the state; the component renders again when that part changes. */
export function useStateOf<T>(part: (state: State) => T): T {
  return useStore(store, part);
}
