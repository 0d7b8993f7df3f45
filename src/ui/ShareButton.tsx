// Opens the dialog that shares the current view.

import { Share2 } from 'lucide-react';
import { useState } from 'react';
import type { Recording } from '../model/session.ts';
import { LazyDialog } from './LazyDialog.tsx';
import { lazyPart } from './lazy-part.ts';

const SHARE = lazyPart(async () => ({ Component: (await import('./ShareDialog.tsx')).ShareDialog }));

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
      {isOpen && <LazyDialog part={SHARE} given={{ recording }} onClose={() => setOpen(false)} />}
    </>
  );
}
