// A dialog over the page, with what it is about as its heading. Esc and Close end it.

import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

interface Props {
  readonly title: string;
  readonly className?: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Dialog({ title, className, onClose, children }: Props) {
  const titleId = useId();
  const ref = useRef<HTMLDialogElement>(null);
  // Closed while it is still there, it gives the keyboard back to what had it.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  // Outside of a bar or whatever it was asked for in, whose heading it has nothing to do with.
  return createPortal(
    // Esc says so at once; that it was closed is only told later, and the next key may be there before.
    <dialog ref={ref} className={className} aria-labelledby={titleId} onCancel={onClose} onClose={onClose}>
      <header>
        <h2 id={titleId}>{title}</h2>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </header>
      {children}
    </dialog>,
    document.body,
  );
}
