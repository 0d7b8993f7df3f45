// Opens and closes recordings. A newer opening cancels the older one. The open recording stays until another one
// replaces it, and stays in its worker while the start screen is shown.

import { isCanceled } from '../async/canceled.ts';
import type { Note } from '../model/profile.ts';
import { namesOnSides, readAddress, type Address } from '../sharing/address.ts';
import { comparedNames } from '../text/comparison-name.ts';
import { reasonOf } from '../text/reason.ts';
import type { Answer, OpenedRecording, Question } from '../model/queries.ts';
import type { InputFile, Problem, Recording, ViewOptions } from '../model/session.ts';
import type { ComparisonRequest } from './comparing.ts';
import {
  closeRecording,
  keptRecording,
  type KeptRecording,
  openRecording,
  type OpenedFiles,
  openingOf,
  store,
} from './store.ts';
import type { Link } from './linked-recordings.ts';
import type { viewStateAt } from './linked-view.ts';
import { SLOTS, treeLimit } from './answers.ts';
import { shapeOf } from './graphs.ts';
import { openedFilesWith, withoutFetched } from './opened-files.ts';
import { askFirstTree, engine } from './session.ts';
import { addSources } from './sources.ts';
import { download } from './download.ts';
import { optionsWith, START_VIEW, viewStateOf, type ViewState } from './view-state.ts';

const { getState, setState } = store;

/** Where a recording comes from, and what to do with it: every source of files builds one. */
interface OpenRequest {
  /** The link to the files. */
  readonly link?: Pick<Link, 'source' | 'address'> | undefined;
  /** Notes on unreadable files given with the recording. */
  readonly notes?: readonly Note[] | undefined;
  /** The number of the recording, as in `State.recordingNumber`, if it is being reopened. */
  readonly recordingNumber?: number | undefined;
  /** The view when the recording was last open. */
  readonly view?: ViewState | undefined;
  /** Recordings to compare it with. The page shows none of them until all are open. */
  readonly compared?: ComparisonRequest | undefined;
}

/** The files of the open recording, and the link to them, as in `State.source`. */
export function openFilesAndSource(): { readonly files: readonly InputFile[]; readonly source: string } {
  const { recordingNumber, source, openedFiles } = getState();
  return { files: openedFiles.get(recordingNumber)?.files ?? [], source };
}

/** Starts a worker and loads code for the next recording; call it while nothing is being opened. */
export function prepareOpening(): void {
  engine.prestartWorker();
  // The error is reported when the module is needed.
  import('./linked-view.ts').catch(() => {});
}

/** Opens these files together, and cancels an earlier opening. Without files, only shows the notes. */
export async function openFiles(files: readonly InputFile[], origin: OpenRequest = {}): Promise<void> {
  const { link, notes = [] } = origin;
  if (files.length === 0) {
    if (notes.length > 0) setState({ problem: withNotes({ text: '' }, notes) });
    return;
  }
  if (!link && (await addSources(files))) return;
  download.stop();
  const state = getState();
  const kept = keptRecording(state) ?? state.kept;
  const before = filesBefore(kept);
  const address = link?.address ?? readAddress(kept ? '' : location.hash);
  const names = files.map((file) => file.name);
  const given = link ? files : [...state.earlyFiles.filter(({ name }) => !names.includes(name)), ...files];
  // Set before closing: with neither a recording nor an opening, the URL would change to that of the start screen.
  setState({ kept, opening: openingOf(names), problem: undefined, offered: undefined, received: undefined });
  closeRecording();
  try {
    const hasFirstView =
      origin.view !== undefined || origin.compared !== undefined || describes(address, link);
    const outcome = await engine.open(given, before.files, hasFirstView ? undefined : firstQuestion());
    if (!outcome.ok) return explainFailure(outcome.problem, given, notes);
    const { recording } = outcome.value;
    if (recording.isAddition && kept) await showAddition(recording, kept, given, notes);
    else await showNew(outcome.value, address, { files: given, notes, source: link?.source ?? '' }, origin);
  } catch (error) {
    // The user canceled it or opened something else.
    if (isCanceled(error)) return;
    const text = `${files[0].name} could not be opened (${reasonOf(error)}): try again.`;
    stopOpening(withNotes({ text }, notes));
  }
}

