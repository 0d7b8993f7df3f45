// What the page shows of the open recordings: one of them, or a comparison, or the start screen, or the progress of opening another one.
// Until that is open, the worker of what was shown before keeps running.

import { OPEN_MEMORY } from '../../model/budget.ts';
import type { Problem } from '../../model/session.ts';
import { beyondMemory, firstOf, withOpened, withoutEnded, type OpenedByNumber } from './recordings.ts';
import { engine } from '../engine/session.ts';
import { closeRecording, keptRecording, openingOf, openRecording, store, type State } from '../store.ts';

const { getState, setState } = store;

/** The table with what is shown now, as it is shown. */
function openedNow(): OpenedByNumber {
  const state = getState();
  const { opened, recordingNumber } = state;
  const kept = keptRecording(state);
  const entry = opened.get(recordingNumber);
  const { name = '' } = openRecording(state) ?? {};
  return kept && entry ? withOpened(opened, new Map([[recordingNumber, { ...entry, name, kept }]])) : opened;
}

/** Shows the progress of opening these files. */
export function beginOpening(names: readonly string[]): void {
  const { recordingNumber, before } = getState();
  closeRecording({
    opened: openedNow(),
    // A newer opening may replace another one.
    before: recordingNumber || before,
    opening: openingOf(names),
    problem: undefined,
    offered: undefined,
    received: undefined,
  });
}

export function stopOpening(problem?: Problem): void {
  engine.abandon();
  const state = getState();
  const stopped = { opening: undefined, before: 0, problem };
  // While files are fetched, the open recording is still shown. Later, a preview of the new one may be shown and must be cleared.
  if (openRecording(state)) setState(stopped);
  else closeRecording({ ...state.opened.get(state.before)?.kept, ...stopped });
}

export function cancelOpening(): void {
  download.stop();
  stopOpening();
}

/** Shows a recording or a comparison that has just been opened, with these entries of the table. */
export function showOpened(added: OpenedByNumber, recordingNumber: number, shown: Partial<State>): void {
  const all = withOpened(openedNow(), added);
  engine.keep(firstOf(all, recordingNumber));
  engine.end(beyondMemory(all, engine.numbers, recordingNumber, OPEN_MEMORY));
  closeRecording({
    recordingNumber,
    opened: withoutEnded(all, engine.numbers, recordingNumber),
    openedCount: Math.max(...added.keys(), getState().openedCount),
    before: 0,
    suspended: 0,
    earlyFiles: [],
    opening: undefined,
    ...shown,
  });
}

/** Shows again what the page has shown before. Returns false if no worker has it. */
export function showAgain(number: number): boolean {
  const opened = openedNow();
  const { kept } = opened.get(number) ?? {};
  if (!kept) return false;
  const first = firstOf(opened, number);
  engine.show(first, number !== first);
  closeRecording({
    ...kept,
    opened: withoutEnded(opened, engine.numbers, number),
    suspended: 0,
    problem: undefined,
  });
  return true;
}

/** Shows the first recording of the comparison by itself, as it was before. */
export function stopComparing(): void {
  const { opened, recordingNumber, comparing } = getState();
  if (comparing) showAgain(firstOf(opened, recordingNumber));
}

/** Cancels opening and shows the start screen. What is open stays available to `showAgain`. */
export function goToStartScreen(): void {
  download.stop();
  if (getState().opening) cancelOpening();
  const { recordingNumber } = getState();
  if (recordingNumber > 0) {
    engine.interrupt();
    closeRecording({ opened: openedNow(), suspended: recordingNumber });
  }
  setState({ problem: undefined });
}

class Download {
  private controller = new AbortController();

  /** Stops the current download and returns the signal for the next one. */
  begin(): AbortSignal {
    this.stop();
    return this.controller.signal;
  }

  stop(): void {
    this.controller.abort();
    this.controller = new AbortController();
  }

  /**
   * For code that must load before it can fetch. The returned function returns true until something else is opened or
   * the download is stopped.
   */
  untilStopped(): () => boolean {
    const { signal } = this.controller;
    return () => !signal.aborted;
  }
}

/** Only one recording is downloaded at a time; opening anything else stops the download. */
export const download = new Download();
