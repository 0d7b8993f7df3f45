import { expect, test } from 'vitest';
import { CONTRACT_FRAMES } from '../../fixtures/synthetic.ts';
import { profileOf, textOf } from '../../fixtures/text.ts';
import { labelOf } from '../text/labels.ts';
import { targetOf, type NamedTarget } from '../model/filter.ts';
import { Kind, KIND_LABELS } from '../model/kinds.ts';
import { NONE, type Profile } from '../model/profile.ts';
import { classify } from '../python/classify.ts';
import { withAggregateFunctions } from './aggregate-functions.ts';
import { matchTarget } from './targets.ts';

const core = '/v/site-packages/numpy/core.cpython-313-x86_64-linux-gnu.so';
const DRAWING = `
  py::main:/app/main.py;py::dot:/v/site-packages/numpy/n.py;py::ones:/v/site-packages/numpy/n.py 1
  py::main:/app/main.py;dot@${core};strlen@/usr/lib/libc.so.6;vfs_read@[kernel.kallsyms] ^ 2
  [unknown]@ 3
`;

function aggregated(drawing: string) {
  const before = classify(profileOf(drawing)).profile;
  return { before, ...withAggregateFunctions(before) };
}

/** The properties of a function as text. */
function describeFunc(profile: Profile, func: number) {
  const { strings, modules, funcs } = profile;
  return {
    label: labelOf(profile, func).name,
    file: strings[funcs.file[func]],
    package: strings[funcs.package[func]],
    module: modules[funcs.module[func]],
    kind: KIND_LABELS[funcs.kind[func]],
  };
}

test('packages, files, modules and kinds have aggregate functions with readable names', () => {
  const { profile, aggregateOf } = aggregated(DRAWING);
  const of = (target: NamedTarget) => describeFunc(profile, aggregateOf(target));
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

test('functions, patterns and unknown targets have no aggregate function', () => {
  const { aggregateOf } = aggregated(DRAWING);
  expect(aggregateOf({ by: 'function', name: 'main', module: '' })).toBe(NONE);
  expect(aggregateOf({ by: 'pattern', query: 'numpy' })).toBe(NONE);
  expect(aggregateOf({ by: 'package', path: 'pandas' })).toBe(NONE);
  expect(aggregateOf({ by: 'kind', kind: Kind.importlib })).toBe(NONE);
});

test('aggregate functions are appended, and existing functions stay unchanged', () => {
  const { before, profile } = aggregated(DRAWING);
  expect(profile.funcs.length).toBeGreaterThan(before.funcs.length);
  for (const column of ['name', 'file', 'package', 'module', 'canonical', 'kind', 'flags'] as const) {
    expect(profile.funcs[column]).toHaveLength(profile.funcs.length);
    expect(profile.funcs[column].subarray(0, before.funcs.length)).toEqual(before.funcs[column]);
  }
  expect(textOf(profile)).toBe(textOf(before));
  expect(profile.stacks).toBe(before.stacks);
});

test('each aggregate function is its own canonical function and matches its target', () => {
  const { before, profile, aggregateOf } = aggregated(`${CONTRACT_FRAMES.join(';')} 1`);
  for (let func = 0; func < before.funcs.length; func++) {
    for (const by of ['file', 'package', 'module', 'kind'] as const) {
      const target = targetOf(profile, func, by);
      if (!target) continue;
      const aggregate = aggregateOf(target);
      expect(aggregate).toBeGreaterThanOrEqual(before.funcs.length);
      expect(profile.funcs.canonical[aggregate]).toBe(aggregate);
      expect(matchTarget(profile, target)[aggregate]).toBe(1);
      expect(targetOf(profile, aggregate, by)).toEqual(target);
    }
  }
});

test('an aggregate function has the most common kind of its members, or the lowest one on a tie', () => {
  const kindOf = (functions: string) => {
    const { profile, aggregateOf } = aggregated(`${functions} 1`);
    return KIND_LABELS[profile.funcs.kind[aggregateOf({ by: 'package', path: 'numpy' })]];
  };
  const python = (name: string) => `py::${name}:/v/site-packages/numpy/n.py`;
  expect(kindOf(`dot@${core};ones@${core};${python('f')}`)).toBe('extension');
  expect(kindOf(`dot@${core};${python('f')}`)).toBe('site-packages');
});

test('creates aggregate functions for thousands of files quickly', () => {
  const files = Array.from({ length: 20_000 }, (_, i) => `py::f:/app/${i}.py`);
  const { profile, aggregateOf } = aggregated(`${files.join(';')} 1`);
  expect(describeFunc(profile, aggregateOf({ by: 'file', path: '/app/19999.py' })).label).toBe('19999.py');
});
