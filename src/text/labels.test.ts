import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectDistinctLabels } from '../../fixtures/distinct-labels.ts';
import { profileOf } from '../../fixtures/text.ts';
import type { Profile } from '../model/profile.ts';
import { withAggregateFunctions } from '../filters/aggregate-functions.ts';
import { classify } from '../python/classify.ts';
import { briefLabelOf, labelOf, nameAndPlace, comparedNames, comparisonName } from './labels.ts';
import '../../fixtures/seed.ts';

/** The labels of a stack's frames. */
function labelsOf(stack: string): string[] {
  const { profile } = classify(profileOf(`${stack.trim().replaceAll(/\s*\n\s*/g, ';')} 1`));
  return [...profile.stacks.func].map((func) => nameAndPlace(profile, func));
}

function profileOfStack(stack: string): Profile {
  return classify(profileOf(`${stack} 1`)).profile;
}

describe('a Python function has', () => {
  test('the dotted name of its module if it belongs to a library', () => {
    expect(
      labelsOf(`
        py::<module>:/venv/lib/python3.13/site-packages/scipy/sparse/__init__.py
        py::JSONDecoder.decode:/usr/lib/python3.13/json/decoder.py
        py::_find_and_load:<frozen importlib._bootstrap>
        py::glob:/usr/lib/python313.zip/glob.py
      `),
    ).toEqual([
      '<module> (scipy.sparse)',
      'JSONDecoder.decode (json.decoder)',
      '_find_and_load (importlib._bootstrap)',
      'glob (glob)',
    ]);
  });

  test('only its name if its file is unknown, unless other code has the same name', () => {
    expect(labelsOf('py::f')).toEqual(['f']);
    expect(labelsOf('py::f;f')).toEqual(['f (Python)', 'f']);
    expect(labelsOf('py::f;py::f:/a.py')).toEqual(['f (Python)', 'f (a.py)']);
    expect(labelsOf('py::;py::jit:executor')).toEqual(['py::', 'py::jit:executor']);
  });

  test('its file otherwise', () => {
    expect(
      labelsOf(`
        py::main:/app/app.py
        py::<module>:<string>
        py::<module>:/app/pkg/__init__.py
        py::<module>:/app/pkg/__main__.py
        py::<module>:__init__.py
      `),
    ).toEqual([
      'main (app.py)',
      '<module> (<string>)',
      '<module> (pkg)',
      '<module> (pkg/__main__.py)',
      '<module> (__init__.py)',
    ]);
  });

  test('as much of its path as needed to distinguish it from other files', () => {
    expect(
      labelsOf(`
        py::load:/app/a/utils.py
        py::load:/app/b/utils.py
        py::dump:/app/x/b/utils.py
        py::<module>:/one/pkg/__init__.py
        py::<module>:/two/pkg/__init__.py
        py::<module>:/app/a/tool/__main__.py
        py::<module>:/app/b/tool/__main__.py
        py::parse:/main.py
        py::parse:/y/main.py
      `),
    ).toEqual([
      'load (a/utils.py)',
      'load (app/b/utils.py)',
      'dump (x/b/utils.py)',
      '<module> (one/pkg)',
      '<module> (two/pkg)',
      '<module> (a/tool/__main__.py)',
      '<module> (b/tool/__main__.py)',
      'parse (/main.py)',
      'parse (y/main.py)',
    ]);
  });

  test('the distinguishing folder if several libraries have the module', () => {
    expect(
      labelsOf(`
        py::walk:/usr/lib/python3.12/os.py
        py::walk:/usr/lib/python3.13/os.py
        py::run:/one/lib/python3.13/site-packages/six.py
        py::run:/two/lib/python3.13/site-packages/six.py
      `),
    ).toEqual([
      'walk (python3.12/os.py)',
      'walk (python3.13/os.py)',
      'run (one/…/six.py)',
      'run (two/…/six.py)',
    ]);
  });
});

describe('a C function has', () => {
  test('no place if its name is unique', () => {
    expect(labelsOf('malloc@/usr/lib/libc.so.6')).toEqual(['malloc']);
  });

  test('its module if its name is not unique', () => {
    expect(
      labelsOf(`
        _init@/usr/lib/libc.so.6
        _init@/v/site-packages/numpy/core/_umath.cpython-313-x86_64-linux-gnu.so
        _init@/a/libx.so
        _init@/b/libx.so
        read@/usr/lib/libc.so.6
        py::read:/app/io.py
      `),
    ).toEqual([
      '_init (libc.so.6)',
      '_init (numpy.core._umath)',
      '_init (a/libx.so)',
      '_init (b/libx.so)',
      'read (libc.so.6)',
      'read (io.py)',
    ]);
  });

  test('its module if it has no name', () => {
    expect(labelsOf('[unknown]@/usr/lib/libz.so.1;7f0012345678@/usr/lib/libm.so.6;[unknown]@')).toEqual([
      '[unknown] (libz.so.1)',
      '7f0012345678 (libm.so.6)',
      '[unknown]',
    ]);
  });
});

