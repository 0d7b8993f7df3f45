// Files with recordings of which the user chooses what to do with them, because they are several or another one is open.

import type { Note } from '../../model/profile.ts';
import type { InputFile } from '../../model/session.ts';
import { readAddress } from '../../sharing/address.ts';
import { compareWith } from './comparing.ts';
import { openFiles } from './opening.ts';
import { engine } from '../engine/session.ts';
import { store, type SniffedRecording } from '../store.ts';

const { getState, setState } = store;

/** For use while a recording is open. Files without a recording, such as symbol files, are opened immediately. */
export async function receiveBeside(files: readonly InputFile[], notes: readonly Note[]): Promise<void> {
  const recordings = files.length > 0 ? await engine.recordingsIn(files) : [];
  // A recording that was closed in the meantime cannot be compared.
  if (recordings.length === 0 || !getState().recording) return openFiles(files, { notes });
  setState({ received: { files, notes, recordings } });
}

export function openReceived(index: number): void {
  const received = takeReceived();
  if (received) void openFiles(filesOf(index, received), { notes: received.notes });
}

/** Compares the open recording with the received ones, or adds them to a side of the comparison. */
export function compareReceived(side: 'a' | 'b' = 'b'): void {
  const received = takeReceived();
  if (received) void compareWith({ [side]: groupsOf(received) });
}

/** Compares received recordings, by index, with each other. The first recording of A is the one that stays open afterwards. */
export async function compareAmongReceived(a: readonly number[], b: readonly number[]): Promise<void> {
  const received = takeReceived();
  if (!received || a.length === 0) return;
  const { notes } = received;
  const groupOf = (indexes: readonly number[]) =>
    indexes.map((index) => ({ files: filesOf(index, received) }));
  const [first, ...othersOfA] = groupOf(a);
  const awaited = getState().recording ? {} : readAddress(location.hash);
  const added = { a: othersOfA, b: groupOf(b) };
  const compared = {
    added,
    link: awaited.comparison && { source: '', address: awaited, isOpenedByUser: true },
  };
  // A link to a comparison says nothing about its first recording.
  const link = awaited.comparison && { source: '', address: {} };
  await openFiles(first.files, { notes, link, compared });
}

/** Compares the open recording with those among the files, or adds them to a side of the comparison. */
export async function compareFiles(files: readonly InputFile[], side: 'a' | 'b'): Promise<void> {
  if (files.length === 0) return;
  await compareWith({ [side]: groupsOf({ files, recordings: await engine.recordingsIn(files) }) });
}

function takeReceived(): SniffedRecording | undefined {
  const { received } = getState();
  setState({ received: undefined });
  return received;
}

type Files = Pick<SniffedRecording, 'files' | 'recordings'>;

function groupsOf(given: Files): { readonly files: readonly InputFile[] }[] {
  const found = given.recordings.map((_, index) => ({ files: filesOf(index, given) }));
  return found.length > 1 ? found : [given];
}

/** The files of a recording: symbol files belong to all of them. */
function filesOf(index: number, { files, recordings }: Files): readonly InputFile[] {
  const others = new Set(recordings.map(({ file }) => file));
  others.delete(recordings[index].file);
  return files.filter((_, i) => !others.has(i));
}
