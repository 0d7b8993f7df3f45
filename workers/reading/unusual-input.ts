// Handles input other than one recording with stacks: skips recordings and other files with a note, or explains why nothing can be
// shown. Loaded on demand.

import { newNote, type Note, type Profile } from '../../src/model/profile.ts';
import type { FoundRecording, Problem } from '../../src/model/session.ts';
import { classify } from '../../src/python/classify.ts';
import { formatList, quoted } from '../../src/text/format.ts';
import type { SourceFile } from '../source-files.ts';
import { collect, type Collected } from './collect.ts';
import type { DetectedRecording, SkippedFile, Source } from './sniff.ts';

/** Skips recordings without stacks if any other recording has stacks. */
export async function skipStackless({
  recordings,
  skipped,
}: Collected): Promise<Pick<Collected, 'recordings' | 'skipped'>> {
  const { explainNoStacks } = await loadHeader();
  const candidates = recordings.map((opened) => {
    const { source, format, first } = opened;
    const head = first.buffer.subarray(0, first.filled);
    if (format === 'perf.data') return { opened, reason: explainNoStacks(source.name, head) };
    return { opened, reason: isFlat(format) ? `${quoted(source.name)} ${ONLY_NAMES}` : undefined };
  });
  const stackless = candidates.flatMap(({ opened: { source }, reason }) =>
    reason === undefined ? [] : [{ name: source.name, isRecording: true, reason, note: reason }],
  );
  if (stackless.length === recordings.length) return { recordings, skipped };
  return {
    recordings: candidates.filter(({ reason }) => reason === undefined).map(({ opened }) => opened),
    skipped: [...stackless, ...skipped],
  };
}

/** True for folded stacks of one frame each; many other text files look the same. */
function isFlat(format: DetectedRecording['format']): boolean {
  return typeof format !== 'string' && format.id === 'folded' && format.form.isFlat;
}

const ONLY_NAMES =
  'was skipped: it looks like a list of names and numbers; open it on its own to read it as folded stacks of one frame.';

const loadHeader = () => import('../../src/formats/perf-data/header.ts');

/** Maximum number of recordings named in an error. */
const MAX_LISTED = 8;

export function explainSeveral(collected: Collected, recordings: readonly DetectedRecording[]): Problem {
  const names = recordings.map(({ source }) => quoted(source.name));
  const text = `One recording at a time: ${formatList(names, MAX_LISTED)} are recordings; open one of them.`;
  return { text, recordings: foundIn(collected, recordings) };
}

function foundIn({ indexOf }: Collected, recordings: readonly DetectedRecording[]): FoundRecording[] {
  return recordings.map((opened) => ({ name: opened.source.name, file: indexOf.get(opened) ?? 0 }));
}

/** The recordings among these files. Throws like `openProfile`. */
export async function recordingsAmong(sources: readonly Source[]): Promise<FoundRecording[]> {
  const collected = await collect(sources);
  return foundIn(collected, (await skipStackless(collected)).recordings);
}

/** The source files among these files; undefined if there are symbol files or recordings, too. Throws like `openProfile`. */
export async function onlySourcesAmong(
  sources: readonly Source[],
): Promise<readonly SourceFile[] | undefined> {
  const { recordings, companions, sourceFiles } = await collect(sources);
  return recordings.length + companions.length === 0 && sourceFiles.length > 0 ? sourceFiles : undefined;
}

/** The most helpful explanation when there is no recording. */
export function explainNoRecording({ companions, sourceFiles, skipped }: Collected): Problem {
  const recording = skipped.find(({ isRecording }) => isRecording);
  if (recording) return { text: recording.reason };
  if (companions.length > 0)
    return {
      text: `${quoted(companions[0])} contains symbols but no samples: open it together with its perf.data file.`,
      lacksRecording: true,
    };
  if (sourceFiles.length > 0)
    return {
      text: `${quoted(sourceFiles[0].name)} is source code, not a recording: open it together with its perf.data file.`,
      lacksRecording: true,
    };
  const named = skipped.find(({ isForeign }) => isForeign) ?? skipped[0];
  return {
    text: named?.reason ?? 'No file was given: choose a perf.data file or perf script output.',
  };
}

