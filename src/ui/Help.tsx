// Help: every shortcut, and the switch that turns single keys off.

import { useEffect, useRef } from 'react';
import { setHelpOpen, setSingleKeys } from '../state/actions.ts';
import { PLACES, SHORTCUTS } from './shortcuts.ts';
import { useStateOf } from './use-state-of.ts';

export function Help() {
  const isOpen = useStateOf((state) => state.helpOpen);
  const singleKeys = useStateOf((state) => state.singleKeys);
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) ref.current?.showModal();
    else ref.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={ref} aria-labelledby="help-title" onClose={() => setHelpOpen(false)}>
      {isOpen && (
        <>
          <header>
            <h2 id="help-title">Help</h2>
            <button type="button" onClick={() => setHelpOpen(false)}>
              Close
            </button>
          </header>
          <p>
            Click a box to zoom to it, the background to see everything. The wheel zooms at the pointer,
            dragging moves; Shift and wheel moves sideways, Alt and wheel up and down.
          </p>
          <label className="switch">
            <input
              type="checkbox"
              checked={singleKeys}
              onChange={(event) => setSingleKeys(event.target.checked)}
            />
            Single-key shortcuts
          </label>
          <table>
            <thead>
              <tr>
                <th scope="col">Key</th>
                <th scope="col">Does</th>
              </tr>
            </thead>
            <tbody>
              {SHORTCUTS.map(({ shown, does, where }) => (
                <tr key={`${shown} ${where}`}>
                  <td>
                    <kbd>{shown}</kbd>
                  </td>
                  <td>
                    {does}
                    {where && <span className="where"> ({PLACES[where]})</span>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </dialog>
  );
}
