// What is looked at as a file for another program.

import { EXPORTS, type Export } from '../model/exports.ts';
import { reasonOf } from '../model/reason.ts';
import { Cancelled } from './engine.ts';
import { engine } from './refresh.ts';
import { store } from './store.ts';

const { getState, setState } = store;

export interface SavedFile {
  readonly name: string;
  readonly content: Blob;
}

/** Undefined when it could not be made, which is said, or when the recording was closed meanwhile. */
export async function fileFor(to: Export): Promise<SavedFile | undefined> {
  const { recording, options } = getState();
  if (!recording) return undefined;
  try {
    const content = await engine.exported(options, to, recording.name);
    return { name: fileName(recording.name, EXPORTS[to].ending), content };
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
