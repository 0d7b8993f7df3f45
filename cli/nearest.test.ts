import { expect, test } from 'vitest';
import { didYouMean } from './nearest.ts';

test.each([
  ['recrod', ': did you mean record?'],
  ['rcord', ': did you mean record?'],
  ['doctro', ': did you mean doctor?'],
  ['tpo', ': did you mean top?'],
  ['xyz', ''],
  ['x', ''],
  ['recording', ''],
])('%s%s', (word, expected) => {
  expect(didYouMean(word, ['top', 'record', 'doctor', 'open'])).toBe(expected);
});
