// Tooltip of the box under the pointer in the time-order view.

import { formatDuration, formatNumberOf } from '../../text/format.ts';
import type { TimeNodeAt, TimeOrder } from '../../model/session.ts';
import { chainOf } from '../../model/tree.ts';
import { FunctionTooltip, InferredShare } from '../flame/Tooltip.tsx';
import { startText } from './FocusedTimeBox.tsx';

interface Props extends TimeNodeAt {
  readonly order: TimeOrder;
  /** The time that is displayed as 0. */
  readonly zero: number;
  /** Position of the pointer in the window. */
  readonly x: number;
  readonly y: number;
}

export function TimeTooltip({ order, zero, lane, node, x, y }: Props) {
  const { tree, costs, inferred } = order.lanes[lane];
  const chain = chainOf(tree, node);
  const { [chain]: start } = tree.start;
  const { [chain]: length } = tree.total;
  return (
    <FunctionTooltip {...{ costs, chain, x, y }} func={tree.func[node]}>
      <span>{formatDuration(length)}</span>
      <span>{formatNumberOf(tree.samples[chain], 'sample')}</span>
      <span>
        {startText(order, start, zero)} – {startText(order, start + length, zero)}
      </span>
      <InferredShare {...{ tree, inferred, box: node }} />
    </FunctionTooltip>
  );
}
