// A weight by family of code, as a bar and a list. A click on a family highlights its code in the graph.

import { familyOf, FAMILIES, kindsOf, type Family } from '../../model/kinds.ts';
import { FAMILY_LABELS } from '../../text/family-labels.ts';
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

export function Families({ kinds, of, label }: Props) {
  const highlighted = useAppState((state) => state.highlighted);
  const colors = useKindColors();
  const weights = weightsByFamily(kinds);
  const whole = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1;
  const families = FAMILIES.flatMap((family) => {
    const share = (weights.get(family) ?? 0) / whole;
    if (share === 0) return [];
    const familyKinds = kindsOf(family);
    const name = FAMILY_LABELS[family];
    return {
      family,
      name,
      share,
      color: colors[familyKinds[0]],
      isOn: familyKinds.every((kind) => highlighted.has(kind)),
      toggle: () => toggleHighlight(...familyKinds),
      title: `${name}: ${formatShare(share)} ${of}. Click to highlight it in graphs and show only its rows in the table.`,
    };
  });
  return (
    <>
      {/* For the mouse only: the list has the same buttons. */}
      <div className="family-bar row">
        {families.map(({ family, share, color, toggle, title, isOn }) => (
          <button
            key={family}
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            className={highlighted.size > 0 && !isOn ? 'dimmed' : ''}
            style={{ flexGrow: share, background: color }}
            onClick={toggle}
            title={title}
          />
        ))}
      </div>
      <ul className="share-list small" aria-label={label}>
        {families.map(({ family, name, share, color, toggle, title, isOn }) => (
          <li key={family}>
            <button
              type="button"
              className="share-row row"
              aria-pressed={isOn}
              onClick={toggle}
              title={title}
            >
              <span className="swatch" style={{ background: color }} aria-hidden="true" />
              <span className="part-name ellipsis">{name}</span>
              <span className="number">{formatShare(share)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function weightsByFamily(kinds: ReadonlyMap<number, number>): Map<Family, number> {
  const weights = new Map<Family, number>();
  for (const [kind, weight] of kinds) {
    const family = familyOf(kind);
    weights.set(family, (weights.get(family) ?? 0) + weight);
  }
  return weights;
}
