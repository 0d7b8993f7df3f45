import { expect, test } from 'vitest';
import { profileOf } from '../../fixtures/text.ts';
import { classify } from '../python/classify.ts';
import { targetOf, type NamedTarget } from './filter.ts';
import { Kind } from './kinds.ts';
import { NONE } from './profile.ts';

const { profile } = classify(
  profileOf(`
    py::f:/v/site-packages/pkg/a.py 1
    memcpy.part.0@/lib/libc.so.6 1
    main 1
  `),
);

function target(name: string, by: NamedTarget['by']): NamedTarget | undefined {
  const func = profile.funcs.name.findIndex((id) => profile.strings[id] === name);
  return targetOf(profile, func, by);
}

test('a function is targeted by its canonical name', () => {
  const module = '/lib/libc.so.6';
  expect(target('memcpy.part.0', 'function')).toEqual({ by: 'function', name: 'memcpy', module });
  expect(target('memcpy', 'function')).toEqual({ by: 'function', name: 'memcpy', module });
  expect(target('main', 'function')).toEqual({ by: 'function', name: 'main', module: '' });
});

test('a function is targeted by its file, module or package if it has one', () => {
  const python = 'py::f:/v/site-packages/pkg/a.py';
  expect(target(python, 'file')).toEqual({ by: 'file', path: '/v/site-packages/pkg/a.py' });
  expect(target(python, 'package')).toEqual({ by: 'package', path: 'pkg' });
  expect(target(python, 'module')).toBeUndefined();
  expect(target('memcpy', 'module')).toEqual({ by: 'module', path: '/lib/libc.so.6' });
  expect(target('memcpy', 'file')).toBeUndefined();
  expect(target('main', 'package')).toBeUndefined();
});

test('a function is targeted by its kind', () => {
  expect(target('memcpy', 'kind')).toEqual({ by: 'kind', kind: Kind.native });
});

test('the root has no target', () => {
  expect(targetOf(profile, NONE, 'function')).toBeUndefined();
});
