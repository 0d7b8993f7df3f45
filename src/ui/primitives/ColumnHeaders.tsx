// The column headers of a list of rows. Clicking a header sorts the rows.

import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';

export interface Column {
  readonly name: string;
  /** Text before the label, for screen readers only. */
  readonly prefix?: string;
  readonly label: string;
  /** Tooltip. */
  readonly title?: string;
  /** CSS class of the header, shared with the cells below it. */
  readonly className: string;
  /** Shown after the label, outside its button. */
  readonly note?: ReactNode;
  /** Undefined if the rows cannot be sorted by this column. */
  readonly sorted?: 'ascending' | 'descending' | 'none';
}

interface Props {
  readonly columns: readonly Column[];
  readonly onSort: (column: string) => void;
}

export function ColumnHeaders({ columns, onSort }: Props) {
  return (
    <div role="rowgroup" className="rows-head">
      <div role="row" aria-rowindex={1}>
        {columns.map(({ name, prefix, label, title, className, note, sorted }) => {
          const text = (
            <span>
              {prefix && <span className="visually-hidden">{prefix} </span>}
              {label}
            </span>
          );
          return (
            <div key={name} role="columnheader" className={className} aria-sort={sorted}>
              {sorted ? (
                <button type="button" className="quiet" title={title} onClick={() => onSort(name)}>
                  {sorted === 'descending' && <ArrowDown size={12} aria-hidden="true" />}
                  {sorted === 'ascending' && <ArrowUp size={12} aria-hidden="true" />}
                  {text}
                </button>
              ) : (
                text
              )}
              {note}
            </div>
          );
        })}
      </div>
    </div>
  );
}
