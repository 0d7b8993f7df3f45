import { expect, test } from 'vitest';
import { TextFit } from './text-fit.ts';

/** Every character ten wide; counts what was measured. */
function tens(): { fit: TextFit; measured: string[] } {
  const measured: string[] = [];
  return { fit: new TextFit((text) => (measured.push(text), 10 * Array.from(text).length)), measured };
}

test('a text that fits is left alone, a longer one ends in an ellipsis', () => {
  const { fit } = tens();
  expect(fit.fit('abcde', 50)).toBe('abcde');
  expect(fit.fit('abcdef', 50)).toBe('abcd…');
});

test('a text of which nothing readable fits is not shown', () => {
  expect(tens().fit.fit('abcdef', 20)).toBe('');
});

test('a character of two units is never cut in half', () => {
  expect(tens().fit.fit('a😀b😀c😀', 40)).toBe('a😀b…');
});

test('each character is measured once', () => {
  const { fit, measured } = tens();
  for (let i = 0; i < 100; i++) fit.fit('abcabc', 30);
  expect(measured.toSorted()).toEqual(['a', 'b', 'c', '…']);
});
