// A list of buttons with names and shares.

import { memo, type ReactNode } from 'react';
import { formatShare, orDash } from '../../text/format.ts';
import { useKindColors } from '../primitives/use-colors.ts';
import { functionButton } from './use-function-buttons.ts';

interface ListProps {
  readonly title: string;
  /** What the shares mean, such as “self time”. */
  readonly caption: string;
  readonly children: ReactNode;
}

export function ShareList({ title, caption, children }: ListProps) {
  return (
    <>
      <ShareHead title={title} caption={caption} />
      <ul className="share-list small" aria-label={title}>
        {children}
      </ul>
    </>
  );
}

export const ShareHead = memo(function ShareHead({
  title,
  caption,
  tooltip,
}: Omit<ListProps, 'children'> & { readonly tooltip?: string }) {
  return (
    <div className="share-head row small" title={tooltip}>
      <h3>{title}</h3>
      <span className="muted push-end">{caption}</span>
    </div>
  );
});

interface RowProps {
  readonly name: string;
  readonly place?: string;
  /** 0 to 1. */
  readonly share: number;
  readonly self?: number | undefined;
  /** Kind of code, which determines the color of the bar; neutral if undefined. */
  readonly kind?: number;
  readonly title: string;
  /** The function that a click selects. Buttons without one have `onClick`. */
  readonly func?: number;
  readonly onClick?: () => void;
}

export function ShareRow({ name, place, share, self, kind, title, func, onClick }: RowProps) {
  const colors = useKindColors();
  const color = kind === undefined ? undefined : colors[kind];
  return (
    <li>
      <button
        type="button"
        className="share-row row relative"
        title={title}
        onClick={onClick}
        {...(func !== undefined && functionButton(func))}
      >
        <ShareCells name={name} place={place} share={share} color={color} />
        {self !== undefined && (
          <span className="number self muted relative">
            <span className="visually-hidden">self </span>
            {orDash(self, formatShare(self))}
          </span>
        )}
      </button>
    </li>
  );
}

interface CellsProps extends Pick<RowProps, 'name' | 'share'> {
  readonly place?: string | undefined;
  readonly color?: string | undefined;
}

/** A name and its share, over a bar as wide as the share. */
function ShareCells({ name, place, share, color }: CellsProps) {
  return (
    <>
      <span
        className="share-bar"
        style={{ width: `${100 * share}%`, background: color }}
        aria-hidden="true"
      />
      <span className="part-name ellipsis relative">
        {name}
        {place && <span className="muted"> {place}</span>}
      </span>
      <span className="number relative">{formatShare(share)}</span>
    </>
  );
}
