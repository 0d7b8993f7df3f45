// The focused box of the time order, for screen readers.

import { labelOf } from '../../text/labels.ts';
import { timeScale, timeText } from '../../canvas/time-axis.ts';
import { positionOf } from '../../state/time-graph.ts';
import type { Recording, TimeNodeAt, TimeOrder } from '../../model/session.ts';
import { depthOf, hasChildren, chainOf } from '../../model/tree.ts';
import { formatDuration, formatNumberOf } from '../../text/format.ts';
import { GraphItem } from '../flame/GraphFrame.tsx';

export const ACTIVE_ID = 'focused-box';

interface Props {
  readonly recording: Recording;
  readonly order: TimeOrder;
  readonly node: TimeNodeAt;
  /** The time that is displayed as 0. */
  readonly zero: number;
}

export function FocusedTimeBox({ recording, order, node: { lane, node }, zero }: Props) {
  const { tree, comm, tid } = order.lanes[lane];
  const chain = chainOf(tree, node);
  const { position, siblings } =
    node === 0 ? { position: lane + 1, siblings: order.lanes.length } : positionOf(tree, node);
  const samples = formatNumberOf(tree.samples[chain], 'sample');
  const { name, place } = labelOf(recording, tree.func[node]);
  return (
    <GraphItem
      id={ACTIVE_ID}
      position={{
        level: depthOf(tree, node, chain) + 1,
        position,
        siblings,
        hasChildren: hasChildren(tree, node, chain),
      }}
    >
      {node === 0
        ? `${comm} ${tid >= 0 ? tid : ''}, ${samples}`
        : `${name}${place ? ` (${place})` : ''}, ${formatDuration(tree.total[chain])}, ${samples}, at ${startText(order, tree.start[chain], zero)}`}
    </GraphItem>
  );
}

/** Start time of a box, precise enough to distinguish boxes a thousandth of the recording apart. */
export function startText({ from, length }: TimeOrder, start: number, zero: number): string {
  const time = from - zero + start;
  return timeText(time, timeScale(from - zero + length, length / 1e5));
}
