// The toolbar above the table: grouping, row filter, totals, and a button that copies the rows.

import { GROUPINGS, isByCost, type Table } from '../../model/session.ts';
import { setGrouping } from '../../state/navigation.ts';
import { store } from '../../state/store.ts';
import { CopyButton } from '../primitives/CopyButton.tsx';
import { formatCount, formatNumberOf, formatWeight, orDash } from '../../text/format.ts';
import { measureAt } from '../../text/labels.ts';
import { labelToCopy, groupingNouns } from '../primitives/row-names.ts';
import { Segments } from '../primitives/Segments.tsx';
import { CostColumnsMenu } from './CostColumnsMenu.tsx';
import { RowFilter, RowFilterMode } from './RowFilter.tsx';
import { costsShown, tableText } from './table-columns.ts';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';

const GROUPING_OPTIONS = GROUPINGS.map((by) => ({
  name: by,
  label: `${by[0].toUpperCase()}${by.slice(1)}`,
  tooltip: by === 'part' ? 'One row per part of a cost' : `One row per ${groupingNouns(by)[0]}`,
}));

interface Props {
  readonly table: Table;
  /** The displayed rows, in order. */
  readonly rows: Uint32Array;
}

export function TableTools({ table, rows }: Props) {
  const recording = useRecording();
  const grouping = useAppState((state) => state.grouping);
  const measure = measureAt(recording, table.options.event);
  return (
    <div className="rows-tools row wrap small">
      <Segments
        label="Rows"
        className="groupings"
        options={GROUPING_OPTIONS}
        value={grouping}
        onChange={setGrouping}
      />
      <RowFilter />
      <output className="rows-sum row push-end muted nowrap" aria-label="Rows shown">
        <span>{countOf(table, rows.length)}</span>
        <RowFilterMode />
        <span className="rows-whole">{orDash(table.weight, formatWeight(table.weight, measure))}</span>
        <span className="rows-whole">{formatNumberOf(table.samples, 'sample')}</span>
      </output>
      {!isByCost(table.by) && <CostColumnsMenu />}
      <CopyButton
        label="Copy the rows as text"
        text={() =>
          tableText(
            table,
            rows,
            (row) => labelToCopy(recording, table.by, table.id[row], table.parts?.[row]),
            measure,
            costsShown(table, store.getState().costColumns),
          )
        }
      >
        Copy
      </CopyButton>
    </div>
  );
}

/** `12 of 3,456 functions`. */
function countOf({ by, length }: Table, shown: number): string {
  const [one, many] = groupingNouns(by);
  const of = shown < length ? `${formatCount(shown)} of ` : '';
  return `${of}${formatCount(length)} ${length === 1 ? one : many}`;
}
