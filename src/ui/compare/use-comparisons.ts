// The entries of the “Compare” menu, which change with the state.

import { useMemo } from 'react';
import type { MenuGroup } from '../primitives/menu-group.ts';
import { useAppState } from '../primitives/use-app-state.ts';
import { compareEntries } from './compare-entries.ts';

export function useComparisons(): readonly MenuGroup[] {
  const recording = useAppState((state) => state.recording);
  const comparing = useAppState((state) => state.comparing);
  const options = useAppState((state) => state.options);
  const timeline = useAppState((state) => state.timeline);
  return useMemo(
    () => compareEntries({ recording, comparing, options, timeline }),
    [recording, comparing, options, timeline],
  );
}
