import { expect, test } from 'vitest';
import { funcText, profileOf } from '../../fixtures/text.ts';
import type { NamedTarget } from '../model/filter.ts';
import { Kind } from '../model/kinds.ts';
import { classify } from '../python/classify.ts';
import { funcsOf } from './targets.ts';

const python = '@/usr/lib/libpython3.13.so.1.0';
const { profile } = classify(
  profileOf(`
    py::f:/app/a.py;sum.part.0${python};sum${python};sum@/app/x.so;py::f:/app/b.py 1
    main;py::g:/v/site-packages/pkg/g.py;dot@/v/site-packages/pkg/core.so;main@ 1
  `),
);

/** As far as they are in the recording. */
function meant(target: NamedTarget | undefined): string[] {
  const marks = funcsOf(profile, target);
  return [...marks.keys()].filter((func) => marks[func] === 1).map((func) => funcText(profile, func));
}

test('a function is meant by its clean name and its module', () => {
  const module = python.slice(1);
  expect(meant({ by: 'function', name: 'sum', module })).toEqual([`sum.part.0${python}`, `sum${python}`]);
  expect(meant({ by: 'function', name: 'sum.part.0', module })).toEqual([]);
  expect(meant({ by: 'function', name: 'sum', module: '' })).toEqual([]);
  expect(meant({ by: 'function', name: 'py::f:/app/a.py', module: '' })).toEqual(['py::f:/app/a.py']);
});

test('no module and an empty one are one', () => {
  expect(meant({ by: 'function', name: 'main', module: '' })).toEqual(['main']);
});

test('files are those of Python code, packages also those of C', () => {
  expect(meant({ by: 'file', path: '/app/a.py' })).toEqual(['py::f:/app/a.py']);
  expect(meant({ by: 'file', path: '/app/x.so' })).toEqual([]);
  expect(meant({ by: 'package', path: 'pkg' })).toEqual([
    'py::g:/v/site-packages/pkg/g.py',
    'dot@/v/site-packages/pkg/core.so',
  ]);
});

test('a module, a kind', () => {
  expect(meant({ by: 'module', path: '/app/x.so' })).toEqual(['sum@/app/x.so']);
  expect(meant({ by: 'kind', kind: Kind.own })).toEqual(['py::f:/app/a.py', 'py::f:/app/b.py']);
  expect(meant({ by: 'kind', kind: Kind.kernel })).toEqual([]);
});

test('no target is every function', () => {
  expect(meant(undefined)).toHaveLength(profile.funcs.length);
});
