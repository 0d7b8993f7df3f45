// The table view: self and total weight by function, file, package, module, kind of code, thread or cost. Users can sort, filter
// and copy the rows.

import { useMemo } from 'react';
import { isByCost, type Table, GROUPINGS } from '../../model/session.ts';
import { sortBy, setGrouping } from '../../state/view/navigation.ts';
import { TABLE_COLUMNS } from '../../model/view-names.ts';
import { capitalized, formatCount, formatWeight, orDash, formatParts } from '../../text/format.ts';
import { measureAt } from '../../text/labels.ts';
import { nameColumn, WeightBar } from '../primitives/columns.tsx';
import { costsShown, shownColumn, weightColumns, offeredCosts, tableText } from './table-columns.ts';
import { TableRows, RowFilter, RowFilterMode } from './TableRows.tsx';
import { store } from '../../state/store.ts';
import { CopyButton, Segments } from '../primitives/Buttons.tsx';
import { labelToCopy, groupingNouns } from '../primitives/row-names.ts';
import { Columns3 } from 'lucide-react';
import { costLabel } from '../../model/costs.ts';
import { removeCostColumns, toggleCostColumn } from '../../state/view/tables.ts';
import { MenuButton } from '../primitives/MenuButton.tsx';
import type { MenuGroup } from '../primitives/MenuList.tsx';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';
import { useDisplayedRows, useRowColors, useRowNames } from './use-table-rows.ts';

export function TableView() {
  const table = useAppState('table');
  if (!table) return <div className="rows-view column fill" aria-busy="true" />;
  return <Rows table={table} />;
}

function Rows({ table }: { readonly table: Table }) {
  const recording = useRecording();
  const sorting = useAppState('sorting');
  const names = useRowNames(table);
  const rows = useDisplayedRows(table, names);
  const colors = useRowColors(table);
  const chosenCosts = useAppState('costColumns');
  const { by, options } = table;
  const costs = costsShown(table, chosenCosts);
  const measure = measureAt(recording, options.event);
  const shareOf = (weight: number) => weight / (table.weight || 1);
  const columns = useMemo(
    () => [
      nameColumn(
        capitalized(by),
        names.sortKeys,
        (row) => names.labels[row],
        (row) => colors[row],
      ),
      ...weightColumns(table, costs, measure),
    ],
    [by, table, names, colors, costs, measure],
  );
  return (
    <div className="rows-view column fill">
      <TableTools table={table} rows={rows} />
      <TableRows
        {...{ table, names, rows, columns }}
        label={`${isByCost(by) ? 'Weight' : 'Self and total'} by ${by}`}
        className={`table-rows ${isByCost(by) ? 'of-costs' : costs.length > 0 ? 'with-costs' : ''}`}
        sorting={{ ...sorting, column: shownColumn(by, sorting.column) }}
        renderBar={(row) => (
          <WeightBar self={shareOf(table.self[row])} total={shareOf(table.total[row])} color={colors[row]} />
        )}
        onSort={(name) => {
          const column = [...TABLE_COLUMNS, ...costs].find((each) => each === name);
          if (column) sortBy(column);
        }}
      />
    </div>
  );
}

const GROUPING_OPTIONS = GROUPINGS.map((by) => ({
  name: by,
  label: `${by[0].toUpperCase()}${by.slice(1)}`,
  tooltip:
    by === 'part'
      ? 'One row per part of a cost'
      : by === 'line'
        ? 'One row per source line of a function'
        : `One row per ${groupingNouns(by)[0]}`,
}));

interface Props {
  readonly table: Table;
  /** The displayed rows, in order. */
  readonly rows: Uint32Array;
}

/** The toolbar above the table: grouping, row filter, totals, and a button that copies the rows. */
function TableTools({ table, rows }: Props) {
  const recording = useRecording();
  const grouping = useAppState('grouping');
  const measure = measureAt(recording, table.options.event);
  return (
    <div className="rows-tools row wrap small">
      <Segments
        label="Rows"
        className="groupings"
        options={
          recording.hasLines ? GROUPING_OPTIONS : GROUPING_OPTIONS.filter(({ name }) => name !== 'line')
        }
        value={grouping}
        onChange={setGrouping}
      />
      <RowFilter />
      <output className="rows-sum row push-end muted nowrap" aria-label="Rows shown">
        <span>{countOf(table, rows.length)}</span>
        <RowFilterMode />
        <span className="rows-whole">{orDash(table.weight, formatWeight(table.weight, measure))}</span>
        <span className="rows-whole">{formatParts(table.samples, measure)}</span>
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

function costColumnEntries(): MenuGroup[] {
  const { table, overview, costColumns: chosen } = store.getState();
  if (!table) return [];
  const entries = offeredCosts(table, overview?.costs, chosen).map((cost) => ({
    label: costLabel(cost),
    isOn: chosen.includes(cost),
    run: () => toggleCostColumn(cost),
  }));
  const remove = { label: 'Remove these columns', run: () => removeCostColumns() };
  return [entries, ...(chosen.length > 0 ? [[remove]] : [])];
}

function CostColumnsMenu() {
  return (
    <MenuButton
      name="Columns"
      title="Show the self weight of single costs"
      heading="Self weight by cost"
      groups={costColumnEntries}
      hasText
    >
      <Columns3 size={14} aria-hidden="true" />
      Columns
    </MenuButton>
  );
}
