// Creates temporary folders that only their owner can enter.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reasonOf } from '../src/text/reason.ts';

interface PrivateFolder {
  readonly path: string;
  /** May be called repeatedly; also runs when the process exits. */
  readonly remove: () => void;
}

/** The second one is for a TMPDIR that does not exist. */
export function temporaryFolders(): string[] {
  return [...new Set([tmpdir(), '/tmp'])];
}

/** Creates a folder with mode 0700 in the first parent folder that is writable. */
export function createPrivateFolder(parents: readonly string[]): PrivateFolder {
  const reasons: string[] = [];
  for (const parent of parents) {
    try {
      const path = mkdtempSync(join(parent, 'pyrograph-'));
      const remove = () => rmSync(path, { recursive: true, force: true });
      process.once('exit', remove);
      return { path, remove };
    } catch (error) {
      reasons.push(reasonOf(error));
    }
  }
  throw new Error(`Could not create a temporary folder: ${reasons.join('; ')}.`);
}
