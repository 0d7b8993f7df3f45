// The rows of one recording, as the columns of its tables name them.

import type { RecordingRows, StoredStacks } from '../../src/formats/stored/stored-rows.ts';
import type { RecordingLabels } from './store.ts';

/** Rows of `samples` that are written together: many small writes take longer. */
export const MAX_BUFFERED_ROWS = 100_000;

/** All names of a recording, each once. */
export function recordedNames({ events, threads }: RecordingRows): string[] {
  return [...new Set([...events, ...threads.map(({ comm }) => comm)])];
}

/** Without the ID, and `started` in milliseconds since 1970. */
export function recordingRow(rows: RecordingRows, { defaultEvent, ...labels }: RecordingLabels) {
  const { events, threads, samples: of, notes } = rows;
  const samples = events.map(() => 0);
  const weights = events.map(() => 0);
  for (const [row, event] of of.event.entries()) {
    samples[event] += of.samples[row];
    weights[event] += of.weight[row];
  }
  return {
    ...labels,
    hash: rows.hash,
    default_event: defaultEvent,
    events,
    samples,
    weights,
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
  return Array.from(samples.event, (event, row) => ({
    recording,
    event: eventIds[event],
    thread: threadIds[samples.thread[row]],
    thread_number: samples.thread[row] + 1,
    stack: stackId(samples.stack[row]),
    samples: samples.samples[row],
    weight: samples.weight[row],
    is_cut: samples.isCut[row] === 1,
  }));
}

/** The functions of a stack by `functionId`, and its lines unless all are unknown. */
export function framesOf(
  { functions, lines, ends }: StoredStacks,
  stack: number,
  functionId: (index: number) => number,
) {
  const from = stack > 0 ? ends[stack - 1] : 0;
  const own = lines.subarray(from, ends[stack]);
  return {
    functions: Array.from(functions.subarray(from, ends[stack]), functionId),
    lines: own.some((line) => line > 0) ? Array.from(own) : [],
  };
}
