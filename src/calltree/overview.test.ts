import { describe, expect, test } from 'vitest';
import { funcText, profileOf } from '../../fixtures/text.ts';
import { KIND_LABELS } from '../model/kinds.ts';
import { STANDARD_LIBRARY } from '../model/session.ts';
import { classify } from '../python/classify.ts';
import { atLevel } from '../python/levels.ts';
import { buildTree } from './build/build.ts';
import { overviewOf, notableRowsOf, notableWeights } from './overview.ts';

const LIB = '/usr/lib/python3.13';
const SITE = `${LIB}/site-packages`;

/** The overview of a profile at level `python-c`, with names instead of indices. */
function overviewOfText(text: string) {
  const shown = atLevel(classify(profileOf(text)), 'python-c');
  const { funcs, strings } = shown;
  const imports = Uint8Array.from(funcs.name, (name) => (strings[name].startsWith('py::import ') ? 1 : 0));
  const overview = overviewOf(buildTree(shown, 0).tree, shown, imports);
  const packageName = (id: number) => (id === STANDARD_LIBRARY ? 'standard library' : strings[id]);
  return {
    ...overview,
    kinds: KIND_LABELS.flatMap((label, kind) =>
      overview.kinds[kind] > 0 ? [`${label} ${overview.kinds[kind]}`] : [],
    ),
    functions: overview.functions.map(
      ({ id, weight, self, total }) => `${funcText(shown, id)} ${weight} (self ${self}, total ${total})`,
    ),
    packages: overview.packages.map(({ id, weight }) => `${packageName(id)} ${weight}`),
    imports: overview.imports.map(({ id, weight }) => `${funcText(shown, id)} ${weight}`),
  };
}

describe('hottest functions', () => {
  test('include the libraries and C code that they call, but not other functions of your code', () => {
    const { scope, functions, kinds, weight, samples } = overviewOfText(`
      py::main:/a.py 1
      py::main:/a.py;py::loads:${LIB}/json/__init__.py 2
      py::main:/a.py;py::loads:${LIB}/json/__init__.py;list_sort@/usr/bin/python3.13 4
      py::main:/a.py;py::loads:${LIB}/json/__init__.py;py::hook:/a.py 8
      py::main:/a.py;py::hook:/a.py;memcpy@/lib/libc.so.6 16
    `);
    expect(functions).toEqual([
      'py::hook:/a.py 24 (self 8, total 24)',
      'py::main:/a.py 7 (self 1, total 31)',
    ]);
    expect([scope, weight, samples]).toEqual(['own', 31, 5]);
    expect(kinds).toEqual(['own code 9', 'standard library 2', 'interpreter 4', 'native 16']);
  });

  test('do not begin with what only starts the program', () => {
    const { functions } = overviewOfText(`
      py::<module>:/a.py;py::main:/a.py;compress@/lib/libz.so 8
      py::<module>:/a.py;py::main:/a.py;py::f:/a.py 2
      py::<module>:/b.py 1
    `);
    expect(functions).toEqual([
      'py::f:/a.py 2 (self 2, total 2)',
      'py::<module>:/b.py 1 (self 1, total 1)',
      'py::main:/a.py 8 (self 0, total 10)',
    ]);
  });

  test('are Python functions without code of your own, and C functions without Python code', () => {
    const stack = `py::run:${SITE}/flask/app.py;list_sort@/usr/bin/python3.13 4`;
    expect(overviewOfText(stack)).toMatchObject({
      scope: 'python',
      functions: [`py::run:${SITE}/flask/app.py 4 (self 0, total 4)`],
    });
    expect(overviewOfText('main;compress@/lib/libz.so 3')).toMatchObject({
      scope: 'all',
      functions: ['compress@/lib/libz.so 3 (self 3, total 3)'],
    });
  });

  test('count each sample of a recursive function once', () => {
    expect(overviewOfText('py::f:/a.py;py::g:/a.py;py::f:/a.py;py::f:/a.py 3').functions).toEqual([
      'py::f:/a.py 3 (self 3, total 3)',
    ]);
  });

  test('leave out functions with less than 0.1 %', () => {
    const { functions } = overviewOfText('py::f:/a.py 9999\npy::g:/a.py 1');
    expect(functions).toEqual(['py::f:/a.py 9999 (self 9999, total 9999)']);
  });
});

describe('hottest packages', () => {
  test('include the C code that they call, but not your code or other packages', () => {
    const { packages } = overviewOfText(`
      py::run:${SITE}/flask/app.py 1
      py::run:${SITE}/flask/app.py;py::handler:/a.py 2
      py::run:${SITE}/flask/app.py;py::handler:/a.py;py::mean:${SITE}/numpy/core.py;memcpy@/lib/libc.so.6 4
      py::run:${SITE}/flask/app.py;py::loads:${LIB}/json/__init__.py 8
    `);
    expect(packages).toEqual(['standard library 8', 'numpy 4', 'flask 1']);
  });

  test('do not include import machinery', () => {
    const { packages } = overviewOfText(
      `py::<module>:${SITE}/flask/app.py;py::_find_and_load:<frozen importlib._bootstrap>;read@/lib/libc.so.6 3`,
    );
    expect(packages).toEqual([]);
  });
});

describe('slowest imports', () => {
  const stack = `py::import a:${SITE}/a.py;py::<module>:${SITE}/a.py`;

  test('do not include the imports that they cause', () => {
    const { imports } = overviewOfText(`
      ${stack} 1
      ${stack};py::import b:${SITE}/b.py;read@/lib/libc.so.6 4
      ${stack};py::import:<frozen importlib._bootstrap>;read@/lib/libc.so.6 2
    `);
    expect(imports).toEqual([`py::import b:${SITE}/b.py 4`, `py::import a:${SITE}/a.py 3`]);
  });

  test('are listed only if most samples are imports', () => {
    expect(overviewOfText(`${stack} 1\nmain 1`).imports).toHaveLength(1);
    expect(overviewOfText(`${stack} 1\nmain 2`).imports).toEqual([]);
  });
});

test('an empty selection has no rows', () => {
  expect(overviewOfText('')).toMatchObject({ weight: 0, functions: [], packages: [] });
});

const PROFILE = profileOf(`
  main;gc;visit;gc 3
  main;gc 4
  main;read;gc 8
  main 16
`);

test('each selected sample with a matching frame counts once per row', () => {
  const { funcs, strings, samples } = PROFILE;
  const rows = ['gc', 'read', 'none'].map((name) =>
    Uint8Array.from(funcs.name, (each) => (strings[each] === name ? 1 : 0)),
  );
  const all = buildTree(PROFILE, 0);
  const weights = (selected = all.chainOfSample) =>
    notableWeights(notableRowsOf(all.tree, rows), all, { chainOfSample: selected }, samples.weight, 3);
  expect(weights()).toEqual([15, 8, 0]);
  expect(weights(all.chainOfSample.map((chain, i) => (i === 1 ? -1 : chain)))).toEqual([11, 8, 0]);
});
