// Notices at the top of the page about
// - links to other hosts, which the page contacts only if the user agrees,
// - links to views of a recording that is not open,
// - a recording that is still open while the start screen is shown.

import type { ReactNode } from 'react';
import { readAddress, type Address } from '../../state/address.ts';
import { addressBar } from '../../state/address-bar.ts';
import { countRecordings } from '../../state/comparison-address.ts';
import { returnToRecording } from '../../state/opening.ts';
import type { State } from '../../state/store.ts';
import { openRemote } from '../../state/open-remote.ts';
import { declineOffer } from '../../state/remote.ts';
import { describeLink } from '../share/link-description.ts';

export function Notices({
  offered,
  awaitedView,
  suspended,
}: Pick<State, 'offered' | 'awaitedView' | 'suspended'>) {
  return (
    <>
      {offered && (
        <Notice actions={{ Download: () => void openRemote(offered), Cancel: declineOffer }}>
          This link downloads “{offered.title}” from <strong>{offered.url.host}</strong>, which will see your
          request.
        </Notice>
      )}
      {awaitedView !== '' && (
        <Notice actions={{ 'Forget this link': () => addressBar.forgetAwaitedView() }}>
          {describeLink(readAddress(awaitedView))} {howToSee(readAddress(awaitedView))}
        </Notice>
      )}
      {suspended !== undefined && (
        <Notice actions={{ 'Show it': () => returnToRecording() }}>
          “{suspended.recording.name}” is still open.
        </Notice>
      )}
    </>
  );
}

function howToSee({ comparison }: Address): string {
  return comparison && countRecordings(comparison) > 1
    ? 'Open these recordings together to see it.'
    : 'Open that recording to see it.';
}

interface NoticeProps {
  /** Click handlers by button label. */
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
