// The tools at the end of the header. Narrow windows have most of them in the menu. Loaded on demand.

import { useState } from 'react';
import { IS_ONE_FILE } from '../../state/opening/embedded-recording.ts';
import { ShareDialog } from '../dialogs.ts';
import { FindingsButton } from '../doctor/FindingsButton.tsx';
import { MenuButton } from '../primitives/MenuButton.tsx';
import { Toast } from '../primitives/Toast.tsx';
import { NARROW, useMedia } from '../primitives/use-media.ts';
import { useExports } from '../share/use-exports.ts';
import { MoreMenu } from './MoreMenu.tsx';
import { compareEntries } from '../compare/compare-entries.ts';

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
