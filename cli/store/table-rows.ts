// The rows of one recording, as the columns of its tables name them.

import type { RecordingRows } from '../../src/formats/stored/stored-rows.ts';
import type { RecordingLabels } from './store.ts';

/** Rows of `samples` that are written together: many small writes take longer. */
export const MAX_BUFFERED_ROWS = 100_000;

/** All names of a recording, each once. */
export function recordedNames({ events, threads }: RecordingRows): string[] {
  return [...new Set([...events, ...threads.map(({ comm }) => comm)])];
}

/** Without the ID, and `started` in milliseconds since 1970. */
export function recordingRow(rows: RecordingRows, { defaultEvent, ...labels }: RecordingLabels) {
  const { events, threads, samples, notes } = rows;
  const totals = events.map((_, event) => samples.filter((each) => each.event === event));
  return {
    ...labels,
    hash: rows.hash,
    default_event: defaultEvent,
    events,
    samples: totals.map((of) => of.reduce((sum, each) => sum + each.samples, 0)),
    weights: totals.map((of) => of.reduce((sum, { weight }) => sum + weight, 0)),
    pids: threads.map(({ pid }) => pid),
    tids: threads.map(({ tid }) => tid),
    notes: notes.length > 0 ? JSON.stringify(notes) : '',
  };
}

/** `nameId` and `stackId` return IDs in the store. */
export function sampleRows(
  { events, threads, samples }: RecordingRows,
  recording: number,
  nameId: (name: string) => number,
  stackId: (stack: number) => number,
) {
  const eventIds = events.map(nameId);
  const threadIds = threads.map(({ comm }) => nameId(comm));
  return samples.map((each) => ({
    recording,
    event: eventIds[each.event],
    thread: threadIds[each.thread],
    thread_number: each.thread + 1,
    stack: stackId(each.stack),
    samples: each.samples,
    weight: each.weight,
    is_cut: each.isCut,
  }));
}
