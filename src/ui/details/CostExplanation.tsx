// What a cost is, its parts, what usually makes it smaller, and filters for its samples.

import { costLabel, type CostId } from '../../model/costs.ts';
import { addFilter, removeFilter } from '../../state/view/selection.ts';
import { COST_HELP } from '../../text/cost-help.ts';
import { formatShare, orDash } from '../../text/format.ts';
import { useAppState } from '../primitives/use-app-state.ts';
import { HelpLink } from '../primitives/HelpLink.tsx';
import type { CostGroup, OwnAndTotal } from './cost-groups.ts';

const MAX_PARTS = 6;

interface Props {
  readonly id: string;
  readonly group: CostGroup;
  readonly columns: readonly (keyof OwnAndTotal)[];
}

export function CostExplanation({ id, group: { id: cost, label, parts }, columns }: Props) {
  const { is, smaller } = COST_HELP[cost];
  const rest = parts.slice(MAX_PARTS);
  const others = { own: sumOf(rest, 'own'), total: sumOf(rest, 'total') };
  return (
    <div id={id} className="cost-help">
      <p>{is}</p>
      {parts.length > 0 && (
        <ul className="cost-parts" aria-label={`Parts of ${label}`}>
          {parts.slice(0, MAX_PARTS).map((part) => (
            <PartRow key={part.name} cost={cost} part={part} columns={columns} />
          ))}
          {rest.length > 0 && (
            <li className="share-row row muted">
              <span className="part-name">{`${rest.length} more`}</span>
              <Shares of={others} columns={columns} />
            </li>
          )}
        </ul>
      )}
      <p>
        <span className="muted">Less of it:</span> {smaller}
      </p>
      <p className="actions row wrap">
        <FilterButtons cost={cost} />
        <HelpLink topic={cost}>About this cost</HelpLink>
      </p>
    </div>
  );
}

interface PartProps {
  readonly cost: CostId;
  readonly part: CostGroup['parts'][number];
  readonly columns: readonly (keyof OwnAndTotal)[];
}

function PartRow({ cost, part, columns }: PartProps) {
  const { name } = part;
  return (
    <li>
      <button
        type="button"
        className="share-row row"
        title={`Keep only the samples with “${costLabel(cost)}: ${name}”`}
        onClick={() => addFilter({ action: 'only', target: { by: 'cost', cost, part: name } })}
      >
        <span className="part-name ellipsis">{name}</span>
        <Shares of={part} columns={columns} />
      </button>
    </li>
  );
}

interface SharesProps {
  readonly of: OwnAndTotal;
  readonly columns: readonly (keyof OwnAndTotal)[];
}

function Shares({ of, columns }: SharesProps) {
  return columns.map((column) => (
    <span key={column} className="number">
      {orDash(of[column], formatShare(of[column]))}
    </span>
  ));
}

function FilterButtons({ cost }: { readonly cost: CostId }) {
  const only = useAppState(({ options }) =>
    options.filters.findIndex(
      ({ action, target, isOn }) =>
        isOn &&
        action === 'only' &&
        target?.by === 'cost' &&
        target.cost === cost &&
        target.part === undefined,
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

function sumOf(parts: readonly OwnAndTotal[], column: keyof OwnAndTotal): number {
  return parts.reduce((sum, each) => sum + each[column], 0);
}
