// Keeps the URL and the page in sync: the fragment describes the current view, and the page follows links, Back and
// Forward, and edits of the URL. Back and Forward restore the ViewState itself. It is kept in memory, because browsers
// may write the contents of history entries to disk.

import { COSTS } from '../../model/costs.ts';
import { FINDING_IDS } from '../../model/findings.ts';
import { withoutMinorKeys, writeAddress, type Address } from '../../sharing/address.ts';
import { explain } from '../view/findings.ts';
import { firstOf } from '../opening/recordings.ts';
import { openAgain } from '../opening/reopening.ts';
import { CALLERS_HELP, COMPARING_HELP, openRecording, type HelpTopic, type State, store } from '../store.ts';
import { followLink, NOT_LOADED } from './follow-link.ts';
import { IS_ONE_FILE, openEmbedded } from '../opening/embedded-recording.ts';
import { servedFleetLink } from '../fleet/fleet-link.ts';
import { addressOf, isSettled, namedAddressOf } from './link.ts';
import { hasRecordings, hasView, isOfSeveral, readLink, type Link } from '../opening/linked-recordings.ts';
import { declineOffer, showProblem } from '../page.ts';
import { applyViewState } from '../view/selection.ts';
import { cancelOpening, goToStartScreen, showAgain } from '../opening/shown.ts';
import { viewStateOf, type ViewState } from '../view/view-state.ts';
import { afterPaint } from '../after-paint.ts';
import type { Recording } from '../../model/session.ts';

/** In milliseconds: the wheel zooms many times per second, but browsers limit how often history can change. */
const WRITE_DELAY = 200;
/** Marks entries of an earlier page load, whose recordings are no longer open. */
const NOT_OPEN = -1;

/** An entry of the browser's history. */
interface Entry {
  /** The number of its recording, as in `State.recordingNumber`; 0 for the start screen. */
  readonly recordingNumber: number;
  readonly view: ViewState | undefined;
}

/** Maximum number of views in memory. Older entries restore the view that their URL describes. */
const MAX_VIEWS = 100;

/** The recording and number of an entry that this page wrote; NOT_OPEN for entries of an earlier page load. */
function marksIn(
  state: unknown,
  load: string,
): { readonly recordingNumber: number; readonly number: number } | undefined {
  const [, from, recordingNumber, number] = /^pyrograph (\w+) (\d+) (\d+)$/.exec(String(state)) ?? [];
  if (from === undefined) return undefined;
  return from === load
    ? { recordingNumber: Number(recordingNumber), number: Number(number) }
    : { recordingNumber: NOT_OPEN, number: NOT_OPEN };
}

class AddressBar {
  private readonly pageLoad = Math.random().toString(36).slice(2);
  /** Views of the entries by number, oldest first. */
  private readonly views = new Map<number, ViewState>();
  /** Number of entries created by this page. */
  private entries = 0;
  /** The last fragment written or read, and the number of its recording. */
  private written = { hash: '', recordingNumber: 0 };
  /** The recording whose view replaces the current entry. After Back, a new entry would delete those that follow. */
  private replacing: number | 'any' | undefined;
  /** True while the recording that is being opened may come from the URL. */
  private isOpeningFromUrl = false;
  /** The recording that is still shown while a link is being followed. The URL does not describe its view. */
  private linked: { readonly from: number } | undefined;

  /** Starts syncing. The returned function stops it. */
  follow(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = store.subscribe((state, before) => {
      clearTimeout(timer);
      if (openRecording(state)) this.isOpeningFromUrl = false;
      // The first view of a recording gets an entry even if the user moves on immediately: once all around its graph is drawn.
      const isOther = state.recordingNumber !== this.written.recordingNumber;
      if (isOther || state.fleetLink !== before.fleetLink) afterPaint(this.writeSoon);
      timer = setTimeout(() => this.write(), WRITE_DELAY);
    });
    const read = () => this.read();
    if (this.currentEntry()?.recordingNumber !== 0)
      this.replaceEntry({ recordingNumber: 0, view: undefined });
    addEventListener('popstate', read);
    if (IS_ONE_FILE) {
      // The page contains the recording, so there is no earlier entry to go back to.
      this.replacing = 'any';
      void openEmbedded();
    } else {
      const link = readLink(location.hash);
      // First, so that the start screen does not replace the link in the URL.
      this.openLinked(link);
      this.showStart(link);
      this.explainLinked(location.hash);
    }
    return () => {
      clearTimeout(timer);
      unsubscribe();
      removeEventListener('popstate', read);
    };
  }

