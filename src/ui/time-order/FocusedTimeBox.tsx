// Describes the focused box of the time-order view to screen readers.

import { timeScale, timeText } from '../../canvas/time-scale.ts';
import { threadTitle } from '../../text/thread-title.ts';
import { nameAndPlace } from '../../text/labels.ts';
import type { TimeNodeAt, TimeOrder } from '../../model/session.ts';
import { chainOf } from '../../model/tree.ts';
import { formatDuration, formatNumberOf } from '../../text/format.ts';
import { GraphItem, positionInTree } from '../flame/GraphFrame.tsx';
import { useRecording } from '../primitives/use-app-state.ts';

export const ACTIVE_ID = 'focused-box';

interface Props {
  readonly order: TimeOrder;
  readonly node: TimeNodeAt;
  /** The time that is displayed as 0. */
  readonly zero: number;
}

export function FocusedTimeBox({ order, node: { lane, node }, zero }: Props) {
  const recording = useRecording();
  const { lanes } = order;
  const { tree, tid } = lanes[lane];
  const chain = chainOf(tree, node);
  const samples = formatNumberOf(tree.samples[chain], 'sample');
  const name = nameAndPlace(recording, tree.func[node]);
  return (
    <GraphItem
      id={ACTIVE_ID}
      {...positionInTree(tree, node)}
      {...(node === 0 && { 'aria-posinset': lane + 1, 'aria-setsize': lanes.length })}
    >
      {node === 0
        ? `${threadTitle(lanes[lane])} ${tid >= 0 ? tid : ''}, ${samples}`
        : `${name}, ${formatDuration(tree.total[chain])}, ${samples}, at ${startText(order, tree.start[chain], zero)}`}
    </GraphItem>
  );
}

/** Start time of a box, precise to 1/100,000 of the length of the time order. */
export function startText({ from, length }: TimeOrder, start: number, zero: number): string {
  const time = from - zero + start;
  return timeText(time, timeScale(from - zero + length, length / 1e5));
}
