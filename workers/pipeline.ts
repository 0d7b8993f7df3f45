// The order of the stages:
//
//   openProfile    files -> the one recording among them -> parsed -> classified
//   viewProfile    classified -> level -> call tree of one event

import { buildTree, type BuiltTree } from '../src/calltree/build.ts';
import { formatName } from '../src/formats/index.ts';
import { Unreadable } from '../src/formats/in-memory-formats.ts';
import { withAggregateFunctions } from '../src/filters/aggregate-functions.ts';
import type { Target } from '../src/model/filter.ts';
import { BUDGET, type Budget } from '../src/model/budget.ts';
import { DEFAULT_LEVEL, type Level } from '../src/model/levels.ts';
import { newNote, threadKey, type Note, type Profile } from '../src/model/profile.ts';
import {
  ALL_SAMPLES,
  type EventSummary,
  type OpeningListener,
  type Outcome,
  type Preview,
  type Problem,
  type Progress,
  type Recording,
} from '../src/model/session.ts';
import { classify, type Classified } from '../src/python/classify.ts';
import { atLevel } from '../src/python/levels.ts';
import type { Library } from '../src/symbols/library.ts';
import { collect, withFileName, type Collected } from './collect.ts';
import { readRecording, type ChunkReaders, type Reading } from './read-recording.ts';
import type { OpenedRecording, Source } from './sniff.ts';

/** An open recording: its profile, and the summary sent to the page. */
export interface OpenProfile {
  readonly classified: Classified;
  readonly recording: Recording;
  /** The aggregate function that represents a collapsed target; NONE if there is none. */
  readonly aggregateOf: (target: Target) => number;
  /** Cached profile at level `python-c`. */
  pythonC?: Profile;
}

/**
 * Opens the one recording among `sources`. If they are only symbol files, adds them to the sources opened `before`.
 * Other files and unreadable recordings are skipped with a note. No recording, or several, is a Problem. Throws when
 * a source fails, with the source's name in the message.
 */
export async function openProfile(
  sources: readonly Source[],
  listener: OpeningListener,
  readers?: ChunkReaders,
  before: readonly Source[] = [],
  budget: Budget = BUDGET,
): Promise<Outcome<OpenProfile>> {
  let collected = await collect(sources, budget);
  // Symbol files are added to the recording that is already open.
  const isAddition = isOnlyCompanions(collected) && before.length > 0;
  if (isAddition) collected = await collect([...before, ...sources], budget);
  const { library, companions, unlistedCount } = collected;
  const { recordings, skipped } = await skipStackless(collected);
  if (recordings.length > 1) {
    const names = recordings.map(({ source }) => quoted(source.name));
    return problem(`One recording at a time: ${names.join(' and ')} are recordings; open one of them.`);
  }
  const [opened] = recordings;
  if (!opened) return { ok: false, problem: explainNoRecording(collected) };
  const outcome = await withFileName(
    opened.source,
    readOpened(opened, listener, { library, readers, budget }),
  );
  if (!outcome.ok) return outcome;
  const profile = outcome.value;
  const isNamed = opened.format !== 'perf.data';
  const skippedFiles = [
    ...(isNamed || !library ? [] : await missingSymbolNotes(profile, library)),
    ...(await skippedNotes(skipped, unlistedCount, isNamed ? companions : [])),
  ];
  const read = classify({ ...profile, notes: [...profile.notes, ...skippedFiles] });
  const { profile: complete, aggregateOf } = withAggregateFunctions(read.profile);
  const classified = { ...read, profile: complete };
  const recording = recordingOf(opened, complete, isAddition);
  return { ok: true, value: { classified, aggregateOf, recording } };
}

async function missingSymbolNotes(profile: Profile, library: Library): Promise<Note[]> {
  const { missingSymbolsNote } = await import('./missing-symbols.ts');
  const note = missingSymbolsNote(profile, (path) => library.missing(path));
  return note ? [note] : [];
}

/** Notes on unused files. */
async function skippedNotes(
  skipped: Collected['skipped'],
  unlistedCount: number,
  notNeeded: readonly string[],
): Promise<Note[]> {
  if (skipped.length + notNeeded.length === 0) return [];
  const { skippedFileNotes, unneededFileNotes } = await import('./skipped-files.ts');
  return [...skippedFileNotes(skipped, unlistedCount), ...unneededFileNotes(notNeeded)];
}

/** Skips recordings without stacks if there is one with stacks. */
async function skipStackless({
  recordings,
  skipped,
}: Collected): Promise<Pick<Collected, 'recordings' | 'skipped'>> {
  if (recordings.length < 2) return { recordings, skipped };
  const { whyNoStacks } = await loadHeader();
  const judged = recordings.map((opened) => {
    const { source, format, first } = opened;
    const head = first.buffer.subarray(0, first.filled);
    if (format === 'perf.data') return { opened, reason: whyNoStacks(source.name, head) };
    return { opened, reason: isFlat(format) ? `${quoted(source.name)} ${ONLY_NAMES}` : undefined };
  });
  const left = judged.flatMap(({ opened: { source }, reason }) =>
    reason === undefined ? [] : [{ name: source.name, isRecording: true, reason, note: reason }],
  );
  if (left.length === recordings.length) return { recordings, skipped };
  return {
    recordings: judged.filter(({ reason }) => reason === undefined).map(({ opened }) => opened),
    skipped: [...left, ...skipped],
  };
}

