// Hooks that read the state of the page.

import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { Recording } from '../../model/session.ts';
import { type State, store } from '../../state/store.ts';

/** Selects part of the state; the component re-renders when it changes. */
export function useAppState<T>(selector: (state: State) => T): T {
  return useStore(store, selector);
}

/** Selects a list or an object derived from the state; the component re-renders when one of its parts changes. */
export function useParts<T>(selector: (state: State) => T): T {
  return useStore(store, useShallow(selector));
}

/** The recording whose parts are drawn: the open one, or the beginning of one that is being opened. */
export const RecordingContext = createContext<Recording | undefined>(undefined);

export function useRecording(): Recording {
  const recording = useContext(RecordingContext);
  if (!recording) throw new Error('No recording is open.');
  return recording;
}
