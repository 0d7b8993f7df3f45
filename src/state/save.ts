// Exports the current samples for another program, or the complete recording as a one-file page.

import type { ProfileExport, SavedExport } from '../model/exports.ts';
import type { Recording } from '../model/session.ts';
import { isCanceled } from '../async/canceled.ts';
import { reasonOf } from '../text/reason.ts';
import { writeAddress } from './address.ts';
import { store } from './store.ts';
import { addressOf } from './link.ts';
import { engine } from './session.ts';

const { getState, setState } = store;

/** Shows a failure. Returns undefined after a failure, or if the recording is closed before `make` is done. */
export async function attempt<T>(make: () => Promise<T>): Promise<T | undefined> {
  try {
    return await make();
  } catch (error) {
    const text = `The file could not be created (${reasonOf(error)}): choose fewer samples, or try again.`;
    if (!isCanceled(error)) setState({ problem: { text } });
    return undefined;
  }
}

/** Throws Canceled if the recording is closed before the export is ready. */
export async function exported(recording: Recording, to: ProfileExport | 'html'): Promise<SavedExport> {
  const state = getState();
  const { options } = state;
  if (to !== 'html')
    return (await engine.ask('export', 'export', { options, to, name: recording.name })).value;
  const address = writeAddress(addressOf(state, recording));
  return { content: (await engine.ask('export', 'oneFile', { address })).value, notes: [] };
}

/** `program.perf.gz` is saved as `program.folded`. */
export function fileName(recording: string, ending: string): string {
  const plain = recording.replace(/\.(?:gz|zst|xz)$/, '').replace(/\.(?:perf|data|txt|folded|json|pb)$/, '');
  // Replaces characters that have a meaning in a file system, since names may come from anywhere.
  const safe = plain.replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, '_').replace(/^\.+/, '');
  return `${safe === '' ? 'profile' : safe.slice(0, 120)}${ending}`;
}
