// The stages from files to a call tree:
//
//   openProfile      files -> the one recording among them -> parsed -> classified -> with pieces of time
//   profileAtLevel   classified -> level
//   buildCallTree    level -> call tree of one event

import type { Times } from '../src/calltree/time/times.ts';
import { buildTree, type BuiltTree } from '../src/calltree/build/build.ts';
import { Unreadable } from '../src/formats/format.ts';
import { withAggregateFunctions } from '../src/filters/aggregate-functions.ts';
import type { Diagnosed } from '../src/doctor/diagnose.ts';
import type { Target } from '../src/model/filter.ts';
import { BUDGET, type Budget } from '../src/model/budget.ts';
import type { StackLimits } from '../src/model/code.ts';
import type { StackCosts } from '../src/model/costs.ts';
import type { LineFunctions } from '../src/model/lines.ts';
import { withEventSums } from '../src/model/events.ts';
import { DEFAULT_LEVEL, type Level } from '../src/model/levels.ts';
import type { Profile } from '../src/model/profile.ts';
import { hasSwitches } from '../src/model/thread-records.ts';
import {
  ALL_SAMPLES,
  type OpeningListener,
  type Outcome,
  type Preview,
  type Progress,
  type Recording,
} from '../src/model/session.ts';
import { classify, type Classified } from '../src/python/classify.ts';
import { foldImports } from '../src/python/imports.ts';
import { withInlinedFunctions } from '../src/python/inlined-functions.ts';
import { atLevel } from '../src/python/levels.ts';
import { quoted } from '../src/text/format.ts';
import { collect, withFileName, type Collected } from './reading/collect.ts';
import { recordingOf } from './reading/recording-summary.ts';
import { readRecording, type ChunkReaders, type ReadOptions } from './reading/read-recording.ts';
import type { DetectedRecording, Source, StoredProfile } from './reading/sniff.ts';
import { SourceFiles } from './source-files.ts';
import type { WithWallTime } from './wall-time.ts';

/** An open recording: its profile, and the summary sent to the page. */
export interface OpenProfile extends WithWallTime {
  readonly recording: Recording;
  /** Of Python functions, as far as they were given. */
  readonly sources?: SourceFiles | undefined;
  /** The aggregate function that represents a collapsed target; NONE if there is none. */
  readonly aggregateOf: (target: Target) => number;
  /** The profile as it was read, until the recording is mended. */
  readonly unclassified?: Profile;
  /** Once the recording is mended: 1 for each sample that was re-attached. */
  readonly reattached?: Uint8Array;
  /** Of a mended recording (mending.ts): the same as recorded. */
  readonly recorded?: OpenProfile;
  /** If its functions are split by line (python/split-by-line.ts): the same recording with whole functions, and which is part of which. */
  readonly split?: { readonly of: OpenProfile; readonly functions: LineFunctions };
  /** Cached profile at level `python-c`. */
  pythonC?: Profile | undefined;
  /** Cached diagnosis (diagnosis.ts). */
  diagnosed?: { readonly value: Diagnosed | undefined };
  /** Cached costs of its stacks. */
  costs?: StackCosts;
  /** Cached times of its samples, by event. */
  times?: (event: number) => Times | undefined;
}

interface OpeningOptions {
  readonly readers?: ChunkReaders | undefined;
  readonly before?: readonly Source[];
  readonly budget?: Budget;
  readonly stackLimits?: StackLimits | undefined;
  /**
   * May start work that needs only the profile as it was read. No method of the listener, because a listener in another thread seems
   * to have every method.
   */
  readonly onRead?: (profile: Profile) => void;
}

/**
 * Opens the one recording among `sources`. If they are only symbol files, adds them to the sources opened `before`.
 * Other files and unreadable recordings are skipped with a note. Finding no recording, or several, is a Problem. Throws when
 * a source fails, with the source's name in the message.
 */
export async function openProfile(
  sources: readonly Source[],
  listener: OpeningListener,
  { readers, before = [], budget = BUDGET, stackLimits, onRead }: OpeningOptions = {},
): Promise<Outcome<OpenProfile>> {
  let collected = await collect(sources, budget);
  const isAddition = isOnlyCompanions(collected) && before.length > 0;
  if (isAddition) collected = await collect([...before, ...sources], budget);
  const { library, lineTables, companions, unlistedCount } = collected;
  const { recordings, skipped } =
    collected.recordings.length > 1 ? await (await loadUnusual()).skipStackless(collected) : collected;
  if (recordings.length > 1)
    return { ok: false, problem: (await loadUnusual()).explainSeveral(collected, recordings) };
  const [opened] = recordings;
  if (!opened) return { ok: false, problem: (await loadUnusual()).explainNoRecording(collected) };
  const outcome = await withFileName(
    opened.source,
    readOpened(opened, listener, { library, lineTables, readers, budget, stackLimits }),
  );
  if (!outcome.ok) return outcome;
  const profile = outcome.value;
  const isNamed = opened.format !== 'perf.data';
  const missingFiles =
    isNamed || !library
      ? undefined
      : (await loadMissing()).missingFilesOf(profile, (path) => library.missing(path));
  const unneeded = isNamed ? companions : [];
  const skippedFiles = [
    ...(missingFiles ? [(await loadMissing()).missingFilesNote(missingFiles)] : []),
    ...(skipped.length + unneeded.length > 0
      ? (await loadUnusual()).unusedFileNotes(skipped, unlistedCount, unneeded)
      : []),
  ];
  const noted = { ...profile, notes: [...profile.notes, ...skippedFiles] };
  const wall = hasSwitches(profile.threadRecords) ? await import('./wall-time.ts') : undefined;
  const unclassified = wall?.withWaitFunctions(noted) ?? noted;
  onRead?.(unclassified);
  const read = await withThreadTitles(classify(unclassified));
  const { threads } = read.profile;
  const { profile: complete, aggregateOf } = withAggregateFunctions(read.profile);
  const sampled = { ...read, profile: complete };
  const shown = wall?.withWallTime(sampled, wall.waitsOf(sampled)) ?? { classified: sampled };
  const stored = await opened.source.stored?.();
  const recording = {
    ...recordingOf(opened, shown.classified.profile, isAddition),
    idle: wall?.idleIn(shown.classified.profile),
    missingFiles,
  };
  return {
    ok: true,
    value: {
      ...shown,
      aggregateOf,
      recording,
      sources: new SourceFiles(collected.sourceFiles),
      unclassified: { ...unclassified, threads },
      ...(stored && { diagnosed: { value: storedDiagnosis(stored) } }),
    },
  };
}

