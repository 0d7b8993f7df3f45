// The banner below the header that warns about a misleading recording, in one line.

import { TriangleAlert, X } from 'lucide-react';
import type { Finding, MissingFile } from '../../model/findings.ts';
import { dismissBanner, openFindings } from '../../state/view/findings.ts';
import { formatShare } from '../../text/format.ts';
import { CodeText } from '../primitives/CommandBlock.tsx';
import { focusView } from '../primitives/focus.ts';
import { PHONE, useMedia } from '../primitives/use-app-state.ts';

export function FindingsBanner({ warning }: { readonly warning: Finding | MissingFile }) {
  const { share } = warning;
  const isFinding = 'id' in warning;
  const title = isFinding
    ? warning.title
    : `The interpreter’s functions have no names in ${formatShare(share)} of the samples`;
  // Many titles contain the share.
  const affects = !title.includes('%') && share > 0 ? ` · affects ${formatShare(share)}` : '';
  const isPhone = useMedia(PHONE);
  return (
    <div className="findings-banner row">
      <TriangleAlert size={14} aria-label="Misleading" role="img" />
      <p className="ellipsis" title={`${title}${affects}`}>
        <strong>
          <CodeText text={title} />
        </strong>
        <span className="muted nowrap">{affects}</span>
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
