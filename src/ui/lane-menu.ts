// The menu of a lane of the strip: of the one under the pointer, or of the one that the keyboard is on.

import type { MouseEvent } from 'react';
import { laneAt, type StripRows } from '../canvas/strip-rows.ts';
import type { Lane } from '../model/session.ts';
import { openMenu } from '../state/actions.ts';
import { store } from '../state/store.ts';
import { rowOfLane } from './thread-entries.ts';

interface Lanes {
  readonly lanes: readonly Lane[];
  readonly rows: StripRows;
  /** The one the keyboard is on. */
  readonly active: number;
  readonly setActive: (lane: number) => void;
}

/** `list` holds the lanes. Over what is no single thread the browser's own menu comes. */
export function openLaneMenu(
  event: MouseEvent,
  list: HTMLElement | null,
  { lanes, rows, active, setActive }: Lanes,
): void {
  if (!list) return;
  // A key asks the list, which has the focus, a pointer what is in it.
  const isKey = event.target === list;
  const { left, top } = list.getBoundingClientRect();
  const lane = isKey ? active : laneAt(rows, event.clientY - top);
  const { recording } = store.getState();
  const thread = lane === undefined ? undefined : rowOfLane(recording?.threadList, lanes[lane]);
  if (lane === undefined || thread === undefined) return;
  event.preventDefault();
  setActive(lane);
  const row = rows.rows[rows.ofLane[lane]];
  const [x, y] = isKey ? [left + row.height, top + row.top + row.height] : [event.clientX, event.clientY];
  openMenu({ by: 'thread', id: thread }, x, y);
}
