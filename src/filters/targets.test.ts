import { expect, test } from 'vitest';
import { funcText, profileOf } from '../../fixtures/text.ts';
import type { NamedTarget } from '../model/filter.ts';
import { Kind } from '../model/kinds.ts';
import { classify } from '../python/classify.ts';
import { matchTarget } from './targets.ts';

const python = '@/usr/lib/libpython3.13.so.1.0';
const { profile } = classify(
  profileOf(`
    py::f:/app/a.py;sum.part.0${python};sum${python};sum@/app/x.so;py::f:/app/b.py 1
    main;py::g:/v/site-packages/pkg/g.py;dot@/v/site-packages/pkg/core.so;main@ 1
  `),
);

/** The functions of the recording that match. */
function matching(target: NamedTarget | undefined): string[] {
  const marks = matchTarget(profile, target);
  return [...marks.keys()].filter((func) => marks[func] === 1).map((func) => funcText(profile, func));
}

test('a function matches by canonical name and module', () => {
  const module = python.slice(1);
  expect(matching({ by: 'function', name: 'sum', module })).toEqual([`sum.part.0${python}`, `sum${python}`]);
  expect(matching({ by: 'function', name: 'sum.part.0', module })).toEqual([]);
  expect(matching({ by: 'function', name: 'sum', module: '' })).toEqual([]);
  expect(matching({ by: 'function', name: 'py::f:/app/a.py', module: '' })).toEqual(['py::f:/app/a.py']);
});

test('an empty module matches a function without a module', () => {
  expect(matching({ by: 'function', name: 'main', module: '' })).toEqual(['main']);
});

test('a file matches only Python code, and a package also C code', () => {
  expect(matching({ by: 'file', path: '/app/a.py' })).toEqual(['py::f:/app/a.py']);
  expect(matching({ by: 'file', path: '/app/x.so' })).toEqual([]);
  expect(matching({ by: 'package', path: 'pkg' })).toEqual([
    'py::g:/v/site-packages/pkg/g.py',
    'dot@/v/site-packages/pkg/core.so',
  ]);
});

test('a folder matches the Python code below it, except for libraries', () => {
  expect(matching({ by: 'folder', path: '/app' })).toEqual(['py::f:/app/a.py', 'py::f:/app/b.py']);
  expect(matching({ by: 'folder', path: '/' })).toEqual(['py::f:/app/a.py', 'py::f:/app/b.py']);
  expect(matching({ by: 'folder', path: '/v/site-packages/pkg' })).toEqual([
    'py::g:/v/site-packages/pkg/g.py',
  ]);
});

test('a module or kind matches its functions', () => {
  expect(matching({ by: 'module', path: '/app/x.so' })).toEqual(['sum@/app/x.so']);
  expect(matching({ by: 'kind', kind: Kind.own })).toEqual(['py::f:/app/a.py', 'py::f:/app/b.py']);
  expect(matching({ by: 'kind', kind: Kind.kernel })).toEqual([]);
});

test('without a target, every function matches', () => {
  expect(matching(undefined)).toHaveLength(profile.funcs.length);
});
