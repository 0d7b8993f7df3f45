// Hooks that read the state of the page.

import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { Recording } from '../../model/session.ts';
import type { GraphState } from '../../state/graphs.ts';
import { type State, store } from '../../state/store.ts';

/** Selects part of the state; the component re-renders when it changes. */
export function useAppState<T>(selector: (state: State) => T): T {
  return useStore(store, selector);
}

/** Selects a graph derived from the state; the component re-renders when one of its properties changes. */
export function useGraph(graphOf: (state: State) => GraphState | undefined): GraphState | undefined {
  return useStore(store, useShallow(graphOf));
}

/** Selects a list; the component re-renders when one of its elements changes. */
export function useList<T>(listOf: (state: State) => readonly T[]): readonly T[] {
  return useStore(store, useShallow(listOf));
}

/** The recording whose parts are drawn: the open one, or the beginning of one that is being opened. */
export const RecordingContext = createContext<Recording | undefined>(undefined);

export function useRecording(): Recording {
  const recording = useContext(RecordingContext);
  if (!recording) throw new Error('No recording is open.');
  return recording;
}
