// The toolbar above the table of a comparison: self or total, row filter, small functions, counts, and a button that copies
// the rows.

import type { ComparisonSummary } from '../../model/comparison.ts';
import { setComparedTable } from '../../state/compared-table.ts';
import { verdictCounts } from '../../text/difference.ts';
import { joinFacts } from '../../text/format.ts';
import { CopyButton } from '../primitives/CopyButton.tsx';
import { labelToCopy } from '../primitives/row-names.ts';
import { Segments } from '../primitives/Segments.tsx';
import { Switch } from '../primitives/Switch.tsx';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';
import { RowFilter, RowFilterMode } from '../table/RowFilter.tsx';
import { comparedText } from './compared-columns.tsx';
import type { ComparedRows } from './compared-rows.ts';

const OPTIONS = [
  { name: 'self', label: 'Self', tooltip: 'Weight of the function itself' },
  { name: 'total', label: 'Total', tooltip: 'Weight of the function and everything that it calls' },
] as const;

interface Props {
  readonly comparison: ComparisonSummary;
  readonly table: ComparedRows;
  /** The displayed rows, in order. */
  readonly rows: Uint32Array;
}

export function ComparedTools({ comparison, table, rows }: Props) {
  const recording = useRecording();
  const { of, showsSmall } = useAppState((state) => state.comparedTable);
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
