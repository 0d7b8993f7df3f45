// A modal dialog with a title. Esc and its Close button close it.

import { useId, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

interface Props {
  readonly title: string;
  readonly className?: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Dialog({ title, className, onClose, children }: Props) {
  const titleId = useId();
  // A portal, because the role and the heading of the element that opened the dialog do not apply to it.
  return createPortal(
    // For Esc, `close` fires later than `cancel`, possibly after the next key.
    <dialog
      ref={showModal}
      className={className}
      aria-labelledby={titleId}
      onCancel={onClose}
      onClose={onClose}
    >
      <header className="row">
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

/** Closing the dialog before it is removed returns the focus to where it was. */
function showModal(dialog: HTMLDialogElement | null): () => void {
  dialog?.showModal();
  return () => dialog?.close();
}
