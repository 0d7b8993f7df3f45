import { expect, test } from 'vitest';
import { TextFit } from './text-fit.ts';

/** Every character is 10 wide; `measured` lists the measured text. */
function tens(): { fit: TextFit; measured: string[] } {
  const measured: string[] = [];
  return { fit: new TextFit((text) => (measured.push(text), 10 * Array.from(text).length)), measured };
}

test('text that fits is unchanged, longer text ends with an ellipsis', () => {
  const { fit } = tens();
  expect(fit.fit('abcde', 50)).toBe('abcde');
  expect(fit.fit('abcdef', 50)).toBe('abcd…');
});

test('text is left out if nothing readable fits', () => {
  expect(tens().fit.fit('abcdef', 20)).toBe('');
});

test('a surrogate pair is never split', () => {
  expect(tens().fit.fit('a😀b😀c😀', 40)).toBe('a😀b…');
});

test('each character is measured once', () => {
  const { fit, measured } = tens();
  for (let i = 0; i < 100; i++) fit.fit('abcabc', 30);
  expect(measured.toSorted()).toEqual(['a', 'b', 'c', '…']);
});
