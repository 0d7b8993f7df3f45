// Opens recordings. A newer opening cancels the older one.

import { isCanceled } from '../../async/answers.ts';
import { PYTHON_SOURCE } from '../../model/paths.ts';
import type { Note } from '../../model/profile.ts';
import { namesOnSides, readAddress, type Address } from '../../sharing/address.ts';
import { comparedNames } from '../../text/labels.ts';
import { reasonOf } from '../../text/format.ts';
import type { OpenedRecording, Question } from '../../model/queries.ts';
import type { InputFile, Problem, Recording, ViewOptions } from '../../model/session.ts';
import type { ComparisonRequest } from './comparing.ts';
import type { Link } from './linked-recordings.ts';
import type { viewStateAt } from '../links/linked-view.ts';
import { SLOTS, treeLimit } from '../engine/answers.ts';
import { shapeOf } from '../view/graphs.ts';
import { askFirstTree, engine } from '../engine/session.ts';
import { download, beginOpening, showOpened, stopOpening } from './shown.ts';
import { entryOf, firstOf, type LastView, type RecordingFiles } from './recordings.ts';
import { store } from '../store.ts';
import { optionsWith, START_VIEW, viewStateOf } from '../view/view-state.ts';

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
  readonly view?: LastView | undefined;
  /** Recordings to compare it with. The page shows none of them until all are open. */
  readonly compared?: ComparisonRequest | undefined;
}

/** The files of the shown recording, or of the first one of a comparison, and the link to it, as in `State.source`. */
export function openFilesAndSource(): { readonly files: readonly InputFile[]; readonly source: string } {
  const { recordingNumber, source } = getState();
  return { files: filesOf(recordingNumber), source };
}

/** The files of the recording with this number, or of the first one of the comparison. */
function filesOf(number: number): readonly InputFile[] {
  const { opened } = getState();
  return opened.get(firstOf(opened, number))?.files ?? [];
}

/** Starts workers and loads code for the next recording; call it while nothing is being opened. */
export function prepareOpening(isChoosing: boolean): void {
  engine.prestartWorker(isChoosing);
  // The error is reported when the module is needed.
  import('../links/linked-view.ts').catch(() => {});
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
  beginOpening(files.map(({ name }) => name));
  const { before, earlyFiles } = getState();
  const address = link?.address ?? readAddress(before > 0 ? '' : location.hash);
  const isGiven = (name: string) => files.some((file) => file.name === name);
  const given = link ? files : [...earlyFiles.filter(({ name }) => !isGiven(name)), ...files];
  try {
    const hasFirstView =
      origin.view !== undefined || origin.compared !== undefined || describes(address, link);
    const outcome = await engine.open(given, filesOf(before), hasFirstView ? undefined : firstQuestion());
    if (!outcome.ok) return explainFailure(outcome.problem, given, notes);
    const { recording } = outcome.value;
    if (recording.isAddition && before > 0) await showAddition(outcome.value, given, notes);
    else await showNew(outcome.value, address, { files: given, notes, source: link?.source ?? '' }, origin);
  } catch (error) {
    // The user canceled it or opened something else.
    if (isCanceled(error)) return;
    const text = `${files[0].name} could not be opened (${reasonOf(error)}): try again.`;
    stopOpening(withNotes({ text }, notes));
  }
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
  added: OpenedRecording,
  given: readonly InputFile[],
  notes: readonly Note[],
): Promise<void> {
  const { opened, before } = getState();
  const number = firstOf(opened, before);
  const { kept, ...from } = opened.get(number) ?? { files: [], notes: [], source: '' };
  const all = { files: [...from.files, ...given], notes: [...from.notes, ...notes], source: from.source };
  // More files for the open recording do not change its view.
  await show(added, { view: viewStateOf(kept ?? getState()), problem: undefined }, number, all);
}

