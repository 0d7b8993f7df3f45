// The heading of details: a name, and a button that leads back to the overview.

import { X } from 'lucide-react';
import { closeDetails } from '../../state/view/side-panel.ts';
import { IconButton } from '../primitives/Buttons.tsx';

/** `title` is the full name. */
export function DetailsHeading({ name, title }: { readonly name: string; readonly title: string }) {
  return (
    <div className="details-head row">
      {/* Receives the focus when the selection changes. */}
      <h2 className="break-anywhere fill" tabIndex={-1} title={title}>
        {name}
      </h2>
      <IconButton Icon={X} size={14} label="Back to the overview" onClick={closeDetails} />
    </div>
  );
}
