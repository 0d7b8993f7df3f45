import { expect, test } from 'vitest';
import { funcText, profileOf } from '../../fixtures/text.ts';
import { buildTree } from '../calltree/build.ts';
import { tableOf } from '../calltree/table.ts';
import { classify } from '../python/classify.ts';
import { atLevel } from '../python/levels.ts';
import { functionsLike } from './functions-like.ts';

function found(text: string, typed: string): string[] {
  const profile = atLevel(classify(profileOf(text)), 'raw');
  const table = tableOf(buildTree(profile, 0).tree, profile.funcs, 'function');
  return functionsLike(profile, table, typed).map(({ func, total }) => `${funcText(profile, func)} ${total}`);
}

const TEXT = `
  main;py::parse:/app/Reader.py;memcpy 3
  main;py::write:/app/writer.py;memcpy 4
`;

test('nothing typed lists all, the heaviest first', () => {
  expect(found(TEXT, ' ')).toEqual([
    'main 7',
    'memcpy 7',
    'py::write:/app/writer.py 4',
    'py::parse:/app/Reader.py 3',
  ]);
});

test('names are found by any part of what is shown of them, in any case', () => {
  expect(found(TEXT, 'PARSE')).toEqual(['py::parse:/app/Reader.py 3']);
  expect(found(TEXT, 'parse reader')).toEqual(['py::parse:/app/Reader.py 3']);
  expect(found(TEXT, 'er.py')).toHaveLength(2);
  expect(found(TEXT, '/app')).toEqual([]);
});

test('no more are listed than a person looks through', () => {
  const many = Array.from({ length: 80 }, (_, i) => `f${i} ${i + 1}`).join('\n');
  expect(found(many, 'f')).toHaveLength(50);
  expect(found(many, 'f')[0]).toBe('f79 80');
});
