// The sentence: the only file that knows the order of the stages.
//
//   openProfile    files -> the one recording among them -> text read -> classified
//   viewProfile    classified -> level -> call tree of one event
//   foldProfile    classified -> level -> folded text of one event

import { buildTree, type BuiltTree } from '../src/calltree/build.ts';
import { writeFolded, type Weight } from '../src/formats/folded-writer.ts';
import { formatName } from '../src/formats/index.ts';
import { Unreadable } from '../src/formats/whole.ts';
import { withStandIns } from '../src/filters/stand-ins.ts';
import type { Target } from '../src/model/filter.ts';
import { BUDGET, type Budget } from '../src/model/budget.ts';
import { DEFAULT_LEVEL, type Level } from '../src/model/levels.ts';
import { NONE, threadKey, type Note, type Profile } from '../src/model/profile.ts';
import {
  ALL,
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
import { collect, named, type Collected } from './collect.ts';
import { readRecording, type ChunkReaders } from './read-recording.ts';
import type { Opened, Source } from './sniff.ts';

/** An open recording: what was read, and what the page is told of it. */
export interface OpenProfile {
  readonly classified: Classified;
  readonly recording: Recording;
  /** The function that stands for all of a target when it is collapsed; NONE where there is none. */
  readonly standInOf: (target: Target) => number;
  /** The profile at `python-c`, once it was asked for. */
  pythonC?: Profile;
}

/**
 * Opens the one recording among `sources`; when they are nothing but files that name code, together with those that were
 * open `before`. Other files are left aside with a note, recordings that cannot be opened too; no recording at all, or two,
 * is a Problem. Throws what a source's stream throws, with the source's name.
 */
export async function openProfile(
  sources: readonly Source[],
  listener: OpeningListener,
  readers?: ChunkReaders,
  before: readonly Source[] = [],
  budget: Budget = BUDGET,
): Promise<Outcome<OpenProfile>> {
  let collected = await collect(sources, budget);
  // Files that name code are opened with the recording they were left out of.
  const isAddition = isOnlyCompanions(collected) && before.length > 0;
  if (isAddition) collected = await collect([...before, ...sources], budget);
  const { library, companions, unlisted } = collected;
  const { recordings, others } = await withStacks(collected);
  if (recordings.length > 1) {
    const names = recordings.map(({ source }) => quoted(source.name));
    return problem(
      `One recording at a time: ${names.join(' and ')} are each one; open them one after the other.`,
    );
  }
  const [opened] = recordings;
  if (!opened) return { ok: false, problem: whyNothing(collected) };
  const outcome = await named(opened.source, readOpened(opened, library, listener, readers, budget));
  if (!outcome.ok) return outcome;
  const profile = outcome.value;
  const isNamed = opened.format !== 'perf.data';
  const asides = [
    ...(isNamed || !library ? [] : await missingIn(profile, library)),
    ...(await notesOn(others, unlisted, isNamed ? companions : [])),
  ];
  const read = classify({ ...profile, notes: [...profile.notes, ...asides] });
  const { profile: complete, standInOf } = withStandIns(read.profile);
  const classified = { ...read, profile: complete };
  const recording = recordingOf(opened, complete, isAddition);
  return { ok: true, value: { classified, standInOf, recording } };
}

async function missingIn(profile: Profile, library: Library): Promise<Note[]> {
  const { missingNote } = await import('./missing.ts');
  const note = missingNote(profile, (path) => library.missing(path));
  return note ? [note] : [];
}

/** Notes on the files of a set that were not used. */
async function notesOn(
  others: Collected['others'],
  unlisted: number,
  notNeeded: readonly string[],
): Promise<Note[]> {
  if (others.length + notNeeded.length === 0) return [];
  const { asidesOf, notNeededOf } = await import('./asides.ts');
  return [...asidesOf(others, unlisted), ...notNeededOf(notNeeded)];
}

/** Beside a recording with stacks one without is left aside. */
async function withStacks({
  recordings,
  others,
}: Collected): Promise<Pick<Collected, 'recordings' | 'others'>> {
  if (recordings.length < 2) return { recordings, others };
  const { whyNoStacks } = await loadHeader();
  const judged = recordings.map((opened) => {
    const { source, format, first } = opened;
    const head = first.buffer.subarray(0, first.filled);
    if (format === 'perf.data') return { opened, why: whyNoStacks(source.name, head) };
    return { opened, why: isFlat(format) ? `${quoted(source.name)} ${ONLY_NAMES}` : undefined };
  });
  const left = judged.flatMap(({ opened: { source }, why }) =>
    why === undefined ? [] : [{ name: source.name, isRecording: true, why, beside: why }],
  );
  if (left.length === recordings.length) return { recordings, others };
  return {
    recordings: judged.filter(({ why }) => why === undefined).map(({ opened }) => opened),
    others: [...left, ...others],
  };
}

/** Folded stacks of one frame each look like many other texts. */
function isFlat(format: Opened['format']): boolean {
  return typeof format !== 'string' && format.id === 'folded' && format.form.isFlat;
}

const ONLY_NAMES =
  'was left aside: it is a list of names and numbers, perhaps folded stacks of one frame each, which open by themselves.';

const loadHeader = () => import('../src/formats/perf-data/header.ts');

/** Of what was given without a recording, the sentence that helps most. */
function whyNothing({ companions, others }: Collected): Problem {
  const recording = others.find(({ isRecording }) => isRecording);
  if (recording) return { text: recording.why };
  if (companions.length > 0)
    return {
      text: `${quoted(companions[0])} names code, but holds no samples: open it together with the perf.data it belongs to.`,
      isEarly: true,
    };
  const named = others.find(({ isForeign }) => isForeign) ?? others[0];
  return {
    text: named?.why ?? 'No file was given: choose a recording, a perf.data or what perf script printed.',
  };
}

/** Why what was read cannot be shown; undefined when it can. */
async function whyUseless(
  { source: { name }, format, head }: Opened,
  { samples, events, notes }: Profile,
): Promise<string | undefined> {
  const has = (kind: string) => notes.some((note) => note.kind === kind);
  if (samples.length === 0 && has('trace')) {
    const { whyOnlyBranches, whyOnlyTraced } = await loadHeader();
    return format === 'perf.data' ? whyOnlyTraced(name) : whyOnlyBranches(name);
  }
  if (samples.length === 0 && head)
    return (await import('../src/formats/unreadable.ts')).whyForeign(name, head);
  if (samples.length === 0 || format !== 'perf.data') return undefined;
  return has('chains') && events.every((event) => event.startsWith(SYSTEM_CALLS))
    ? (await loadHeader()).whyNoChains(name)
    : undefined;
}

/** What `perf trace` records are all events of. */
const SYSTEM_CALLS = 'raw_syscalls:';

/** The profile as recorded; a Problem when it is no whole file of its format. */
async function readOpened(
  opened: Opened,
  library: Library | undefined,
  listener: OpeningListener,
  readers: ChunkReaders | undefined,
  budget: Budget,
): Promise<Outcome<Profile>> {
  const told = {
    progress: (progress: Progress) => listener.progress(progress),
    preview: (beginning: Profile) => listener.preview(previewOf(opened, beginning)),
  };
  try {
    const profile = await readRecording(opened, library, told, readers, undefined, budget);
    const why = await whyUseless(opened, profile);
    return why === undefined ? { ok: true, value: profile } : problem(why);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return problem(`${quoted(opened.source.name)} cannot be opened: ${error.message}.`);
  }
}

function isOnlyCompanions({ recordings, companions, others }: Collected): boolean {
  return recordings.length === 0 && companions.length > 0 && !others.some(({ isRecording }) => isRecording);
}

/** The beginning of a recording, at the level that is shown first. */
function previewOf(opened: Opened, beginning: Profile): Preview {
  const classified = classify(beginning);
  const recording = recordingOf(opened, classified.profile);
  const event = recording.defaultEvent;
  const { tree } = viewProfile(atLevel(classified, DEFAULT_LEVEL), event);
  const options = { level: DEFAULT_LEVEL, event, ...ALL };
  return { recording, view: { options, shape: 'calls', isWhole: true, tree } };
}

/** The profile at a level: what trees and folded text are made of. */
export function shownProfile(open: OpenProfile, level: Level): Profile {
  // Two levels are made from this one, which is shown first and by far the smaller: it is kept.
  const pythonC = () => (open.pythonC ??= atLevel(open.classified, 'python-c'));
  return level === 'python-c' ? pythonC() : atLevel(open.classified, level, pythonC);
}

export function viewProfile(shown: Profile, event: number): BuiltTree {
  return buildTree(shown, event);
}

/** Folded text of one event, in chunks of bytes. */
export function foldProfile(
  open: OpenProfile,
  level: Level,
  event: number,
  weight: Weight,
): Iterable<Uint8Array> {
  return writeFolded(shownProfile(open, level), event, weight);
}

function recordingOf({ source, format }: Opened, profile: Profile, isAddition = false): Recording {
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
    notes: samples.length > 0 ? notes : [...notes, EMPTY],
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

const EMPTY: Note = { kind: 'empty', text: 'The recording holds no whole sample', count: 1, line: NONE };

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
