// The sentence: the only file that knows the order of the stages.
//
//   openProfile    files -> the one recording among them -> text read -> classified
//   viewProfile    classified -> level -> call tree of one event
//   foldProfile    classified -> level -> folded text of one event

import { buildTree, type BuiltTree } from '../src/calltree/build.ts';
import { writeFolded, type Weight } from '../src/formats/folded-writer.ts';
import { formatName } from '../src/formats/index.ts';
import { DEFAULT_LEVEL, type Level } from '../src/model/levels.ts';
import { NONE, type Note, type Profile } from '../src/model/profile.ts';
import { reasonOf } from '../src/model/reason.ts';
import type { EventSummary, OpeningListener, Outcome, Preview, Recording } from '../src/model/session.ts';
import { classify, type Classified } from '../src/python/classify.ts';
import { atLevel } from '../src/python/levels.ts';
import { readRecording, type ChunkReaders } from './read-recording.ts';
import { sniff, type Opened, type Source } from './sniff.ts';

/** An open recording: what was read, and what the page is told of it. */
export interface OpenProfile {
  readonly classified: Classified;
  readonly recording: Recording;
  /** The profile at `python-c`, once it was asked for. */
  pythonC?: Profile;
}

/**
 * Opens the one recording among `sources`. Other files are left aside with a note; no recording at all, or two, is
 * a Problem. Throws what a source's stream throws, with the source's name.
 */
export async function openProfile(
  sources: readonly Source[],
  listener: OpeningListener,
  readers?: ChunkReaders,
): Promise<Outcome<OpenProfile>> {
  const recordings: Opened[] = [];
  const others: { name: string; isRecording: boolean; why: string }[] = [];
  for (const source of sources) {
    const sniffed = await named(source, sniff(source));
    if (sniffed.kind === 'recording') recordings.push(sniffed.opened);
    else others.push({ ...sniffed, name: source.name });
    if (recordings.length + others.filter((other) => other.isRecording).length > 1) break;
  }
  const names = [
    ...recordings.map(({ source }) => source.name),
    ...others.filter((o) => o.isRecording).map((o) => o.name),
  ];
  if (names.length > 1)
    return problem(
      `One recording at a time: ${names.map(quoted).join(' and ')} are each one; open them one after the other.`,
    );
  const [opened] = recordings;
  if (!opened)
    return problem(
      others.find((other) => other.isRecording)?.why ??
        others[0]?.why ??
        'No file was given: choose what perf script printed.',
    );
  const profile = await named(
    opened.source,
    readRecording(
      opened,
      {
        progress: (progress) => listener.progress(progress),
        preview: (beginning) => listener.preview(previewOf(opened, beginning)),
      },
      readers,
    ),
  );
  const asides = others.map(({ name }): Note => aside(name));
  const classified = classify({ ...profile, notes: [...profile.notes, ...asides] });
  return { ok: true, value: { classified, recording: recordingOf(opened, classified.profile) } };
}

/** What a source throws, said of that source. */
async function named<T>({ name }: Source, read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    const reason = reasonOf(error);
    throw new Error(`${quoted(name)} could not be read (${reason})`, { cause: error });
  }
}

/** The beginning of a recording, at the level that is shown first. */
function previewOf(opened: Opened, beginning: Profile): Preview {
  const classified = classify(beginning);
  const recording = recordingOf(opened, classified.profile);
  const event = recording.defaultEvent;
  const { tree } = viewProfile(atLevel(classified, DEFAULT_LEVEL), event);
  return { recording, view: { level: DEFAULT_LEVEL, event, tree } };
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

function recordingOf({ source, text }: Opened, profile: Profile): Recording {
  const { samples, threads, notes, strings, modules, funcs } = profile;
  const events = summarize(profile);
  return {
    name: source.name,
    size: source.size,
    format: formatName(text),
    samples: samples.length,
    threads: new Set(threads.map(({ pid, tid, comm }) => (tid === NONE ? comm : `${pid}/${tid}`))).size,
    duration: durationOf(samples.time),
    events,
    defaultEvent: events.reduce((best, event, i) => (event.samples > events[best].samples ? i : best), 0),
    notes: samples.length > 0 ? notes : [...notes, EMPTY],
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

function aside(name: string): Note {
  return {
    kind: `aside ${name}`,
    text: `${quoted(name)} was not needed: text from perf script already names its functions`,
    count: 1,
    line: NONE,
  };
}

function durationOf(times: Float64Array): number {
  let first = Infinity;
  let last = -Infinity;
  for (const time of times) {
    if (time < first) first = time;
    if (time > last) last = time;
  }
  return first <= last ? last - first : NaN;
}

function quoted(name: string): string {
  return `“${name}”`;
}

function problem(text: string): Outcome<never> {
  return { ok: false, problem: { text } };
}
