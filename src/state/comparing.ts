// Compares the open recording with others, or parts of it with each other.

import { isCanceled } from '../async/canceled.ts';
import type { ComparedPart, ComparisonOptions, RecordingId } from '../model/comparison.ts';
import { MAIN_RECORDING } from '../model/queries.ts';
import type { InputFile, Recording } from '../model/session.ts';
import { reasonOf } from '../text/reason.ts';
import type { Address } from './address.ts';
import { comparisonAt, viewStateAt } from './linked-view.ts';
import { openedFilesWith } from './opened-files.ts';
import { withSelection } from './selection.ts';
import { engine } from './session.ts';
import {
  action,
  closeRecording,
  keptRecording,
  openingOf,
  store,
  type KeptRecording,
  type OpenedFiles,
  type State,
} from './store.ts';
import { COMPARISON_VIEWS, START_VIEW, viewStateOf, type ViewState } from './view-state.ts';

const { getState, setState } = store;

/** How a comparison begins. */
const START = {
  basis: undefined,
  work: undefined,
  renames: [],
  width: 'b',
  hidesGhosts: false,
  onlyCertain: false,
} as const;

const ALL_OF_MAIN: ComparedPart = { recording: MAIN_RECORDING, range: undefined, threads: undefined };

/** Where a comparison comes from. */
export interface ComparisonOrigin {
  /** The number of the comparison, as in `State.recordingNumber`, if it is shown again. */
  readonly recordingNumber?: number | undefined;
  /** Its view when it was last shown. */
  readonly view?: ViewState | undefined;
  /** The link that leads to it: its parts that name the recordings, and what it says about the view. */
  readonly link?: { readonly source: string; readonly address: Address } | undefined;
}

type Sides = Pick<ComparisonOptions, 'a' | 'b'>;

/** The files of recordings, each with its own symbol files, to be added to the sides. */
export type AddedFiles = Readonly<Partial<Record<keyof Sides, readonly (readonly InputFile[])[]>>>;

/** Opens recordings and compares the open one with them, which is in A. During a comparison, adds them to the sides. */
export async function compareWith(
  { a: addedToA = [], b: addedToB = [] }: AddedFiles,
  origin: ComparisonOrigin = {},
): Promise<void> {
  const files = [...addedToA, ...addedToB];
  const kept = keptRecording(getState());
  if (!kept) return;
  const before = kept.comparing?.recordings ?? [kept.recording];
  const opened = [...before];
  const opening = openingOf(files.flat().map(({ name }) => name));
  setState({ kept, opening, problem: undefined, received: undefined });
  closeRecording();
  try {
    for (const each of files) {
      const outcome = await engine.openBeside(opened.length, each);
      if (!outcome.ok) return stopOpening(outcome.problem.text, idsFrom(before.length, opened.length));
      opened.push(outcome.value);
    }
    const added = idsFrom(before.length, opened.length).map((recording) => ({ ...ALL_OF_MAIN, recording }));
    const { a, b } = kept.options.comparison ?? { a: [ALL_OF_MAIN], b: [] };
    const sides = {
      a: [...a, ...added.slice(0, addedToA.length)],
      b: [...b, ...added.slice(addedToA.length)],
    };
    await show(kept, opened, sides, files, origin);
  } catch (error) {
    if (isCanceled(error)) return;
    const text = `The recordings could not be compared: ${reasonOf(error)}.`;
    stopOpening(text, idsFrom(before.length, opened.length));
  }
}

/** Compares two time ranges, or two sets of threads, of the open recording. */
export async function compareParts(
  a: Partial<Omit<ComparedPart, 'recording'>>,
  b: Partial<Omit<ComparedPart, 'recording'>>,
  origin: ComparisonOrigin = {},
): Promise<void> {
  const kept = keptRecording(getState());
  if (!kept) return;
  setState({ kept });
  const sides = { a: [{ ...ALL_OF_MAIN, ...a }], b: [{ ...ALL_OF_MAIN, ...b }] };
  await show(kept, [kept.recording], sides, [], origin);
}

/** Compares the parts of the open recording that a link describes. */
export async function compareLinked(address: Address, source: string): Promise<void> {
  await compareParts({}, {}, { link: { source, address } });
}

async function show(
  kept: KeptRecording,
  recordings: readonly Recording[],
  sides: Sides,
  files: NonNullable<OpenedFiles['beside']>,
  { recordingNumber: again, view, link }: ComparisonOrigin,
): Promise<void> {
  const ids = (parts: readonly ComparedPart[]): RecordingId[] => parts.map(({ recording }) => recording);
  const outcome = await engine.compare(ids(sides.a), ids(sides.b));
  if (!outcome.ok)
    return stopOpening(outcome.problem.text, idsFrom(recordings.length - files.length, recordings.length));
  const recording = outcome.value;
  const { openedFiles, openedCount } = getState();
  const { beside = [], ...opened } = openedFiles.get(kept.recordingNumber) ?? { files: [], notes: [] };
  const recordingNumber = again ?? openedCount + 1;
  const first =
    view ?? viewForComparison(kept, recording, { ...START, ...kept.options.comparison, ...sides });
  closeRecording({
    ...(link ? linkedView(link.address, recording, recordings, first) : first),
    recording: kept.recording,
    comparing: { recording, recordings, alone: kept.comparing?.alone ?? { ...kept, comparing: undefined } },
    source: link?.source ?? (files.length === 0 ? kept.source : ''),
    recordingNumber,
    openedFiles: openedFilesWith(recordingNumber, { ...opened, beside: [...beside, ...files] }),
    openedCount: Math.max(openedCount, recordingNumber),
    kept: undefined,
    opening: undefined,
    problem: undefined,
  });
}

function viewForComparison(
  kept: KeptRecording,
  { defaultEvent }: Recording,
  comparison: ComparisonOptions,
): ViewState {
  const before = viewStateOf(kept);
  const { level } = before.options;
  return {
    ...before,
    ...START_VIEW,
    viewName: COMPARISON_VIEWS.includes(before.viewName) ? before.viewName : 'flame',
    // Import machinery is compared as it is.
    options: { ...START_VIEW.options, level, event: defaultEvent, foldImports: false, comparison },
  };
}

function linkedView(
  address: Address,
  recording: Recording,
  recordings: readonly Recording[],
  first: ViewState,
): ViewState {
  const { view } = viewStateAt(address, recording, first);
  const comparison = comparisonAt(address, recordings, first.options.comparison);
  return { ...view, options: { ...view.options, foldImports: false, comparison } };
}

/** Shows what was open before, and frees these recordings. */
function stopOpening(text: string, ids: readonly RecordingId[]): void {
  const { kept } = getState();
  engine.closeBeside(ids);
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
  const { a, b, work } = state.options.comparison ?? {};
  return a && b && withComparison(state, { a: b, b: a, work: work && [work[1], work[0]] });
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
