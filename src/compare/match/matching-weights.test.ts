import { expect, test } from 'vitest';
import { comparedProfile } from '../../../fixtures/compared.ts';
import { profileOf } from '../../../fixtures/text.ts';
import { compare } from '../compare.ts';
import { runNow } from '../../async/time-slices.ts';
import { matchingWeights } from './matching-weights.ts';
import { prepareComparison } from '../prepare.ts';

const FILLER = 'idle 1\n'.repeat(200);

/** The weights of A and B with one of the functions in their stacks. */
function weightsOf(a: string, b: string, ...functions: string[]) {
  const recording = (text: string) => [comparedProfile(profileOf(FILLER + text))];
  const prepared = prepareComparison(
    { a: recording(a), b: recording(b) },
    { level: 'merged', renames: [], minEffect: 0.005 },
  );
  const { tree, keys } = compare(prepared, { basis: 'cpu' });
  const isMatch = keys.map((key) => Number(functions.some((name) => key.includes(name))));
  return runNow(matchingWeights(tree, Uint8Array.from(isMatch)));
}

test('nested matches count once, and code of one side only on that side', () => {
  const a = 'main;parse;parse 8\nmain;old;parse 4\nmain 1';
  const b = 'main;parse 5\nfresh 3\nmain 2';
  expect(weightsOf(a, b, 'parse')).toMatchObject({ a: 12, b: 5 });
  expect(weightsOf(a, b, 'main', 'parse')).toMatchObject({ a: 13, b: 7 });
  expect(weightsOf(a, b, 'old')).toMatchObject({ a: 4, b: 0 });
  expect(weightsOf(a, b, 'fresh')).toMatchObject({ a: 0, b: 3 });
  expect(weightsOf(a, b, 'nothing')).toMatchObject({ a: 0, b: 0 });
});

test('counts the matching functions of both sides', () => {
  const { functions } = weightsOf(
    'main;parse;read 8\nmain;old 2',
    'main;parse 5\nfresh 3',
    'parse',
    'old',
    'fresh',
  );
  expect(functions).toBe(3);
});

test('what an added or removed call reaches counts once, too', () => {
  const direct = 'main;parse;read 200\nmain;parse;scan 100\nmain 1';
  const wrapped = 'main;retry;parse;read 150\nmain;retry;parse;scan 100\nmain;retry 5\nmain 1';
  expect(weightsOf(direct, wrapped, 'retry')).toMatchObject({ a: 0, b: 255 });
  expect(weightsOf(direct, wrapped, 'read')).toMatchObject({ a: 200, b: 150 });
  expect(weightsOf(direct, wrapped, 'retry', 'read')).toMatchObject({ a: 200, b: 255 });
  expect(weightsOf(wrapped, direct, 'retry', 'read')).toMatchObject({ a: 255, b: 200 });
});
