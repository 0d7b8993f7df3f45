// What is looked at as a file: for another program, or all of the recording in a page of its own.

import { EXPORTS, type ProfileExport } from '../model/exports.ts';
import { reasonOf } from '../model/reason.ts';
import { writeAddress } from './address.ts';
import { Cancelled } from './engine.ts';
import { addressOf } from './link.ts';
import { engine } from './refresh.ts';
import { store } from './store.ts';

const { getState, setState } = store;

export interface SavedFile {
  readonly name: string;
  readonly content: Blob;
  /** What the format could not hold, a sentence each. */
  readonly notes?: readonly string[];
}

/** Undefined when it could not be made, which is said, or when the recording was closed meanwhile. */
export async function fileFor(to: ProfileExport | 'html'): Promise<SavedFile | undefined> {
  const state = getState();
  const { recording } = state;
  if (!recording) return undefined;
  try {
    const name = fileName(recording.name, EXPORTS[to].ending);
    if (to === 'html')
      return { name, content: await engine.oneFile(writeAddress(addressOf(state, recording))) };
    return { name, ...(await engine.exported(state.options, to, recording.name)) };
  } catch (error) {
    if (!(error instanceof Cancelled)) failed(reasonOf(error));
    return undefined;
  }
}

/** `program.perf.gz` is saved as `program.folded`. */
export function fileName(recording: string, ending: string): string {
  const plain = recording.replace(/\.(?:gz|zst|xz)$/, '').replace(/\.(?:perf|data|txt|folded|json|pb)$/, '');
  // Names may come from anywhere, and some signs mean something to a file system.
  const safe = plain.replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, '_').replace(/^\.+/, '');
  return `${safe === '' ? 'profile' : safe.slice(0, 120)}${ending}`;
}

export function failed(reason: string): void {
  setState({
    problem: { text: `The file could not be made (${reason}): choose fewer samples, or try again.` },
  });
}
