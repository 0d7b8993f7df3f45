// The current theme: the user's choice, or else the system theme. CSS follows `data-theme` on the root element.

import { useEffect, useSyncExternalStore } from 'react';
import type { Theme } from '../../canvas/colors.ts';
import { useAppState } from '../primitives/use-app-state.ts';

const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');

function subscribe(changed: () => void): () => void {
  systemIsDark.addEventListener('change', changed);
  return () => systemIsDark.removeEventListener('change', changed);
}

export function useTheme(): Theme {
  const choice = useAppState((state) => state.theme);
  const isDark = useSyncExternalStore(subscribe, () => systemIsDark.matches);
  useEffect(() => {
    document.documentElement.dataset.theme = choice;
  }, [choice]);
  return choice === 'system' ? (isDark ? 'dark' : 'light') : choice;
}
