// Hooks that read the state of the page, its theme, and what is known about the screen.

import { createContext, useContext, useCallback, useSyncExternalStore, useEffect } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { Recording, ViewOptions } from '../../model/session.ts';
import { type State, store } from '../../state/store.ts';
import type { Theme } from '../../canvas/colors/colors.ts';

/** A field of the state, or what is derived from it; the component re-renders when it changes. */
export function useAppState<K extends keyof State>(part: K): State[K];
export function useAppState<T>(part: (state: State) => T): T;
export function useAppState(part: keyof State | ((state: State) => unknown)): unknown {
  return useStore(store, typeof part === 'string' ? (state) => state[part] : part);
}

/** One of the options of the view. */
export function useOption<K extends keyof ViewOptions>(option: K): ViewOptions[K] {
  return useStore(store, ({ options }) => options[option]);
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

/** The layout has a single column. The style sheets use the same width. */
export const PHONE = '(max-width: 760px)';

/** The tools do not fit into the header. */
export const NARROW = '(max-width: 1279px)';

/** Whether the query matches, or what else `read` returns; read again when the query changes. */
export function useMedia(query: string, read = () => matches(query)): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, read);
}

function matches(query: string): boolean {
  return window.matchMedia(query).matches;
}

const DARK = '(prefers-color-scheme: dark)';

/** Browsers print as if the system were light, but graphs are not painted again on paper. */
function isSystemDark(): boolean {
  const { painted } = document.documentElement.dataset;
  return matches('print') && painted ? painted === 'dark' : matches(DARK);
}

/**
 * The current theme: the user's choice or, by default, the system theme. CSS reads `data-theme` of the root element, and
 * `data-painted`, the theme of what is painted.
 */
export function useTheme(): Theme {
  const choice = useAppState((state) => state.theme);
  const isDark = useMedia(DARK, isSystemDark);
  const theme = choice === 'system' ? (isDark ? 'dark' : 'light') : choice;
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.theme = choice;
    dataset.painted = theme;
  }, [choice, theme]);
  return theme;
}
