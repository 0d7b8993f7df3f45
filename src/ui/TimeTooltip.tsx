// What the box under the pointer is, and when it was.

import { labelOf, pathOf } from '../model/labels.ts';
import type { Place } from '../canvas/time-rows.ts';
import { KIND_LABELS } from '../model/kinds.ts';
import type { Recording, TimeOrder } from '../model/session.ts';
import { runOf } from '../model/tree.ts';
import { Floating } from './Floating.tsx';
import { startText } from './FocusedTimeBox.tsx';
import { formatDuration, formatNumberOf } from '../model/format.ts';

interface Props extends Place {
  readonly recording: Recording;
  readonly order: TimeOrder;
  /** The time that is called 0. */
  readonly zero: number;
  /** Of the pointer, in the window. */
  readonly x: number;
  readonly y: number;
}

export function TimeTooltip({ recording, order, zero, lane, box, x, y }: Props) {
  const { tree } = order.lanes[lane];
  const run = runOf(tree, box);
  const func = tree.func[box];
  const path = pathOf(recording, func);
  const { [run]: start } = tree.start;
  const { [run]: length } = tree.total;
  return (
    <Floating x={x} y={y}>
      <strong>{labelOf(recording, func).name}</strong>
      {path !== undefined && <p>{path}</p>}
      <p className="numbers">
        <span>{formatDuration(length)}</span>
        <span>{formatNumberOf(tree.samples[run], 'sample')}</span>
        <span>
          {startText(order, start, zero)} – {startText(order, start + length, zero)}
        </span>
      </p>
      {func >= 0 && <p>{KIND_LABELS[recording.funcs.kind[func]]}</p>}
    </Floating>
  );
}
