// The address bar and the page say the same: what is looked at stands behind `#`, and what is put there, by a link, by
// back and forward or by hand, is looked at.

import type { Recording } from '../model/session.ts';
import { pictureIn, readAddress, writeAddress } from './address.ts';
import { enclosedOf, openEnclosed } from './enclosed.ts';
import { followLink } from './follow-link.ts';
import { isAllThere } from './graphs.ts';
import { IS_ONE_FILE, openHeld } from './held-recording.ts';
import { addressOf, namesIn, stateAt } from './link.ts';
import { lookAsLinked } from './look.ts';
import { cancelOpening, comeBack, leave, openAgain } from './opening.ts';
import { leaveOffered, leadsToRecording, remoteOf } from './remote.ts';
import { store, type State } from './store.ts';

/** In milliseconds: a wheel zooms many times a second, and a browser takes few entries. */
const QUIET = 200;
/** Of an earlier load of the page nothing is open any more. */
const LOAD = Math.random().toString(36).slice(2);
/** In an entry of such a load. */
const NOT_OPEN = -1;

/** What an entry of the history holds: which recording it is of, as in `State.opened`, and 0 for the start screen. */
function markOf(opened: number): string {
  return `pyrograph ${LOAD} ${opened}`;
}

/** Undefined for an entry that the page has not seen: one that is typed, or made by a click. */
function openedIn(mark: unknown): number | undefined {
  const [, load, opened] = /^pyrograph (\w+) (\d+)$/.exec(String(mark)) ?? [];
  if (load === undefined) return undefined;
  return load === LOAD ? Number(opened) : NOT_OPEN;
}

/** What was written last, or found. */
let written = { hash: '', opened: 0 };
/** Who went back or forward is at an entry already: another one would cut off those before and after it. */
let isAtEntry = false;

/** Follows the page until the returned function is called. */
export function followAddressBar(): () => void {
  let soon: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = store.subscribe(({ recording, opened }) => {
    clearTimeout(soon);
    if (recording) isLinkAsked = false;
    // Where a person begins is an entry, however soon he goes on.
    if (opened !== written.opened) write();
    soon = setTimeout(write, QUIET);
  });
  if (openedIn(history.state) !== 0) history.replaceState(markOf(0), '');
  addEventListener('popstate', read);
  if (IS_ONE_FILE) {
    // The page is the recording: there is nothing before it to go back to.
    isAtEntry = true;
    void openHeld();
  } else {
    awaitView();
    openLinked();
  }
  return () => {
    clearTimeout(soon);
    unsubscribe();
    removeEventListener('popstate', read);
  };
}

function write(): void {
  const state = store.getState();
  const { recording, opened, opening, source } = state;
  const isOther = opened !== written.opened;
  // A link to what a person has still to open waits for it.
  if (opening || (!recording && !isOther)) return;
  if (!recording) return put('', 0, false);
  const isSettled = isAllSeen(state);
  const before = location.hash.slice(1);
  const isThere = isAtEntry || (isOther && source !== '' && linkedIn(before)?.source === source);
  // To go back from there is possible at once; where in the picture one is is added to the same entry.
  if (!isSettled && (isThere || !isOther)) return;
  const hash = hashOf(state, recording);
  put(hash, opened, !isThere && (isOther || pictureIn(hash) !== pictureIn(before)));
  isAtEntry = !isSettled;
}

function put(hash: string, opened: number, isNewEntry: boolean): void {
  const url = hash === '' ? location.pathname + location.search : `#${hash}`;
  if (isNewEntry) history.pushState(markOf(opened), '', url);
  else if (hash !== location.hash.slice(1) || openedIn(history.state) !== opened)
    history.replaceState(markOf(opened), '', url);
  written = { hash, opened };
  isAtEntry = false;
}

/** Shows what the entry says that the browser has gone to. */
function read(): void {
  const hash = location.hash.slice(1);
  const entry = openedIn(history.state);
  isAtEntry = true;
  if (entry === undefined) return readNew(hash);
  const linked = linkedIn(hash);
  if (store.getState().opening) cancelOpening();
  const { opened, source } = store.getState();
  const isOpen = opened > 0 && (opened === entry || (linked !== undefined && linked.source === source));
  leaveOffered();
  if (isOpen || (entry > 0 && comeBack(entry))) look(hash);
  else if (linked || leadsToRecording(hash)) openLinked();
  else if (entry <= 0 || !openAgain(entry, hash)) goToStart(hash);
}

/** What was typed, or clicked: another link, or how to look at what is open. */
function readNew(hash: string): void {
  const { recording, source, opening, opened } = store.getState();
  const linked = linkedIn(hash);
  history.replaceState(markOf(opened), '');
  if (linked ? linked.source !== source : leadsToRecording(hash)) return openLinked();
  leaveOffered();
  if (opening) {
    if (isLinkAsked) goToStart(hash);
    return;
  }
  const isLook = linked !== undefined || source === '' || writeAddress(readAddress(hash)) !== '';
  if (recording && isLook) look(hash);
  else goToStart(hash);
}

/** Another look at what is open. */
function look(hash: string): void {
  const state = store.getState();
  const { recording, opened } = state;
  if (!recording) return;
  const isSame = isAllSeen(state) && hashOf(state, recording) === hash;
  written = { hash, opened };
  if (isSame) isAtEntry = false;
  else lookAsLinked(stateAt(readAddress(hash), recording));
}

function goToStart(hash: string): void {
  history.replaceState(markOf(0), '');
  written = { hash, opened: 0 };
  isAtEntry = false;
  leave();
  awaitView();
}

/** A link to a view waits on the start screen for its recording. */
function awaitView(): void {
  const hash = location.hash.slice(1);
  const isView = !leadsToRecording(hash) && !linkedIn(hash) && writeAddress(readAddress(hash)) !== '';
  store.setState({ awaited: isView ? hash : '' });
}

/** Gives the link up that waits for its recording. */
export function forgetAwaited(): void {
  put('', 0, false);
  store.setState({ awaited: '' });
}

function linkedIn(hash: string): { readonly source: string } | undefined {
  return enclosedOf(hash) ?? remoteOf(hash);
}

/** Whether what is being opened may be what the address bar led to. */
let isLinkAsked = false;

/** Opens what the address bar holds, or names. */
export function openLinked(): void {
  isLinkAsked = true;
  const enclosed = enclosedOf(location.hash);
  if (enclosed) void openEnclosed(enclosed);
  else void followLink(location.hash);
}

/** False while the picture that was asked for, or a part of it, is on its way. */
function isAllSeen(state: State): boolean {
  const { view, options, arrival } = state;
  return !arrival && isAllThere(state) && JSON.stringify(view?.options) === JSON.stringify(options);
}

/** What should stand in the address bar. */
function hashOf(state: State, recording: Recording): string {
  const { source } = state;
  // Who gets a page that is one file has the recording.
  const isNamed = source === '' && !IS_ONE_FILE;
  const address = writeAddress({ ...addressOf(state, recording), ...(isNamed && namesIn(state, recording)) });
  const parts = enclosedOf(source) ? [address, source] : [source, address];
  return parts.filter((part) => part !== '').join('&');
}
