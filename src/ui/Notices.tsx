// What the page says above all else, and asks: about a link to another host, of which nothing is asked before the user
// agrees; about a link whose recording is not open; and which recording is open behind the start screen.

import type { ReactNode } from 'react';
import { forgetAwaited } from '../state/address-bar.ts';
import { readAddress } from '../state/address.ts';
import { comeBack } from '../state/opening.ts';
import { openRemote } from '../state/open-remote.ts';
import { leaveOffered } from '../state/remote.ts';
import type { State } from '../state/store.ts';
import { wordsOfLink } from './link-words.ts';

export type Notified = Pick<State, 'offered' | 'awaited' | 'aside'>;

export function Notices({ offered, awaited, aside }: Notified) {
  return (
    <>
      {offered && (
        <Notice actions={{ 'Fetch it': () => void openRemote(offered), 'Leave it': leaveOffered }}>
          This link opens “{offered.title}” from <strong>{offered.url.host}</strong>, which then learns that
          you did.
        </Notice>
      )}
      {awaited !== '' && (
        <Notice actions={{ 'Forget this link': forgetAwaited }}>
          {wordsOfLink(readAddress(awaited))} Open that recording to see it.
        </Notice>
      )}
      {aside !== undefined && (
        <Notice actions={{ 'Show it': () => comeBack() }}>“{aside}” is still open.</Notice>
      )}
    </>
  );
}

interface NoticeProps {
  /** What its buttons do, by what they say. */
  readonly actions: Readonly<Record<string, () => void>>;
  readonly children: ReactNode;
}

function Notice({ actions, children }: NoticeProps) {
  return (
    <div className="offer">
      <p>{children}</p>
      {Object.entries(actions).map(([label, run]) => (
        <button key={label} type="button" onClick={run}>
          {label}
        </button>
      ))}
    </div>
  );
}
