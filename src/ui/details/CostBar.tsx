// A stacked bar of costs. Clicking a segment highlights its samples, as does its row in the list. The bar is one tab stop; arrow
// keys move between the segments.

import { useState, type KeyboardEvent } from 'react';
import type { CostId } from '../../model/costs.ts';
import { toggleCostHighlight } from '../../state/view/navigation.ts';
import { formatShare } from '../../text/format.ts';
import { useAppState } from '../primitives/use-app-state.ts';
import { useCostColors } from '../primitives/use-colors.ts';
import { openCostMenu } from './open-cost-menu.ts';
import type { CostGroup, OwnAndTotal } from './cost-groups.ts';

interface Props {
  /** Accessible name. */
  readonly label: string;
  /** The whole that shares refer to, such as “of all selected samples”. */
  readonly of: string;
  readonly groups: readonly CostGroup[];
  readonly column: keyof OwnAndTotal;
  /** Called with the cost under the pointer or with the focus; undefined when it leaves. */
  readonly onPoint: (cost: CostId | undefined) => void;
}

export function CostBar({ label, of, groups, column, onPoint }: Props) {
  const highlighted = useAppState((state) => state.highlightedCosts);
  const colorOf = useCostColors();
  const [focused, setFocused] = useState<CostId>();
  const segments = groups.filter((group) => group[column] > 0);
  const stop = segments.some(({ id }) => id === focused) ? focused : segments[0]?.id;
  return (
    <div role="toolbar" aria-label={label} className="cost-bar row" tabIndex={-1} onKeyDown={moveFocus}>
      {segments.map(({ id, label: name, [column]: share }) => (
        <button
          key={id}
          type="button"
          tabIndex={id === stop ? 0 : -1}
          aria-label={`${name}, ${formatShare(share)}`}
          aria-pressed={highlighted.has(id)}
          title={`${name}: ${formatShare(share)} ${of}. Click to highlight these samples.`}
          className={highlighted.size > 0 && !highlighted.has(id) ? 'dimmed' : ''}
          style={{ flexGrow: share, background: colorOf(id) }}
          onClick={() => toggleCostHighlight(id)}
          onContextMenu={(event) => openCostMenu(event, id)}
          onFocus={() => {
            setFocused(id);
            onPoint(id);
          }}
          onBlur={() => onPoint(undefined)}
          onPointerEnter={() => onPoint(id)}
          onPointerLeave={() => onPoint(undefined)}
        />
      ))}
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const all = [...event.currentTarget.querySelectorAll('button')];
  const at = all.findIndex((each) => each === document.activeElement);
  const steps = new Map([
    ['ArrowRight', (at + 1) % all.length],
    ['ArrowLeft', at - 1],
    ['Home', 0],
    ['End', -1],
  ]);
  const to = steps.get(event.key);
  if (to === undefined) return;
  event.preventDefault();
  all.at(to)?.focus();
}
