// Compares the open recording with others, or parts of it with each other.

import { isCanceled } from '../async/canceled.ts';
import {
  eventKey,
  FIRST_COMPARISON,
  type ComparedPart,
  type ComparisonOptions,
  type RecordingId,
} from '../model/comparison.ts';
import { MAIN_RECORDING } from '../model/queries.ts';
import type { InputFile, Recording } from '../model/session.ts';
import { reasonOf } from '../text/reason.ts';
import type { Address } from '../sharing/address.ts';
import { missingRecordings, viewStateAt, withOpenedRecordings } from './linked-view.ts';
import { openedFilesWith, withoutFetched } from './opened-files.ts';
import { undoStep, withSelection } from './selection.ts';
import { engine } from './session.ts';
import {
  action,
  closeRecording,
  keptRecording,
  openRecording,
  openingOf,
  store,
  type KeptRecording,
  type OpenedFiles,
  type State,
} from './store.ts';
import { COMPARISON_VIEWS, START_VIEW, viewStateOf, withOptions, type ViewState } from './view-state.ts';

const { getState, setState } = store;

const ALL_OF_MAIN: ComparedPart = { recording: MAIN_RECORDING, range: undefined, threads: undefined };

/** Recordings to compare with another one, and where the comparison comes from. */
export interface ComparisonRequest {
  /** The files of recordings, each with its own symbol files, to be added to the sides. */
  readonly added: Readonly<Partial<Record<keyof Sides, readonly (readonly InputFile[])[]>>>;
  /** The number of the comparison, as in `State.recordingNumber`, if it is shown again. */
  readonly recordingNumber?: number | undefined;
  /** Its view when it was last shown. */
  readonly view?: ViewState | undefined;
  /** The link that leads to it: its parts that name the recordings, and what it says about the view. */
  readonly link?: ComparisonLink | undefined;
}

interface ComparisonLink {
  readonly source: string;
  readonly address: Address;
  /** True if the user opened the recordings, and chose their sides. */
  readonly isOpenedByUser?: boolean;
}

type Sides = Pick<ComparisonOptions, 'a' | 'b'>;

/** What is open already of a comparison. */
interface Opened {
  /** The first recording, or the comparison of it. */
  readonly shown: KeptRecording;
  /** Its files, and those of the others. */
  readonly from: OpenedFiles;
  /** True if its worker replaces that of the open recording. */
  readonly isNew?: boolean;
}

/** Opens recordings and compares the open one with them, which is in A. During a comparison, adds them to the sides. */
export async function compareWith(added: ComparisonRequest['added']): Promise<void> {
  const shown = keptRecording(getState());
  if (shown) await compareOpened({ shown, from: filesOf(shown) }, { added });
}

/** Like `compareWith`, for a recording that is only suspended, or compared with others. */
export async function compareAloneWith(
  { comparing, ...others }: KeptRecording,
  request: ComparisonRequest,
): Promise<void> {
  if (comparing) engine.stopComparing(comparing.recordings.length);
  const shown = comparing?.alone ?? { ...others, comparing };
  setState({ suspended: undefined });
  await compareOpened({ shown, from: filesOf(shown) }, request);
}

/** Compares two time ranges, or two sets of threads, of the open recording. */
export async function compareParts(
  a: Partial<Omit<ComparedPart, 'recording'>>,
  b: Partial<Omit<ComparedPart, 'recording'>>,
): Promise<void> {
  const shown = keptRecording(getState());
  if (!shown) return;
  setState({ kept: shown });
  const sides = { a: [{ ...ALL_OF_MAIN, ...a }], b: [{ ...ALL_OF_MAIN, ...b }] };
  await show({ shown, from: filesOf(shown) }, [shown.recording], sides, [], {}, shown.source);
}

function filesOf({ recordingNumber }: KeptRecording): OpenedFiles {
  return getState().openedFiles.get(recordingNumber) ?? { files: [], notes: [], source: '' };
}

