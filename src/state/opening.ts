// Opening recordings and leaving them. The newest opening wins; what is open stays until another recording takes its place,
// and on the start screen it waits in its worker.

import { DEFAULT_LEVEL } from '../model/levels.ts';
import type { Note } from '../model/profile.ts';
import { reasonOf } from '../model/reason.ts';
import { ALL, type GivenFile, type Problem, type Recording } from '../model/session.ts';
import { readAddress, type Address } from './address.ts';
import { Cancelled } from './engine.ts';
import { stopFetching } from './stop-fetching.ts';
import { shapeOf } from './graphs.ts';
import { addressOf, stateAt, type Linked } from './link.ts';
import {
  askFirstView,
  engine,
  landedIn,
  refreshDetails,
  refreshOthers,
  refreshRest,
  refreshSearch,
  refreshTimeline,
  refreshView,
} from './refresh.ts';
import { closeRecording, openingOf, pageOfRecording, store, type State } from './store.ts';

const { getState, setState } = store;

/** What led to a recording. */
export interface Origin {
  /** Of the link that did: what it says of where the files are, as in `State.source`, and all of it behind `#`. */
  readonly link?: { readonly source: string; readonly hash: string } | undefined;
  /** What was given with the files and could not be read. */
  readonly notes?: readonly Note[] | undefined;
  /** Where it was open before: `State.opened`. */
  readonly opened?: number | undefined;
}

/** What a recording was opened from. */
interface Opened {
  readonly files: readonly GivenFile[];
  readonly notes: readonly Note[];
}

/** Files of so many recordings are kept to be opened again: what they hold is on disk, but for pasted text. */
const MOST_OPENED = 8;

/** By `State.opened`; oldest first. */
const openings = new Map<number, Opened>();
let lastOpened = 0;
/** Files that name code, given before the recording that they belong to. */
let early: readonly GivenFile[] = [];
/** The page with what is open, while something else is being opened; undefined when nothing is open, or nothing opened. */
let kept: { readonly page: Partial<State>; readonly address: Address } | undefined;
/** The page with what is open, while the start screen is shown. */
let aside: (Partial<State> & { readonly opened: number }) | undefined;

/** The files of the open recording, and what a link says of where they are, as in `State.source`. */
export function whatIsOpen(): { readonly files: readonly GivenFile[]; readonly source: string } {
  const { opened, source } = getState();
  return { files: openings.get(opened)?.files ?? [], source };
}

/** Starts what the next opening needs, while nothing is opened. */
export function getReady(): void {
  engine.getReady();
}

/**
 * Opens these files together. What is being opened makes way, the newest wins; what is open does when there is a recording
 * to take its place. Without files, says what the notes say.
 */
export async function openFiles(files: readonly GivenFile[], origin: Origin = {}): Promise<void> {
  const { link, notes = [] } = origin;
  if (files.length === 0) {
    if (notes.length > 0) setState({ problem: withNotes({ text: '' }, notes) });
    return;
  }
  stopFetching();
  const { recording: open } = getState();
  if (open) kept = { page: pageOfRecording(), address: addressOf(getState(), open) };
  const isOpen = kept;
  const before = openings.get(kept?.page.opened ?? 0) ?? { files: [], notes: [] };
  // More files for what is open are looked at as it was; the address is of what is open, where there is something.
  const address = readAddress(link?.hash ?? (isOpen ? '' : location.hash));
  const names = files.map((file) => file.name);
  const given = link ? files : [...early.filter(({ name }) => !names.includes(name)), ...files];
  // In this order: without a recording, and without an opening, the address would be that of the start screen.
  setState({ opening: openingOf(names), problem: undefined, offered: undefined });
  closeRecording();
  try {
    const outcome = await engine.open(given, before.files);
    if (!outcome.ok) {
      const problem = withNotes(outcome.problem, notes);
      if (!problem.isEarly) return goBack(problem);
      early = given;
      return goBack({ text: `${problem.text} What was given is kept: now drop that perf.data.` });
    }
    const recording = outcome.value;
    if (recording.isAddition && isOpen) {
      const { source, opened } = isOpen.page;
      const together = { files: [...before.files, ...given], notes: [...before.notes, ...notes] };
      await show(recording, isOpen.address, source ?? '', opened ?? 0, together);
    } else {
      const opened = origin.opened ?? ++lastOpened;
      await show(recording, address, link?.source ?? '', opened, { files: given, notes });
    }
  } catch (error) {
    // A newer opening took the place of this one, or it was cancelled: there is nothing to say.
    if (error instanceof Cancelled) return;
    const text = `${files[0].name} could not be opened (${reasonOf(error)}): try again.`;
    goBack(withNotes({ text }, notes));
  }
}