/** Why the profile cannot be shown, and what is wrong with the recording; undefined if it can be shown. */
export async function explainUnshowable(
  opened: DetectedRecording,
  profile: Profile,
): Promise<Problem | undefined> {
  const foreign = await foreignFormat(opened, profile);
  // Not a recording that perf should have made differently.
  if (foreign !== undefined) return { text: foreign };
  const text = await reasonFor(opened, profile);
  if (text === undefined) return undefined;
  // What such recordings have instead of samples is not a fault.
  if (profile.notes.some(({ kind }) => kind === 'trace')) return { text };
  const { diagnose } = await import('../../src/doctor/diagnose.ts');
  return { text, diagnosis: diagnose(classify(profile))?.diagnosis };
}

/** What another program's format, taken for a recording without samples, is. */
async function foreignFormat(
  { source: { name }, head }: DetectedRecording,
  { samples, notes }: Profile,
): Promise<string | undefined> {
  if (samples.length > 0 || !head || notes.some(({ kind }) => kind === 'trace')) return undefined;
  return (await import('../../src/formats/unreadable.ts')).explainForeign(name, head);
}

async function reasonFor(
  { source: { name }, format }: DetectedRecording,
  { samples, events, notes }: Profile,
): Promise<string | undefined> {
  const has = (kind: string) => notes.some((note) => note.kind === kind);
  if (samples.length === 0 && has('trace')) {
    const { explainBranchesOnly, explainTraceOnly } = await loadHeader();
    return format === 'perf.data' ? explainTraceOnly(name) : explainBranchesOnly(name);
  }
  if (samples.length === 0 || format !== 'perf.data') return undefined;
  return has('chains') && events.every((event) => event.startsWith(SYSTEM_CALLS))
    ? (await loadHeader()).explainNoChains(name)
    : undefined;
}

/** Prefix of all events that `perf trace` records. */
const SYSTEM_CALLS = 'raw_syscalls:';

function noteAbout(name: string, text: string): Note {
  return newNote(`skipped ${name}`, text.replace(/\.$/, ''));
}

/** Limits the notes, since a folder may contain many other files. */
const MAX_NOTES = 5;

/** The items that get their own note; if there are too many, the last note summarizes the rest. */
function itemsToList<T>(all: readonly T[]): readonly T[] {
  return all.slice(0, all.length > MAX_NOTES ? MAX_NOTES - 1 : MAX_NOTES);
}

/** Notes on skipped files, of which `unlistedCount` more are not in `skipped`, and on symbol files that were not needed. */
export function unusedFileNotes(
  skipped: readonly SkippedFile[],
  unlistedCount: number,
  unneeded: readonly string[],
): Note[] {
  return [...skippedFileNotes(skipped, unlistedCount), ...unneededFileNotes(unneeded)];
}

function skippedFileNotes(skipped: readonly SkippedFile[], unlistedCount: number): Note[] {
  const listed = itemsToList(skipped.filter(({ note }) => note !== undefined));
  const rest = skipped.filter((file) => !listed.includes(file)).map(({ name }) => name);
  const notes = listed.map(({ name, reason, note }) => noteAbout(name, note ?? reason));
  const count = rest.length + unlistedCount;
  if (count === 0) return notes;
  const names = `${rest.slice(0, 3).join(', ')}${count > 3 ? ', …' : ''}`;
  const what =
    count === 1 ? 'file was skipped because it contains' : 'files were skipped because they contain';
  const text = `${count} ${listed.length > 0 ? 'more ' : ''}${what} neither samples nor symbols: ${names}`;
  return [...notes, newNote('skipped', text)];
}

/** Notes on symbol files opened with a recording that already contains its function names. */
function unneededFileNotes(companions: readonly string[]): Note[] {
  const listed = itemsToList(companions);
  const rest = companions.length - listed.length;
  return [
    ...listed.map((name) => noteAbout(name, `“${name}” was not needed: ${NAMED}`)),
    ...(rest > 0 ? [noteAbout('not needed', `${rest} more files were not needed: ${NAMED}`)] : []),
  ];
}

const NAMED = 'the recording already contains its function names';
