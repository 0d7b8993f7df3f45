// The table of a comparison: self or total weight of each function on both sides, and whether it changed.

import { useMemo } from 'react';
import type { ComparisonSummary } from '../../model/comparison.ts';
import { sortComparedBy, setComparedTable } from '../../state/view/tables.ts';
import { COMPARED_COLUMNS } from '../../model/view-names.ts';
import { nameColumn } from '../primitives/columns.tsx';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';
import { TableRows, RowFilter, RowFilterMode } from '../table/TableRows.tsx';
import { useFilteredRows, useRowNames } from '../table/use-table-rows.ts';
import { axisOf, comparedRows, hasMarks, sortComparedRows, type ComparedRows } from './compared-rows.ts';
import { comparedColumns, perNote, comparedText } from './compared-columns.tsx';
import { verdictCounts } from '../../text/difference.ts';
import { joinFacts } from '../../text/format.ts';
import { CopyButton, Segments, Switch } from '../primitives/Buttons.tsx';
import { labelToCopy } from '../primitives/row-names.ts';

export function ComparedTable() {
  const comparison = useAppState('comparison');
  if (!comparison) return <div className="rows-view column fill" aria-busy="true" />;
  return <Rows comparison={comparison} />;
}

function Rows({ comparison }: { readonly comparison: ComparisonSummary }) {
  const state = useAppState('comparedTable');
  const { of, showsSmall, column, isDescending } = state;
  const table = useMemo(() => comparedRows(comparison, { of, showsSmall }), [comparison, of, showsSmall]);
  const names = useRowNames(table);
  const sorted = useMemo(
    () => sortComparedRows(table, names.sortKeys, { column, isDescending }),
    [table, names, column, isDescending],
  );
  const rows = useFilteredRows(table, sorted);
  const axis = useMemo(() => axisOf(Array.from(rows, (row) => table.values[row])), [rows, table]);
  const columns = useMemo(
    () => [
      {
        ...nameColumn('Function', names.sortKeys, (row) => names.labels[row]),
        note: perNote(comparison),
      },
      ...comparedColumns((row) => table.values[row], comparison, axis),
    ],
    [names, table, comparison, axis],
  );
  return (
    <div className="rows-view column fill">
      <ComparedTools comparison={comparison} table={table} rows={rows} />
      <TableRows
        {...{ table, names, rows }}
        label={of === 'self' ? 'Self by function, A and B' : 'Total by function, A and B'}
        className={`table-rows compared-rows ${hasMarks(table.values) ? 'has-marks' : ''}`}
        columns={columns}
        sorting={state}
        onSort={(name) => {
          const sorting = COMPARED_COLUMNS.find((each) => each === name);
          if (sorting) sortComparedBy(sorting);
        }}
      />
    </div>
  );
}

const OPTIONS = [
  { name: 'self', label: 'Self', tooltip: 'Weight of the function itself' },
  { name: 'total', label: 'Total', tooltip: 'Weight of the function and everything that it calls' },
] as const;

interface ComparedToolsProps {
  readonly comparison: ComparisonSummary;
  readonly table: ComparedRows;
  /** The displayed rows, in order. */
  readonly rows: Uint32Array;
}

/** The toolbar above the table of a comparison: self or total, row filter, small functions, counts, and a button that copies the rows. */
function ComparedTools({ comparison, table, rows }: ComparedToolsProps) {
  const recording = useRecording();
  const { of, showsSmall } = useAppState('comparedTable');
  return (
    <div className="rows-tools row wrap small">
      <Segments
        label="Weights"
        className="self-or-total"
        options={OPTIONS}
        value={of}
        onChange={(choice) => setComparedTable({ of: choice })}
      />
      <RowFilter />
      <Switch isOn={showsSmall} onChange={(isOn) => setComparedTable({ showsSmall: isOn })}>
        Show small functions
      </Switch>
      <output className="rows-sum of-verdicts row push-end muted nowrap" aria-label="Rows shown">
        <span>{countsText(table, rows)}</span>
        <RowFilterMode />
      </output>
      <CopyButton
        label="Copy the rows as text"
        text={() =>
          comparedText(table, rows, (row) => labelToCopy(recording, 'function', table.id[row]), comparison)
        }
      >
        Copy
      </CopyButton>
    </div>
  );
}

/** `3 changed · 20 no change · 12 cannot tell`. */
function countsText({ values }: ComparedRows, rows: Uint32Array): string {
  return joinFacts(...verdictCounts(Array.from(rows, (row) => values[row].tested?.verdict)));
}
