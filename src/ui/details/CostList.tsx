// What the interpreter spent the time on. A click on a cost explains it, with its parts and what usually makes it smaller.

import { useId, useState } from 'react';
import { COSTS, type CostId, type PartWeight } from '../../model/costs.ts';
import { addFilter } from '../../state/selection.ts';
import { COST_HELP } from '../../text/cost-help.ts';
import { formatShare } from '../../text/format.ts';
import { ShareCells, ShareList } from './ShareList.tsx';

const MAX_PARTS = 6;

interface Props {
  readonly title: string;
  /** What the shares are of. */
  readonly caption: string;
  readonly costs: readonly PartWeight[];
  readonly column: 'own' | 'total';
}

export function CostList({ title, caption, costs, column }: Props) {
  const [shown, setShown] = useState<CostId>();
  const groups = groupsOf(costs, column);
  const whole = groups.reduce((sum, { weight }) => sum + weight, 0);
  if (whole === 0) return null;
  return (
    <ShareList title={title} caption={caption}>
      {groups.map((group) => (
        <CostRow
          key={group.id}
          group={group}
          whole={whole}
          isShown={shown === group.id}
          onToggle={() => setShown(shown === group.id ? undefined : group.id)}
        />
      ))}
    </ShareList>
  );
}

interface CostGroup {
  readonly id: CostId;
  readonly label: string;
  readonly weight: number;
  /** Heaviest first; parts without a name are left out. */
  readonly parts: readonly { readonly name: string; readonly weight: number }[];
}

interface RowProps {
  readonly group: CostGroup;
  readonly whole: number;
  readonly isShown: boolean;
  readonly onToggle: () => void;
}

function CostRow({ group: { id: cost, label, weight, parts }, whole, isShown, onToggle }: RowProps) {
  const id = useId();
  const { is, smaller } = COST_HELP[cost];
  return (
    <li>
      <button
        type="button"
        className="share-row row relative"
        title={is}
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        onClick={onToggle}
      >
        <ShareCells name={label} share={weight / whole} />
      </button>
      {isShown && (
        <div id={id} className="cost-help">
          <p>{is}</p>
          {parts.length > 0 && (
            <ul className="cost-parts" aria-label={`Parts of ${label}`}>
              {parts.slice(0, MAX_PARTS).map((part) => (
                <li key={part.name} className="row">
                  <span className="ellipsis">{part.name}</span>
                  <span className="number push-end">{formatShare(part.weight / whole)}</span>
                </li>
              ))}
            </ul>
          )}
          <p>
            <span className="muted">Less of it:</span> {smaller}
          </p>
          <button
            type="button"
            className="quiet small"
            onClick={() => addFilter({ action: 'only', target: { by: 'cost', cost } })}
          >
            Show only these samples
          </button>
        </div>
      )}
    </li>
  );
}

/** The costs with weight, heaviest first. */
function groupsOf(costs: readonly PartWeight[], column: 'own' | 'total'): CostGroup[] {
  const groups = COSTS.map((cost) => {
    const rows = costs.filter((each) => each.cost === cost.id && each[column] > 0);
    const parts = rows.map((each) => ({ name: each.part, weight: each[column] }));
    const named = parts.filter(({ name }) => name !== '').sort((a, b) => b.weight - a.weight);
    return { ...cost, weight: parts.reduce((sum, { weight }) => sum + weight, 0), parts: named };
  });
  return groups.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
}
