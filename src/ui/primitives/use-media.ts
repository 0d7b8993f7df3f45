// Tests media queries, and defines the widths at which the layout changes.

import { useCallback, useSyncExternalStore } from 'react';

/** The layout has a single column. The style sheets use the same width. */
export const PHONE = '(max-width: 760px)';

/** The tools do not fit into the header. */
export const NARROW = '(max-width: 1279px)';

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