/** True for folded stacks of one frame each, which many other texts look like. */
function isFlat(format: OpenedRecording['format']): boolean {
  return typeof format !== 'string' && format.id === 'folded' && format.form.isFlat;
}

const ONLY_NAMES =
  'was skipped: it looks like a list of names and numbers; open it on its own to read it as folded stacks of one frame.';

const loadHeader = () => import('../src/formats/perf-data/header.ts');

/** The most helpful explanation when there is no recording. */
function explainNoRecording({ companions, skipped }: Collected): Problem {
  const recording = skipped.find(({ isRecording }) => isRecording);
  if (recording) return { text: recording.reason };
  if (companions.length > 0)
    return {
      text: `${quoted(companions[0])} contains symbols but no samples: open it together with its perf.data file.`,
      isEarly: true,
    };
  const named = skipped.find(({ isForeign }) => isForeign) ?? skipped[0];
  return {
    text: named?.reason ?? 'No file was given: choose a perf.data file or perf script output.',
  };
}

/** Why the profile cannot be shown; undefined if it can. */
async function explainUnshowable(
  { source: { name }, format, head }: OpenedRecording,
  { samples, events, notes }: Profile,
): Promise<string | undefined> {
  const has = (kind: string) => notes.some((note) => note.kind === kind);
  if (samples.length === 0 && has('trace')) {
    const { whyOnlyBranches, whyOnlyTraced } = await loadHeader();
    return format === 'perf.data' ? whyOnlyTraced(name) : whyOnlyBranches(name);
  }
  if (samples.length === 0 && head)
    return (await import('../src/formats/unreadable.ts')).explainForeign(name, head);
  if (samples.length === 0 || format !== 'perf.data') return undefined;
  return has('chains') && events.every((event) => event.startsWith(SYSTEM_CALLS))
    ? (await loadHeader()).whyNoChains(name)
    : undefined;
}

/** Prefix of all events that `perf trace` records. */
const SYSTEM_CALLS = 'raw_syscalls:';

/** Reads the profile as recorded; a Problem if the file is invalid. */
async function readOpened(
  opened: OpenedRecording,
  listener: OpeningListener,
  reading: Omit<Reading, 'listener'>,
): Promise<Outcome<Profile>> {
  const readListener = {
    progress: (progress: Progress) => listener.progress(progress),
    preview: (beginning: Profile) => listener.preview(previewOf(opened, beginning)),
  };
  try {
    const profile = await readRecording(opened, { ...reading, listener: readListener });
    const reason = await explainUnshowable(opened, profile);
    return reason === undefined ? { ok: true, value: profile } : problem(reason);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return problem(`${quoted(opened.source.name)} cannot be opened: ${error.message}.`);
  }
}

function isOnlyCompanions({ recordings, companions, skipped }: Collected): boolean {
  return recordings.length === 0 && companions.length > 0 && !skipped.some(({ isRecording }) => isRecording);
}

/** Summary and view of the beginning of a recording at the default level. */
function previewOf(opened: OpenedRecording, beginning: Profile): Preview {
  const classified = classify(beginning);
  const recording = recordingOf(opened, classified.profile);
  const event = recording.defaultEvent;
  const { tree } = viewProfile(atLevel(classified, DEFAULT_LEVEL), event);
  const options = { level: DEFAULT_LEVEL, event, ...ALL_SAMPLES };
  return { recording, view: { options, shape: 'calls', tree } };
}

/** The profile at a level, the input of trees and folded text. */
export function profileAtLevel(open: OpenProfile, level: Level): Profile {
  // Cached, because it is the default level, small, and the input of two other levels.
  const pythonC = () => (open.pythonC ??= atLevel(open.classified, 'python-c'));
  return level === 'python-c' ? pythonC() : atLevel(open.classified, level, pythonC);
}

export function viewProfile(shown: Profile, event: number): BuiltTree {
  return buildTree(shown, event);
}

function recordingOf({ source, format }: OpenedRecording, profile: Profile, isAddition = false): Recording {
  const { samples, threads, notes, strings, modules, funcs } = profile;
  const events = summarize(profile);
  return {
    name: source.name,
    isAddition,
    size: source.size,
    format: typeof format === 'string' ? format : formatName(format),
    samples: samples.length,
    threads: new Set(threads.map(threadKey)).size,
    ...extentOf(samples.time),
    events,
    defaultEvent: events.reduce((best, event, i) => (event.samples > events[best].samples ? i : best), 0),
    notes:
      samples.length > 0 ? notes : [...notes, newNote('empty', 'The recording contains no complete sample')],
    threadList: threads,
    strings,
    modules,
    funcs,
  };
}

function summarize({ samples, events }: Profile): EventSummary[] {
  const counts = new Float64Array(events.length);
  const weights = new Float64Array(events.length);
  for (let i = 0; i < samples.length; i++) {
    counts[samples.event[i]]++;
    weights[samples.event[i]] += samples.weight[i];
  }
  return events.map((name, i) => ({ name, samples: counts[i], weight: weights[i] }));
}

function extentOf(times: Float64Array): Pick<Recording, 'start' | 'duration'> {
  let first = Infinity;
  let last = -Infinity;
  for (const time of times) {
    if (time < first) first = time;
    if (time > last) last = time;
  }
  return first <= last ? { start: first, duration: last - first } : { start: NaN, duration: NaN };
}

function quoted(name: string): string {
  return `“${name}”`;
}

function problem(text: string): Outcome<never> {
  return { ok: false, problem: { text } };
}