function withNotes(problem: Problem, notes: readonly Note[]): Problem {
  return { ...problem, text: [problem.text, ...notes.map(({ text }) => `${text}.`)].join(' ').trim() };
}

/** Shows a recording that was just opened as an address says; the page changes when there is a picture to show. */
async function show(
  recording: Recording,
  address: Address,
  source: string,
  opened: number,
  from: Opened,
): Promise<void> {
  // A link to a recording says all of how it is looked at: what it does not say is as usual.
  const linked = source === '' ? linkedOf(recording, address) : stateAt(address, recording);
  if (linked) setState({ viewName: linked.viewName });
  const options = linked?.options ?? { level: DEFAULT_LEVEL, event: recording.defaultEvent, ...ALL };
  const { problem, ...first } = await askFirstView(options);
  engine.keep();
  remember(opened, from);
  kept = undefined;
  early = [];
  setAside(undefined);
  closeRecording();
  setState({
    recording: { ...recording, notes: [...recording.notes, ...from.notes] },
    source,
    opened,
    opening: undefined,
    ...linked,
    ...first,
    ...(problem && { problem }),
    ...(linked && landedIn(first.view, linked.arrival)),
  });
  performance.mark('pyrograph:opened');
  askForTheRest();
}

function remember(opened: number, from: Opened): void {
  // What a link led to it leads to again: nothing that was fetched needs to stay.
  const { opened: before, source } = kept?.page ?? aside ?? {};
  if (before !== undefined && source !== '') openings.delete(before);
  openings.delete(opened);
  openings.set(opened, from);
  const [oldest] = openings.keys();
  if (openings.size > MOST_OPENED) openings.delete(oldest);
}

/** What the page shows besides the picture that it has; and that too, where it is a part or not what is asked for. */
function askForTheRest(): void {
  refreshDetails();
  refreshOthers();
  refreshTimeline();
  refreshSearch();
  const { view, viewName, options } = getState();
  // Another view may have been opened over the preview.
  const isAsked =
    view?.shape === shapeOf(viewName) && JSON.stringify(view.options) === JSON.stringify(options);
  if (isAsked) refreshRest();
  else refreshView();
}

/** What is being opened is given up: what is open is shown again as it was, or else the start screen. */
function goBack(problem?: Problem): void {
  engine.goBack();
  const page = kept?.page;
  kept = undefined;
  // While something is fetched what is open is still there, and there may be a preview where nothing is.
  if (!getState().recording) closeRecording();
  setState({ ...page, opening: undefined, problem });
  if (page) askForTheRest();
}

export function cancelOpening(): void {
  stopFetching();
  goBack();
}

/** Undefined where nothing is asked for: then the page stays with the view that a person has chosen. */
function linkedOf(recording: Recording, address: Address): Linked | undefined {
  const isAsked = Object.values(address).some((value) => value !== undefined);
  return isAsked ? stateAt(address, recording) : undefined;
}

/** Back to the start screen; what was being opened stops, what is open is forgotten. */
export function close(): void {
  stopFetching();
  engine.close();
  openings.delete(getState().opened);
  kept = undefined;
  setAside(undefined);
  closeRecording();
  setState({ opening: undefined, problem: undefined, awaited: '' });
}

/** The start screen; what was being opened stops, what is open waits for `comeBack`. */
export function leave(): void {
  stopFetching();
  if (getState().opening) cancelOpening();
  const { recording, opened } = getState();
  if (recording) {
    const page = { ...pageOfRecording(), opened };
    engine.interrupt();
    closeRecording();
    setAside(page);
  }
  setState({ problem: undefined });
}

/** Shows what waits, as it was, if it is what was opened there; else false. */
export function comeBack(opened: number | undefined = aside?.opened): boolean {
  const page = aside;
  if (!page || page.opened !== opened) return false;
  setAside(undefined);
  setState({ ...page, problem: undefined });
  askForTheRest();
  return true;
}

/** Opens again what was opened there, as the address says; false where its files are not known any more. */
export function openAgain(opened: number, hash: string): boolean {
  const from = openings.get(opened);
  if (from) void openFiles(from.files, { link: { source: '', hash }, notes: from.notes, opened });
  return from !== undefined;
}

function setAside(page: typeof aside): void {
  aside = page;
  setState({ aside: page?.recording?.name });
}
