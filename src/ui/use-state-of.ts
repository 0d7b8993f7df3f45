// The page's state in a component.

import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { GraphState } from '../state/graphs.ts';
import { store, type State } from '../state/store.ts';

/** A part of the state; the component renders again when that part changes. */
export function useStateOf<T>(part: (state: State) => T): T {
  return useStore(store, part);
}

/** A graph that is put together from the state; the component renders again when any of it changes. */
export function useGraph(graphOf: (state: State) => GraphState | undefined): GraphState | undefined {
  return useStore(store, useShallow(graphOf));
}
