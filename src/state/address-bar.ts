// Keeps the URL and the page in step: the fragment describes the current view, and the page follows links, Back and
// Forward, and edits of the URL. Back and Forward restore the ViewState itself, which is kept in memory, because
// browsers may write the contents of history entries to disk.

import { pictureIn, readAddress, writeAddress } from './address.ts';
import { cancelOpening, comeBack, leave, openAgain } from './opening.ts';
import { openRecording, type State, store } from './store.ts';
import { enclosedOf, openEnclosed } from './enclosed.ts';
import { followLink, NOT_LOADED } from './follow-link.ts';
import { IS_ONE_FILE, openHeld } from './held-recording.ts';
import { addressOf, isSettled, namesIn } from './link.ts';
import { showProblem } from './page.ts';
import { leaveOffered, leadsToRecording, remoteOf } from './remote.ts';
import { applyViewState } from './selection.ts';
import { viewStateOf, type ViewState } from './view-state.ts';
import type { Recording } from '../model/session.ts';

/** In milliseconds: the wheel zooms many times per second, but browsers limit how often history can change. */
const QUIET = 200;
/** Marks entries of an earlier page load, whose recordings are no longer open. */
const NOT_OPEN = -1;

/** An entry of the browser's history. */
interface Entry {
  /** The number of its recording, as in `State.opened`; 0 for the start screen. */
  readonly opened: number;
  readonly view: ViewState | undefined;
}

/** Maximum number of views in memory. Older entries restore the view that their URL describes. */
const MAX_VIEWS = 100;

/** The recording and number of an entry that this page wrote; NOT_OPEN for entries of an earlier page load. */
function marksIn(
  state: unknown,
  load: string,
): { readonly opened: number; readonly number: number } | undefined {
  const [, from, opened, number] = /^pyrograph (\w+) (\d+) (\d+)$/.exec(String(state)) ?? [];
  if (from === undefined) return undefined;
  return from === load
    ? { opened: Number(opened), number: Number(number) }
    : { opened: NOT_OPEN, number: NOT_OPEN };
}

class AddressBar {
  private readonly load = Math.random().toString(36).slice(2);
  /** Views of the entries by number, oldest first. */
  private readonly views = new Map<number, ViewState>();
  /** Number of entries created by this page. */
  private entries = 0;
  /** The last fragment written or read, and the number of its recording. */
  private written = { hash: '', opened: 0 };
  /** True if the current entry is to be replaced. After Back, a new entry would delete those that follow. */
  private isAtEntry = false;
  /** True while the recording that is being opened may come from the URL. */
  private isLinkAsked = false;
  /** The recording still shown while the code that follows a link loads. The URL does not describe its view. */
  private linked: { readonly from: number } | undefined;

  /** Follows the page until the returned function is called. */
  follow(): () => void {
    let soon: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = store.subscribe((state) => {
      clearTimeout(soon);
      if (openRecording(state)) this.isLinkAsked = false;
      // The first view of a recording always gets an entry, even if the user moves on at once.
      if (state.opened !== this.written.opened) this.write();
      soon = setTimeout(() => this.write(), QUIET);
    });
    const read = () => this.read();
    if (this.currentEntry()?.opened !== 0) this.replaceEntry({ opened: 0, view: undefined });
    addEventListener('popstate', read);
    if (IS_ONE_FILE) {
      // The page contains the recording, so there is no earlier entry to go back to.
      this.isAtEntry = true;
      void openHeld();
    } else {
      this.awaitView();
      this.openLinked();
    }
    return () => {
      clearTimeout(soon);
      unsubscribe();
      removeEventListener('popstate', read);
    };
  }

  /** Discards the link that waits for its recording. */
  forgetAwaited(): void {
    this.put('', { opened: 0, view: undefined }, false);
    store.setState({ awaited: '' });
  }

  /** Opens the recording that the URL contains or names. */
  openLinked(): void {
    this.isLinkAsked = true;
    const asked = { from: store.getState().opened };
    this.linked = asked;
    const enclosed = enclosedOf(location.hash);
    const followed = enclosed ? openEnclosed(enclosed) : followLink(location.hash);
    void followed.finally(() => {
      // A newer link may have replaced it.
      if (this.linked === asked) this.linked = undefined;
    });
  }

  private write(): void {
    const state = store.getState();
    const { opened, opening, source } = state;
    const recording = openRecording(state);
    const isOther = opened !== this.written.opened;
    // Keeps a link to a view until its recording is open.
    if (opening || (!recording && !isOther) || opened === this.linked?.from) return;
    if (!recording) return this.put('', { opened: 0, view: undefined }, false);
    const settled = isSettled(state);
    const before = location.hash.slice(1);
    const isThere = this.isAtEntry || (isOther && source !== '' && linkedIn(before)?.source === source);
    // The entry is added at once, so that Back leaves the recording; the locations follow when the tree is complete.
    if (!settled && (isThere || !isOther)) return;
    const hash = hashOf(state, recording);
    const isNew = !isThere && (isOther || pictureIn(hash) !== pictureIn(before));
    this.put(hash, { opened, view: settled ? viewStateOf(state) : undefined }, isNew);
    this.isAtEntry = !settled;
  }

