// The columns of a comparison that the table and the call tree have in common.

import type { ReactNode } from 'react';
import { isCertain, type MatchMark } from '../../model/comparison.ts';
import { perText } from '../../text/sides-text.ts';
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
import { orDash, unitOf } from '../../text/format.ts';
import type { Label } from '../../text/labels.ts';
import { column, copiedNames, copiedText, type Column } from '../primitives/columns.tsx';
import {
  axisEnds,
  positionOn,
  sortKeys,
  type Axis,
  type ComparedRows,
  type ComparedValues,
} from './compared-rows.ts';
import './compared-rows.css';

/** What a row shows; `mark` is how a call was aligned, if it is not tested. */
type ValuesOf = (row: number) => ComparedValues & { readonly mark?: MatchMark };

export function comparedColumns(valuesOf: ValuesOf, scale: ValueScale, axis: Axis): Column[] {
  const inTable = withoutPer(scale);
  const unit = scale.basis === 'share' ? '' : unitOf(scale.measure);
  const inUnit = (heading: string) => (unit === '' ? heading : `${heading} (${unit})`);
  const testedIn = (row: number) => valuesOf(row).tested;
  const difference = (row: number) => differenceBetween(valuesOf(row).a, valuesOf(row).b);
  const valueOf = (name: keyof typeof sortKeys) => (row: number) => sortKeys[name](valuesOf(row));
  const side = (name: 'a' | 'b', label: 'A' | 'B'): Column =>
    column(name, label, 'row-number of-side', {
      value: valueOf(name),
      text: (row) => orDash(valuesOf(row)[name], formatValue(valuesOf(row)[name], inTable)),
      copied: { [inUnit(label)]: (row) => valuesOf(row)[name] },
    });
  return [
    side('a', 'A'),
    side('b', 'B'),
    column('d', 'B − A', 'row-number', {
      value: valueOf('d'),
      text: (row) => orDash(difference(row), formatChange(difference(row), inTable)),
      copied: { [inUnit('B - A')]: valueOf('d') },
    }),
    column('size', 'Likely range', 'row-interval', {
      value: valueOf('size'),
      title: 'B − A is in this range with 95 % confidence',
      note: <AxisScale axis={axis} scale={inTable} />,
      cell: (row) => <IntervalCell values={valuesOf(row)} {...{ axis, scale }} />,
      copied: {
        [inUnit('from')]: (row) => testedIn(row)?.lo ?? '',
        [inUnit('to')]: (row) => testedIn(row)?.hi ?? '',
      },
    }),
    column('relative', 'Change', 'row-number relative-change', {
      title: 'B − A as a share of A',
      value: valueOf('relative'),
      text: (row) => (valuesOf(row).a === 0 ? '–' : formatRelative(difference(row), valuesOf(row).a)),
    }),
    column('q', 'Verdict', 'row-verdict', {
      value: valueOf('q'),
      cell: (row) => <VerdictCell values={valuesOf(row)} scale={scale} />,
      copied: {
        q: (row) => testedIn(row)?.q ?? '',
        verdict: (row) => testedIn(row)?.verdict ?? 'small',
      },
    }),
    column('mark', 'Match', 'row-mark', {
      cell: (row) => (
        <span role="gridcell" className="row-mark ellipsis muted">
          {markText(testedIn(row)?.mark ?? valuesOf(row).mark ?? '')}
        </span>
      ),
      copied: { match: (row) => testedIn(row)?.mark ?? '' },
    }),
  ];
}

/** Says once, beside “Function”, what the values below are per. */
export function perNote({ basis }: Pick<ValueScale, 'basis'>): ReactNode {
  const per = perText(basis);
  return per !== '' && <span className="push-end muted">{per}</span>;
}

interface CellProps {
  readonly values: ComparedValues;
  readonly scale: ValueScale;
}

function IntervalCell({ values, scale, axis }: CellProps & { readonly axis: Axis }) {
  const interval = values.tested && formatInterval(values.tested, scale);
  return (
    <span
      role="gridcell"
      className="row-interval relative"
      title={interval && `B − A: ${interval} (95 % sure)`}
    >
      <span className="visually-hidden">{interval ?? 'no interval'}</span>
      <IntervalBar values={values} axis={axis} />
    </span>
  );
}

/** The scale of the axis on which a column draws all intervals, for its header. */
function AxisScale({ axis, scale }: { readonly axis: Axis; readonly scale: ValueScale }) {
  if (axis.from === axis.to) return null;
  const [from, to] = axisEnds(axis, scale);
  const zero = `${positionOn(axis, 0)}%`;
  return (
    <span className="axis-scale muted number" aria-hidden="true">
      <span>{from}</span>
      {/* Moved so that it is at its line, and within the header at both ends. */}
      <span
        className={`axis-zero ${from !== '' && to !== '' ? 'between' : ''}`}
        style={{ left: zero, translate: `-${zero}` }}
      >
        0
      </span>
      <span>{to}</span>
    </span>
  );
}

/** Undetermined intervals are hollow, and those that say “no change” thin, so that they differ not only in color. */
function IntervalBar({
  values: { a, b, tested },
  axis,
}: {
  readonly values: ComparedValues;
  readonly axis: Axis;
}) {
  const at = (value: number) => positionOn(axis, value);
  const d = b - a;
  const shape = !tested ? 'small' : isCertain(tested.verdict) ? (d > 0 ? 'more' : 'less') : tested.verdict;
  return (
    <span className={`interval ${shape}`} aria-hidden="true">
      <span className="interval-zero" style={{ left: `${at(0)}%` }} />
      {tested && (
        <span
          className="interval-range"
          style={{ left: `${at(tested.lo)}%`, width: `${at(tested.hi) - at(tested.lo)}%` }}
        />
      )}
      <span className="interval-point" style={{ left: `${at(d)}%` }} />
    </span>
  );
}

function VerdictCell({ values: { tested }, scale }: CellProps) {
  const [verdict, details] = verdictParts(tested, withoutPer(scale));
  return (
    <span
      role="gridcell"
      className={`row-verdict ellipsis ${tested?.verdict ?? 'small'}`}
      title={verdictText(tested, scale)}
    >
      {verdict}
      <span className="verdict-details">{details}</span>
    </span>
  );
}

/** Tab-separated text with unrounded values. */
export function comparedText(
  { values }: Pick<ComparedRows, 'values'>,
  rows: Iterable<number>,
  labelOf: (row: number) => Label,
  scale: ValueScale,
): string {
  const columns = comparedColumns((row) => values[row], scale, { from: 0, to: 0 });
  return copiedText([copiedNames('function', labelOf), ...columns], rows);
}
