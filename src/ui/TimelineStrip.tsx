// The strip over every view: samples over time, a lane a thread, a range of time and some of the threads to be chosen.
// All views follow. A recording without times has none.

import { ChevronDown, ChevronRight } from 'lucide-react';
import { useMemo, useState, type KeyboardEvent } from 'react';
import type { Columns } from '../canvas/range-gestures.ts';
import { summed } from '../canvas/rebin.ts';
import { stripRows } from '../canvas/strip-rows.ts';
import { columnsOf } from '../canvas/strip-time.ts';
import { NONE, threadKey } from '../model/profile.ts';
import type { Lane, Recording } from '../model/session.ts';
import { setRange, setThreads } from '../state/look.ts';
import { store } from '../state/store.ts';
import { formatCount } from '../model/format.ts';
import { heightOf, StripLanes } from './StripLanes.tsx';
import { StripReadout } from './StripReadout.tsx';
import { useStateOf } from './use-state-of.ts';

export function TimelineStrip({ recording }: { readonly recording: Recording }) {
  const timeline = useStateOf((state) => state.timeline);
  const range = useStateOf((state) => state.options.range);
  const [isFolded, setFolded] = useState(() => window.matchMedia('(max-width: 760px)').matches);
  /** What is dragged, before it is asked for. */
  const [draft, setDraft] = useState<Columns>();
  const expected = useMemo(() => expectedLanes(recording), [recording]);
  const threads = timeline?.lanes ?? expected;
  const isSummed = isFolded && threads.length > 1;
  const lanes = useMemo(
    () => (isSummed ? [sumOf(threads, timeline?.columns ?? 0)] : threads),
    [isSummed, threads, timeline],
  );
  const rows = useMemo(() => stripRows(lanes), [lanes]);
  if (!(recording.duration >= 0)) return null;
  const shown = timeline && (draft ?? columnsOf(timeline, range));
  return (
    <section className="strip" aria-label="Timeline">
      <div role="presentation" onKeyDown={takeBack}>
        <div className="strip-line">
          {threads.length > 1 && <FoldButton threads={threads.length} isFolded={isFolded} fold={setFolded} />}
          {timeline && (
            <StripReadout
              recording={recording}
              timeline={timeline}
              range={shown}
              isDraft={draft !== undefined}
            />
          )}
        </div>
        {timeline ? (
          <StripLanes {...{ timeline, lanes, rows, range: shown, draft: setDraft }} />
        ) : (
          <div className="strip-scroll" style={{ height: heightOf(rows) }} />
        )}
      </div>
    </section>
  );
}

function FoldButton({
  threads,
  isFolded,
  fold,
}: {
  readonly threads: number;
  readonly isFolded: boolean;
  readonly fold: (isFolded: boolean) => void;
}) {
  const Icon = isFolded ? ChevronRight : ChevronDown;
  return (
    <button
      type="button"
      className="quiet"
      aria-expanded={!isFolded}
      title={isFolded ? 'Show a lane for each thread' : 'Show all threads as one lane'}
      onClick={() => fold(!isFolded)}
    >
      <Icon size={12} aria-hidden="true" />
      Threads {formatCount(threads)}
    </button>
  );
}

/** Esc takes back what was chosen here, the range first. */
function takeBack(event: KeyboardEvent): void {
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

/** As many lanes as there will be before the strip comes: nothing moves when it does. */
function expectedLanes({ threadList }: Recording): Lane[] {
  const byThread = new Map<string, Lane>();
  for (const thread of threadList)
    byThread.set(threadKey(thread), {
      threads: [],
      ...thread,
      weight: 0,
      samples: 0,
      columns: new Float32Array(0),
    });
  return [...byThread.values()].sort((a, b) => a.pid - b.pid);
}
