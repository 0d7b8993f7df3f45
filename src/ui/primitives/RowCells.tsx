// Cells of a row in the table or the call tree.

import type { ReactNode } from 'react';
import { orDash } from '../../text/format.ts';
import type { Label } from '../../text/labels.ts';

interface NameProps extends Label {
  /** Undefined for rows without a kind. */
  readonly color: string | undefined;
  /** Shown before the name. */
  readonly children?: ReactNode;
}

export function NameCell({ name, place, color, children }: NameProps) {
  return (
    <span role="gridcell" className="row-name">
      {children}
      {color && <span className="swatch" style={{ background: color }} aria-hidden="true" />}
      <span className="row-label ellipsis">{name}</span>
      {place !== '' && <span className="row-place ellipsis muted">{place}</span>}
    </span>
  );
}

interface NumberProps {
  readonly className?: string;
  /** Self weight of the row; only set for cells that show self weight, samples or share, which are a dash at 0. */
  readonly self?: number;
  readonly children: string;
}

export function NumberCell({ className = '', self, children }: NumberProps) {
  return (
    <span role="gridcell" className={`row-number ${className} ${self === 0 ? 'muted' : ''}`}>
      {self === undefined ? children : orDash(self, children)}
    </span>
  );
}
