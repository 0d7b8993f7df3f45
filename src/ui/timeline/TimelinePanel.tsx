// The timeline above every view: samples over time, one lane per thread. It selects a time range and threads for all views.
// Recordings without timestamps have no timeline.

import { ChevronDown, ChevronRight } from 'lucide-react';
import { useMemo, useState, type KeyboardEvent } from 'react';
import type { Columns } from '../../canvas/range-gestures.ts';
import { summed } from '../../canvas/rebin.ts';
import { timelineRows } from '../../canvas/timeline-rows.ts';
import { columnsOf } from '../../canvas/timeline-columns.ts';
import { NONE, threadKey } from '../../model/profile.ts';
import type { Lane, Recording } from '../../model/session.ts';
import { setRange, setThreads } from '../../state/selection.ts';
import { store } from '../../state/store.ts';
import { formatCount } from '../../text/format.ts';
import { heightOf, TimelineLanes } from './TimelineLanes.tsx';
import { TimelineReadout } from './TimelineReadout.tsx';
import { useAppState } from '../primitives/use-app-state.ts';

export function TimelinePanel({ recording }: { readonly recording: Recording }) {
  const timeline = useAppState((state) => state.timeline);
  const range = useAppState((state) => state.options.range);
  const [isFolded, setFolded] = useState(() => window.matchMedia('(max-width: 760px)').matches);
  /** The range while it is being dragged. */
  const [draft, setDraft] = useState<Columns>();
  const expected = useMemo(() => expectedLanes(recording), [recording]);
  const threads = timeline?.lanes ?? expected;
  const isSummed = isFolded && threads.length > 1;
  const lanes = useMemo(
    () => (isSummed ? [sumOf(threads, timeline?.columns ?? 0)] : threads),
    [isSummed, threads, timeline],
  );
  const rows = useMemo(() => timelineRows(lanes), [lanes]);
  if (!(recording.duration >= 0)) return null;
  const shown = timeline && (draft ?? columnsOf(timeline, range));
  return (
    <section className="timeline no-shrink" aria-label="Timeline">
      <div role="presentation" onKeyDown={clearSelection}>
        <div className="timeline-line row small">
          {threads.length > 1 && <FoldButton threads={threads.length} isFolded={isFolded} fold={setFolded} />}
          {timeline && (
            <TimelineReadout
              recording={recording}
              timeline={timeline}
              range={shown}
              isDraft={draft !== undefined}
            />
          )}
        </div>
        {timeline ? (
          <TimelineLanes {...{ timeline, lanes, rows, range: shown, draft: setDraft }} />
        ) : (
          <div className="timeline-scroll relative" style={{ height: heightOf(rows) }} />
        )}
      </div>
    </section>
  );
}

interface FoldProps {
  readonly threads: number;
  readonly isFolded: boolean;
  readonly fold: (isFolded: boolean) => void;
}

function FoldButton({ threads, isFolded, fold }: FoldProps) {
  const Icon = isFolded ? ChevronRight : ChevronDown;
  return (
    <button
      type="button"
      className="quiet no-shrink"
      aria-expanded={!isFolded}
      title={isFolded ? 'Show one lane per thread' : 'Show all threads as one lane'}
      onClick={() => fold(!isFolded)}
    >
      <Icon size={12} aria-hidden="true" />
      Threads {formatCount(threads)}
    </button>
  );
}

/** Esc removes the time range, or the thread selection if there is no range. */
function clearSelection(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  const { range, threads } = store.getState().options;
  if (!range && !threads) return;
  event.preventDefault();
  if (range) setRange(undefined);
  else setThreads(undefined);
}

function sumOf(lanes: readonly Lane[], columns: number): Lane {
  const add = (part: (lane: Lane) => number) => lanes.reduce((sum, lane) => sum + part(lane), 0);
  return {
    threads: [],
    pid: NONE,
    tid: NONE,
    comm: 'all threads',
    weight: add(({ weight }) => weight),
    samples: add(({ samples }) => samples),
    columns: summed(lanes, columns),
  };
}

/** Placeholders while the timeline is loading, so that nothing moves when it arrives. */
function expectedLanes({ threadList }: Recording): Lane[] {
  const empty = { threads: [], weight: 0, samples: 0, columns: new Float32Array(0) };
  const byThread = new Map(threadList.map((thread) => [threadKey(thread), { ...empty, ...thread }]));
  return [...byThread.values()].sort((a, b) => a.pid - b.pid);
}
