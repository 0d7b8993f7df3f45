// Which theme is on: the person's choice, or the system's. CSS follows `color-scheme` on the root element.

import { useEffect, useSyncExternalStore } from 'react';
import type { Theme } from '../canvas/colors.ts';
import { useStateOf } from './use-state-of.ts';

const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');

function subscribe(changed: () => void): () => void {
  systemIsDark.addEventListener('change', changed);
  return () => systemIsDark.removeEventListener('change', changed);
}

export function useTheme(): Theme {
  const choice = useStateOf((state) => state.theme);
  const isDark = useSyncExternalStore(subscribe, () => systemIsDark.matches);
  useEffect(() => {
    document.documentElement.dataset.theme = choice;
  }, [choice]);
  return choice === 'system' ? (isDark ? 'dark' : 'light') : choice;
}
