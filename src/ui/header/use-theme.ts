// The current theme: the user's choice or, by default, the system theme. CSS reads `data-theme` of the root element.

import { useEffect, useSyncExternalStore } from 'react';
import type { Theme } from '../../canvas/colors.ts';
import { useAppState } from '../primitives/use-app-state.ts';

const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');

function subscribe(onChange: () => void): () => void {
  systemIsDark.addEventListener('change', onChange);
  return () => systemIsDark.removeEventListener('change', onChange);
}

export function useTheme(): Theme {
  const choice = useAppState((state) => state.theme);
  const isDark = useSyncExternalStore(subscribe, () => systemIsDark.matches);
  useEffect(() => {
    document.documentElement.dataset.theme = choice;
  }, [choice]);
  return choice === 'system' ? (isDark ? 'dark' : 'light') : choice;
}
