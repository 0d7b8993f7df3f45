// The timeline above every view. It selects a time range and threads for all views. Not for recordings without timestamps.

import type { ColumnRange } from '../../canvas/chart/range-gestures.ts';
import { columnsOfRange } from '../../canvas/time/timeline-columns.ts';
import type { Timeline } from '../../model/session.ts';
import { useAppState } from '../primitives/use-app-state.ts';
import { useTimelineSelection } from './timeline-selection.ts';
import { TimelineView } from './TimelineView.tsx';

export function TimelinePanel() {
  const timeline = useAppState((state) => state.timeline);
  const selection = useTimelineSelection();
  const visible = useVisibleTime(timeline);
  return <TimelineView label="Timeline" {...{ timeline, selection, visible }} isMain />;
}

/** Undefined in other views, and while the time order shows the complete range. */
function useVisibleTime(timeline: Timeline | undefined): ColumnRange | undefined {
  const isTimeOrder = useAppState((state) => state.viewName === 'time');
  const order = useAppState((state) => state.timeOrder);
  const range = useAppState((state) => state.locations.time.visibleRange);
  if (!isTimeOrder || !timeline || !order || !range) return undefined;
  const timeAt = (share: number) => order.from + share * order.length;
  return columnsOfRange(timeline, { from: timeAt(range.from), to: timeAt(range.to) });
}