async function showNew(
  opened: OpenedRecording,
  address: Address,
  from: RecordingFiles,
  { compared, link, ...again }: OpenRequest,
): Promise<void> {
  const { recording } = opened;
  const { source } = from;
  const known = again.recordingNumber === undefined && numberOfLink(source);
  const recordingNumber = again.recordingNumber ?? (known || getState().openedCount + 1);
  const last =
    again.view ?? (known && !saysSomething(address) ? getState().opened.get(known)?.view : undefined);
  const first = last ? { view: last, problem: undefined } : await firstView(recording, address, link);
  const isWithin = compared === undefined && isOfParts(address);
  if (!compared && !isWithin) {
    const problem = link ? first.problem : (awaitedComparison(address) ?? first.problem);
    return show(opened, { ...first, problem }, recordingNumber, from);
  }
  const notes = [...recording.notes, ...from.notes];
  const isOpenedByUser = link === undefined;
  const shown = { ...first.view, recording: { ...recording, notes }, source, recordingNumber };
  const { compareOpened } = await import('./comparing.ts');
  const kept = { ...shown, comparing: undefined, past: [], future: [] };
  const entry = entryOf(opened, from);
  await compareOpened(kept, compared ?? { added: {}, link: { source, address, isOpenedByUser } }, entry);
}

/** The number of the recording that was opened from this link, and has been closed to save memory; 0 if there is none. */
function numberOfLink(source: string): number {
  const all = [...getState().opened];
  return all.find(([, each]) => source !== '' && each.source === source && each.files.length === 0)?.[0] ?? 0;
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

interface FirstView extends Pick<ReturnType<typeof viewStateAt>, 'problem'> {
  readonly view: LastView;
}

/** True if a link says which view is the first one. A link to a recording always does. */
function describes(address: Address, link: OpenRequest['link']): boolean {
  return (link?.source ?? '') !== '' || saysSomething(address);
}

function saysSomething(address: Address): boolean {
  return Object.values(address).some((value) => value !== undefined);
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
    return (await import('../links/linked-view.ts')).viewStateAt(address, recording, now);
  const options = { ...startOptions(), event: recording.defaultEvent };
  return { view: { ...now, ...START_VIEW, options }, problem: undefined };
}

/** Shows a newly opened recording as soon as its first tree arrives. */
async function show(
  opened: OpenedRecording,
  { view, problem: linkProblem }: FirstView,
  recordingNumber: number,
  from: RecordingFiles,
): Promise<void> {
  const { recording, tree } = opened;
  setState({ viewName: view.viewName });
  const { options, answer, problem } =
    tree?.value.shape === shapeOf(view.viewName)
      ? { options: view.options, answer: tree, problem: undefined }
      : await askFirstTree(view.options, view.viewName);
  showOpened(new Map([[recordingNumber, entryOf(opened, from)]]), recordingNumber, {
    ...view,
    // The user may have chosen another view during the preview.
    viewName: getState().viewName,
    options,
    recording: { ...recording, notes: [...recording.notes, ...from.notes] },
    source: from.source,
    problem: problem ?? linkProblem,
    ...SLOTS.tree?.answered({ ...getState(), ...view, recording }, answer, {
      options,
      shape: shapeOf(view.viewName),
    }),
  });
  performance.mark('pyrograph:opened');
}

/**
 * Adds source files to the open recording, which need not be opened again for them. False if they are not for it, or if there are
 * symbol files or recordings, too.
 */
async function addSources(files: readonly InputFile[]): Promise<boolean> {
  const { recordingNumber, recording } = getState();
  if (!recording || !files.some(({ name }) => PYTHON_SOURCE.test(name))) return false;
  if (!(await engine.addSources(files)) || getState().recordingNumber !== recordingNumber) return false;
  const { opened, sourcesAdded } = getState();
  // For when they are opened again.
  const numbers = opened.get(recordingNumber)?.compared ?? [recordingNumber];
  const withSources = numbers.flatMap((number) => {
    const entry = opened.get(number);
    return entry ? [[number, { ...entry, files: [...entry.files, ...files] }] as const] : [];
  });
  setState({
    sourcesAdded: sourcesAdded + files.filter(({ name }) => PYTHON_SOURCE.test(name)).length,
    opened: new Map([...opened, ...withSources]),
  });
  return true;
}
