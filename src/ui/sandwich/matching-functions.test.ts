import { expect, test } from 'vitest';
import { funcText, profileOf } from '../../../fixtures/text.ts';
import { buildTree } from '../../calltree/build.ts';
import { tableOf } from '../../calltree/table.ts';
import { classify } from '../../python/classify.ts';
import { atLevel } from '../../python/levels.ts';
import { matchingFunctions } from './matching-functions.ts';

function found(text: string, typed: string): string[] {
  const profile = atLevel(classify(profileOf(text)), 'raw');
  const table = tableOf(buildTree(profile, 0).tree, profile.funcs, 'function');
  return matchingFunctions(profile, table, typed).map(
    ({ func, total }) => `${funcText(profile, func)} ${total}`,
  );
}

const TEXT = `
  main;py::parse:/app/Reader.py;memcpy 3
  main;py::write:/app/writer.py;memcpy 4
`;

test('lists all functions, heaviest first, if nothing is typed', () => {
  expect(found(TEXT, ' ')).toEqual([
    'main 7',
    'memcpy 7',
    'py::write:/app/writer.py 4',
    'py::parse:/app/Reader.py 3',
  ]);
});

test('matches any part of the displayed name, ignoring case', () => {
  expect(found(TEXT, 'PARSE')).toEqual(['py::parse:/app/Reader.py 3']);
  expect(found(TEXT, 'parse reader')).toEqual(['py::parse:/app/Reader.py 3']);
  expect(found(TEXT, 'er.py')).toHaveLength(2);
  expect(found(TEXT, '/app')).toEqual([]);
});

test('lists at most 50 functions', () => {
  const many = Array.from({ length: 80 }, (_, i) => `f${i} ${i + 1}`).join('\n');
  expect(found(many, 'f')).toHaveLength(50);
  expect(found(many, 'f')[0]).toBe('f79 80');
});
