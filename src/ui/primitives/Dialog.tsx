// A modal dialog with a title. Esc and the Close button close it.

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
  // Rendered in a portal, so that the roles and headings around its opener do not apply to the dialog.
  return createPortal(
    // Esc fires `cancel` first; `close` follows later, possibly after the next key press.
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

/** Closes the dialog before React removes it, because closing returns the focus to where it was. */
function showModal(dialog: HTMLDialogElement | null): () => void {
  dialog?.showModal();
  return () => dialog?.close();
}
