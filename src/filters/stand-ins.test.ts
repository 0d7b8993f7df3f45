import { expect, test } from 'vitest';
import { INTERESTING } from '../../fixtures/synthetic.ts';
import { profileOf, textOf } from '../../fixtures/text.ts';
import { labelOf } from '../model/labels.ts';
import { targetOf, type NamedTarget } from '../model/filter.ts';
import { Kind, KIND_LABELS } from '../model/kinds.ts';
import { NONE, type Profile } from '../model/profile.ts';
import { classify } from '../python/classify.ts';
import { withStandIns } from './stand-ins.ts';
import { funcsOf } from './targets.ts';

const core = '/v/site-packages/numpy/core.cpython-313-x86_64-linux-gnu.so';
const DRAWING = `
  py::main:/app/main.py;py::dot:/v/site-packages/numpy/n.py;py::ones:/v/site-packages/numpy/n.py 1
  py::main:/app/main.py;dot@${core};strlen@/usr/lib/libc.so.6;vfs_read@[kernel.kallsyms] ^ 2
  [unknown]@ 3
`;

function made(drawing: string) {
  const before = classify(profileOf(drawing)).profile;
  return { before, ...withStandIns(before) };
}

/** What is known of a function, in words. */
function worded(profile: Profile, func: number) {
  const { strings, modules, funcs } = profile;
  return {
    label: labelOf(profile, func).name,
    file: strings[funcs.file[func]],
    package: strings[funcs.package[func]],
    module: modules[funcs.module[func]],
    kind: KIND_LABELS[funcs.kind[func]],
  };
}

test('what stands for a package, a file, a module, a kind is named as a person reads it', () => {
  const { profile, standInOf } = made(DRAWING);
  const of = (target: NamedTarget) => worded(profile, standInOf(target));
  const nothing = { file: undefined, package: undefined, module: undefined };
  expect(of({ by: 'package', path: 'numpy' })).toEqual({
    ...nothing,
    label: 'numpy',
    package: 'numpy',
    kind: 'site-packages',
  });
  expect(of({ by: 'file', path: '/app/main.py' })).toEqual({
    ...nothing,
    label: 'main.py',
    file: '/app/main.py',
    kind: 'own code',
  });
  expect(of({ by: 'file', path: '/v/site-packages/numpy/n.py' })).toMatchObject({ package: 'numpy' });
  expect(of({ by: 'module', path: core })).toEqual({
    ...nothing,
    label: 'core.cpython-313-x86_64-linux-gnu.so',
    package: 'numpy',
    module: core,
    kind: 'extension',
  });
  expect(of({ by: 'module', path: '[kernel.kallsyms]' })).toMatchObject({ label: '[kernel.kallsyms]' });
  expect(of({ by: 'kind', kind: Kind.kernel })).toEqual({ ...nothing, label: 'kernel', kind: 'kernel' });
});

test('there is none for a function, a pattern, and what is not there', () => {
  const { standInOf } = made(DRAWING);
  expect(standInOf({ by: 'function', name: 'main', module: '' })).toBe(NONE);
  expect(standInOf({ by: 'pattern', query: 'numpy' })).toBe(NONE);
  expect(standInOf({ by: 'package', path: 'pandas' })).toBe(NONE);
  expect(standInOf({ by: 'kind', kind: Kind.importlib })).toBe(NONE);
});

test('they come behind the functions there are, which stay as they were', () => {
  const { before, profile } = made(DRAWING);
  expect(profile.funcs.length).toBeGreaterThan(before.funcs.length);
  for (const column of ['name', 'file', 'package', 'module', 'clean', 'kind', 'seen'] as const) {
    expect(profile.funcs[column]).toHaveLength(profile.funcs.length);
    expect(profile.funcs[column].subarray(0, before.funcs.length)).toEqual(before.funcs[column]);
  }
  expect(profile.frames.length).toBe(profile.funcs.length);
  expect(profile.frames.func).toEqual(Int32Array.from({ length: profile.funcs.length }, (_, i) => i));
  expect(textOf(profile)).toBe(textOf(before));
  expect(profile.stacks).toBe(before.stacks);
});

test('each is its own clean function, and one of those that its target means', () => {
  const { before, profile, standInOf } = made(`${INTERESTING.join(';')} 1`);
  for (let func = 0; func < before.funcs.length; func++) {
    for (const by of ['file', 'package', 'module', 'kind'] as const) {
      const target = targetOf(profile, func, by);
      if (!target) continue;
      const standIn = standInOf(target);
      expect(standIn).toBeGreaterThanOrEqual(before.funcs.length);
      expect(profile.funcs.clean[standIn]).toBe(standIn);
      expect(funcsOf(profile, target)[standIn]).toBe(1);
      expect(targetOf(profile, standIn, by)).toEqual(target);
    }
  }
});

test('it has the kind that most of its functions have, the first on a tie', () => {
  const kindOf = (functions: string) => {
    const { profile, standInOf } = made(`${functions} 1`);
    return KIND_LABELS[profile.funcs.kind[standInOf({ by: 'package', path: 'numpy' })]];
  };
  const python = (name: string) => `py::${name}:/v/site-packages/numpy/n.py`;
  expect(kindOf(`dot@${core};ones@${core};${python('f')}`)).toBe('extension');
  expect(kindOf(`dot@${core};${python('f')}`)).toBe('site-packages');
});

test('thousands of files take no time', () => {
  const files = Array.from({ length: 20_000 }, (_, i) => `py::f:/app/${i}.py`);
  const { profile, standInOf } = made(`${files.join(';')} 1`);
  expect(worded(profile, standInOf({ by: 'file', path: '/app/19999.py' })).label).toBe('19999.py');
});
