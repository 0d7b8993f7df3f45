import { expect, test } from 'vitest';
import { isPython, isPythonLike, Kind, KIND_LABELS } from './kinds.ts';
import { DEFAULT_LEVEL, LEVELS } from './levels.ts';

test('every kind has its own label', () => {
  expect(KIND_LABELS).toHaveLength(Object.keys(Kind).length);
  expect(Object.values(Kind)).toEqual(KIND_LABELS.map((_, i) => i));
  expect(new Set(KIND_LABELS).size).toBe(KIND_LABELS.length);
});

test('Python is traced code; untraced and cut frames count as Python-like', () => {
  const names = Object.entries(Kind);
  expect(names.flatMap(([name, kind]) => (isPython(kind) ? [name] : []))).toEqual([
    'own',
    'stdlib',
    'package',
    'importlib',
  ]);
  expect(names.flatMap(([name, kind]) => (isPythonLike(kind) && !isPython(kind) ? [name] : []))).toEqual([
    'untraced',
    'cut',
  ]);
});

test('there are five levels, and the default is the middle one', () => {
  expect(LEVELS.map(({ name }) => name)).toEqual(['raw', 'merged', 'python-c', 'python-leaf-c', 'python']);
  expect(DEFAULT_LEVEL).toBe('python-c');
});
