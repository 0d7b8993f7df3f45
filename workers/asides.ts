// Notes on the files of a set that were not used. Loaded when there are some.

import { NONE, type Note } from '../src/model/profile.ts';
import type { Other } from './sniff.ts';

function aside(name: string, text: string): Note {
  return { kind: `aside ${name}`, text: text.replace(/\.$/, ''), count: 1, line: NONE };
}

/** A folder may be full of other files. */
const MOST_ASIDES = 5;

/** Of files that are of no use; `unlisted` is how many there are besides. */
export function asidesOf(others: readonly Other[], unlisted: number): Note[] {
  const sentences = others.filter(({ beside }) => beside !== undefined);
  const told = sentences.slice(0, sentences.length > MOST_ASIDES ? MOST_ASIDES - 1 : MOST_ASIDES);
  const rest = others.filter((other) => !told.includes(other)).map(({ name }) => name);
  const notes = told.map(({ name, why, beside }) => aside(name, beside ?? why));
  const count = rest.length + unlisted;
  if (count === 0) return notes;
  const few = `${rest.slice(0, 3).join(', ')}${count > 3 ? ', …' : ''}`;
  const which =
    count === 1
      ? 'file was left aside, which is no recording and names'
      : 'files were left aside, which are no recordings and name';
  const text = `${count} ${told.length > 0 ? 'more ' : ''}${which} no code: ${few}`;
  return [...notes, { kind: 'asides', text, count: 1, line: NONE }];
}

/** Of files that name code beside a recording that names its functions itself. */
export function notNeededOf(companions: readonly string[]): Note[] {
  const told = companions.slice(0, companions.length > MOST_ASIDES ? MOST_ASIDES - 1 : MOST_ASIDES);
  const rest = companions.length - told.length;
  return [
    ...told.map((name) => aside(name, `“${name}” was not needed: ${NAMED}`)),
    ...(rest > 0 ? [aside('not needed', `${rest} more files were not needed: ${NAMED}`)] : []),
  ];
}

const NAMED = 'the recording already names its functions';
