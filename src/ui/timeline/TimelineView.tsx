// A timeline: samples over time, one lane per thread, and the selected time range and threads.

import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { ColumnRange } from '../../canvas/range-gestures.ts';
import { sumLanes } from '../../canvas/rebin.ts';
import { timelineRows } from '../../canvas/timeline-rows.ts';
import { NONE, threadKey } from '../../model/profile.ts';
import type { Lane, Recording, Timeline } from '../../model/session.ts';
import { setLanesShown } from '../../state/page.ts';
import { formatCount } from '../../text/format.ts';
import { FindingsStatus } from '../doctor/FindingsStatus.tsx';
import { useAppState } from '../primitives/use-app-state.ts';
import { useSize } from '../primitives/use-size.ts';
import { RangeFields } from './RangeFields.tsx';
import { heightOfLanes, TimelineLanes } from './TimelineLanes.tsx';
import { TimelineReadout } from './TimelineReadout.tsx';
import type { TimelineSelection } from './timeline-selection.ts';
import { useTimeRange } from './use-time-range.ts';

interface Props {
  /** Accessible name. */
  readonly label: string;
  readonly timeline: Timeline | undefined;
  readonly selection: TimelineSelection;
  /** The part that the time order shows, if it does not show the complete range. */
  readonly visible?: ColumnRange | undefined;
  /** Shown before the time range. */
  readonly heading?: ReactNode;
  /** True for the timeline of all views, which shows the weight of the selected time, and the banner. */
  readonly isMain?: boolean;
}

export function TimelineView({ label, timeline, selection, visible, heading, isMain = false }: Props) {
  const showsLanes = useAppState((state) => state.showsLanes);
  const graph = useRef<HTMLDivElement>(null);
  const { width } = useSize(graph);
  const control = useTimeRange(timeline, width, selection);
  const threads = useThreads(selection.recording, timeline);
  const isSingle = !showsLanes || threads.length < 2;
  const lanes = useMemo(
    () => (isSingle && threads.length > 1 ? [sumOf(threads)] : threads),
    [isSingle, threads],
  );
  const rows = useMemo(() => timelineRows(lanes, isSingle), [lanes, isSingle]);
  return (
    <section className="timeline no-shrink" aria-label={label}>
      <div role="presentation" onKeyDown={(event) => clearSelection(event, selection)}>
        <div className="timeline-line row small">
          {heading}
          {control && <RangeFields {...{ control, selection }} />}
          {control && isMain && <TimelineReadout control={control} />}
          {isMain && <FindingsStatus />}
          {threads.length > 1 && <LanesButton threads={threads.length} isExpanded={!isSingle} />}
        </div>
        <div ref={graph} className="timeline-graph">
          {control ? (
            <TimelineLanes {...{ control, selection, visible, lanes, rows, isSingle }} />
          ) : (
            <div className="timeline-scroll relative" style={{ height: heightOfLanes(rows, isSingle) }} />
          )}
        </div>
      </div>
    </section>
  );
}

interface LanesButtonProps {
  readonly threads: number;
  readonly isExpanded: boolean;
}

const LanesButton = memo(function LanesButton({ threads, isExpanded }: LanesButtonProps) {
  const Icon = isExpanded ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      className="quiet no-shrink push-end"
      aria-expanded={isExpanded}
      title={isExpanded ? 'Show all threads as one lane' : 'Show one lane per thread'}
      onClick={() => setLanesShown(!isExpanded)}
    >
      <Icon size={12} aria-hidden="true" />
      {formatCount(threads)}
      <span>threads</span>
    </button>
  );
});

/** Esc removes the time range, or the thread selection if there is no range. */
function clearSelection(
  event: KeyboardEvent,
  { range, threads, setRange, setThreads }: TimelineSelection,
): void {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  if (!range && !threads) return;
  event.preventDefault();
  if (range) setRange(undefined);
  else setThreads(undefined);
}

function sumOf(lanes: readonly Lane[]): Lane {
  const add = (part: (lane: Lane) => number) => lanes.reduce((sum, lane) => sum + part(lane), 0);
  return {
    threads: [],
    pid: NONE,
    tid: NONE,
    comm: 'all threads',
    weight: add(({ weight }) => weight),
    samples: add(({ samples }) => samples),
    bands: lanes[0].bands,
    columns: sumLanes(lanes),
  };
}

/** The lanes of all threads. They are empty while the timeline is loading, so that nothing moves when it arrives. */
function useThreads({ threadList }: Recording, timeline: Timeline | undefined): readonly Lane[] {
  const expected = useMemo(() => {
    const empty = { threads: [], weight: 0, samples: 0, bands: 1, columns: new Float32Array(0) };
    const byThread = new Map(threadList.map((thread) => [threadKey(thread), { ...empty, ...thread }]));
    return [...byThread.values()].sort((a, b) => a.pid - b.pid);
  }, [threadList]);
  return timeline?.lanes ?? expected;
}
