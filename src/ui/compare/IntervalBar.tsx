// A difference as a point with its 95 % interval, on the axis that all rows share.

import { isCertain } from '../../model/comparison.ts';
import { positionOn, type Axis, type ComparedValues } from './compared-rows.ts';

/** Undetermined intervals are hollow, and those that say “no change” thin, so that they differ not only in color. */
export function IntervalBar({
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
