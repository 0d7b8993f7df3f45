import { expect, test } from 'vitest';
import { bytesOf } from '../../fixtures/sources.ts';
import { textIn } from './text.ts';

test('a text ends with a NUL, or where it has to', () => {
  const bytes = bytesOf('one\0two');
  const texts = [textIn(bytes, 0, 7), textIn(bytes, 4, 7), textIn(bytes, 4, 6), textIn(bytes, 0, 2)];
  expect(texts).toEqual(['one', 'two', 'tw', 'on']);
  expect([textIn(bytes, 4, 99), textIn(bytes, 99, 100), textIn(bytes, 3, 2)]).toEqual(['two', '', '']);
});

test('a text may be long, or other than ASCII, or broken', () => {
  const long = 'x'.repeat(1000);
  for (const text of ['\ufeffkäse', `${long}→`, long])
    expect(textIn(bytesOf(`ab${text}\0more`), 2, 2000)).toBe(text);
  expect(textIn(Uint8Array.of(65, 0xff, 66), 0, 3)).toBe('A\ufffdB');
});
