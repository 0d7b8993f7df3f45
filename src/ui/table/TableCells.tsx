// The columns of the table, and the cells of a row.

import { memo } from 'react';
import { costLabel, type CostId } from '../../model/costs.ts';
import type { Label } from '../../text/labels.ts';
import { isByCost, type Table } from '../../model/session.ts';
import type { Sorting, TableColumn } from '../../model/view-names.ts';
import { formatCount, formatShare, formatWeight } from '../../text/format.ts';
import type { Column } from '../primitives/ColumnHeaders.tsx';
import { NameCell, NumberCell } from '../primitives/RowCells.tsx';
import { COST_COLUMN_LABELS, selfCostOf } from './cost-columns.ts';
import { WeightBar } from '../primitives/WeightBar.tsx';

/** Self and total weight of costs are the same, so those have one column of each. */
export function tableColumns(
  { by }: Table,
  { column, isDescending }: Sorting,
  costs: readonly CostId[],
): Column[] {
  const headerOf = (name: TableColumn, className: string, label: string, prefix?: string): Column => ({
    name,
    label,
    className,
    sorted:
      name !== (isByCost(by) ? (SELF_COLUMNS.get(column) ?? column) : column)
        ? 'none'
        : isDescending
          ? 'descending'
          : 'ascending',
    ...(prefix !== undefined && { prefix }),
  });
  const name = headerOf('name', 'row-name', `${by[0].toUpperCase()}${by.slice(1)}`);
  if (isByCost(by))
    return [
      name,
      headerOf('self', 'row-number', 'Weight'),
      headerOf('selfSamples', 'row-number samples', 'Samples'),
      headerOf('selfShare', 'row-number', 'Share'),
    ];
  return [
    name,
    headerOf('self', 'row-number', 'Self'),
    headerOf('selfSamples', 'row-number samples', 'samples', 'Self'),
    headerOf('selfShare', 'row-number self-share', 'share', 'Self'),
    ...costs.map((cost) => ({
      ...headerOf(cost, 'row-number', COST_COLUMN_LABELS[cost], 'Self'),
      title: `Self weight: ${costLabel(cost)}`,
    })),
    headerOf('total', 'row-number total', 'Total'),
    headerOf('totalSamples', 'row-number total samples', 'samples', 'Total'),
    headerOf('totalShare', 'row-number total', 'share', 'Total'),
  ];
}

const SELF_COLUMNS: ReadonlyMap<TableColumn, TableColumn> = new Map([
  ['total', 'self'],
  ['totalSamples', 'selfSamples'],
  ['totalShare', 'selfShare'],
]);

interface Props extends Label {
  readonly table: Table;
  /** Costs with a column. */
  readonly costs: readonly CostId[];
  readonly row: number;
  /** Determines the unit of weights. */
  readonly measure: string;
  /** Undefined for rows without a kind. */
  readonly color: string | undefined;
}

/** Memoized: most rows do not change when the focus moves. */
export const TableCells = memo(function TableCells(props: Props) {
  const { table, costs, row, measure, name, place, color } = props;
  const { self, selfSamples, total, totalSamples, weight } = table;
  const selfShare = self[row] / (weight || 1);
  const totalShare = total[row] / (weight || 1);
  const hasTotal = !isByCost(table.by);
  return (
    <>
      <NameCell name={name} place={place} color={color} />
      <NumberCell self={self[row]}>{formatWeight(self[row], measure)}</NumberCell>
      <NumberCell className="samples" self={self[row]}>
        {formatCount(selfSamples[row])}
      </NumberCell>
      <NumberCell className={hasTotal ? 'self-share' : ''} self={self[row]}>
        {formatShare(selfShare)}
      </NumberCell>
      {costs.map((cost) => (
        <CostCell key={cost} weight={selfCostOf(table, row, cost)} measure={measure} />
      ))}
      {hasTotal && (
        <>
          <NumberCell className="total">{formatWeight(total[row], measure)}</NumberCell>
          <NumberCell className="total samples">{formatCount(totalSamples[row])}</NumberCell>
          <NumberCell className="total">{formatShare(totalShare)}</NumberCell>
        </>
      )}
      <WeightBar self={selfShare} total={totalShare} color={color} />
    </>
  );
});

interface CostProps {
  /** Undefined until it is known. */
  readonly weight: number | undefined;
  readonly measure: string;
}

function CostCell({ weight, measure }: CostProps) {
  if (weight === undefined) return <NumberCell>{''}</NumberCell>;
  return <NumberCell self={weight}>{formatWeight(weight, measure)}</NumberCell>;
}
