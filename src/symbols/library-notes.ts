// What notes say of the files that came with a recording.

import { formatNumberOf } from '../model/format.ts';
import { NONE, type Note } from '../model/profile.ts';
import type { JitDump } from './jitdump.ts';

/** What files are, after their names and “is” or “are”. */
export const HIDDEN_KERNEL =
  'without addresses, which Linux shows to root alone: copy it with sudo cat /proc/kallsyms > kallsyms';
const DAMAGED_DUMP = 'damaged, as can happen when a program forks';
export const CUT_DUMP = 'cut, as when a program is killed: the last functions that it made have no names';
export const TOO_MANY = 'too large, and of the functions that it names the last ones are left out';
export const FOREIGN_PROCESS = 'of no process of the recording: bring what was recorded with it';
export const OTHER_BUILD =
  'of another build than what was recorded, so that names may be wrong: bring the same build';
export const TOO_LATE =
  'among these files by build alone, which a recording tells at its end, and one from a pipe is read once: save it to a file, and open that';

/** Names of files that are written out in a note. */
const MOST_NAMES = 3;

interface Dump {
  readonly path: string;
  readonly dump: JitDump;
}

/** What was skipped in dumps that are damaged, in one note. */
export function damagedDumpNote(dumps: readonly Dump[]): Note[] {
  const damaged = dumps.filter(({ dump }) => dump.skippedBytes > 0);
  const sum = (of: (dump: JitDump) => number) => damaged.reduce((all, { dump }) => all + of(dump), 0);
  const bytes = formatNumberOf(
    sum(({ skippedBytes }) => skippedBytes),
    'byte',
  );
  const missing = sum(({ missingCodes }) => missingCodes);
  const lost = missing > 0 ? `, and with them the names of ${formatNumberOf(missing, 'function')}` : '';
  const paths = damaged.map(({ path }) => path);
  return noteOf('damaged jitdump', paths, `${DAMAGED_DUMP}: ${bytes} that make no sense were skipped${lost}`);
}

/** One note on all of these files, by their paths; none where there are none. */
export function noteOf(kind: string, paths: readonly string[], what: string): Note[] {
  if (paths.length === 0) return [];
  const names = paths.slice(0, MOST_NAMES).map((path) => `“${path}”`);
  const more = paths.length > MOST_NAMES ? [`${paths.length - MOST_NAMES} more`] : [];
  const all = [...names, ...more];
  const subject = all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${all.at(-1)} are` : `${all[0]} is`;
  return [{ kind, text: `${subject} ${what}`, count: 1, line: NONE }];
}
