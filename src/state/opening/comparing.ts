// Compares the open recording with others, or parts of it with each other.

import { isCanceled } from '../../async/answers.ts';
import {
  eventKey,
  FIRST_COMPARISON,
  type ComparedPart,
  type ComparisonOptions,
  type RecordingId,
} from '../../model/comparison.ts';
import { MAIN_RECORDING } from '../../model/queries.ts';
import type { Recording } from '../../model/session.ts';
import { reasonOf } from '../../text/format.ts';
import type { Address } from '../../sharing/address.ts';
import { missingRecordings, viewStateAt, withOpenedRecordings } from '../links/linked-view.ts';
import { entryOf, type KeptRecording, type LastView, type Opened } from './recordings.ts';
import { undoStep, withSelection } from '../view/selection.ts';
import { engine } from '../engine/session.ts';
import { beginOpening, showOpened, stopOpening } from './shown.ts';
import { action, keptRecording, openRecording, store, type State } from '../store.ts';
import {
  COMPARISON_VIEWS,
  START_VIEW,
  viewStateOf,
  withOptions,
  type ViewState,
} from '../view/view-state.ts';

const { getState } = store;

const ALL_OF_MAIN: ComparedPart = { recording: MAIN_RECORDING, range: undefined, threads: undefined };

/** A recording to be compared: what its entry of the table has, and its number if it is there already. */
interface ComparedRecording extends Pick<Opened, 'files'> {
  readonly source?: string;
  readonly number?: number;
}

/** An entry for the table, and its number if it is there already. */
type Entry = readonly [number | undefined, Opened];

/** Recordings to compare with another one, and where the comparison comes from. */
export interface ComparisonRequest {
  /** To be added to the sides. */
  readonly added: Readonly<Partial<Record<keyof Sides, readonly ComparedRecording[]>>>;
  /** The number of the comparison, as in `State.recordingNumber`, if it is shown again. */
  readonly recordingNumber?: number | undefined;
  /** Its view when it was last shown. */
  readonly view?: LastView | undefined;
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

/** Opens recordings and compares the open one with them, which is in A. During a comparison, adds them to the sides. */
export async function compareWith(added: ComparisonRequest['added']): Promise<void> {
  const shown = keptRecording(getState());
  if (shown) await compareOpened(shown, { added });
}

/** Compares two time ranges, or two sets of threads, of the open recording. */
export async function compareParts(
  a: Partial<Omit<ComparedPart, 'recording'>>,
  b: Partial<Omit<ComparedPart, 'recording'>>,
): Promise<void> {
  const shown = keptRecording(getState());
  if (!shown) return;
  const sides = { a: [{ ...ALL_OF_MAIN, ...a }], b: [{ ...ALL_OF_MAIN, ...b }] };
  await show(shown, [shown.recording], sides, [], { source: shown.source });
}

/**
 * Opens recordings beside the first one or the comparison in `shown`, in its worker, and compares it with them. With `first`, the
 * recording is new: its entry of the table.
 */
export async function compareOpened(
  shown: KeptRecording,
  request: ComparisonRequest,
  first?: Opened,
): Promise<void> {
  const { a: addedToA = [], b: addedToB = [] } = request.added;
  const added = [...addedToA, ...addedToB];
  const before = shown.comparing?.recordings ?? [shown.recording];
  const recordings = [...before];
  const entries: Entry[] = [];
  beginOpening(added.flatMap(({ files }) => files.map(({ name }) => name)));
  try {
    for (const { files, source = '', number } of added) {
      const outcome = await engine.openBeside(recordings.length, files);
      if (!outcome.ok) return stop(outcome.problem.text, before, recordings);
      recordings.push(outcome.value.recording);
      entries.push([number, entryOf(outcome.value, { files, notes: [], source })]);
    }
    const ids = idsFrom(before.length, recordings.length);
    const parts = ids.map((recording) => ({ ...ALL_OF_MAIN, recording }));
    const { a, b } = shown.options.comparison ?? { a: [ALL_OF_MAIN], b: [] };
    const sides = {
      a: [...a, ...parts.slice(0, addedToA.length)],
      b: [...b, ...parts.slice(addedToA.length)],
    };
    // A link may compare parts of the recording with each other.
    const isWithin = sides.b.length === 0;
    const compared = isWithin ? { ...sides, b: sides.a } : sides;
    await show(shown, recordings, compared, entries, {
      source: request.link?.source ?? '',
      ...request,
      first,
    });
  } catch (error) {
    if (isCanceled(error)) return;
    stop(`The recordings could not be compared: ${reasonOf(error)}.`, before, recordings);
  }
}
interface Shown extends Pick<ComparisonRequest, 'recordingNumber' | 'view' | 'link'> {
  readonly source: string;
  /** The entry of the first recording, if it is new. */
  readonly first?: Opened | undefined;
}

async function show(
  shown: KeptRecording,
  recordings: readonly Recording[],
  sides: Sides,
  added: readonly Entry[],
  { recordingNumber: again, view, link, first, source }: Shown,
): Promise<void> {
  const ids = (parts: readonly ComparedPart[]): RecordingId[] => parts.map(({ recording }) => recording);
  const outcome = await engine.compare(ids(sides.a), ids(sides.b));
  const before = shown.comparing?.recordings ?? [shown.recording];
  if (!outcome.ok) return stop(outcome.problem.text, before, recordings);
  const recording = outcome.value;
  const { opened, openedCount } = getState();
  const { recordingNumber: number } = shown;
  let count = Math.max(openedCount, number);
  const numbered = added.map(([known, entry]): [number, Opened] =>
    known === undefined ? [++count, entry] : [known, { ...entry, ...opened.get(known) }],
  );
  const entries = first ? [[number, { ...first, kept: shown }] as const, ...numbered] : numbered;
  const compared = [...(opened.get(number)?.compared ?? [number]), ...numbered.map(([each]) => each)];
  const comparisonNumber = again ?? ++count;
  const { name } = recording;
  const size = recordings.reduce((sum, each) => sum + each.size, 0);
  const comparisonEntry = { files: [], notes: [], source, name, size, memory: 0, compared };
  const firstView = viewForComparison(shown, recording, {
    ...FIRST_COMPARISON,
    ...shown.options.comparison,
    ...sides,
  });
  const { comparison } = (view ? undefined : link?.address) ?? {};
  showOpened(new Map([...entries, [comparisonNumber, comparisonEntry]]), comparisonNumber, {
    ...(view ?? (link ? linkedView(link, recording, recordings, firstView) : firstView)),
    recording: shown.recording,
    comparing: { recording, recordings },
    source,
    // Undo takes added recordings away again.
    past: view?.past ?? (shown.comparing ? undoStep(shown, viewStateOf(shown)).past : []),
    problem: comparison && missingRecordings(comparison, recordings),
  });
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

/** Shows what was shown before, and frees the recordings that were opened since. */
function stop(text: string, before: readonly Recording[], recordings: readonly Recording[]): void {
  engine.closeBeside(idsFrom(before.length, recordings.length));
  stopOpening({ text });
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
