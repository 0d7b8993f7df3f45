// What the time was spent on, as a bar and a list. Clicking a cost highlights its samples in graphs, and explains it.

import { useId, useState } from 'react';
import type { CostId, PartWeight } from '../../model/costs.ts';
import { toggleCostHighlight } from '../../state/view/navigation.ts';
import { COST_HELP } from '../../text/cost-help.ts';
import { formatShare, orDash } from '../../text/format.ts';
import { useAppState } from '../primitives/use-app-state.ts';
import { useCostColors } from '../primitives/use-colors.ts';
import { CostBar } from './CostBar.tsx';
import { CostExplanation } from './CostExplanation.tsx';
import { CostLimits } from './CostLimits.tsx';
import { costGroups, type CostGroup, type OwnAndTotal } from './cost-groups.ts';
import { openCostMenu } from './open-cost-menu.ts';
import { ShareHead } from './ShareList.tsx';

const TITLE = 'What it cost';

type Column = keyof OwnAndTotal;

interface Props {
  readonly costs: readonly PartWeight[];
  /** The whole of each column, such as “of all selected samples”; a column without one is not shown. */
  readonly of: { readonly own?: string; readonly total?: string };
  /** What the numbers mean. */
  readonly caption: string;
}

export function CostList({ costs, of, caption }: Props) {
  const highlighted = useAppState((state) => state.highlightedCosts);
  const [pointed, setPointed] = useState<CostId>();
  const groups = costGroups(costs);
  const columns = (['own', 'total'] as const).filter((column) => of[column] !== undefined);
  // The cost that was highlighted last.
  const explained = [...highlighted].at(-1);
  if (groups.length === 0) return null;
  return (
    <>
      <ShareHead title={TITLE} caption={caption} />
      {columns.map((column) => (
        <div key={column} className="row small">
          {columns.length > 1 && <span className="cost-column muted">{column}</span>}
          <CostBar
            label={columns.length > 1 ? `${TITLE}, ${NAMES[column]}` : `${TITLE}, as a bar`}
            of={of[column] ?? ''}
            groups={groups}
            column={column}
            onPoint={setPointed}
          />
        </div>
      ))}
      <ul className="share-list small" aria-label={TITLE}>
        {groups.map((group) => (
          <CostRow
            key={group.id}
            group={group}
            columns={columns}
            isOn={highlighted.has(group.id)}
            isExplained={group.id === explained}
            isPointed={group.id === pointed}
          />
        ))}
      </ul>
      <CostLimits costs={new Set(groups.map(({ id }) => id))} />
    </>
  );
}

const NAMES: Readonly<Record<Column, string>> = { own: 'own time', total: 'total' };

interface RowProps {
  readonly group: CostGroup;
  readonly columns: readonly Column[];
  readonly isOn: boolean;
  readonly isExplained: boolean;
  /** True while its segment in the bar has the pointer or the focus. */
  readonly isPointed: boolean;
}

function CostRow({ group, columns, isOn, isExplained, isPointed }: RowProps) {
  const id = useId();
  const colorOf = useCostColors();
  const { id: cost, label } = group;
  return (
    <li>
      <button
        type="button"
        className={isPointed ? 'share-row row pointed' : 'share-row row'}
        title={`${COST_HELP[cost].is}\nClick to highlight these samples, and for more about them.`}
        aria-pressed={isOn}
        aria-expanded={isExplained}
        aria-controls={isExplained ? id : undefined}
        onClick={() => toggleCostHighlight(cost)}
        onContextMenu={(event) => openCostMenu(event, cost)}
      >
        <span className="swatch" style={{ background: colorOf(cost) }} aria-hidden="true" />
        <span className="part-name ellipsis">{label}</span>
        {columns.map((column) => (
          <span key={column} className="number">
            {columns.length > 1 && <span className="visually-hidden">{NAMES[column]} </span>}
            {orDash(group[column], formatShare(group[column]))}
          </span>
        ))}
      </button>
      {isExplained && <CostExplanation id={id} group={group} columns={columns} />}
    </li>
  );
}
