// What the time was spent on, as a bar and a list. Clicking a cost highlights its samples in graphs, and explains it.

import { memo, useId, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { type CostId, type PartWeight, costLabel, COSTS } from '../../model/costs.ts';
import { toggleCostHighlight } from '../../state/view/navigation.ts';
import { COST_HELP } from '../../text/cost-help.ts';
import { formatShare, orDash } from '../../text/format.ts';
import { useAppState } from '../primitives/use-app-state.ts';
import { useCostColors } from '../primitives/use-colors.ts';
import { CostLimits } from './CostLimits.tsx';
import { ShareHead } from './ShareList.tsx';
import { addFilter, removeFilter } from '../../state/view/selection.ts';
import { HelpLink } from '../primitives/Buttons.tsx';
import { openMenu } from '../../state/page.ts';

const TITLE = 'What it cost';

type Column = keyof OwnAndTotal;

interface Props {
  readonly costs: readonly PartWeight[];
  /** The whole of each column, such as “of all selected samples”; a column without one is not shown. */
  readonly of: { readonly own?: string; readonly total?: string };
  /** What the numbers mean. */
  readonly caption: string;
}

export const CostList = memo(function CostList({ costs, of, caption }: Props) {
  const highlighted = useAppState('highlightedCosts');
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
}, isSameList);

/** Compares values, because each answer is a copy, and all levels of detail have the same costs. */
function isSameList(a: Props, b: Props): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
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

interface CostBarProps {
  /** Accessible name. */
  readonly label: string;
  /** The whole that shares refer to, such as “of all selected samples”. */
  readonly of: string;
  readonly groups: readonly CostGroup[];
  readonly column: keyof OwnAndTotal;
  /** Called with the cost under the pointer or with the focus; undefined when it leaves. */
  readonly onPoint: (cost: CostId | undefined) => void;
}

/**
 * A stacked bar of costs. Clicking a segment highlights its samples, as does its row in the list. The bar is one tab stop;
 * arrow keys move between the segments.
 */
function CostBar({ label, of, groups, column, onPoint }: CostBarProps) {
  const highlighted = useAppState('highlightedCosts');
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

const MAX_PARTS = 6;

interface CostExplanationProps {
  readonly id: string;
  readonly group: CostGroup;
  readonly columns: readonly (keyof OwnAndTotal)[];
}

/** What a cost is, its parts, what usually makes it smaller, and filters for its samples. */
function CostExplanation({ id, group: { id: cost, label, parts }, columns }: CostExplanationProps) {
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

interface CostHelpTextProps {
  readonly cost: CostId;
  /** True if the row is only a part of the cost. */
  readonly isPart: boolean;
}

/** Explains the cost of a table row, with what usually makes it smaller. */
export function CostHelpText({ cost, isPart }: CostHelpTextProps) {
  const { is, smaller } = COST_HELP[cost];
  return (
    <>
      {isPart && (
        <p className="small muted">
          Part of “{costLabel(cost)}”: {is}
        </p>
      )}
      <p className="small">
        <span className="muted">Less of it:</span> {smaller} <HelpLink topic={cost}>About this cost</HelpLink>
      </p>
    </>
  );
}

/** Shares of all own time and of the total, 0 to 1. */
interface OwnAndTotal {
  readonly own: number;
  readonly total: number;
}

interface CostGroup extends OwnAndTotal {
  readonly id: CostId;
  readonly label: string;
  /** Largest first. Parts without a name are left out. */
  readonly parts: readonly (OwnAndTotal & { readonly name: string })[];
}

/** The costs with weight, largest first: by total, then by own time. */
export function costGroups(costs: readonly PartWeight[]): CostGroup[] {
  const wholeOwn = sumOf(costs, 'own') || 1;
  const wholeTotal = sumOf(costs, 'total') || 1;
  const groups = COSTS.map(({ id, label }) => {
    const rows = costs.filter(({ cost, total }) => cost === id && total > 0);
    const parts = rows.map(({ part, own, total }) => ({
      name: part,
      own: own / wholeOwn,
      total: total / wholeTotal,
    }));
    const named = parts.filter(({ name }) => name !== '').sort(byWeight);
    return { id, label, own: sumOf(parts, 'own'), total: sumOf(parts, 'total'), parts: named };
  });
  return groups.filter(({ total }) => total > 0).sort(byWeight);
}

function byWeight(a: OwnAndTotal, b: OwnAndTotal): number {
  return b.total - a.total || b.own - a.own;
}

function sumOf(weights: readonly OwnAndTotal[], column: keyof OwnAndTotal): number {
  return weights.reduce((sum, each) => sum + each[column], 0);
}

function openCostMenu(event: MouseEvent, cost: CostId): void {
  event.preventDefault();
  openMenu({ by: 'cost', id: COSTS.findIndex(({ id }) => id === cost) }, event.clientX, event.clientY);
}
