// Over the table: what its rows are, which of them are shown, how many there are, and a copy of them.

import { ListFilter } from 'lucide-react';
import { GROUPINGS, type Recording, type Table } from '../model/session.ts';
import { setGrouping, setRowQuery } from '../state/actions.ts';
import { CopyButton } from './CopyButton.tsx';
import { emptyOrLeave } from './focus-view.ts';
import { eventName, formatCount, formatNumberOf, formatWeight, unitOf } from '../model/format.ts';
import { copiedLabel, GROUPING_NAMES } from './row-names.ts';
import { rowsText } from './table-rows.ts';
import { useStateOf } from './use-state-of.ts';

interface Props {
  readonly recording: Recording;
  readonly table: Table;
  /** Those that are shown, in their order. */
  readonly rows: Uint32Array;
}

export function TableTools({ recording, table, rows }: Props) {
  const grouping = useStateOf((state) => state.grouping);
  const rowQuery = useStateOf((state) => state.rowQuery);
  const event = eventName(recording, table.options.event);
  return (
    <div className="rows-tools">
      <div role="radiogroup" aria-label="Rows" className="segments groupings">
        {GROUPINGS.map((by) => (
          <label key={by} title={`A row for each ${GROUPING_NAMES[by][0]}`}>
            <input type="radio" name="grouping" checked={by === grouping} onChange={() => setGrouping(by)} />
            <span>{`${by[0].toUpperCase()}${by.slice(1)}`}</span>
          </label>
        ))}
      </div>
      <label className="row-query">
        <ListFilter size={14} aria-hidden="true" />
        <input
          type="search"
          aria-label="Filter rows"
          placeholder="Filter rows"
          title="Words that a row has to have, in any order"
          value={rowQuery}
          autoComplete="off"
          spellCheck={false}
          onChange={(change) => setRowQuery(change.target.value)}
          onKeyDown={(key) => {
            if (key.key === 'Escape') emptyOrLeave(rowQuery, setRowQuery);
          }}
        />
      </label>
      <output className="rows-sum" aria-label="Rows shown">
        <span>{countOf(table, rows.length)}</span>
        <span>{formatWeight(table.weight, event)}</span>
        <span>{formatNumberOf(table.samples, 'sample')}</span>
      </output>
      <CopyButton
        label="Copy the rows as text"
        text={() =>
          rowsText(table, rows, (row) => copiedLabel(recording, table.by, table.id[row]), unitOf(event))
        }
      >
        Copy
      </CopyButton>
    </div>
  );
}

/** `12 of 3,456 functions`. */
function countOf({ by, length }: Table, shown: number): string {
  const [one, many] = GROUPING_NAMES[by];
  const of = shown < length ? `${formatCount(shown)} of ` : '';
  return `${of}${formatCount(length)} ${length === 1 ? one : many}`;
}
