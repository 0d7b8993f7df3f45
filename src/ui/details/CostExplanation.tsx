// What a cost is, its parts, what usually makes it smaller, and filters for its samples.

import type { CostId } from '../../model/costs.ts';
import { addFilter, removeFilter } from '../../state/selection.ts';
import { COST_HELP } from '../../text/cost-help.ts';
import { formatShare, orDash } from '../../text/format.ts';
import { useAppState } from '../primitives/use-app-state.ts';
import { CostHelpLink } from './CostHelpLink.tsx';
import type { CostGroup, CostShares } from './cost-groups.ts';

const MAX_PARTS = 6;

interface Props {
  readonly id: string;
  readonly group: CostGroup;
  readonly columns: readonly (keyof CostShares)[];
}

export function CostExplanation({ id, group: { id: cost, label, parts }, columns }: Props) {
  const { is, smaller } = COST_HELP[cost];
  const rest = parts.slice(MAX_PARTS);
  const others = { name: `${rest.length} more`, own: sumOf(rest, 'own'), total: sumOf(rest, 'total') };
  return (
    <div id={id} className="cost-help">
      <p>{is}</p>
      {parts.length > 0 && (
        <ul className="cost-parts" aria-label={`Parts of ${label}`}>
          {[...parts.slice(0, MAX_PARTS), ...(rest.length > 0 ? [others] : [])].map((part) => (
            <li key={part.name} className="row">
              <span className="part-name ellipsis">{part.name}</span>
              {columns.map((column) => (
                <span key={column} className="number">
                  {orDash(part[column], formatShare(part[column]))}
                </span>
              ))}
            </li>
          ))}
        </ul>
      )}
      <p>
        <span className="muted">Less of it:</span> {smaller}
      </p>
      <p className="actions row wrap">
        <FilterButtons cost={cost} />
        <CostHelpLink cost={cost}>About this cost</CostHelpLink>
      </p>
    </div>
  );
}

function FilterButtons({ cost }: { readonly cost: CostId }) {
  const only = useAppState(({ options }) =>
    options.filters.findIndex(
      ({ action, target, isOn }) =>
        isOn && action === 'only' && target?.by === 'cost' && target.cost === cost,
    ),
  );
  const target = { by: 'cost', cost } as const;
  return (
    <>
      <button
        type="button"
        aria-pressed={only >= 0}
        title={only >= 0 ? 'Show all samples again' : 'Keep only the samples with this cost'}
        onClick={() => (only >= 0 ? removeFilter(only) : addFilter({ action: 'only', target }))}
      >
        Focus
      </button>
      <button
        type="button"
        title="Remove the samples with this cost"
        onClick={() => addFilter({ action: 'drop', target })}
      >
        Drop
      </button>
    </>
  );
}

function sumOf(parts: readonly CostShares[], column: keyof CostShares): number {
  return parts.reduce((sum, each) => sum + each[column], 0);
}
