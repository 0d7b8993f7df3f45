// The columns of a comparison that the table and the call tree have in common, and their cells.

import type { ReactNode } from 'react';
import { perText } from '../../text/basis-text.ts';
import {
  differenceBetween,
  formatChange,
  formatInterval,
  formatRelative,
  formatValue,
  markText,
  verdictParts,
  verdictText,
  withoutPer,
  type ValueScale,
} from '../../text/difference.ts';
import { orDash } from '../../text/format.ts';
import type { MatchMark } from '../../model/comparison.ts';
import type { ComparedColumn, ComparedTableState } from '../../model/view-names.ts';
import type { Column } from '../primitives/ColumnHeaders.tsx';
import { NumberCell } from '../primitives/RowCells.tsx';
import { AxisScale } from './AxisScale.tsx';
import type { Axis, ComparedValues } from './compared-rows.ts';
import { IntervalBar } from './IntervalBar.tsx';
import './compared-rows.css';

const COLUMNS: readonly Column[] = [
  { name: 'name', label: 'Function', className: 'row-name' },
  { name: 'a', label: 'A', className: 'row-number of-side' },
  { name: 'b', label: 'B', className: 'row-number of-side' },
  { name: 'd', label: 'B − A', className: 'row-number' },
  {
    name: 'size',
    label: 'Likely range',
    title: 'B − A is in this range with 95 % confidence',
    className: 'row-interval',
  },
  {
    name: 'relative',
    label: 'Change',
    title: 'B − A as a share of A',
    className: 'row-number relative-change',
  },
  { name: 'q', label: 'Verdict', className: 'row-verdict' },
  { name: 'mark', label: 'Match', className: 'row-mark' },
];

/** The columns, and which of them sort the rows. */
export function columnsFor(
  { column, isDescending }: Pick<ComparedTableState, 'column' | 'isDescending'>,
  sortable: readonly ComparedColumn[],
  scale: ValueScale,
  axis: Axis,
): Column[] {
  return COLUMNS.map((each) => ({
    ...each,
    note: noteOf(each.name, scale, axis),
    ...(sortable.some((sorting) => sorting === each.name) && {
      sorted: each.name !== column ? 'none' : isDescending ? 'descending' : 'ascending',
    }),
  }));
}

/** Says once what the values below are per, and which values the axis has. */
function noteOf(column: string, scale: ValueScale, axis: Axis): ReactNode {
  if (column === 'size') return <AxisScale axis={axis} scale={withoutPer(scale)} />;
  const per = column === 'name' ? perText(scale.basis) : '';
  return per !== '' && <span className="push-end muted">{per}</span>;
}

interface Props {
  readonly values: ComparedValues;
  readonly scale: ValueScale;
  readonly axis: Axis;
  /** How a call was aligned, if it is not tested. */
  readonly mark?: MatchMark;
}

export function ComparedCells({ values, scale, axis, mark = '' }: Props) {
  const { a, b, tested } = values;
  const d = differenceBetween(a, b);
  const inTable = withoutPer(scale);
  const [verdict, details] = verdictParts(tested, inTable);
  const interval = tested && formatInterval(tested, scale);
  return (
    <>
      <NumberCell className="of-side">{orDash(a, formatValue(a, inTable))}</NumberCell>
      <NumberCell className="of-side">{orDash(b, formatValue(b, inTable))}</NumberCell>
      <NumberCell>{orDash(d, formatChange(d, inTable))}</NumberCell>
      <span
        role="gridcell"
        className="row-interval relative"
        title={interval && `B − A: ${interval} (95 % sure)`}
      >
        <span className="visually-hidden">{interval ?? 'no interval'}</span>
        <IntervalBar values={values} axis={axis} />
      </span>
      <NumberCell className="relative-change">{a === 0 ? '–' : formatRelative(d, a)}</NumberCell>
      <span
        role="gridcell"
        className={`row-verdict ellipsis ${tested?.verdict ?? 'small'}`}
        title={verdictText(tested, scale)}
      >
        {verdict}
        <span className="verdict-details">{details}</span>
      </span>
      <span role="gridcell" className="row-mark ellipsis muted">
        {markText(tested?.mark ?? mark)}
      </span>
    </>
  );
}
