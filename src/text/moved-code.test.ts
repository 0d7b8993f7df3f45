import { expect, test } from 'vitest';
import { profileOf } from '../../fixtures/text.ts';
import type { FunctionMove, MatchMark } from '../model/comparison.ts';
import { classify } from '../python/classify.ts';
import { movedText } from './moved-code.ts';

const NAMES = [
  'py::parse:/srv/app/text.py',
  'py::parse:/srv/app/text/words.py',
  'py::split:/srv/app/text.py',
  'py::split:/srv/app/text/words.py',
  'py::load:/v/lib/python3.13/site-packages/shop/io.py',
  'py::load:/w/lib/python3.13/site-packages/shop/files.py',
];
const { profile: names } = classify(profileOf(NAMES.map((name) => `${name} 1`).join('\n')));
const funcOf = (name: string) => names.funcs.name.indexOf(names.strings.indexOf(name));

/** The moves between the names in this order: the second is the place in B of the first, and so on. */
function moves(count: number, first = 0, mark: MatchMark = 'moved'): FunctionMove[] {
  return Array.from({ length: count }, (_, i) => {
    const at = first + 2 * i;
    return { from: funcOf(NAMES[at]), to: funcOf(NAMES[at + 1]), mark };
  });
}

const textOf = (list: readonly FunctionMove[], tested = list) =>
  movedText({ moves: list, totals: tested.map(({ to }) => ({ index: to })) }, names);

test('names the function that moved, or counts them, and both files', () => {
  expect(textOf(moves(1))).toBe('parse moved from text.py to text/words.py.');
  expect(textOf(moves(2))).toBe('2 functions moved from text.py to text/words.py.');
  expect(textOf(moves(3))).toBe('2 functions moved from text.py to text/words.py, and 1 other.');
  expect(textOf(moves(1, 4))).toBe('load moved from io.py to files.py.');
});

test('says nothing of functions in another folder or with another name, nor of small ones', () => {
  expect(textOf(moves(1, 0, 'path'))).toBe('');
  expect(textOf(moves(1, 0, 'renamed'))).toBe('');
  expect(textOf(moves(1), [])).toBe('');
  expect(textOf(moves(2), moves(1))).toBe('2 functions moved from text.py to text/words.py.');
});
