// Weights by kind of code, as a bar and a list. A click on a kind highlights its code in the graph.

import { memo } from 'react';
import { kindsInOrder, KIND_LABELS } from '../../model/kinds.ts';
import { openMenu } from '../../state/page.ts';
import { toggleHighlight } from '../../state/view/navigation.ts';
import { formatShare } from '../../text/format.ts';
import { useAppState } from '../primitives/use-app-state.ts';
import { useKindColors } from '../primitives/use-colors.ts';

interface Props {
  /** Weight by Kind. */
  readonly kinds: ReadonlyMap<number, number>;
  /** Completes “75% …” in tooltips, such as “of all selected samples were taken in it”. */
  readonly of: string;
  /** Accessible name of the list. */
  readonly label: string;
}

export function KindShares({ kinds, of, label }: Props) {
  const highlighted = useAppState('highlighted');
  const colors = useKindColors();
  const whole = [...kinds.values()].reduce((sum, weight) => sum + weight, 0) || 1;
  const shown = kindsInOrder().flatMap((kind) => {
    const share = (kinds.get(kind) ?? 0) / whole;
    return share === 0 ? [] : [{ kind, share, title: `${KIND_LABELS[kind]}: ${formatShare(share)} ${of}.` }];
  });
  return (
    <>
      {/* For the mouse only: the list has the same buttons. */}
      <div className="kind-bar row">
        {shown.map(({ kind, share, title }) => (
          <button
            key={kind}
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            className={highlighted.size > 0 && !highlighted.has(kind) ? 'dimmed' : ''}
            style={{ flexGrow: share, background: colors[kind] }}
            onClick={() => toggleHighlight(kind)}
            title={`${title} ${CLICK}`}
          />
        ))}
      </div>
      <ul className="share-list small" aria-label={label}>
        {shown.map((each) => (
          <KindRow key={each.kind} {...each} />
        ))}
      </ul>
    </>
  );
}

const CLICK = 'Click to highlight it in graphs and show only its rows in the table.';

interface RowProps {
  readonly kind: number;
  readonly share?: number;
  readonly title?: string;
}

export const KindRow = memo(function KindRow({ kind, share, title = '' }: RowProps) {
  const isOn = useAppState('highlighted').has(kind);
  const colors = useKindColors();
  return (
    <li>
      <button
        type="button"
        className="share-row row"
        aria-pressed={isOn}
        onClick={() => toggleHighlight(kind)}
        onContextMenu={(event) => {
          event.preventDefault();
          openMenu({ by: 'kind', id: kind }, event.clientX, event.clientY);
        }}
        title={`${title} ${CLICK}`.trim()}
      >
        <span className="swatch" style={{ background: colors[kind] }} aria-hidden="true" />
        <span className="part-name ellipsis">{KIND_LABELS[kind]}</span>
        {share !== undefined && <span className="number">{formatShare(share)}</span>}
      </button>
    </li>
  );
});
