// Asks what to do with several recordings, or with others than the open one. Loaded on demand.

import { useState } from 'react';
import { dismissReceived } from '../../state/page.ts';
import { compareReceived, openReceived } from '../../state/received.ts';
import type { SniffedRecording } from '../../state/store.ts';
import { formatNames } from '../../text/format.ts';
import { Dialog } from '../primitives/Dialog.tsx';
import { focusButton } from '../primitives/focus-button.ts';
import { useAppState } from '../primitives/use-app-state.ts';
import { CompareAmong } from './CompareAmong.tsx';
import './compare.css';

type Props = Pick<SniffedRecording, 'files' | 'recordings'>;

export function OpenOrCompare({ files, recordings }: Props) {
  const open = useAppState((state) => state.recording?.name);
  const isComparison = useAppState((state) => state.comparing !== undefined);
  const [isAmong, setAmong] = useState(open === undefined);
  const names = formatNames(recordings.map(({ name }) => `“${name}”`));
  const others = <WithoutOpenOne recordings={recordings} showChoice={() => setAmong(true)} />;
  return (
    <Dialog title="Open or compare" className="open-or-compare" onClose={dismissReceived}>
      {isAmong ? (
        <CompareAmong files={files} recordings={recordings} />
      ) : isComparison ? (
        <>
          <p>
            Add {names} to the comparison? With three or more recordings on each side, small changes become
            certain.
          </p>
          <div className="row wrap">
            <button
              ref={focusButton}
              type="button"
              className="main-button"
              onClick={() => compareReceived('b')}
            >
              Add to B, the candidate
            </button>
            <button type="button" onClick={() => compareReceived('a')}>
              Add to A, the baseline
            </button>
            {others}
          </div>
        </>
      ) : (
        <>
          <p>
            “{open}” is open. Compare it with {names}, to see what changed? “{open}” is then A, the baseline
            (before); {names} is B, the candidate (after).
          </p>
          <div className="row wrap">
            <button ref={focusButton} type="button" className="main-button" onClick={() => compareReceived()}>
              {recordings.length > 1 ? 'Compare with them' : 'Compare with it'}
            </button>
            {others}
          </div>
        </>
      )}
    </Dialog>
  );
}

/** Leaves the open recording: for a single recording, or to choose among several. */
function WithoutOpenOne({
  recordings,
  showChoice,
}: Pick<Props, 'recordings'> & { readonly showChoice: () => void }) {
  return recordings.length > 1 ? (
    <button type="button" onClick={showChoice}>
      Open one, or compare these…
    </button>
  ) : (
    <button type="button" onClick={() => openReceived(0)}>
      Open instead
    </button>
  );
}
