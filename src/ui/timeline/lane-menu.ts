// Opens the context menu of the lane under the pointer or, for the menu key, of the focused lane.

import type { MouseEvent } from 'react';
import { laneAt, type TimelineRows } from '../../canvas/time/timeline-rows.ts';
import type { Lane } from '../../model/session.ts';
import { openMenu } from '../../state/page.ts';
import { openRecording, store } from '../../state/store.ts';
import { rowOfLane } from './thread-entries.ts';

interface Lanes {
  readonly lanes: readonly Lane[];
  readonly rows: TimelineRows;
  /** Index of the focused lane. */
  readonly active: number;
  readonly setActive: (lane: number) => void;
}

/** `list` contains the lanes. The browser shows its own menu unless the lane belongs to a single thread. */
export function openLaneMenu(
  event: MouseEvent,
  list: HTMLElement | null,
  { lanes, rows, active, setActive }: Lanes,
): void {
  if (!list) return;
  // Events of the menu key target the list, which has the focus; pointer events target an element inside it.
  const isKey = event.target === list;
  const { left, top } = list.getBoundingClientRect();
  const lane = isKey ? active : laneAt(rows, event.clientY - top);
  const recording = openRecording(store.getState());
  const thread = lane === undefined ? undefined : rowOfLane(recording?.threadList, lanes[lane]);
  if (lane === undefined || thread === undefined) return;
  event.preventDefault();
  setActive(lane);
  const row = rows.rows[rows.ofLane[lane]];
  const [x, y] = isKey ? [left + row.height, top + row.top + row.height] : [event.clientX, event.clientY];
  openMenu({ by: 'thread', id: thread }, x, y);
}
