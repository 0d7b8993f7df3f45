// The timeline above every view. It selects a time range and threads for all views. Not for recordings without timestamps.

import { useAppState } from '../primitives/use-app-state.ts';
import { useTimelineSelection } from './timeline-selection.ts';
import { TimelineView } from './TimelineView.tsx';
import { useVisibleTime } from './use-visible-time.ts';

export function TimelinePanel() {
  const timeline = useAppState((state) => state.timeline);
  const selection = useTimelineSelection();
  const visible = useVisibleTime(timeline);
  return <TimelineView label="Timeline" {...{ timeline, selection, visible }} hasReadout />;
}