  /** Discards the link that waits for its recording. */
  forgetAwaitedView(): void {
    this.setEntry('', { recordingNumber: 0, view: undefined }, false);
    store.setState({ awaitedView: undefined });
  }

  /** Opens the recording that the URL contains or names. */
  openLinked(link = readLink(location.hash)): void {
    this.isOpeningFromUrl = true;
    const asked = { from: store.getState().recordingNumber };
    this.linked = asked;
    void followLink(link).finally(() => {
      // A newer link may have replaced it.
      if (this.linked === asked) this.linked = undefined;
    });
  }

  /** The same function each time, so that several changes before a frame are written once. */
  private readonly writeSoon = () => void setTimeout(() => this.write());

  private write(): void {
    const state = store.getState();
    const { recordingNumber, opening, fleetLink } = state;
    const recording = openRecording(state);
    const isOther = recordingNumber !== this.written.recordingNumber;
    const isFleet = !recording && fleetLink !== undefined;
    // Keeps a link to a view until its recording is open.
    if (opening || (!recording && !isOther && !isFleet) || recordingNumber === this.linked?.from) return;
    if (!recording) {
      const isNew = isFleet && !isOther && !['', fleetLink].includes(location.hash.slice(1));
      return this.setEntry(fleetLink ?? '', { recordingNumber: 0, view: undefined }, isNew);
    }
    const settled = isSettled(state);
    const before = location.hash.slice(1);
    const isFollowed = isOther && !this.isOfSameRecording() && isLinkTo(state, readLink(before));
    const hasEntry = this.replacing === 'any' || this.replacing === recordingNumber || isFollowed;
    // The entry is added immediately, so that Back leaves the recording; the locations follow when the tree is complete.
    if (!settled && (hasEntry || !isOther)) return;
    const hash = hashOf(state, recording);
    const isNew = !hasEntry && (isOther || withoutMinorKeys(hash) !== withoutMinorKeys(before));
    this.setEntry(hash, { recordingNumber, view: settled ? viewStateOf(state) : undefined }, isNew);
    this.replacing = settled ? undefined : recordingNumber;
  }

  /** True if a recording is shown after a comparison of it, or before. They may have the same source, but each has its entry. */
  private isOfSameRecording(): boolean {
    const { recordingNumber, opened } = store.getState();
    const before = this.currentEntry()?.recordingNumber ?? 0;
    return before > 0 && firstOf(opened, before) === firstOf(opened, recordingNumber);
  }

  private setEntry(hash: string, entry: Entry, isNew: boolean): void {
    // A relative URL would be resolved against the URL of the page that embeds this one, if the page is a frame's `srcdoc`.
    const url = location.href.split('#')[0] + (hash === '' ? '' : `#${hash}`);
    const before = this.currentEntry();
    const isSame = hash === location.hash.slice(1) && before?.recordingNumber === entry.recordingNumber;
    if (isNew) history.pushState(this.marked(entry, this.entries++), '', url);
    else if (!isSame || (entry.view && !before.view)) this.replaceEntry(entry, url);
    this.written = { hash, recordingNumber: entry.recordingNumber };
    this.replacing = undefined;
  }

  private replaceEntry(entry: Entry, url?: string): void {
    history.replaceState(this.marked(entry, this.currentNumber() ?? this.entries++), '', url);
  }

  private currentNumber(): number | undefined {
    const { number = NOT_OPEN } = marksIn(history.state, this.pageLoad) ?? {};
    return number === NOT_OPEN ? undefined : number;
  }

  /** Stores the view of an entry in memory, and returns the content of the entry itself. */
  private marked({ recordingNumber, view }: Entry, number: number): string {
    this.views.delete(number);
    if (view) this.views.set(number, view);
    const [oldest] = this.views.keys();
    if (this.views.size > MAX_VIEWS) this.views.delete(oldest);
    return `pyrograph ${this.pageLoad} ${recordingNumber} ${number}`;
  }

  /** Undefined for an entry that the page did not create: the user edited the URL or clicked a link. */
  private currentEntry(): Entry | undefined {
    const marks = marksIn(history.state, this.pageLoad);
    return marks && { recordingNumber: marks.recordingNumber, view: this.views.get(marks.number) };
  }

