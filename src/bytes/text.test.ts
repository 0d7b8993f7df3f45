import { expect, test } from 'vitest';
import { bytesOf } from '../../fixtures/sources.ts';
import { decodeText } from './text.ts';

test('decodes text up to a NUL or the given end', () => {
  const bytes = bytesOf('one\0two');
  const texts = [
    decodeText(bytes, 0, 7),
    decodeText(bytes, 4, 7),
    decodeText(bytes, 4, 6),
    decodeText(bytes, 0, 2),
  ];
  expect(texts).toEqual(['one', 'two', 'tw', 'on']);
  expect([decodeText(bytes, 4, 99), decodeText(bytes, 99, 100), decodeText(bytes, 3, 2)]).toEqual([
    'two',
    '',
    '',
  ]);
});

test('decodes long, non-ASCII and invalid text', () => {
  const long = 'x'.repeat(1000);
  for (const text of ['\ufeffkäse', `${long}→`, long])
    expect(decodeText(bytesOf(`ab${text}\0more`), 2, 2000)).toBe(text);
  expect(decodeText(Uint8Array.of(65, 0xff, 66), 0, 3)).toBe('A\ufffdB');
});
