// Makes sure that perf can write the recording, and that no other recording is written to the same file.

import { closeSync, existsSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { reasonOf } from '../../src/text/reason.ts';

/** Rejects outputs that perf cannot go back in: it writes the size of the data last. */
export function checkRecordOutput(output: string): void {
  if (output === '-')
    throw new Error('A recording cannot be written to standard output: give a file with -o.');
}

/** Creates the empty file, which perf replaces. Throws if it exists or cannot be written. */
export function reserveOutput(output: string): void {
  try {
    makeFolder(dirname(output));
    closeSync(openSync(output, 'wx'));
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw new Error(
      isTaken
        ? `${output} already exists: remove it or choose another name.`
        : `Could not write ${output}: ${reasonOf(error)}.`,
      { cause: error },
    );
  }
}

/** With its parents. Node's own option for that never returns in /proc, where no folder can be made. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}

/** Removes the file if perf has written nothing. */
export function releaseOutput(output: string): void {
  if (statSync(output, { throwIfNoEntry: false })?.size === 0) rmSync(output);
}