/** The files of the open recording, or of the first one of a comparison. */
function filesBefore(kept: KeptRecording | undefined): OpenedFiles {
  const { openedFiles } = getState();
  const { recordingNumber = 0 } = kept?.comparing?.alone ?? kept ?? {};
  const none = { files: [], notes: [], source: '' };
  return openedFiles.get(recordingNumber) ?? openedFiles.get(kept?.recordingNumber ?? 0) ?? none;
}

/** Keeps the files if they may be opened in another way. */
function explainFailure(failure: Problem, given: readonly InputFile[], notes: readonly Note[]): void {
  const problem = withNotes(failure, notes);
  if (problem.lacksRecording) {
    setState({ earlyFiles: given });
    return stopOpening({ text: `${problem.text} The files are kept: now open that perf.data.` });
  }
  const { recordings = [] } = problem;
  // The members of an archive can only be opened together.
  const areFiles = new Set(recordings.map(({ file }) => file)).size === recordings.length;
  if (recordings.length === 0 || !areFiles) return stopOpening(problem);
  stopOpening();
  setState({ received: { files: given, notes, recordings } });
}

/** Shows the open recording with more files. They are only for it, so they end a comparison. */
async function showAddition(
  recording: Recording,
  kept: KeptRecording,
  given: readonly InputFile[],
  notes: readonly Note[],
): Promise<void> {
  const before = filesBefore(kept);
  const alone = kept.comparing?.alone ?? kept;
  const from = { ...before, files: [...before.files, ...given], notes: [...before.notes, ...notes] };
  const { compared: _, ...files } = { ...from, source: alone.source };
  // More files for the open recording do not change its view.
  await show(recording, { view: viewStateOf(alone), problem: undefined }, alone.recordingNumber, files);
}

async function showNew(
  { recording, tree }: OpenedRecording,
  address: Address,
  from: OpenedFiles,
  { compared, view: last, recordingNumber = getState().openedCount + 1, link }: OpenRequest,
): Promise<void> {
  const { source } = from;
  const first = last ? { view: last, problem: undefined } : await firstView(recording, address, link);
  const isWithin = compared === undefined && isOfParts(address);
  if (!compared && !isWithin) {
    const problem = link ? first.problem : (awaitedComparison(address) ?? first.problem);
    return show(recording, { ...first, problem }, recordingNumber, from, tree);
  }
  const notes = [...recording.notes, ...from.notes];
  const isOpenedByUser = link === undefined;
  const shown = { ...first.view, recording: { ...recording, notes }, source, recordingNumber };
  const { compareOpened } = await import('./comparing.ts');
  await compareOpened(
    { shown: { ...shown, comparing: undefined, past: [], future: [] }, from, isNew: true },
    compared ?? { added: {}, link: { source, address, isOpenedByUser } },
  );
}

/** Says what a link compares if it waits for several recordings, of which one is opened. */
function awaitedComparison({ comparison }: Address): Problem | undefined {
  if (!comparison) return undefined;
  const { a, b } = namesOnSides(comparison);
  const what = a.length > 0 && b.length > 0 ? comparedNames(a, b) : 'several recordings';
  return { text: `The link compares ${what}: go back, and open these recordings together.` };
}

/** True for a comparison of parts of the recording with each other. */
function isOfParts({ comparison }: Address): boolean {
  return (
    comparison !== undefined && [...comparison.a, ...comparison.b].every(({ recording }) => recording === 0)
  );
}

function withNotes(problem: Problem, notes: readonly Note[]): Problem {
  return { ...problem, text: [problem.text, ...notes.map(({ text }) => `${text}.`)].join(' ').trim() };
}

type FirstView = ReturnType<typeof viewStateAt>;

/** True if a link says which view is the first one. A link to a recording always does. */
function describes(address: Address, link: OpenRequest['link']): boolean {
  return (link?.source ?? '') !== '' || Object.values(address).some((value) => value !== undefined);
}

/** Asks for the tree of the view that the page shows first without a link, which the worker answers as soon as it can. */
function firstQuestion(): Question<'tree'> {
  const { viewName } = getState();
  return { options: startOptions(), shape: shapeOf(viewName), limit: treeLimit(viewName) };
}

