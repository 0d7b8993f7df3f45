// Opens the dialog that shares what is looked at; it is loaded when somebody asks for it.

import { Share2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Recording } from '../model/session.ts';

const ShareDialog = lazy(() => import('./ShareDialog.tsx'));

export function ShareButton({ recording }: { readonly recording: Recording }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="quiet"
        onClick={() => setOpen(true)}
        aria-label="Share"
        title="Share as a link"
        aria-haspopup="dialog"
      >
        <Share2 size={16} aria-hidden="true" />
      </button>
      {isOpen &&
        // Outside of the bar, whose heading it has nothing to do with.
        createPortal(
          <Suspense fallback={null}>
            <ShareDialog recording={recording} onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
