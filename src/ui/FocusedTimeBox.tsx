// The box of the time order that the keyboard is on, as a screen reader hears it.

import { labelOf } from '../model/labels.ts';
import { timeScale, timeText } from '../canvas/time-axis.ts';
import type { Place } from '../canvas/time-rows.ts';
import { positionOf } from '../canvas/time-walk.ts';
import type { Recording, TimeOrder } from '../model/session.ts';
import { depthOf, hasChildren, runOf } from '../model/tree.ts';
import { formatDuration, formatNumberOf } from '../model/format.ts';

export const ACTIVE_ID = 'focused-box';

interface Props {
  readonly recording: Recording;
  readonly order: TimeOrder;
  readonly place: Place;
  /** The time that is called 0. */
  readonly zero: number;
}

export function FocusedTimeBox({ recording, order, place: { lane, box }, zero }: Props) {
  const { tree, comm, tid } = order.lanes[lane];
  const run = runOf(tree, box);
  const { position, siblings } =
    box === 0 ? { position: lane + 1, siblings: order.lanes.length } : positionOf(tree, box);
  const samples = formatNumberOf(tree.samples[run], 'sample');
  const { name, place } = labelOf(recording, tree.func[box]);
  return (
    <div
      role="treeitem"
      id={ACTIVE_ID}
      className="visually-hidden"
      aria-level={depthOf(tree, box, run) + 1}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected="true"
      {...(hasChildren(tree, box, run) ? { 'aria-expanded': true } : {})}
    >
      {box === 0
        ? `${comm} ${tid >= 0 ? tid : ''}, ${samples}`
        : `${name}${place ? ` (${place})` : ''}, ${formatDuration(tree.total[run])}, ${samples}, at ${startText(order, tree.start[run], zero)}`}
    </div>
  );
}

/** When a box begins, so that boxes of a thousandth of the whole can be told apart. */
export function startText({ from, length }: TimeOrder, start: number, zero: number): string {
  const time = from - zero + start;
  return timeText(time, timeScale(from - zero + length, length / 1e5));
}
