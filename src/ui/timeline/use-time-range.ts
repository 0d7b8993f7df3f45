// The selected time range on the timeline: how it is dragged, moved by keys, and applied.

import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import {
  moveEdge,
  moveRange,
  snapTo,
  nextPosition,
  type ColumnRange,
  type Edge,
  type Track,
} from '../../canvas/chart/range-gestures.ts';
import { columnsOfRange, rangeOf, stopsOf, type TimeAxis } from '../../canvas/time/timeline-columns.ts';
import type { Timeline, Recording } from '../../model/session.ts';
import type { TimeRange } from '../../model/filter.ts';
import { setRange, setThreads, undo } from '../../state/view/selection.ts';
import { store } from '../../state/store.ts';
import { useRecording, useOption } from '../primitives/use-app-state.ts';

export interface RangeControl {
  readonly axis: TimeAxis;
  /** The selected range, or a preview of it; undefined for the complete timeline. */
  readonly range: ColumnRange | undefined;
  /** True while a range is previewed. */
  readonly isDraft: boolean;
  readonly track: Track & { readonly stops: readonly number[] };
  /** Shows a range without applying it; undefined ends the preview. */
  readonly preview: (range: ColumnRange | undefined) => void;
  readonly commit: (range: ColumnRange) => void;
  readonly edgeKeys: EdgeKeys;
}

interface EdgeKeys {
  /** Handles keys that move an end of the range or, with Shift, the whole range. */
  readonly press: (edge: Edge, event: KeyboardEvent, keys?: readonly string[]) => void;
  /** Applies the range that keys have moved. */
  readonly apply: () => void;
}

/**
 * `width` is the width of the timeline in CSS pixels. Returns undefined while the timeline is loading, and the same control for
 * another timeline of the same time.
 */
export function useTimeRange(
  timeline: Timeline | undefined,
  width: number,
  { range: selected, setRange }: Pick<TimelineSelection, 'range' | 'setRange'>,
): RangeControl | undefined {
  const [draft, preview] = useState<ColumnRange>();
  /** The range moved by keys, not applied yet. */
  const pending = useRef<ColumnRange>(undefined);
  const { from = 0, to = 0, columns = 0 } = timeline ?? {};
  const axis = useMemo(() => ({ from, to, columns }), [from, to, columns]);
  const stops = useMemo(() => (columns > 0 ? stopsOf(axis, width) : undefined), [axis, columns, width]);
  return useMemo(() => {
    if (!stops) return undefined;
    const track = { columns, stops };
    const range = draft ?? columnsOfRange(axis, selected);
    const commit = (chosen: ColumnRange) => {
      preview(undefined);
      setRange(rangeOf(axis, chosen));
    };
    const press: EdgeKeys['press'] = (edge, event, keys = Object.keys(STEPS)) => {
      if (event.key === 'Escape') pending.current = undefined;
      const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
      if (!keys.includes(key) || altKey || ctrlKey || metaKey) return;
      event.preventDefault();
      const shown = range ?? { from: 0, to: columns };
      const to = STEPS[key](shown[edge], track);
      pending.current = shiftKey
        ? moveRange(shown, to - shown[edge], columns)
        : moveEdge(shown, edge, to, track);
      preview(pending.current);
    };
    const apply = () => {
      if (pending.current) commit(pending.current);
      pending.current = undefined;
    };
    const isDraft = draft !== undefined;
    return { axis, range, isDraft, track, preview, commit, edgeKeys: { press, apply } };
  }, [axis, columns, stops, draft, selected, setRange]);
}

/** Per key: the new position of an end of the range. */
const STEPS: Readonly<Record<string, (at: number, track: Track) => number>> = {
  ArrowRight: (at, track) => nextPosition(track, at, 1),
  ArrowUp: (at, track) => nextPosition(track, at, 1),
  ArrowLeft: (at, track) => nextPosition(track, at, -1),
  ArrowDown: (at, track) => nextPosition(track, at, -1),
  PageUp: (at, track) => snapTo(track, at + track.columns / 10),
  PageDown: (at, track) => snapTo(track, at - track.columns / 10),
  Home: () => 0,
  End: (_, { columns }) => columns,
};

/** The samples that a timeline selects: those of all views or, in a comparison, those of one side. */
export interface TimelineSelection {
  readonly recording: Recording;
  /** Undefined for the complete recording. */
  readonly range: TimeRange | undefined;
  /** Rows of `Recording.threadList`; undefined for all threads. */
  readonly threads: readonly number[] | undefined;
  readonly setRange: (range: TimeRange | undefined) => void;
  /** Returns true if the selection changed. */
  readonly setThreads: (threads: readonly number[] | undefined) => boolean;
  /** Undoes the last change. */
  readonly undo: () => void;
}

export function useTimelineSelection(): TimelineSelection {
  const recording = useRecording();
  const range = useOption('range');
  const threads = useOption('threads');
  return useMemo(
    () => ({ recording, range, threads, setRange, setThreads: changeThreads, undo }),
    [recording, range, threads],
  );
}

function changeThreads(threads: readonly number[] | undefined): boolean {
  const before = store.getState().options.threads;
  setThreads(threads);
  return store.getState().options.threads !== before;
}
