// Opens the dialog that shares the current view.

import { Share2 } from 'lucide-react';
import { useState } from 'react';
import type { Recording } from '../../model/session.ts';
import { IconButton } from '../primitives/IconButton.tsx';
import { LazyDialog } from '../primitives/LazyDialog.tsx';
import { lazyPart } from '../primitives/lazy-part.ts';

const SHARE = lazyPart(async () => ({ Component: (await import('./ShareDialog.tsx')).ShareDialog }));

export function ShareButton({ recording }: { readonly recording: Recording }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        Icon={Share2}
        label="Share"
        title="Share as a link"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen && <LazyDialog part={SHARE} given={{ recording }} onClose={() => setOpen(false)} />}
    </>
  );
}