  private put(hash: string, entry: Entry, isNew: boolean): void {
    const url = hash === '' ? location.pathname + location.search : `#${hash}`;
    const before = this.currentEntry();
    const isSame = hash === location.hash.slice(1) && before?.opened === entry.opened;
    if (isNew) history.pushState(this.marked(entry, this.entries++), '', url);
    else if (!isSame || (entry.view && !before.view)) this.replaceEntry(entry, url);
    this.written = { hash, opened: entry.opened };
    this.isAtEntry = false;
  }

  private replaceEntry(entry: Entry, url?: string): void {
    history.replaceState(this.marked(entry, this.currentNumber() ?? this.entries++), '', url);
  }

  private currentNumber(): number | undefined {
    const { number = NOT_OPEN } = marksIn(history.state, this.load) ?? {};
    return number === NOT_OPEN ? undefined : number;
  }

  /** Stores the view of an entry in memory, and returns the content of the entry itself. */
  private marked({ opened, view }: Entry, number: number): string {
    this.views.delete(number);
    if (view) this.views.set(number, view);
    const [oldest] = this.views.keys();
    if (this.views.size > MAX_VIEWS) this.views.delete(oldest);
    return `pyrograph ${this.load} ${opened} ${number}`;
  }

  /** Undefined for an entry that the page did not create: the user edited the URL or clicked a link. */
  private currentEntry(): Entry | undefined {
    const marks = marksIn(history.state, this.load);
    return marks && { opened: marks.opened, view: this.views.get(marks.number) };
  }

  /** Shows the entry that the browser has moved to. */
  private read(): void {
    const hash = location.hash.slice(1);
    const entry = this.currentEntry();
    this.isAtEntry = true;
    if (entry === undefined) return this.readNew(hash);
    const linked = linkedIn(hash);
    if (store.getState().opening) cancelOpening();
    const { opened, source } = store.getState();
    const isOpen =
      opened > 0 && (opened === entry.opened || (linked !== undefined && linked.source === source));
    leaveOffered();
    if (isOpen || (entry.opened > 0 && comeBack(entry.opened))) this.show(hash, entry.view);
    else if (linked || leadsToRecording(hash)) this.openLinked();
    else if (entry.opened <= 0 || !openAgain(entry.opened, hash, entry.view)) this.goToStart(hash);
  }

  /** Shows an entry that the page did not create: another link, or another view of the open recording. */
  private readNew(hash: string): void {
    const state = store.getState();
    const { source, opening, opened } = state;
    const linked = linkedIn(hash);
    this.replaceEntry({ opened, view: undefined });
    if (linked ? linked.source !== source : leadsToRecording(hash)) return this.openLinked();
    leaveOffered();
    if (opening) {
      if (this.isLinkAsked) this.goToStart(hash);
      return;
    }
    const isView = linked !== undefined || source === '' || writeAddress(readAddress(hash)) !== '';
    if (openRecording(state) && isView) this.show(hash, undefined);
    else this.goToStart(hash);
  }

  /** Shows another view of the open recording. */
  private show(hash: string, view: ViewState | undefined): void {
    const state = store.getState();
    const { opened } = state;
    const recording = openRecording(state);
    if (!recording) return;
    const isSame = isSettled(state) && hashOf(state, recording) === hash;
    this.written = { hash, opened };
    if (isSame) this.isAtEntry = false;
    else if (view) applyViewState(view);
    else this.showLinked(hash, recording).catch(() => showProblem(NOT_LOADED));
  }

  private async showLinked(hash: string, recording: Recording): Promise<void> {
    const { viewStateAt } = await import('./linked-view.ts');
    const state = store.getState();
    if (openRecording(state) !== recording || location.hash.slice(1) !== hash) return;
    const { view, problem } = viewStateAt(readAddress(hash), recording, viewStateOf(state));
    applyViewState(view);
    if (problem) store.setState({ problem });
  }

  private goToStart(hash: string): void {
    this.replaceEntry({ opened: 0, view: undefined });
    this.written = { hash, opened: 0 };
    this.isAtEntry = false;
    leave();
    this.awaitView();
  }

  /** Keeps a link to a view, while the start screen is shown, until its recording is opened. */
  private awaitView(): void {
    const hash = location.hash.slice(1);
    const isView = !leadsToRecording(hash) && !linkedIn(hash) && writeAddress(readAddress(hash)) !== '';
    store.setState({ awaited: isView ? hash : '' });
  }
}

export const addressBar = new AddressBar();

function linkedIn(hash: string): { readonly source: string } | undefined {
  return enclosedOf(hash) ?? remoteOf(hash);
}

/** The fragment of the URL. */
function hashOf(state: State, recording: Recording): string {
  const { source } = state;
  // A one-file page contains the recording, so its name is not needed.
  const isNamed = source === '' && !IS_ONE_FILE;
  const address = writeAddress({ ...addressOf(state, recording), ...(isNamed && namesIn(state, recording)) });
  const parts = enclosedOf(source) ? [address, source] : [source, address];
  return parts.filter((part) => part !== '').join('&');
}
