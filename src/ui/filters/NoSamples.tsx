// A message shown over the view when no samples match the filters, with buttons to get samples back. Loaded on demand.

import { selectAllSamples, undo } from '../../state/view/selection.ts';
import { focusView } from '../primitives/focus.ts';
import { useAppState } from '../primitives/use-app-state.ts';

export function NoSamples() {
  const canUndo = useAppState((state) => state.past.length > 0);
  const focusViewAnd = (act: () => void) => () => {
    focusView();
    act();
  };
  return (
    <div className="no-samples" role="group" aria-label="No matching samples">
      <p>
        <strong>No samples match the current filters.</strong>
      </p>
      <p className="row wrap">
        {canUndo && (
          <button type="button" onClick={focusViewAnd(undo)}>
            Undo last change
          </button>
        )}
        <button type="button" onClick={focusViewAnd(selectAllSamples)}>
          Show all samples
        </button>
      </p>
    </div>
  );
}
