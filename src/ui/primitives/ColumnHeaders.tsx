// The column headers of a list of rows; a click on one sorts the rows.

import { ArrowDown, ArrowUp } from 'lucide-react';

export interface Column {
  readonly name: string;
  /** Text before the label, only for screen readers. */
  readonly before?: string;
  readonly label: string;
  /** Class of the header and its cells. */
  readonly className: string;
  /** Undefined if the rows cannot be sorted by it. */
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
        {columns.map(({ name, before, label, className, sorted }) => {
          const text = (
            <span>
              {before && <span className="visually-hidden">{before} </span>}
              {label}
            </span>
          );
          return (
            <div key={name} role="columnheader" className={className} aria-sort={sorted}>
              {sorted ? (
                <button type="button" className="quiet" onClick={() => onSort(name)}>
                  {sorted === 'descending' && <ArrowDown size={12} aria-hidden="true" />}
                  {sorted === 'ascending' && <ArrowUp size={12} aria-hidden="true" />}
                  {text}
                </button>
              ) : (
                text
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