/** Opens recordings beside one that is open, or being opened, and compares it with them. */
export async function compareOpened(opened: Opened, request: ComparisonRequest): Promise<void> {
  const { shown, isNew = false } = opened;
  const { a: addedToA = [], b: addedToB = [] } = request.added;
  const files = [...addedToA, ...addedToB];
  const before = shown.comparing?.recordings ?? [shown.recording];
  const recordings = [...before];
  const opening = openingOf(files.flat().map(({ name }) => name));
  setState({ ...(!isNew && { kept: shown }), opening, problem: undefined, received: undefined });
  closeRecording();
  try {
    for (const each of files) {
      const outcome = await engine.openBeside(recordings.length, each);
      if (!outcome.ok) return stopOpening(outcome.problem.text, idsFrom(before.length, recordings.length));
      recordings.push(outcome.value.recording);
    }
    const ids = idsFrom(before.length, recordings.length);
    const added = ids.map((recording) => ({ ...ALL_OF_MAIN, recording }));
    const { a, b } = shown.options.comparison ?? { a: [ALL_OF_MAIN], b: [] };
    const sides = {
      a: [...a, ...added.slice(0, addedToA.length)],
      b: [...b, ...added.slice(addedToA.length)],
    };
    // A link may compare parts of the recording with each other.
    const isWithin = sides.b.length === 0;
    await show(opened, recordings, isWithin ? { ...sides, b: sides.a } : sides, files, request);
  } catch (error) {
    if (isCanceled(error)) return;
    const text = `The recordings could not be compared: ${reasonOf(error)}.`;
    stopOpening(text, idsFrom(before.length, recordings.length));
  }
}

async function show(
  { shown, from, isNew = false }: Opened,
  recordings: readonly Recording[],
  sides: Sides,
  files: readonly (readonly InputFile[])[],
  { recordingNumber: again, view, link }: Omit<ComparisonRequest, 'added'>,
  source = link?.source ?? '',
): Promise<void> {
  const ids = (parts: readonly ComparedPart[]): RecordingId[] => parts.map(({ recording }) => recording);
  const outcome = await engine.compare(ids(sides.a), ids(sides.b));
  if (!outcome.ok)
    return stopOpening(outcome.problem.text, idsFrom(recordings.length - files.length, recordings.length));
  if (isNew) engine.keep();
  const recording = outcome.value;
  const { openedCount } = getState();
  const alone = { ...(shown.comparing?.alone ?? shown), comparing: undefined };
  const recordingNumber = again ?? Math.max(openedCount, alone.recordingNumber) + 1;
  const first = viewForComparison(shown, recording, {
    ...FIRST_COMPARISON,
    ...shown.options.comparison,
    ...sides,
  });
  const { comparison } = (view ? undefined : link?.address) ?? {};
  closeRecording({
    ...(view ?? (link ? linkedView(link, recording, recordings, first) : first)),
    recording: shown.recording,
    comparing: { recording, recordings, alone },
    source,
    recordingNumber,
    openedFiles: openedFilesOf({ shown: alone, from, isNew }, files, source, recordingNumber),
    openedCount: Math.max(openedCount, recordingNumber),
    // Undo takes added recordings away again.
    past: shown.comparing && !view ? undoStep(shown, viewStateOf(shown)).past : [],
    kept: undefined,
    suspended: undefined,
    earlyFiles: [],
    opening: undefined,
    problem: comparison && missingRecordings(comparison, recordings),
  });
}

