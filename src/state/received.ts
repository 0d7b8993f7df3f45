// Files that the user drops or pastes. While a recording is open, the user chooses what to do with another one.

import type { Note } from '../model/profile.ts';
import type { InputFile } from '../model/session.ts';
import { compareWith } from './comparing.ts';
import { openFiles } from './opening.ts';
import { engine } from './session.ts';
import { store } from './store.ts';

const { getState, setState } = store;

/** For use while a recording is open. Files without a recording, such as symbol files, are opened immediately. */
export async function receiveBeside(files: readonly InputFile[], notes: readonly Note[]): Promise<void> {
  const recordings = files.length > 0 ? await engine.recordingsIn(files) : [];
  // A recording that was closed in the meantime cannot be compared.
  if (recordings.length === 0 || !getState().recording) return openFiles(files, { notes });
  setState({ received: { files, notes, recordings } });
}

/** Opens the received files instead of the open recording. */
export function openReceived(): void {
  const { received } = getState();
  setState({ received: undefined });
  if (received) void openFiles(received.files, { notes: received.notes });
}

/** Compares the open recording with the received ones, or adds them to a side of the comparison. */
export function compareReceived(side?: 'a' | 'b'): void {
  const { received } = getState();
  if (received) void compareWith(groupsOf(received.files, received.recordings), side);
}

/** Compares the open recording with those among the files, or adds them to a side of the comparison. */
export async function compareFiles(files: readonly InputFile[], side: 'a' | 'b'): Promise<void> {
  if (files.length > 0) await compareWith(groupsOf(files, await engine.recordingsIn(files)), side);
}

/** One group of files per recording: symbol files belong to all of them. */
function groupsOf(files: readonly InputFile[], recordings: readonly string[]): (readonly InputFile[])[] {
  const found = files.filter(({ name }) => recordings.includes(name));
  const others = files.filter((file) => !found.includes(file));
  // The recording of an archive has another name than its file.
  return found.length < 2 ? [files] : found.map((file) => [file, ...others]);
}
