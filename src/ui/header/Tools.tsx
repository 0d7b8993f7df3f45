// The tools at the end of the header. Narrow windows have most of them in the menu. Loaded on demand.

import { useState } from 'react';
import { TriangleAlert } from 'lucide-react';
import { IS_ONE_FILE } from '../../state/opening/embedded-recording.ts';
import { ShareDialog } from '../dialogs.ts';
import { MenuButton } from '../primitives/MenuButton.tsx';
import { Toast } from '../primitives/Buttons.tsx';
import { NARROW, useMedia, useAppState } from '../primitives/use-app-state.ts';
import { useExports } from '../share/use-exports.ts';
import { MoreMenu } from './MoreMenu.tsx';
import { compareEntries } from '../compare/compare-entries.ts';
import { problemCount } from '../../state/view/findings.ts';
import { formatNumberOf } from '../../text/format.ts';
import { tooltip } from '../command.ts';
import { COMMANDS } from '../commands.ts';

export function Tools() {
  const isNarrow = useMedia(NARROW);
  const [isSharing, setSharing] = useState(false);
  const { groups, isPossible, isBusy, message } = useExports();
  // To share a one-file page, users send the file itself.
  const share = IS_ONE_FILE ? undefined : () => setSharing(true);
  const closeShare = () => setSharing(false);
  return (
    <>
      {!isNarrow && <FindingsButton />}
      {!isNarrow && isPossible && (
        <MenuButton
          name={isBusy ? 'Exporting…' : 'Export'}
          heading={null}
          groups={groups}
          isBusy={isBusy}
          hasText
        >
          {isBusy ? 'Exporting…' : 'Export'}
        </MenuButton>
      )}
      {!isNarrow && (
        <MenuButton name="Compare" heading={null} groups={compareEntries} hasText>
          Compare
        </MenuButton>
      )}
      {!isNarrow && share && (
        <button
          type="button"
          className="quiet"
          title="Share as a link"
          aria-haspopup="dialog"
          onClick={share}
        >
          Share
        </button>
      )}
      <MoreMenu
        {...(isNarrow && { exports: isPossible ? groups : undefined, share, comparisons: compareEntries })}
      />
      <Toast message={message} />
      {isSharing && <ShareDialog onClose={closeShare} onFail={closeShare} />}
    </>
  );
}

/** The button in the header that shows the number of findings, and opens and closes the panel. Hidden without findings. */
function FindingsButton() {
  const count = useAppState(problemCount);
  const isOpen = useAppState((state) => state.openFindings !== undefined);
  if (count === 0) return null;
  const { run, title } = COMMANDS.findings;
  return (
    <button
      type="button"
      className="quiet findings-button"
      title={tooltip(COMMANDS.findings, title)}
      aria-label={formatNumberOf(count, 'problem')}
      aria-expanded={isOpen}
      onClick={run}
    >
      <TriangleAlert size={14} aria-hidden="true" />
      <span className="number">{count}</span>
    </button>
  );
}
