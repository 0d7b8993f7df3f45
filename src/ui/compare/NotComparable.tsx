// Shown instead of a view if the sides cannot be compared: the reason, and buttons that make them comparable again. Loaded on demand.

import { selectAllSamples, undo } from '../../state/view/selection.ts';
import { focusView } from '../primitives/focus.ts';
import { useAppState } from '../primitives/use-app-state.ts';

export function NotComparable({ reason }: { readonly reason: string }) {
  const canUndo = useAppState((state) => state.past.length > 0);
  const hasFilters = useAppState(({ options }) => options.filters.length > 0);
  // The button disappears with the reason.
  const focusViewAnd = (act: () => void) => () => {
    focusView();
    act();
  };
  return (
    <div className="no-samples" role="group" aria-label="Not comparable">
      <p>
        <strong>These sides cannot be compared.</strong>
      </p>
      <p>{reason}</p>
      <p className="row wrap">
        {canUndo && (
          <button type="button" onClick={focusViewAnd(undo)}>
            Undo last change
          </button>
        )}
        {hasFilters && (
          <button type="button" onClick={focusViewAnd(selectAllSamples)}>
            Clear all filters
          </button>
        )}
      </p>
    </div>
  );
}
