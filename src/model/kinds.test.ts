import { expect, test } from 'vitest';
import { FAMILIES, familyOf, isPython, isPythonLike, Kind, KIND_LABELS, kindsOf } from './kinds.ts';
import { DEFAULT_LEVEL, LEVELS } from './levels.ts';

test('every kind has a unique label', () => {
  expect(KIND_LABELS).toHaveLength(Object.keys(Kind).length);
  expect(Object.values(Kind)).toEqual(KIND_LABELS.map((_, i) => i));
  expect(new Set(KIND_LABELS).size).toBe(KIND_LABELS.length);
});

test('traced functions are Python; untraced and cut frames are only Python-like', () => {
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

test('every kind belongs to exactly one family', () => {
  const kinds = FAMILIES.flatMap((family) => kindsOf(family));
  expect(kinds.toSorted((a, b) => a - b)).toEqual(Object.values(Kind));
  for (const family of FAMILIES) for (const kind of kindsOf(family)) expect(familyOf(kind)).toBe(family);
});

test('there are five levels, and the middle one is the default', () => {
  expect(LEVELS.map(({ name }) => name)).toEqual(['raw', 'merged', 'python-c', 'python-leaf-c', 'python']);
  expect(DEFAULT_LEVEL).toBe('python-c');
});
