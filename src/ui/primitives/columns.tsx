// Columns of a list of rows. The header, the cells, the order and the copied text of each derive from one object.

import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { orDash } from '../../text/format.ts';
import type { Label } from '../../text/labels.ts';

export interface Column {
  readonly name: string;
  /** Text before the label, for screen readers only. */
  readonly prefix?: string;
  readonly label: string;
  /** Tooltip of the header. */
  readonly title?: string;
  /** Shown after the label, outside its button. */
  readonly note?: ReactNode;
  /** CSS class of the header and the cells. */
  readonly className: string;
  /** Sorts the rows; undefined if they cannot be sorted by this column. */
  readonly value?: (row: number) => number | string;
  readonly text?: (row: number) => string;
  /** True for cells with a dash instead of a text. */
  readonly isNone?: (row: number) => boolean;
  /** Cells that do not only have a text. */
  readonly cell?: (row: number) => ReactNode;
  /** The values in copied text, by their headings. */
  readonly copied?: Readonly<Record<string, (row: number) => number | string>>;
}

export function column(
  name: string,
  label: string,
  className: string,
  rest: Omit<Column, 'name' | 'label' | 'className'>,
): Column {
  return { name, label, className, ...rest };
}

export interface ColumnSorting {
  readonly column: string;
  readonly isDescending: boolean;
}

interface HeadersProps {
  readonly columns: readonly Column[];
  readonly sorting: ColumnSorting;
  readonly onSort: (column: string) => void;
}

/** Clicking a header sorts the rows. */
export function ColumnHeaders({ columns, sorting: { column, isDescending }, onSort }: HeadersProps) {
  const Arrow = isDescending ? ArrowDown : ArrowUp;
  const direction = isDescending ? 'descending' : 'ascending';
  return (
    <div role="rowgroup" className="rows-head">
      <div role="row" aria-rowindex={1}>
        {columns.map(({ name, prefix, label, title, className, note, value }) => {
          const text = (
            <span>
              {prefix && <span className="visually-hidden">{prefix} </span>}
              {label}
            </span>
          );
          return (
            <div
              key={name}
              role="columnheader"
              className={className}
              aria-sort={value && (name === column ? direction : 'none')}
            >
              {value ? (
                <button type="button" className="quiet" title={title} onClick={() => onSort(name)}>
                  {name === column && <Arrow size={12} aria-hidden="true" />}
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

/** The cells of a row. Memoized: most rows do not change when the focus moves. */
export const RowCells = memo(function RowCells({
  columns,
  row,
}: {
  readonly columns: readonly Column[];
  readonly row: number;
}) {
  return columns.map((column) => <Cell key={column.name} column={column} row={row} />);
});

function Cell({
  column: { className, text, isNone, cell },
  row,
}: {
  readonly column: Column;
  readonly row: number;
}) {
  if (cell) return cell(row);
  const isDash = isNone?.(row) ?? false;
  return (
    <span role="gridcell" className={`${className} ${isDash ? 'muted' : ''}`}>
      {isDash ? orDash(0, '') : text?.(row)}
    </span>
  );
}

interface NameProps extends Label {
  /** Undefined for rows without a kind. */
  readonly color: string | undefined;
  /** Shown before the name. */
  readonly children?: ReactNode;
}

export function NameCell({ name, place, color, children }: NameProps) {
  return (
    <span role="gridcell" className="row-name">
      {children}
      {color && <span className="swatch" style={{ background: color }} aria-hidden="true" />}
      <span className="row-label ellipsis">{name}</span>
      {place !== '' && <span className="row-place ellipsis muted">{place}</span>}
    </span>
  );
}

/** Names in lower case sort the rows. */
export function nameColumn(
  label: string,
  sortKeys: readonly string[],
  labelOf: (row: number) => Label,
  colorOf: (row: number) => string | undefined = () => undefined,
): Column {
  return column('name', label, 'row-name', {
    value: (row) => sortKeys[row],
    cell: (row) => <NameCell {...labelOf(row)} color={colorOf(row)} />,
  });
}

interface BarProps {
  /** Shares, 0 to 1. */
  readonly self: number;
  readonly total: number;
  /** Undefined for rows without a kind. */
  readonly color: string | undefined;
}

/** Shows total weight as a light bar and self weight as a strong bar, in the color of the kind of code. */
export function WeightBar({ self, total, color = 'light-dark(var(--quiet), #70707a)' }: BarProps) {
  const width = (share: number) => `${100 * Math.min(1, share)}%`;
  return (
    <span role="presentation" className="row-bar relative" style={{ color }}>
      <span style={{ width: width(total) }} />
      <span style={{ width: width(self) }} />
    </span>
  );
}

type Compare = (a: number, b: number) => number;

/** The rows in the order of their values. `ties` break ties; rows that are `last` come last in any order. */
export function sortRows(
  count: number,
  value: (row: number) => number | string,
  isDescending: boolean,
  ties: Compare,
  last: (row: number) => boolean = () => false,
): Uint32Array {
  const rows = Uint32Array.from({ length: count }, (_, row) => row);
  const keys = Array.from(rows, value);
  const sign = isDescending ? -1 : 1;
  const byValue = comparedBy(keys);
  const byLast: Compare = (a, b) => Number(last(a)) - Number(last(b));
  return rows.sort((a, b) => byLast(a, b) || sign * byValue(a, b) || ties(a, b) || a - b);
}

/** Compares rows by their values, the smallest first. */
export function comparedBy(values: readonly (number | string)[]): Compare {
  return (a, b) => (values[a] < values[b] ? -1 : values[a] > values[b] ? 1 : 0);
}

/** Spreadsheets treat cells that start like this as formulas (https://owasp.org/www-community/attacks/CSV_Injection). */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

/** Prefixes formulas with an apostrophe, and replaces tabs and line breaks with spaces. */
function escapeCell(text: string): string {
  return (FORMULA.test(text) ? "'" : '') + text.replaceAll(/[\t\n\r]/g, ' ');
}

/** Names and places, as values in copied text. */
export function copiedNames(noun: string, labelOf: (row: number) => Label): Pick<Column, 'copied'> {
  return {
    copied: {
      [noun]: (row) => escapeCell(labelOf(row).name),
      place: (row) => escapeCell(labelOf(row).place),
    },
  };
}

/** Tab-separated text: a line with headings, and one line per row. */
export function copiedText(columns: readonly Pick<Column, 'copied'>[], rows: Iterable<number>): string {
  const values = columns.flatMap(({ copied = {} }) => Object.entries(copied));
  const lines = Array.from(rows, (row) => values.map(([, value]) => value(row)).join('\t'));
  return `${[values.map(([heading]) => heading).join('\t'), ...lines].join('\n')}\n`;
}
