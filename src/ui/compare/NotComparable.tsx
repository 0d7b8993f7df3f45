// Shown instead of a view if the sides cannot be compared: the reason, and buttons that make them comparable again. Loaded on demand.

import { NothingShown } from '../filters/FilterChips.tsx';
import { useAppState } from '../primitives/use-app-state.ts';

export function NotComparable({ reason }: { readonly reason: string }) {
  const hasFilters = useAppState(({ options }) => options.filters.length > 0);
  return (
    <NothingShown
      label="Not comparable"
      title="These sides cannot be compared."
      reason={reason}
      clear={hasFilters && 'Clear all filters'}
    />
  );
}
