// Opens the dialog that shares the current view.

import { Share2 } from 'lucide-react';
import { useState } from 'react';
import type { Recording } from '../../model/session.ts';
import { IconButton } from '../primitives/IconButton.tsx';
import { LazyComponent, lazyPart } from '../primitives/lazy-part.ts';

const SHARE = lazyPart(async () => (await import('./ShareDialog.tsx')).ShareDialog);

export function ShareButton({ recording }: { readonly recording: Recording }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <IconButton
        Icon={Share2}
        label="Share"
        title="Share as a link"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen && <LazyComponent part={SHARE} props={{ recording, onClose: close }} onFail={close} />}
    </>
  );
}
