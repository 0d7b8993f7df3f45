// The columns of the table, and the cells of one row of it.

import { memo } from 'react';
import type { Label } from '../model/labels.ts';
import type { Table } from '../model/session.ts';
import type { Sorting, TableColumn } from '../state/store.ts';
import { formatCount, formatShare, formatWeight } from '../model/format.ts';
import type { Column } from './RowsHead.tsx';
import { ShareBar } from './ShareBar.tsx';

export function columnsOf({ by }: Table, { column, isDescending }: Sorting): Column[] {
  const one = (name: TableColumn, className: string, label: string, before?: string): Column => ({
    name,
    label,
    className,
    sorted: name !== column ? 'none' : isDescending ? 'descending' : 'ascending',
    ...(before !== undefined && { before }),
  });
  return [
    one('name', 'row-name', `${by[0].toUpperCase()}${by.slice(1)}`),
    one('self', 'row-number', 'Self'),
    one('selfSamples', 'row-number samples', 'samples', 'Self'),
    one('selfShare', 'row-number self-share', 'share', 'Self'),
    one('total', 'row-number', 'Total'),
    one('totalSamples', 'row-number samples', 'samples', 'Total'),
    one('totalShare', 'row-number', 'share', 'Total'),
  ];
}

interface Props extends Label {
  readonly table: Table;
  readonly row: number;
  /** Whose unit the weights have. */
  readonly event: string;
  /** Undefined for what is of no kind. */
  readonly color: string | undefined;
}

/** Most rows stay as they are when the focus moves on. */
export const TableCells = memo(function TableCells(props: Props) {
  const { table, row, event, name, place, color } = props;
  const { self, selfSamples, total, totalSamples, weight } = table;
  const selfShare = self[row] / (weight || 1);
  const totalShare = total[row] / (weight || 1);
  const quiet = self[row] === 0 ? ' zero' : '';
  return (
    <>
      <span role="gridcell" className="row-name">
        {color && <span className="swatch" style={{ background: color }} aria-hidden="true" />}
        <span className="row-label">{name}</span>
        {place !== '' && <span className="row-place">{place}</span>}
      </span>
      <span role="gridcell" className={`row-number${quiet}`}>
        {formatWeight(self[row], event)}
      </span>
      <span role="gridcell" className={`row-number samples${quiet}`}>
        {formatCount(selfSamples[row])}
      </span>
      <span role="gridcell" className={`row-number self-share${quiet}`}>
        {formatShare(selfShare)}
      </span>
      <span role="gridcell" className="row-number">
        {formatWeight(total[row], event)}
      </span>
      <span role="gridcell" className="row-number samples">
        {formatCount(totalSamples[row])}
      </span>
      <span role="gridcell" className="row-number">
        {formatShare(totalShare)}
      </span>
      <ShareBar self={selfShare} total={totalShare} color={color} />
    </>
  );
});
