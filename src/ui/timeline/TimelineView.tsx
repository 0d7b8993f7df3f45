// A timeline: samples over time, one lane per thread, and the selected time range and threads.

import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo, useMemo, useRef, type KeyboardEvent, type ReactNode, useState } from 'react';
import type { ColumnRange, Edge } from '../../canvas/chart/range-gestures.ts';
import { sumLanes } from '../../canvas/boxes/rebin.ts';
import { timelineRows } from '../../canvas/time/timeline-rows.ts';
import { NONE, threadKey } from '../../model/profile.ts';
import type { Lane, Recording, Timeline, ViewOptions } from '../../model/session.ts';
import { setLanesShown } from '../../state/page.ts';
import {
  formatCount,
  formatNumberOf,
  formatShare,
  formatDuration,
  wholeOf,
  totalText,
} from '../../text/format.ts';
import { FindingsStatus } from '../doctor/FindingsStatus.tsx';
import { BarSwitch } from '../filters/BarControls.tsx';
import { useAppState, useParts, useRecording, useOption } from '../primitives/use-app-state.ts';
import { useSize } from '../primitives/use-size.ts';
import { heightOfLanes, TimelineLanes } from './TimelineLanes.tsx';
import { timeOf, withEnd, amountIn, columnsOfRange } from '../../canvas/time/timeline-columns.ts';
import { readTime, scaleOf, timeText, type TimeScale } from '../../canvas/time/time-axis.ts';
import {
  type TimelineSelection,
  useTimelineSelection,
  type RangeControl,
  useTimeRange,
} from './use-time-range.ts';
import type { State } from '../../state/store.ts';
import { measureAt, sampleNoun } from '../../text/labels.ts';
import { includesIdle } from '../../model/events.ts';
import { setEvent } from '../../state/view/navigation.ts';
import { switchedIdle } from '../header/measures.ts';

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
  const showsLanes = useAppState('showsLanes');
  const graph = useRef<HTMLDivElement>(null);
  const { width } = useSize(graph);
  const control = useTimeRange(timeline, width, selection);
  const threads = useThreads(selection.recording, timeline);
  const isSingle = !showsLanes || threads.length < 2;
  const lanes = useMemo(
    () => (isSingle && threads.length > 1 ? [sumOf(threads)] : withIdleLine(threads)),
    [isSingle, threads],
  );
  const rows = useMemo(() => timelineRows(lanes, isSingle), [lanes, isSingle]);
  return (
    <section className="timeline no-shrink" aria-label={label}>
      <div role="presentation" onKeyDown={(event) => clearSelection(event, selection)}>
        <div className="timeline-line row small">
          {heading}
          {control && <RangeFields {...{ control, selection }} />}
          {control && timeline && isMain && <TimelineReadout {...{ timeline, control }} />}
          {isMain && <IdleSwitch />}
          {isMain && <FindingsStatus />}
          {threads.length > 1 && <LanesButton threads={threads.length} isExpanded={!isSingle} />}
        </div>
        <div ref={graph} className="timeline-graph">
          {control && timeline ? (
            <TimelineLanes {...{ timeline, control, selection, visible, lanes, rows, isSingle }} />
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

/** Threads that are only idle share one lane, the last one. */
function withIdleLine(lanes: readonly Lane[]): readonly Lane[] {
  const idle = lanes.filter(({ isIdle }) => isIdle);
  if (idle.length < 2) return lanes;
  const threads = idle.flatMap((lane) => lane.threads);
  const comm = formatNumberOf(idle.length, 'idle thread');
  return [...lanes.filter(({ isIdle }) => !isIdle), { ...sumOf(idle), threads, comm }];
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
    const empty = {
      threads: [],
      weight: 0,
      samples: 0,
      bands: 1,
      columns: new Float32Array(0),
      isIdle: false,
    };
    const byThread = new Map(threadList.map((thread) => [threadKey(thread), { ...empty, ...thread }]));
    return [...byThread.values()].sort((a, b) => a.pid - b.pid);
  }, [threadList]);
  return timeline?.lanes ?? expected;
}

interface TimelineReadoutProps {
  readonly timeline: Timeline;
  readonly control: RangeControl;
}

/** Weight, number of samples and share of the selected time range, or of the complete recording. */
function TimelineReadout({ timeline, control: { range, isDraft } }: TimelineReadoutProps) {
  const recording = useRecording();
  const all = recording.events[timeline.event];
  const threads = useOption('threads');
  const [exactWeight, exactSamples] = useParts(amountInView);
  // The timeline's columns provide an estimate until the view arrives with exact numbers.
  const { weight, samples } =
    !isDraft && exactSamples !== undefined
      ? { weight: exactWeight, samples: exactSamples }
      : amountIn(lanesOf(timeline, threads), range ?? { from: 0, to: timeline.columns });
  const share = formatShare(Math.min(1, weight / (all?.weight || 1)));
  return (
    <output className="timeline-readout number muted ellipsis" aria-live="off" aria-label="Selected time">
      {samples === 0 ? (
        'No samples'
      ) : (
        <>
          {weight !== samples && `${totalText(weight, measureAt(recording, timeline.event))} in `}
          {formatNumberOf(samples, sampleNoun(recording, timeline.event))}
          {samples !== all?.samples && ` · ${share} of ${wholeOf(measureAt(recording, timeline.event))}`}
        </>
      )}
    </output>
  );
}

/** Weight and samples of the selection; empty until the view arrives. */
function amountInView({ view, options }: State): number[] {
  return view && isSameSelection(view.options, options) ? [view.tree.total[0], view.tree.samples[0]] : [];
}

function lanesOf({ lanes }: Timeline, threads: readonly number[] | undefined) {
  if (!threads) return lanes;
  const selected = new Set(threads);
  return lanes.filter((lane) => lane.threads.some((thread) => selected.has(thread)));
}

/** Compares by value, because the worker returns a copy of the options. */
function isSameSelection(a: ViewOptions, b: ViewOptions): boolean {
  const isSameRange = a.range?.from === b.range?.from && a.range?.to === b.range?.to;
  return isSameRange && a.event === b.event && String(a.threads) === String(b.threads);
}

interface RangeFieldsProps {
  readonly control: RangeControl;
  readonly selection: TimelineSelection;
}

/** Text fields for the ends of the selected time range. Enter applies the typed time, and Esc discards it; the up and down keys move an end by one tick. */
const RangeFields = memo(function RangeFields({ control, selection }: RangeFieldsProps) {
  const { axis, range } = control;
  const { from, to } = range ?? { from: 0, to: axis.columns };
  const length = timeOf(axis, to) - timeOf(axis, from);
  const scale = scaleOf(axis, length);
  return (
    <div className="range-fields row" role="group" aria-label="Time range">
      <RangeField {...{ control, selection }} edge="from" column={from} scale={scale} />
      <span aria-hidden="true">–</span>
      <RangeField {...{ control, selection }} edge="to" column={to} scale={scale} />
      <span className="muted">{scale.name}</span>
    </div>
  );
});

interface FieldProps extends RangeFieldsProps {
  readonly edge: Edge;
  /** The end of the range. */
  readonly column: number;
  readonly scale: TimeScale;
}

const NAMES = { from: 'Start', to: 'End' } as const;
/** All other keys that move a handle of the range move the text cursor in a field. */
const KEYS = ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown'];

function RangeField({ control, selection, edge, column, scale }: FieldProps) {
  const { axis, edgeKeys } = control;
  const { recording, range, setRange } = selection;
  /** The text being typed. */
  const [draft, setDraft] = useState<string>();
  const { duration } = recording;
  const textOf = (time: number) => timeText(time, { ...scale, name: '' }).trim();
  // The timeline ends one interval after the last sample, where the recording ends.
  const shown = textOf(Math.min(timeOf(axis, column), duration));
  const typed = draft === undefined ? undefined : readTime(draft, scale);
  const apply = () => {
    setDraft(undefined);
    // The end of the recording includes the last sample.
    const isEnd = typed !== undefined && (typed >= duration || textOf(typed) === textOf(duration));
    if (typed !== undefined) setRange(withEnd(axis, range, edge, isEnd && edge === 'to' ? Infinity : typed));
    else edgeKeys.apply();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') apply();
    else if (event.key === 'Escape' && draft !== undefined) {
      event.preventDefault();
      setDraft(undefined);
    } else {
      if (KEYS.includes(event.key)) setDraft(undefined);
      edgeKeys.press(edge, event, KEYS);
    }
  };
  return (
    <input
      className="number"
      inputMode="decimal"
      autoComplete="off"
      aria-label={`${NAMES[edge]} (${scale.name})`}
      title={`${NAMES[edge]} of the time range: type a time, or press ↑ or ↓ for the next tick`}
      aria-invalid={draft !== undefined && typed === undefined}
      style={{ width: `${Math.max(4, (draft ?? shown).length + 1)}ch` }}
      value={draft ?? shown}
      onChange={(event) => setDraft(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={apply}
      onKeyDown={onKeyDown}
      onKeyUp={edgeKeys.apply}
    />
  );
}

/** The timeline above every view. It selects a time range and threads for all views. Not for recordings without timestamps. */
export function TimelinePanel() {
  const timeline = useAppState('timeline');
  const selection = useTimelineSelection();
  const visible = useVisibleTime(timeline);
  return <TimelineView label="Timeline" {...{ timeline, selection, visible }} isMain />;
}

/** Undefined in other views, and while the time order shows the complete range. */
function useVisibleTime(timeline: Timeline | undefined): ColumnRange | undefined {
  const isTimeOrder = useAppState('viewName') === 'time';
  const order = useAppState('timeOrder');
  const range = useAppState((state) => state.locations.time.visibleRange);
  if (!isTimeOrder || !timeline || !order || !range) return undefined;
  const timeAt = (share: number) => order.from + share * order.length;
  return columnsOfRange(timeline, { from: timeAt(range.from), to: timeAt(range.to) });
}

/** States how much idle time is hidden, and shows or hides it. */
const IdleSwitch = memo(function IdleSwitch() {
  const { events, idle } = useRecording();
  const shown = useOption('event');
  const other = switchedIdle(events, shown);
  if (other === undefined || !idle) return null;
  const isHidden = !includesIdle(events[shown].name);
  const threads = idle.threads > 0 ? `${formatNumberOf(idle.threads, 'idle thread')}, ` : '';
  const time = `${formatDuration(idle.weight)} ${idle.threads > 0 ? '' : 'idle '}`;
  return (
    <BarSwitch
      command={{ run: () => setEvent(other) }}
      isOn={!isHidden}
      className="idle-switch"
      title={
        isHidden
          ? 'Show idle time: threads without work, and threads that wait for others to end'
          : 'Hide idle time'
      }
    >
      {`${threads}${time}${isHidden ? 'hidden' : 'shown'}`}
    </BarSwitch>
  );
});
