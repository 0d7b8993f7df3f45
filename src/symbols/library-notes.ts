// Notes about the files that accompany a recording.

import { formatList, formatNumberOf } from '../text/format.ts';
import { newNote, type Note } from '../model/profile.ts';
import type { JitDump } from './jit/jitdump.ts';

/** Ends of sentences that start with file names and “is” or “are”. */
export const LibraryProblem = {
  hiddenKernel:
    'missing the addresses, which only root can read: copy it with sudo cat /proc/kallsyms > kallsyms',
  otherKernel: 'ignored: only the last kallsyms file is used',
  truncatedDump: 'truncated, as happens when a program is killed: the last functions have no names',
  tooLarge: 'too large: the last functions are ignored',
  foreignProcess: 'not from any recorded process: add the files that belong to this recording',
  unusedBuild: 'from a different build than the recorded file, and not used: add the same build',
  ambiguousMap:
    'from one of several processes with code at the same addresses: rename it to perf-PID.map with the process ID in the recording',
  lateMap:
    'found only by its addresses, for which the recording must be read again: save the recording to a file and open that file',
  otherBuild: 'from a different build than the recorded file, so names may be wrong: add the same build',
  tooLate:
    'found only by build ID, which this piped recording lists at the end: save the recording to a file and open that file',
} as const;
const DAMAGED_DUMP = 'damaged, as can happen when a program forks';

/** Number of file names a note lists. */
const MAX_NAMES = 3;

interface Dump {
  readonly path: string;
  readonly dump: JitDump;
}

/** One note about the data skipped in damaged dumps; empty if there are none. */
export function damagedDumpNote(dumps: readonly Dump[]): Note[] {
  const damaged = dumps.filter(({ dump }) => dump.skippedBytes > 0);
  const sum = (count: (dump: JitDump) => number) =>
    damaged.reduce((total, { dump }) => total + count(dump), 0);
  const skipped = sum(({ skippedBytes }) => skippedBytes);
  const missing = sum(({ missingCodes }) => missingCodes);
  const lost = missing > 0 ? ` and the names of ${formatNumberOf(missing, 'function')} were lost` : '';
  const paths = damaged.map(({ path }) => path);
  return noteOf(
    'damaged jitdump',
    paths,
    `${DAMAGED_DUMP}: ${formatNumberOf(skipped, 'byte')} of invalid data were skipped${lost}`,
  );
}

/** A note about these files; empty if there are none. */
export function noteOf(kind: string, paths: readonly string[], predicate: string): Note[] {
  if (paths.length === 0) return [];
  const names = paths.map((path) => `“${path}”`);
  const are = paths.length > 1 ? 'are' : 'is';
  return [newNote(kind, `${formatList(names, MAX_NAMES)} ${are} ${predicate}`)];
}
