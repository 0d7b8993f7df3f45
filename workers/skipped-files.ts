// Notes on files that were opened with a recording but not used. Loaded on demand.

import { newNote, type Note } from '../src/model/profile.ts';
import type { SkippedFile } from './sniff.ts';

function noteAbout(name: string, text: string): Note {
  return newNote(`skipped ${name}`, text.replace(/\.$/, ''));
}

/** Limits the notes, since a folder may contain many other files. */
const MAX_NOTES = 5;

/** The items that get their own note; if there are too many, the last note summarizes the rest. */
function itemsToList<T>(all: readonly T[]): readonly T[] {
  return all.slice(0, all.length > MAX_NOTES ? MAX_NOTES - 1 : MAX_NOTES);
}

/** Notes on skipped files; `unlistedCount` more are not in `skipped`. */
export function skippedFileNotes(skipped: readonly SkippedFile[], unlistedCount: number): Note[] {
  const listed = itemsToList(skipped.filter(({ note }) => note !== undefined));
  const rest = skipped.filter((file) => !listed.includes(file)).map(({ name }) => name);
  const notes = listed.map(({ name, reason, note }) => noteAbout(name, note ?? reason));
  const count = rest.length + unlistedCount;
  if (count === 0) return notes;
  const names = `${rest.slice(0, 3).join(', ')}${count > 3 ? ', …' : ''}`;
  const what =
    count === 1 ? 'file was skipped because it contains' : 'files were skipped because they contain';
  const text = `${count} ${listed.length > 0 ? 'more ' : ''}${what} neither samples nor symbols: ${names}`;
  return [...notes, newNote('skipped', text)];
}

/** Notes on symbol files opened with a recording that already contains its function names. */
export function unneededFileNotes(companions: readonly string[]): Note[] {
  const listed = itemsToList(companions);
  const rest = companions.length - listed.length;
  return [
    ...listed.map((name) => noteAbout(name, `“${name}” was not needed: ${NAMED}`)),
    ...(rest > 0 ? [noteAbout('not needed', `${rest} more files were not needed: ${NAMED}`)] : []),
  ];
}

const NAMED = 'the recording already contains its function names';
