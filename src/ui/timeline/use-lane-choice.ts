// The selected lanes and the focused lane of the timeline. Selecting a lane selects its thread in all views.

import { useMemo, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { selectLanes, type SelectionMode } from '../../canvas/time/timeline-rows.ts';
import type { Lane } from '../../model/session.ts';
import type { TimelineSelection } from './use-time-range.ts';

/** Lanes per page: about as many as are visible. */
const PAGE = 4;

export function useLaneChoice(
  lanes: readonly Lane[],
  { threads, setThreads }: Pick<TimelineSelection, 'threads' | 'setThreads'>,
) {
  const [focused, setActive] = useState(0);
  const active = Math.min(focused, lanes.length - 1);
  const [anchor, setAnchor] = useState(0);
  const chosen = useMemo(() => {
    if (!threads) return undefined;
    const rows = new Set(threads);
    return new Set(lanes.flatMap((lane, i) => (lane.threads.some((row) => rows.has(row)) ? [i] : [])));
  }, [lanes, threads]);

  /** Returns true if the selection changed. */
  const choose = (lane: number, mode: SelectionMode): boolean => {
    const now = selectLanes(chosen, lane, mode, anchor, lanes.length);
    setActive(lane);
    if (mode !== 'extend') setAnchor(lane);
    return setThreads(now && lanes.flatMap((each, i) => (now.has(i) ? each.threads : [])));
  };
  const click = (lane: number, { shiftKey, ctrlKey, metaKey }: MouseEvent) =>
    choose(lane, shiftKey ? 'extend' : ctrlKey || metaKey ? 'toggle' : 'replace');

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey) return;
    const to = steppedTo(event.key, active, lanes.length);
    if (to !== undefined) {
      if (event.shiftKey) choose(to, 'extend');
      else setActive(to);
    } else if (event.key === ' ' || event.key === 'Enter')
      choose(active, event.shiftKey ? 'extend' : 'toggle');
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) setThreads(undefined);
    else return;
    event.preventDefault();
  };
  return { chosen, active, setActive, click, onKeyDown };
}

/** The lane that a key moves to; undefined for other keys. */
function steppedTo(key: string, lane: number, lanes: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: PAGE,
    PageUp: -PAGE,
    Home: -lanes,
    End: lanes,
  };
  const step = steps[key];
  return step === undefined ? undefined : Math.max(0, Math.min(lanes - 1, lane + step));
}
