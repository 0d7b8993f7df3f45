// Asks what to do with several recordings, or with others than the open one. Loaded on demand.

import { useState } from 'react';
import { dismissReceived } from '../../state/page.ts';
import { compareReceived, openReceived, compareAmongReceived } from '../../state/opening/received.ts';
import type { SniffedRecording } from '../../state/store.ts';
import { formatNames, formatDateTime } from '../../text/format.ts';
import { Dialog } from '../primitives/Dialog.tsx';
import { takeFocus } from '../primitives/focus.ts';
import { isComparing } from '../../state/store.ts';
import { useAppState } from '../primitives/use-app-state.ts';
import { ArrowLeftRight } from 'lucide-react';
import { readAddress } from '../../sharing/address.ts';
import { suggestSides, type SideKey } from '../../state/opening/received-sides.ts';
import { Segments } from '../primitives/Buttons.tsx';
import './compare.css';

type Props = Pick<SniffedRecording, 'files' | 'recordings'>;

export function OpenOrCompare({ files, recordings }: Props) {
  const open = useAppState((state) => state.recording?.name);
  const isComparison = useAppState(isComparing);
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
              ref={takeFocus}
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
            <button ref={takeFocus} type="button" className="main-button" onClick={() => compareReceived()}>
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

const SIDES = [
  { name: 'a', label: 'A', tooltip: 'A, the baseline (before)' },
  { name: 'b', label: 'B', tooltip: 'B, the candidate (after)' },
] as const;

/** Recordings that were opened together: the user chooses which are A and which are B, or opens one of them. */
function CompareAmong({ files, recordings }: Pick<SniffedRecording, 'files' | 'recordings'>) {
  const [list, setList] = useState(() =>
    suggestSides(recordings, files, readAddress(location.hash).comparison),
  );
  const on = (side: SideKey) => list.filter((each) => each.side === side).map(({ index }) => index);
  const [a, b] = [on('a'), on('b')];
  const isComplete = a.length > 0 && b.length > 0;
  const choose = (chosen: number, side: SideKey) =>
    setList(
      list.map((each) =>
        // Two recordings are always one of each.
        each.index === chosen ? { ...each, side } : list.length === 2 ? { ...each, side: other(side) } : each,
      ),
    );
  return (
    <>
      <p>
        What changed from A, the baseline (before), to B, the candidate (after)? Several recordings of a side
        are runs of the same program.
      </p>
      <ul className="compare-among">
        {list.map(({ index, label, date, side }) => (
          <li key={index} className="row wrap">
            <Segments
              label={`Side of ${label}`}
              className="small no-shrink"
              options={SIDES}
              value={side}
              onChange={(to) => choose(index, to)}
            />
            <span className="fill break-anywhere">
              {label}{' '}
              {date !== undefined && <span className="muted small nowrap">{formatDateTime(date)}</span>}
            </span>
            <button
              type="button"
              className="quiet no-shrink"
              aria-label={`Open only ${label}`}
              onClick={() => openReceived(index)}
            >
              Open only this
            </button>
          </li>
        ))}
      </ul>
      <div className="row wrap">
        <button
          ref={takeFocus}
          type="button"
          className="main-button"
          disabled={!isComplete}
          onClick={() => void compareAmongReceived(a, b)}
        >
          Compare
        </button>
        <button
          type="button"
          onClick={() => setList(list.map((each) => ({ ...each, side: other(each.side) })))}
        >
          <ArrowLeftRight size={14} aria-hidden="true" /> Swap A and B
        </button>
        {!isComplete && <span className="muted">Each side needs a recording.</span>}
      </div>
    </>
  );
}

function other(side: SideKey): SideKey {
  return side === 'a' ? 'b' : 'a';
}
