// Notices at the top of the page about
// - links to other hosts, which the page contacts only if the user agrees,
// - links to views of a recording that is not open,
// - a recording that is still open while the start screen is shown.

import type { ReactNode } from 'react';
import type { Address } from '../../sharing/address.ts';
import { addressBar } from '../../state/links/address-bar.ts';
import type { State } from '../../state/store.ts';
import { openRemote } from '../../state/opening/open-link.ts';
import { declineOffer } from '../../state/page.ts';
import { showAgain } from '../../state/opening/shown.ts';
import { useAppState } from '../primitives/use-app-state.ts';
import { describeLink } from '../share/link-description.ts';
import type { Finding } from '../../model/findings.ts';
import { CodeText, CommandBlock } from '../primitives/CommandBlock.tsx';

export function Notices({
  offered,
  awaitedView,
  suspended,
}: Pick<State, 'offered' | 'awaitedView' | 'suspended'>) {
  const open = useAppState(({ opened }) => opened.get(suspended)?.kept);
  const remote = offered?.remote[0];
  return (
    <>
      {remote && (
        <Notice actions={{ Download: () => void openRemote(offered), Cancel: declineOffer }}>
          This link downloads “{remote.title}” from <strong>{remote.url.host}</strong>, which will see your
          request.
        </Notice>
      )}
      {awaitedView && (
        <Notice actions={{ 'Forget this link': () => addressBar.forgetAwaitedView() }}>
          {describeLink(awaitedView)} {howToSee(awaitedView)}
        </Notice>
      )}
      {open && (
        <Notice actions={{ 'Show it': () => void showAgain(suspended) }}>
          “{open.recording.name}” is still open.
        </Notice>
      )}
    </>
  );
}

function howToSee({ comparison }: Address): string {
  const { a = [], b = [] } = comparison ?? {};
  return new Set([...a, ...b].map(({ recording }) => recording)).size > 1
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

/** Why a recording cannot be shown, and how to record again. */
export function Unshowable({ finding: { title, text, fix } }: { readonly finding: Finding }) {
  return (
    <div className="fill">
      <p>
        <strong>
          <CodeText text={`${title}.`} />
        </strong>{' '}
        <CodeText text={text} />
      </p>
      {fix.length > 0 && <CommandBlock command={fix.join('\n')} label="Copy the command" />}
    </div>
  );
}
