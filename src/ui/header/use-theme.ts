// The current theme: the user's choice or, by default, the system theme. CSS reads `data-theme` of the root element, and
// `data-painted`, the theme of what is painted.

import { useEffect, useSyncExternalStore } from 'react';
import type { Theme } from '../../canvas/colors/colors.ts';
import { useAppState } from '../primitives/use-app-state.ts';

const darkQuery = window.matchMedia('(prefers-color-scheme: dark)');
const printQuery = window.matchMedia('print');

function subscribe(onChange: () => void): () => void {
  darkQuery.addEventListener('change', onChange);
  return () => darkQuery.removeEventListener('change', onChange);
}

/** Browsers print as if the system were light, but graphs are not painted again on paper. */
function isSystemDark(): boolean {
  const { painted } = document.documentElement.dataset;
  return printQuery.matches && painted ? painted === 'dark' : darkQuery.matches;
}

export function useTheme(): Theme {
  const choice = useAppState((state) => state.theme);
  const isDark = useSyncExternalStore(subscribe, isSystemDark);
  const theme = choice === 'system' ? (isDark ? 'dark' : 'light') : choice;
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.theme = choice;
    dataset.painted = theme;
  }, [choice, theme]);
  return theme;
}
