// Recordings that were opened together: the user chooses which are A and which are B, or opens one of them.

import { ArrowLeftRight } from 'lucide-react';
import { useState } from 'react';
import { readAddress } from '../../sharing/address.ts';
import { compareAmongReceived, openReceived } from '../../state/received.ts';
import { suggestSides, type SideKey } from '../../state/received-sides.ts';
import type { SniffedRecording } from '../../state/store.ts';
import { formatDateTime } from '../../text/format.ts';
import { focusButton } from '../primitives/focus-button.ts';
import { Segments } from '../primitives/Segments.tsx';

const SIDES = [
  { name: 'a', label: 'A', tooltip: 'A, the baseline (before)' },
  { name: 'b', label: 'B', tooltip: 'B, the candidate (after)' },
] as const;

export function CompareAmong({ files, recordings }: Pick<SniffedRecording, 'files' | 'recordings'>) {
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
          ref={focusButton}
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
