// The scale of the axis on which a column draws all intervals, for its header.

import type { ValueScale } from '../../text/difference.ts';
import { axisEnds, positionOn, type Axis } from './compared-rows.ts';

export function AxisScale({ axis, scale }: { readonly axis: Axis; readonly scale: ValueScale }) {
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
