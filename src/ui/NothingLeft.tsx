// Stands over the view when no sample is left to be shown, and leads back.

import { isNothingLeft, lookAtAll, undo } from '../state/look.ts';
import { focusView } from './focus-view.ts';
import { useStateOf } from './use-state-of.ts';

export function NothingLeft() {
  const isNothing = useStateOf(isNothingLeft);
  const canUndo = useStateOf((state) => state.past.length > 0);
  if (!isNothing) return null;
  const leave = (act: () => void) => () => {
    focusView();
    act();
  };
  return (
    <div className="nothing-left" role="group" aria-label="Nothing is left">
      <p>
        <strong>Nothing is left.</strong> No sample is in the chosen time and threads and passes all of the
        filters.
      </p>
      <p>
        {canUndo && (
          <button type="button" onClick={leave(undo)}>
            Undo the last step
          </button>
        )}
        <button type="button" onClick={leave(lookAtAll)}>
          Show everything
        </button>
      </p>
    </div>
  );
}
