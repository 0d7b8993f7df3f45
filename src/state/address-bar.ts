// The address bar and the page say the same: what is looked at stands behind `#`, and what is put there, by a link, by
// back and forward or by hand, is looked at.

import type { Recording } from '../model/session.ts';
import { close } from './actions.ts';
import { readAddress, writeAddress } from './address.ts';
import { enclosedOf, openEnclosed } from './enclosed.ts';
import { isAllThere } from './graphs.ts';
import { IS_ONE_FILE, openHeld } from './held-recording.ts';
import { addressOf, stateAt } from './link.ts';
import { lookAsLinked } from './look.ts';
import { leaveOffered, leadsToRecording, offerOrOpen, remoteOf } from './remote.ts';
import { store, type State } from './store.ts';

/** In milliseconds: a wheel zooms many times a second, and a browser takes few entries. */
const QUIET = 200;
/** What entries of the history hold that the page has seen: one that is typed, or made by a click, does not. */
const SEEN = 'pyrograph';
/** What makes no entry of its own in the way back. */
const BESIDES = /(?:^|&)(?:box|seen|search|sort|words|order|open|lit)=[^&]*/g;

/** Follows the page until the returned function is called. */
export function followAddressBar(): () => void {
  let soon: ReturnType<typeof setTimeout> | undefined;
  let written: { readonly hash: string; readonly of: State['recording'] } = { hash: '', of: undefined };
  // Who went back or forward is at an entry already: another one would cut off those before and after it.
  let isAtEntry = false;
  const write = () => {
    const state = store.getState();
    const before = location.hash.slice(1);
    // A link to what a person has still to open waits for it.
    const hash = state.recording ? hashOf(state, state.recording) : written.of && '';
    if (state.opening || hash === undefined) return;
    const isSamePicture = withoutBesides(hash) === withoutBesides(before);
    const isSameRecording = state.recording === written.of && state.recording !== undefined;
    const url = hash === '' ? location.pathname + location.search : `#${hash}`;
    if (isSameRecording && !isSamePicture && !isAtEntry) history.pushState(SEEN, '', url);
    else if (hash !== before) history.replaceState(SEEN, '', url);
    written = { hash, of: state.recording };
    isAtEntry = false;
  };
  const unsubscribe = store.subscribe(({ recording }) => {
    clearTimeout(soon);
    if (recording) isLinkAsked = false;
    // Where a person begins is an entry, however soon he goes on.
    if (recording !== written.of) write();
    soon = setTimeout(write, QUIET);
  });
  const read = () => {
    const { recording, source, opening } = store.getState();
    const hash = location.hash.slice(1);
    const linked = enclosedOf(hash) ?? remoteOf(hash);
    isAtEntry = hash !== written.hash;
    const isNew = history.state !== SEEN;
    markEntry();
    // Another recording than the one that is open.
    if (linked ? linked.source !== source : leadsToRecording(hash)) return openLinked();
    leaveOffered();
    // Typed over what a link led to, how to look at something is meant for what is there.
    const isLook = isNew && recording && !opening && writeAddress(readAddress(hash)) !== '';
    if (!linked && !isLook && (source !== '' || (opening && isLinkAsked))) {
      // From what a link led to, back to before it. A file that was open there cannot be opened again by an address.
      written = { hash, of: undefined };
      return close();
    }
    if (!recording || hash === written.hash) return;
    written = { hash, of: recording };
    lookAsLinked(stateAt(readAddress(hash), recording));
  };
  markEntry();
  addEventListener('popstate', read);
  if (IS_ONE_FILE) void openHeld();
  else openLinked();
  return () => {
    clearTimeout(soon);
    unsubscribe();
    removeEventListener('popstate', read);
  };
}

function markEntry(): void {
  if (history.state !== SEEN) history.replaceState(SEEN, '');
}

/** Whether what is being opened may be what the address bar led to. */
let isLinkAsked = false;

/** Opens what the address bar holds, or names. */
export function openLinked(): void {
  isLinkAsked = true;
  const enclosed = enclosedOf(location.hash);
  if (enclosed) void openEnclosed(enclosed);
  else offerOrOpen(location.hash);
}

/** What should stand in the address bar; undefined while the picture that was asked for, or a part of it, is on its way. */
function hashOf(state: State, recording: Recording): string | undefined {
  const { view, options, arrival } = state;
  if (arrival || !isAllThere(state) || JSON.stringify(view?.options) !== JSON.stringify(options))
    return undefined;
  const address = writeAddress(addressOf(state, recording));
  const parts = enclosedOf(state.source) ? [address, state.source] : [state.source, address];
  return parts.filter((part) => part !== '').join('&');
}

function withoutBesides(hash: string): string {
  return hash.replace(BESIDES, '').replace(/^&/, '');
}