/** The findings do not say which samples they affect. */
function storedDiagnosis({ diagnosis }: StoredProfile): Diagnosed | undefined {
  return diagnosis && { diagnosis, samplesOf: () => undefined };
}

/** The profile without pieces of time. */
export function sampledIn({ classified, wall }: OpenProfile): Classified {
  return wall?.sampled ?? classified;
}

async function withThreadTitles(classified: Classified): Promise<Classified> {
  const { profile } = classified;
  if (profile.threads.length < 2) return classified;
  const { titledThreads } = await import('../src/python/thread-titles.ts');
  const threads = titledThreads(profile);
  return threads ? { ...classified, profile: { ...profile, threads } } : classified;
}

const loadUnusual = () => import('./reading/unusual-input.ts');

const loadMissing = () => import('./reading/missing-symbols.ts');

/** Reads the profile as recorded. An invalid file is a Problem. */
async function readOpened(
  opened: DetectedRecording,
  listener: OpeningListener,
  reading: Omit<ReadOptions, 'listener'>,
): Promise<Outcome<Profile>> {
  const { preview } = listener;
  const readListener = {
    progress: (progress: Progress) => listener.progress(progress),
    preview: preview && ((beginning: Profile) => preview(previewOf(opened, beginning))),
  };
  try {
    const profile = withEventSums(await readRecording(opened, { ...reading, listener: readListener }));
    const isShowable = profile.samples.length > 0 && !profile.notes.some(({ kind }) => kind === 'chains');
    const reason = isShowable ? undefined : await (await loadUnusual()).explainUnshowable(opened, profile);
    return reason ? { ok: false, problem: reason } : { ok: true, value: profile };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return problem(`${quoted(opened.source.name)} cannot be opened: ${error.message}.`);
  }
}

function isOnlyCompanions({ recordings, companions, sourceFiles, skipped }: Collected): boolean {
  return (
    recordings.length === 0 &&
    companions.length + sourceFiles.length > 0 &&
    !skipped.some(({ isRecording }) => isRecording)
  );
}

/** Summary and view of the beginning of a recording at the default level. */
function previewOf(opened: DetectedRecording, beginning: Profile): Preview {
  const classified = classify(beginning);
  const recording = recordingOf(opened, classified.profile);
  const event = recording.defaultEvent;
  const { tree } = buildCallTree(withFoldedImports(atLevel(classified, DEFAULT_LEVEL), classified), event);
  const options = { level: DEFAULT_LEVEL, event, foldImports: true, ...ALL_SAMPLES };
  return { recording, view: { options, shape: 'calls', tree } };
}

/** The stacks as recorded, for files from which readers derive everything again. */
export function recordedProfile(open: OpenProfile): Profile {
  return atLevel(withInlined(open), 'raw');
}

/** As recorded, with the functions that were inlined. */
export function withInlined(open: OpenProfile): Classified {
  const { classified } = open.recorded ?? open;
  return { ...classified, profile: withInlinedFunctions(classified) };
}

/** The profile at a level: the input for folded text and, with or without folded imports, for trees. */
export function profileAtLevel(open: OpenProfile, level: Level): Profile {
  if (level === 'raw') return atLevel((open.recorded ?? open).classified, 'raw');
  // Cached, because it is the default level, small, and the input of two other levels.
  const pythonC = () => (open.pythonC ??= atLevel(open.classified, 'python-c'));
  return level === 'python-c' ? pythonC() : atLevel(open.classified, level, pythonC);
}

/** Folds imports, if the recording has any. The level of the profile must hide call glue. */
export function withFoldedImports(shown: Profile, { imports }: Classified): Profile {
  return imports ? foldImports(shown, imports) : shown;
}

export function buildCallTree(shown: Profile, event: number): BuiltTree {
  return buildTree(shown, event);
}

function problem(text: string): Outcome<never> {
  return { ok: false, problem: { text } };
}