function startOptions(): ViewOptions {
  return { ...START_VIEW.options, ...optionsWith(getState().callers) };
}

/** The view in the address; without one, the last view the user chose. */
async function firstView(
  recording: Recording,
  address: Address,
  link: OpenRequest['link'],
): Promise<FirstView> {
  const now = viewStateOf(getState());
  if (describes(address, link))
    return (await import('./linked-view.ts')).viewStateAt(address, recording, now);
  const options = { ...startOptions(), event: recording.defaultEvent };
  return { view: { ...now, ...START_VIEW, options }, problem: undefined };
}

/** Shows a newly opened recording as soon as its first tree arrives. */
async function show(
  recording: Recording,
  { view, problem: linkProblem }: FirstView,
  recordingNumber: number,
  from: OpenedFiles,
  tree?: Answer<'tree'>,
): Promise<void> {
  setState({ viewName: view.viewName });
  const { options, answer, problem } =
    tree?.value.shape === shapeOf(view.viewName)
      ? { options: view.options, answer: tree, problem: undefined }
      : await askFirstTree(view.options, view.viewName);
  engine.keep();
  const { kept, suspended, openedFiles } = getState();
  const others = withoutFetched(openedFiles, kept ?? suspended);
  closeRecording();
  // A single change, so that no request sees an intermediate state.
  setState({
    ...view,
    // The user may have chosen another view during the preview.
    viewName: getState().viewName,
    options,
    recording: { ...recording, notes: [...recording.notes, ...from.notes] },
    source: from.source,
    recordingNumber,
    openedFiles: openedFilesWith(others, new Map([[recordingNumber, from]])),
    openedCount: Math.max(recordingNumber, getState().openedCount),
    kept: undefined,
    suspended: undefined,
    earlyFiles: [],
    opening: undefined,
    ...((problem ?? linkProblem) && { problem: problem ?? linkProblem }),
    ...SLOTS.tree?.answered({ ...getState(), ...view, recording }, answer, {
      options,
      shape: shapeOf(view.viewName),
    }),
  });
  performance.mark('pyrograph:opened');
}

/** Stops opening, and shows the open recording again, or else the start screen. */
function stopOpening(problem?: Problem): void {
  engine.abandon();
  const { kept } = getState();
  const isShown = openRecording(getState()) !== undefined;
  // While files are fetched, the open recording is still shown. Later, a preview of the new one may be shown and must be cleared.
  if (!isShown) closeRecording();
  setState({ ...(!isShown && kept), kept: undefined, opening: undefined, problem });
}

export function cancelOpening(): void {
  download.stop();
  stopOpening();
}

/** Cancels opening, closes the open recording, and shows the start screen. */
export function close(): void {
  download.stop();
  engine.close();
  const openedFiles = new Map(getState().openedFiles);
  openedFiles.delete(getState().recordingNumber);
  closeRecording();
  setState({
    openedFiles,
    kept: undefined,
    suspended: undefined,
    opening: undefined,
    problem: undefined,
    awaitedView: undefined,
  });
}

/** Cancels opening and shows the start screen. The open recording stays available to `returnToRecording`. */
export function goToStartScreen(): void {
  download.stop();
  if (getState().opening) cancelOpening();
  const suspended = keptRecording(getState());
  if (suspended) {
    engine.interrupt();
    closeRecording();
    setState({ suspended });
  }
  setState({ problem: undefined });
}

/** Shows the open recording alone, as it was before the comparison. */
export function stopComparing(): void {
  const { comparing } = getState();
  if (!comparing) return;
  engine.stopComparing(comparing.recordings.length);
  closeRecording(comparing.alone);
}

/**
 * Shows the recording that `goToStartScreen` suspended, or ends a comparison of it. Returns false if it is not number
 * `recordingNumber`.
 */
export function returnToRecording(recordingNumber = getState().suspended?.recordingNumber): boolean {
  const { suspended, comparing = suspended?.comparing } = getState();
  if (comparing && comparing.alone.recordingNumber === recordingNumber) {
    engine.stopComparing(comparing.recordings.length);
    closeRecording({ ...comparing.alone, suspended: undefined });
    return true;
  }
  if (!suspended || suspended.recordingNumber !== recordingNumber) return false;
  setState({ ...suspended, suspended: undefined, problem: undefined });
  return true;
}
