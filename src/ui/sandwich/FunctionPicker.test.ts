import { expect, test } from 'vitest';
import { funcText, profileOf } from '../../../fixtures/text.ts';
import { buildTree } from '../../calltree/build/build.ts';
import { tableOf } from '../../calltree/table.ts';
import { classify } from '../../python/classify.ts';
import { atLevel } from '../../python/levels.ts';
import { matchingFunctions } from './FunctionPicker.tsx';

function search(text: string, typed: string): string[] {
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
  expect(search(TEXT, ' ')).toEqual([
    'main 7',
    'memcpy 7',
    'py::write:/app/writer.py 4',
    'py::parse:/app/Reader.py 3',
  ]);
});

test('matches any part of the displayed or the recorded name, ignoring case', () => {
  expect(search(TEXT, 'PARSE')).toEqual(['py::parse:/app/Reader.py 3']);
  expect(search(TEXT, 'parse reader')).toEqual(['py::parse:/app/Reader.py 3']);
  expect(search(TEXT, 'er.py')).toHaveLength(2);
  expect(search(TEXT, '/app')).toHaveLength(2);
  const library = 'main;py::dot:/v/site-packages/scipy/sparse/__init__.py 1';
  for (const typed of ['scipy.sparse', 'dot scipy', 'scipy/sparse'])
    expect(search(library, typed)).toEqual(['py::dot:/v/site-packages/scipy/sparse/__init__.py 1']);
});

test('lists at most 50 functions', () => {
  const many = Array.from({ length: 80 }, (_, i) => `f${i} ${i + 1}`).join('\n');
  expect(search(many, 'f')).toHaveLength(50);
  expect(search(many, 'f')[0]).toBe('f79 80');
});
