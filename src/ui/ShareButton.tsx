// Opens the dialog that shares what is looked at; it is loaded when somebody asks for it.

import { Share2 } from 'lucide-react';
import { useState } from 'react';
import type { Recording } from '../model/session.ts';
import { Loaded } from './Loaded.tsx';

const load = () => import('./ShareDialog.tsx');

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
      {isOpen && <Loaded load={load} given={{ recording }} onClose={() => setOpen(false)} />}
    </>
  );
}
