// Opens the dialog that shares what is looked at; it is loaded when somebody asks for it.

import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { Recording } from '../model/session.ts';
import { Loaded } from './Loaded.tsx';

const load = () => import('./ShareDialog.tsx');

export function ShareButton({ recording }: { readonly recording: Recording }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
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
          <Loaded load={load} given={{ recording, onClose: close }} giveUp={close} />,
          document.body,
        )}
    </>
  );
}