  /** Shows the entry that the browser has moved to. */
  private read(): void {
    const hash = location.hash.slice(1);
    const link = readLink(hash);
    const entry = this.currentEntry();
    this.replacing = 'any';
    if (entry === undefined) return this.readNew(hash, link);
    if (store.getState().opening) cancelOpening();
    declineOffer();
    const state = store.getState();
    if (entry.recordingNumber > 0) {
      this.replacing = entry.recordingNumber;
      if (state.recordingNumber === entry.recordingNumber || showAgain(entry.recordingNumber))
        return this.show(hash, link, entry.view);
      if (openAgain(entry.recordingNumber, link.address, entry.view)) return;
      this.replacing = 'any';
    }
    if (isLinkTo(state, link)) this.show(hash, link, entry.view);
    else if (link.source !== '') this.openLinked(link);
    else this.goToStart(hash, link);
  }

  /** Shows an entry that the page did not create: another link, or another view of the open recording. */
  private readNew(hash: string, link: Link): void {
    const state = store.getState();
    const { opening, source, recordingNumber } = state;
    this.replaceEntry({ recordingNumber, view: undefined });
    if (this.explainLinked(hash)) return;
    if (link.source !== '' && !isLinkTo(state, link)) return this.openLinked(link);
    declineOffer();
    if (link.source === '' && link.fleet !== undefined) return this.goToStart(hash, link);
    if (opening) {
      if (this.isOpeningFromUrl) this.goToStart(hash, link);
      return;
    }
    const isView = link.source !== '' || source === '' || hasView(link);
    if (openRecording(state) && isView) this.show(hash, link, undefined);
    else this.goToStart(hash, link);
  }

  /** Opens the help of a topic if the link leads to it, as in `#help=no-samples`. */
  private explainLinked(hash: string): boolean {
    const topics: HelpTopic[] = [
      COMPARING_HELP,
      CALLERS_HELP,
      ...FINDING_IDS,
      ...COSTS.map((cost) => cost.id),
    ];
    const id = topics.find((each) => hash.endsWith(`help=${each}`));
    if (id) explain(id);
    return id !== undefined;
  }

  private show(hash: string, { address }: Link, view: ViewState | undefined): void {
    const state = store.getState();
    const { recordingNumber } = state;
    const recording = openRecording(state);
    if (!recording) return;
    const isSame = isSettled(state) && hashOf(state, recording) === hash;
    this.written = { hash, recordingNumber };
    if (isSame) this.replacing = undefined;
    else if (view && isComparison(view) === isComparison(state)) applyViewState(view);
    else this.showLinked(hash, address, recording).catch(() => showProblem(NOT_LOADED));
  }

  private async showLinked(hash: string, address: Address, recording: Recording): Promise<void> {
    const { viewStateAt } = await import('./linked-view.ts');
    const state = store.getState();
    if (openRecording(state) !== recording || location.hash.slice(1) !== hash) return;
    const { view, problem } = viewStateAt(
      address,
      recording,
      viewStateOf(state),
      state.comparing?.recordings,
    );
    applyViewState(view);
    if (problem) store.setState({ problem });
  }

  private goToStart(hash: string, link: Link): void {
    this.replaceEntry({ recordingNumber: 0, view: undefined });
    this.written = { hash, recordingNumber: 0 };
    this.replacing = undefined;
    goToStartScreen();
    this.showStart(link);
  }

  /** While the start screen is shown, keeps a link to a view until its recording is opened. */
  private showStart(link: Link): void {
    const isView = link.source === '' && hasView(link);
    const fleetLink = link.fleet ?? servedFleetLink();
    store.setState({ awaitedView: isView ? link.address : undefined, fleetLink });
  }
}

export const addressBar = new AddressBar();

/** True if this is what the link leads to: a recording by itself, or a comparison. */
function isLinkTo({ recordingNumber, source, comparing }: State, link: Link): boolean {
  const isLinked = recordingNumber > 0 && hasRecordings(link) && link.source === source;
  // A link that names several recordings compares them.
  const isToComparison = link.address.comparison !== undefined || isOfSeveral(link);
  return isLinked && isToComparison === (comparing !== undefined);
}

function isComparison({ options }: Pick<ViewState, 'options'>): boolean {
  return options.comparison !== undefined;
}

/** The fragment of the URL. */
function hashOf(state: State, recording: Recording): string {
  const { source } = state;
  // A one-file page contains the recording, so its name is not needed.
  const isNamed = source === '' && !IS_ONE_FILE;
  const address = writeAddress(isNamed ? namedAddressOf(state, recording) : addressOf(state, recording));
  // A profile in a link comes last.
  const parts = readLink(source).enclosed.length > 0 ? [address, source] : [source, address];
  return parts.filter((part) => part !== '').join('&');
}
