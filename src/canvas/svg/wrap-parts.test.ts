import { expect, test } from 'vitest';
import { TextFit } from '../boxes/text-fit.ts';
import { wrapParts } from './wrap-parts.ts';

/** Every character is one pixel wide. */
const fit = new TextFit(() => 1);

test.each<[parts: string[], room: number, lines: string[]]>([
  [['one two', 'three'], 15, ['one two · three']],
  [['one two', 'three'], 14, ['one two', 'three']],
  [['one', 'two', 'three'], 10, ['one · two', 'three']],
  [['B uses 2 %: f +1 %, g +1 %', 'x'], 16, ['B uses 2 %:', 'f +1 %, g +1 %', 'x']],
  [['B uses 2 %: f +1 %, g +1 %', 'x'], 20, ['B uses 2 %: f +1 %,', 'g +1 % · x']],
  [['abcdefghij', 'x'], 5, ['abcd…', 'x']],
  [[], 5, []],
])('%j within %d pixels', (parts, room, lines) => {
  expect(wrapParts(parts, ' · ', fit, room)).toEqual(lines);
});
