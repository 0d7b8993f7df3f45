// Compares the open recording with others, or parts of it with each other.

import { isCanceled } from '../async/canceled.ts';
import type { ComparedPart, ComparisonOptions, RecordingId } from '../model/comparison.ts';
import { MAIN_RECORDING } from '../model/queries.ts';
import type { InputFile, Outcome, Recording } from '../model/session.ts';
import { reasonOf } from '../text/reason.ts';
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

/** Opens each file as a recording of B, the candidate, and compares the open recording with them. */
export async function compareWith(files: readonly (readonly InputFile[])[]): Promise<void> {
  const kept = keptRecording(getState());
  if (!kept) return;
  setState({ kept, opening: openingOf(files.flat().map(({ name }) => name)), problem: undefined });
  closeRecording();
  try {
    const opened: Recording[] = [kept.recording];
    for (const each of files) {
      const outcome = await engine.openBeside(opened.length, each);
      if (!outcome.ok) return stopOpeningBeside(outcome.problem.text, opened.length);
      opened.push(outcome.value);
    }
    const b = opened.slice(1).map((_, i) => ({ ...ALL_OF_MAIN, recording: i + 1 }));
    await show(opened, { a: [ALL_OF_MAIN], b });
  } catch (error) {
    if (!isCanceled(error)) stopOpeningBeside(`The files could not be compared: ${reasonOf(error)}.`, 0);
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
  if (!outcome.ok) return stopOpeningBeside(outcome.problem.text, recordings.length);
  const recording = outcome.value;
  const before = kept.comparing?.before ?? viewStateOf(kept);
  closeRecording();
  setState({
    ...viewForComparison(before, recording, { ...START, ...sides }),
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

function stopOpeningBeside(text: string | undefined, opened: number): void {
  const { kept } = getState();
  engine.stopComparing(besides(opened));
  closeRecording();
  setState({ ...kept, kept: undefined, opening: undefined, problem: text ? { text } : undefined });
}

/** The IDs of the recordings beside the open one. */
function besides(recordings: number): RecordingId[] {
  return Array.from({ length: Math.max(0, recordings - 1) }, (_, i) => i + 1);
}

/** Shows the open recording alone, as it was before the comparison. */
export function stopComparing(): void {
  const { comparing, recording, source, recordingNumber, past, future } = getState();
  if (!comparing || !recording) return;
  engine.stopComparing(besides(comparing.recordings.length));
  closeRecording();
  setState({ ...comparing.before, recording, source, recordingNumber, past, future });
}

/** Changes how the sides are compared or drawn. */
export const setComparison = action((state, change: Partial<ComparisonOptions>) =>
  withComparison(state, change),
);

/** Makes the baseline the candidate. */
export const swapSides = action((state) => {
  const { a, b, work } = state.options.comparison ?? {};
  if (!a || !b) return undefined;
  return withComparison(state, { a: b, b: a, work: work && [work[1], work[0]] });
});

function withComparison({ options }: State, change: Partial<ComparisonOptions>): Partial<State> | undefined {
  const { comparison } = options;
  return comparison && { options: { ...options, comparison: { ...comparison, ...change } } };
}
