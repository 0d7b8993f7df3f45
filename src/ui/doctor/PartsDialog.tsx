// A dialog that explains something in a few titled paragraphs.

import { Dialog } from '../primitives/Dialog.tsx';
import './finding-help.css';

interface Props {
  readonly title: string;
  readonly parts: readonly (readonly [title: string, text: string])[];
  readonly onClose: () => void;
}

export function PartsDialog({ title, parts, onClose }: Props) {
  return (
    <Dialog title={title} className="finding-help" onClose={onClose}>
      {parts.map(([heading, text]) => (
        <section key={heading}>
          <h3>{heading}</h3>
          <p>{text}</p>
        </section>
      ))}
    </Dialog>
  );
}
