// Asks what to do with recordings that the user dropped or pasted while another one is open. Loaded on demand.

import { dismissReceived } from '../../state/page.ts';
import { compareReceived, openReceived } from '../../state/received.ts';
import type { ReceivedFiles } from '../../state/store.ts';
import { formatNames } from '../../text/format.ts';
import { useAppState } from '../primitives/use-app-state.ts';
import { Dialog } from '../primitives/Dialog.tsx';
import './compare.css';

export function OpenOrCompare({ recordings }: Pick<ReceivedFiles, 'recordings'>) {
  const open = useAppState((state) => state.recording?.name);
  const isComparison = useAppState((state) => state.comparing !== undefined);
  const names = formatNames(recordings.map((name) => `“${name}”`));
  return (
    <Dialog title="Open or compare" className="open-or-compare" onClose={dismissReceived}>
      {isComparison ? (
        <>
          <p>
            Add {names} to the comparison? With three or more recordings on each side, small changes become
            certain.
          </p>
          <div className="row wrap">
            <button ref={focus} type="button" className="main-button" onClick={() => compareReceived('b')}>
              Add to B, the candidate
            </button>
            <button type="button" onClick={() => compareReceived('a')}>
              Add to A, the baseline
            </button>
            <OpenInstead count={recordings.length} />
          </div>
        </>
      ) : (
        <>
          <p>
            “{open}” is open. Compare it with {names}, to see what changed? “{open}” is then A, the baseline
            (before); {names} is B, the candidate (after).
          </p>
          <div className="row wrap">
            <button ref={focus} type="button" className="main-button" onClick={() => compareReceived()}>
              {recordings.length > 1 ? 'Compare with them' : 'Compare with it'}
            </button>
            <OpenInstead count={recordings.length} />
          </div>
        </>
      )}
    </Dialog>
  );
}

/** Only one recording can be open by itself. */
function OpenInstead({ count }: { readonly count: number }) {
  if (count > 1) return null;
  return (
    <button type="button" onClick={openReceived}>
      Open instead
    </button>
  );
}

function focus(button: HTMLButtonElement | null): void {
  button?.focus();
}
