// Notices at the top of the page: a link to another host, which is not contacted before the user agrees; a link whose
// recording is not open; and the recording that stays open while the start screen is shown.

import type { ReactNode } from 'react';
import { MAIN } from '../../model/queries.ts';
import { readAddress } from '../../state/address.ts';
import { addressBar } from '../../state/address-bar.ts';
import { comeBack } from '../../state/opening.ts';
import type { State } from '../../state/store.ts';
import { openRemote } from '../../state/open-remote.ts';
import { leaveOffered } from '../../state/remote.ts';
import { describeLink } from '../share/link-description.ts';

export function Notices({ offered, awaited, aside }: Pick<State, 'offered' | 'awaited' | 'aside'>) {
  return (
    <>
      {offered && (
        <Notice actions={{ Download: () => void openRemote(offered), Cancel: leaveOffered }}>
          This link downloads “{offered.title}” from <strong>{offered.url.host}</strong>, which will see your
          request.
        </Notice>
      )}
      {awaited !== '' && (
        <Notice actions={{ 'Forget this link': () => addressBar.forgetAwaited() }}>
          {describeLink(readAddress(awaited))} Open that recording to see it.
        </Notice>
      )}
      {aside !== undefined && (
        <Notice actions={{ 'Show it': () => comeBack() }}>
          “{aside.recordings[MAIN].name}” is still open.
        </Notice>
      )}
    </>
  );
}

interface NoticeProps {
  /** Handlers of the buttons, by label. */
  readonly actions: Readonly<Record<string, () => void>>;
  readonly children: ReactNode;
}

function Notice({ actions, children }: NoticeProps) {
  return (
    <div className="offer row wrap">
      <p className="break-anywhere">{children}</p>
      {Object.entries(actions).map(([label, run]) => (
        <button key={label} type="button" onClick={run}>
          {label}
        </button>
      ))}
    </div>
  );
}
