// Compares the open recording with others, or parts of it with each other.

import { isCanceled } from '../async/canceled.ts';
import type { ComparedPart, ComparisonOptions, RecordingId } from '../model/comparison.ts';
import { MAIN_RECORDING } from '../model/queries.ts';
import type { InputFile, Outcome, Recording } from '../model/session.ts';
import { reasonOf } from '../text/reason.ts';
import { withSelection } from './selection.ts';
import { engine } from './session.ts';
import { action, closeRecording, keptRecording, openingOf, store, type State } from './store.ts';
import { COMPARISON_VIEWS, START_VIEW, viewStateOf, type ViewState } from './view-state.ts';

const { getState, setState } = store;

/** Options that do not depend on the sides. */
const START = {
  basis: undefined,
  work: undefined,
  renames: [],
  width: 'b',
  hidesGhosts: false,
  onlyCertain: false,
} as const;

const ALL_OF_MAIN: ComparedPart = { recording: MAIN_RECORDING, range: undefined, threads: undefined };

/**
 * Opens recordings, each from its own files, and compares the open recording with them. During a comparison, adds them to the
 * side.
 */
export async function compareWith(
  files: readonly (readonly InputFile[])[],
  side: 'a' | 'b' = 'b',
): Promise<void> {
  const kept = keptRecording(getState());
  if (!kept) return;
  const before = kept.comparing?.recordings ?? [kept.recording];
  const opened = [...before];
  setState({
    kept,
    opening: openingOf(files.flat().map(({ name }) => name)),
    problem: undefined,
    received: undefined,
  });
  closeRecording();
  try {
    for (const each of files) {
      const outcome = await engine.openBeside(opened.length, each);
      if (!outcome.ok) return stopOpening(outcome.problem.text, idsFrom(before.length, opened.length));
      opened.push(outcome.value);
    }
    const added = idsFrom(before.length, opened.length).map((recording) => ({ ...ALL_OF_MAIN, recording }));
    const { a, b } = kept.options.comparison ?? { a: [ALL_OF_MAIN], b: [] };
    await show(opened, { a, b, [side]: [...(side === 'a' ? a : b), ...added] });
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
): Promise<void> {
  const kept = keptRecording(getState());
  if (!kept) return;
  setState({ kept });
  await show([kept.recording], { a: [{ ...ALL_OF_MAIN, ...a }], b: [{ ...ALL_OF_MAIN, ...b }] });
}

async function show(
  recordings: readonly Recording[],
  sides: Pick<ComparisonOptions, 'a' | 'b'>,
): Promise<void> {
  const { kept } = getState();
  const ids = (parts: readonly ComparedPart[]): RecordingId[] => parts.map(({ recording }) => recording);
  const outcome: Outcome<Recording> = await engine.compare(ids(sides.a), ids(sides.b));
  if (!kept) return;
  if (!outcome.ok) return stopOpening(outcome.problem.text, idsFrom(1, recordings.length));
  const recording = outcome.value;
  const before = kept.comparing?.before ?? viewStateOf(kept);
  closeRecording();
  setState({
    ...viewForComparison(before, recording, { ...START, ...kept.options.comparison, ...sides }),
    recording: kept.recording,
    comparing: { recording, recordings, before },
    source: kept.source,
    recordingNumber: kept.recordingNumber,
    kept: undefined,
    opening: undefined,
    problem: undefined,
  });
}

function viewForComparison(
  before: ViewState,
  { defaultEvent }: Recording,
  comparison: ComparisonOptions,
): ViewState {
  const { level } = before.options;
  return {
    ...before,
    ...START_VIEW,
    viewName: COMPARISON_VIEWS.includes(before.viewName) ? before.viewName : 'flame',
    // Import machinery is compared as it is.
    options: { ...START_VIEW.options, level, event: defaultEvent, foldImports: false, comparison },
  };
}

/** Shows what was open before, and frees these recordings. */
function stopOpening(text: string, ids: readonly RecordingId[]): void {
  const { kept } = getState();
  engine.closeBeside(ids);
  closeRecording();
  setState({ ...kept, kept: undefined, opening: undefined, problem: { text } });
}

/** Recordings are numbered in the order of their opening. */
function idsFrom(first: number, end: number): RecordingId[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
}

/** Shows the open recording alone, as it was before the comparison. */
export function stopComparing(): void {
  const { comparing, recording, source, recordingNumber, past, future } = getState();
  if (!comparing || !recording) return;
  engine.stopComparing();
  engine.closeBeside(idsFrom(1, comparing.recordings.length));
  closeRecording();
  setState({ ...comparing.before, recording, source, recordingNumber, past, future });
}

/** Changes how the sides are compared or drawn, as one undo step. */
export const setComparison = action(withComparison);

/** Makes the baseline the candidate. */
export const swapSides = action((state) => {
  const { a, b, work } = state.options.comparison ?? {};
  return a && b && withComparison(state, { a: b, b: a, work: work && [work[1], work[0]] });
});

/** Selects a part of a side that has a single recording. */
export const setPart = action((state, side: 'a' | 'b', part: Partial<Omit<ComparedPart, 'recording'>>) => {
  const [before] = state.options.comparison?.[side] ?? [];
  return before && withComparison(state, { [side]: [{ ...before, ...part }] });
});

function withComparison(state: State, change: Partial<ComparisonOptions>): Partial<State> | undefined {
  const { comparison } = state.options;
  return comparison && withSelection(state, { comparison: { ...comparison, ...change } });
}