test('an import has the place of its module only if another module has the same name', () => {
  expect(
    labelsOf(`
      py::import json:/usr/lib/python3.13/json/__init__.py
      py::import utils:/a/utils.py
      py::import utils:/b/utils.py
      py::import:<frozen importlib._bootstrap>
    `),
  ).toEqual(['import json', 'import utils (a/utils.py)', 'import utils (b/utils.py)', 'import']);
});

test('a function that represents a kind of code or a package does not make other names ambiguous', () => {
  const stack = 'py::import:<frozen importlib._bootstrap>;kernel@/a/x.so;numpy@/v/site-packages/numpy/y.so';
  const { profile } = withAggregateFunctions(profileOfStack(stack));
  expect(Array.from(profile.stacks.func, (func) => nameAndPlace(profile, func))).toEqual([
    'import',
    'kernel',
    'numpy',
  ]);
});

test('a brief label has a place only if the name is shared', () => {
  const profile = profileOfStack('py::f:/app/a.py;py::<module>:/app/a.py;py::<module>:/app/b.py;g@/a/x.so');
  expect(Array.from(profile.stacks.func, (func) => briefLabelOf(profile, func))).toEqual([
    { name: 'f', place: '' },
    { name: '<module>', place: 'a.py' },
    { name: '<module>', place: 'b.py' },
    { name: 'g', place: '' },
  ]);
});

test('the root of a tree is all samples', () => {
  expect(labelOf(profileOfStack('f'), -1)).toEqual({ name: 'all', place: '' });
});

describe('no two functions have the same label, unless they have the same name, file and module', () => {
  const name = fc.constantFrom('f', 'g', '<module>', '[unknown]', '7f0012345678', 'A.<locals>.f');
  const folder = fc.constantFrom(
    'a',
    'b',
    '/usr/lib/python3.13',
    '/usr/lib/python3.12',
    '/v/site-packages',
    'json',
  );
  const pathTo = (...files: string[]) =>
    fc
      .tuple(fc.array(folder, { maxLength: 4 }), fc.constantFrom(...files))
      .map(([folders, file]) => `/${[...folders, file].join('/')}`.replaceAll('//', '/'));
  const file = pathTo('m.py', '__init__.py', '__main__.py', 'json', 'json.py', '<string>');
  const module = pathTo('json.so', 'json.abi3.so', 'm', 'm.py.so');
  const frame = fc.oneof(
    fc.tuple(name, file).map(([each, path]) => `py::${each}:${path}`),
    fc.tuple(name, module).map(([each, path]) => `${each}@${path}`),
    fc.constantFrom('f', 'f (inlined)', 'g (inlined)', '[unknown]@', 'f@[kernel.kallsyms]'),
  );

  test.each(['recorded', 'classified'] as const)('in a %s profile', (stage) => {
    fc.assert(
      fc.property(fc.array(frame, { minLength: 1, maxLength: 40 }), (frames) => {
        const recorded = profileOf(`${frames.join(';')} 1`);
        expectDistinctLabels(stage === 'recorded' ? recorded : classify(recorded).profile);
      }),
      { numRuns: 500 },
    );
  });
});

const runs = (count: number) => Array.from({ length: count }, (_, i) => `base-${i + 1}`);

test('a comparison is named by its sides', () => {
  expect(comparisonName(['base'], ['new'])).toBe('base → new');
  expect(comparisonName(runs(3), ['new'])).toBe('base-1, base-2, base-3 → new');
  expect(comparisonName(['new'], runs(4))).toBe('new → base-1 and 3 more');
  expect(comparisonName(['base'], ['base'])).toBe('base → base');
});

test('the compared recordings are named in a sentence', () => {
  expect(comparedNames(['base'], ['new-1', 'new-2'])).toBe('“base” with “new-1” and “new-2”');
  expect(comparedNames(runs(5), ['new'])).toBe('“base-1”, “base-2”, “base-3” and 2 more with “new”');
  expect(comparedNames(['base'], ['base'])).toBe('parts of “base”');
});
