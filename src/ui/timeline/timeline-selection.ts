// The samples that a timeline selects: those of all views or, in a comparison, those of one side.

import type { TimeRange } from '../../model/filter.ts';
import type { Recording } from '../../model/session.ts';
import { setRange, setThreads, undo } from '../../state/view/selection.ts';
import { store } from '../../state/store.ts';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';

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
  const range = useAppState((state) => state.options.range);
  const threads = useAppState((state) => state.options.threads);
  return { recording, range, threads, setRange, setThreads: changeThreads, undo };
}

function changeThreads(threads: readonly number[] | undefined): boolean {
  const before = store.getState().options.threads;
  setThreads(threads);
  return store.getState().options.threads !== before;
}