/** The files that can be reopened, with those of the comparison, and of its first recording if it is new. */
function openedFilesOf(
  { shown: { recordingNumber: number, source: sourceOfAlone, ...view }, from, isNew = false }: Opened,
  added: readonly (readonly InputFile[])[],
  source: string,
  recordingNumber: number,
): ReadonlyMap<number, OpenedFiles> {
  const { kept, suspended, openedFiles } = getState();
  const { compared, ...first } = from;
  const alone = { recordingNumber: number, source: sourceOfAlone, view: viewStateOf(view) };
  const comparison = {
    ...first,
    source,
    compared: { alone, beside: [...(compared?.beside ?? []), ...added] },
  };
  const others = isNew ? withoutFetched(openedFiles, kept ?? suspended) : openedFiles;
  const entries: [number, OpenedFiles][] = isNew ? [[number, first]] : [];
  return openedFilesWith(others, new Map([...entries, [recordingNumber, comparison]]));
}

/** The view of a comparison with these sides: that of what was shown before, as far as it applies. */
function viewForComparison(
  shown: KeptRecording,
  recording: Recording,
  comparison: ComparisonOptions,
): ViewState {
  const before = viewStateOf(shown);
  const event = sameEvent(openRecording(shown), recording, before.options.event);
  // Rows of functions have other numbers.
  if (shown.comparing) return { ...before, ...withOptions(before, { event, comparison }), row: undefined };
  const { level, filters, callers } = before.options;
  const { viewName, sandwiched, half, rowQuery, query } = before;
  return {
    ...before,
    ...START_VIEW,
    sandwiched,
    half,
    rowQuery,
    query,
    viewName: COMPARISON_VIEWS.includes(viewName) ? viewName : 'flame',
    options: {
      ...START_VIEW.options,
      level,
      event,
      callers,
      // A finding is about one recording.
      filters: filters.filter(({ target }) => target?.by !== 'finding'),
      // Import machinery is compared as it is.
      foldImports: false,
      comparison,
    },
  };
}

/** The event in `now` that an event of `before` is; the default one if there is none. */
function sameEvent(before: Recording | undefined, now: Recording, event: number): number {
  const key = eventKey(before?.events[event]?.name ?? '');
  const found = now.events.findIndex(({ name }) => eventKey(name) === key);
  return found < 0 ? now.defaultEvent : found;
}

function linkedView(
  { address, isOpenedByUser = false }: ComparisonLink,
  recording: Recording,
  recordings: readonly Recording[],
  first: ViewState,
): ViewState {
  const { comparison: sides } = first.options;
  const { comparison: linked } = address;
  const comparison =
    isOpenedByUser && linked && sides ? withOpenedRecordings(linked, recordings, sides) : linked;
  return viewStateAt({ ...address, comparison }, recording, first, recordings).view;
}

/** Shows what was open before, and frees these recordings, or all that are being opened in another worker. */
function stopOpening(text: string, ids: readonly RecordingId[]): void {
  const { kept } = getState();
  engine.closeBeside(ids);
  engine.abandon();
  closeRecording({ ...kept, kept: undefined, opening: undefined, problem: { text } });
}

/** Recordings are numbered in the order of their opening. */
function idsFrom(first: number, end: number): RecordingId[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
}

/** Changes how the sides are compared or drawn, as one undo step. */
export const setComparison = action(withComparison);

/** Makes the baseline the candidate. */
export const swapSides = action((state) => {
  const { comparison } = state.options;
  if (!comparison) return undefined;
  const { a, b, work, renames } = comparison;
  return withComparison(state, {
    a: b,
    b: a,
    work: work && [work[1], work[0]],
    renames: renames.map(([from, to]) => [to, from]),
  });
});

/** Selects a part of a side that has a single recording. */
export const setPart = action((state, side: keyof Sides, part: Partial<Omit<ComparedPart, 'recording'>>) => {
  const [before] = state.options.comparison?.[side] ?? [];
  return before && withComparison(state, { [side]: [{ ...before, ...part }] });
});

function withComparison(state: State, change: Partial<ComparisonOptions>): Partial<State> | undefined {
  const { comparison } = state.options;
  return comparison && withSelection(state, { comparison: { ...comparison, ...change } });
}
