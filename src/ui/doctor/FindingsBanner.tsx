// The banner below the header that warns about a misleading recording.

import { TriangleAlert, X } from 'lucide-react';
import type { Finding } from '../../model/findings.ts';
import type { MissingFile } from '../../model/missing-files.ts';
import { dismissBanner, openFindings } from '../../state/findings.ts';
import { formatShare } from '../../text/format.ts';
import { CodeText } from '../primitives/CodeText.tsx';
import { focusView } from '../primitives/focus-view.ts';
import { PHONE, useMedia } from '../primitives/use-media.ts';

interface Props {
  readonly warning: Finding | MissingFile;
}

export function FindingsBanner({ warning }: Props) {
  const { share } = warning;
  const isFinding = 'id' in warning;
  const title = isFinding
    ? warning.title
    : `The interpreter’s functions have no names in ${formatShare(share)} of the samples`;
  const isPhone = useMedia(PHONE);
  return (
    <div className="findings-banner row">
      <TriangleAlert size={16} aria-label="Misleading" role="img" />
      <p>
        <strong>
          <CodeText text={title} />
        </strong>
        {/* Many titles contain the share. */}
        {!title.includes('%') && share > 0 && (
          <span className="muted nowrap"> · affects {formatShare(share)}</span>
        )}
      </p>
      <button
        type="button"
        className="no-shrink"
        onClick={() => openFindings(isFinding ? warning.id : 'files')}
      >
        Fix
      </button>
      <button
        type="button"
        className="quiet no-shrink"
        aria-label="Dismiss"
        title="Do not show this again for this recording"
        onClick={() => {
          focusView();
          dismissBanner();
        }}
      >
        {isPhone ? <X size={16} aria-hidden="true" /> : 'Dismiss'}
      </button>
    </div>
  );
}
