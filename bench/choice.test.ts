import { expect, test } from 'vitest';
import { partsNamed } from './choice.ts';

const PARTS = [
  { name: 'fold', groups: ['speed', 'node'] },
  { name: 'opening', groups: ['speed'] },
  { name: 'store', groups: ['node'] },
];

test.each([
  ['opening', ['opening']],
  ['node', ['fold', 'store']],
  [undefined, ['fold', 'opening', 'store']],
])('%s chooses %j', (name, expected) => {
  expect(partsNamed(PARTS, name).map((part) => part.name)).toEqual(expected);
});

test('an unknown name is an error that lists groups and parts', () => {
  expect(() => partsNamed(PARTS, 'open')).toThrow('choose speed, node, fold, opening, store,');
});
