// Exports the current samples for another program, or the complete recording as a one-file page.

import { EXPORTS, type ProfileExport } from '../model/exports.ts';
import { isCanceled } from '../async/canceled.ts';
import { reasonOf } from '../text/reason.ts';
import { writeAddress } from './address.ts';
import { openRecording, store } from './store.ts';
import { addressOf } from './link.ts';
import { engine } from './session.ts';

const { getState, setState } = store;

export interface SavedFile {
  readonly name: string;
  readonly content: Blob;
  /** What the format cannot represent, one sentence each. */
  readonly notes?: readonly string[];
}

/** Undefined after a failure, which is shown, or if the recording was closed meanwhile. */
export async function fileFor(to: ProfileExport | 'html'): Promise<SavedFile | undefined> {
  const state = getState();
  const recording = openRecording(state);
  if (!recording) return undefined;
  try {
    const name = fileName(recording.name, EXPORTS[to].ending);
    if (to === 'html') return { name, content: await oneFile(writeAddress(addressOf(state, recording))) };
    const { options } = state;
    return { name, ...(await engine.ask('export', 'export', { options, to, name: recording.name })).value };
  } catch (error) {
    if (!isCanceled(error)) failed(reasonOf(error));
    return undefined;
  }
}

async function oneFile(address: string): Promise<Blob> {
  return (await engine.ask('export', 'oneFile', { address })).value;
}

/** `program.perf.gz` is saved as `program.folded`. */
export function fileName(recording: string, ending: string): string {
  const plain = recording.replace(/\.(?:gz|zst|xz)$/, '').replace(/\.(?:perf|data|txt|folded|json|pb)$/, '');
  // Replaces characters that have a meaning in a file system, since names may come from anywhere.
  const safe = plain.replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, '_').replace(/^\.+/, '');
  return `${safe === '' ? 'profile' : safe.slice(0, 120)}${ending}`;
}

export function failed(reason: string): void {
  setState({
    problem: { text: `The file could not be created (${reason}): choose fewer samples, or try again.` },
  });
}
