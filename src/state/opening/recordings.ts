// The table of the recordings and comparisons that were opened since the page was loaded, by number, least recently shown first.

import type { Note } from '../../model/profile.ts';
import type { OpenedRecording } from '../../model/queries.ts';
import type { InputFile, Recording } from '../../model/session.ts';
import { viewStateOf, type ViewState } from '../view/view-state.ts';

/** Files, and notes on unreadable files given with them. */
export interface GivenFiles {
  readonly files: readonly InputFile[];
  readonly notes: readonly Note[];
}

/** Files of a recording, and the part of a link that leads to it; '' if there is none. */
export interface RecordingFiles extends GivenFiles {
  readonly source: string;
}

/** A comparison of recordings, or of parts of one. */
interface OpenComparison {
  /** The functions and events of all compared recordings. */
  readonly recording: Recording;
  /** The compared recordings, by RecordingId. */
  readonly recordings: readonly Recording[];
}

/** The recording or comparison that the page shows. */
export interface RecordingSlice {
  /** Of a comparison, the first compared recording. */
  readonly recording: Recording | undefined;
  readonly comparing: OpenComparison | undefined;
  /** The part of the link that leads to the recording; '' if it was opened as a file. */
  readonly source: string;
  /** Its number in the table, counted from 1; 0 while none is shown. */
  readonly recordingNumber: number;
  /** Views for undo and redo, next one last. */
  readonly past: readonly ViewState[];
  readonly future: readonly ViewState[];
}

/** What the page showed of a recording, kept while it shows something else. At run time, it has the worker's answers, too. */
export interface KeptRecording extends RecordingSlice, ViewState {
  readonly recording: Recording;
}

/** A view, and what undo and redo lead to. */
export type LastView = ViewState & Partial<Pick<RecordingSlice, 'past' | 'future'>>;

/** A recording or a comparison of the table. A comparison has no files of its own. */
export interface Opened extends RecordingFiles {
  /** As it was last shown. */
  readonly name: string;
  /** Of its files, in bytes. */
  readonly size: number;
  /** What it takes in memory while it is open, in bytes; an estimate. */
  readonly memory: number;
  /** Of a comparison: the numbers of its recordings, by RecordingId. */
  readonly compared?: readonly number[] | undefined;
  /** Undefined unless a worker has it. */
  readonly kept?: KeptRecording | undefined;
  /** Its last view, if no worker has it. */
  readonly view?: LastView | undefined;
}

export type OpenedByNumber = ReadonlyMap<number, Opened>;

/** Maximum number of entries. Their contents stay on disk, except for pasted text. */
const MAX_OPENED = 64;

export function entryOf({ recording, memory }: Omit<OpenedRecording, 'tree'>, from: RecordingFiles): Opened {
  const { name, size } = recording;
  return { ...from, name, size, memory };
}

/** The number of the recording whose worker has this one: of a comparison, its first recording. */
export function firstOf(all: OpenedByNumber, number: number): number {
  return all.get(number)?.compared?.[0] ?? number;
}

/** The table with these entries as the latest ones. Forgets the oldest, except for recordings of comparisons. */
export function withOpened(all: OpenedByNumber, added: OpenedByNumber): OpenedByNumber {
  const opened = new Map(all);
  for (const [number, entry] of added) {
    opened.delete(number);
    opened.set(number, entry);
  }
  for (const number of opened.keys()) {
    if (opened.size <= MAX_OPENED) break;
    if (!isCompared(opened, number)) opened.delete(number);
  }
  return opened;
}

/**
 * The table when `shown` is shown and only the workers of `running` have not ended. A worker has a single comparison, and only while
 * its recording is not shown by itself. Files that a link leads to need not stay in memory.
 */
export function withoutEnded(all: OpenedByNumber, running: readonly number[], shown: number): OpenedByNumber {
  const opened = new Map(all);
  const firstShown = firstOf(all, shown);
  for (const [number, entry] of all) {
    const first = firstOf(all, number);
    const isFreed = number !== first && number !== shown && first === firstShown;
    if (!entry.kept || (running.includes(first) && !isFreed)) continue;
    const { past, future } = entry.kept;
    const view = { ...viewStateOf(entry.kept), past, future };
    const isLinked = entry.source !== '' && !isCompared(all, number);
    opened.set(number, { ...entry, kept: undefined, view, ...(isLinked && { files: [] }) });
  }
  return opened;
}

/** The numbers of the least recently shown recordings whose workers must end, so that the others fit into `memory`. */
export function beyondMemory(
  all: OpenedByNumber,
  running: readonly number[],
  shown: number,
  memory: number,
): number[] {
  const taken = new Map<number, number>();
  for (const number of running) {
    const comparison = [...all].find(
      ([each, { compared, kept }]) => compared?.[0] === number && (kept !== undefined || each === shown),
    )?.[1];
    const numbers = comparison?.compared ?? [number];
    taken.set(number, sum([...new Set(numbers)].map((each) => all.get(each)?.memory ?? 0)));
  }
  const ended: number[] = [];
  for (const number of new Set([...all.keys()].map((each) => firstOf(all, each)))) {
    if (sum([...taken.values()]) <= memory) break;
    if (number !== firstOf(all, shown) && taken.delete(number)) ended.push(number);
  }
  return ended;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}

/** The numbers that are closed with this one: the comparisons of a recording, too. */
export function closedWith(all: OpenedByNumber, number: number): number[] {
  return [...all]
    .filter(([each, { compared }]) => each === number || compared?.includes(number))
    .map(([each]) => each);
}

function isCompared(all: OpenedByNumber, number: number): boolean {
  return [...all].some(([, { compared }]) => compared?.includes(number));
}
