import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldImportsNaively } from '../../fixtures/naive-imports.ts';
import { syntheticProfile } from '../../fixtures/synthetic.ts';
import { profileOf, samplesOf, textOf, trimLines } from '../../fixtures/text.ts';
import { withAggregateFunctions } from '../filters/aggregate-functions.ts';
import { labelOf } from '../text/labels.ts';
import { Kind } from '../model/kinds.ts';
import type { Level } from '../model/levels.ts';
import { NONE, type Profile } from '../model/profile.ts';
import { classify } from './classify.ts';
import { foldImports } from './imports.ts';
import { atLevel } from './levels.ts';
import '../../fixtures/seed.ts';

const FIND = 'py::_find_and_load:<frozen importlib._bootstrap>';
const LOAD = 'py::SourceLoader.exec_module:<frozen importlib._bootstrap_external>';
const IMPORT = 'py::import:<frozen importlib._bootstrap>';
const LIBRARY = '/usr/lib/python3.13';
const MAIN = 'py::<module>:/app/main.py';
const SPARSE = `${LIBRARY}/site-packages/scipy/sparse/__init__.py`;
const EXTENSION = `init@${LIBRARY}/site-packages/ext.cpython-313-x86_64-linux-gnu.so`;

function folded(profile: Profile, level: Level): { readonly before: Profile; readonly after: Profile } {
  const classified = classify(profile);
  const before = atLevel(classified, level);
  return { before, after: classified.imports ? foldImports(before, classified.imports) : before };
}

function foldedText(drawing: string, level: Level = 'python-c'): string {
  return textOf(folded(profileOf(drawing), level).after, 'names');
}

function stackOf(...frames: readonly string[]): string {
  return `${frames.join(';')} 1`;
}

test('machinery that leads to a module becomes one frame named after the module', () => {
  const drawing = stackOf(MAIN, FIND, LOAD, `py::<module>:${SPARSE}`, 'py::f:/app/f.py');
  const expected = stackOf(
    MAIN,
    `py::import scipy.sparse:${SPARSE}`,
    `py::<module>:${SPARSE}`,
    'py::f:/app/f.py',
  );
  expect(foldedText(drawing)).toBe(expected);
});

test('machinery that leads to no module becomes one frame, with the frames that it calls', () => {
  expect(foldedText(stackOf(MAIN, FIND, LOAD, FIND))).toBe(stackOf(MAIN, IMPORT));
  expect(foldedText(stackOf(FIND, LOAD, 'marshal_loads', 'r_object'))).toBe(
    stackOf(IMPORT, 'marshal_loads', 'r_object'),
  );
  const hook = 'py::Finder.find_spec:/app/hook.py';
  expect(foldedText(stackOf(FIND, hook, `py::<module>:${SPARSE}`))).toBe(
    stackOf(IMPORT, hook, `py::<module>:${SPARSE}`),
  );
});

test('C code of the interpreter between frames of the machinery belongs to it', () => {
  const module = `${LIBRARY}/json/decoder.py`;
  const drawing = stackOf(FIND, 'dict_get', LOAD, 'run_code', `py::<module>:${module}`);
  expect(foldedText(drawing)).toBe(stackOf(`py::import json.decoder:${module}`, `py::<module>:${module}`));
});

test('code of an extension that imports a module keeps its frames', () => {
  const module = `py::<module>:${SPARSE}`;
  expect(foldedText(stackOf(FIND, EXTENSION, FIND, module))).toBe(
    stackOf(IMPORT, 'init', `py::import scipy.sparse:${SPARSE}`, module),
  );
  expect(foldedText(stackOf(FIND, EXTENSION, 'py::<module>:<string>'))).toBe(
    stackOf(IMPORT, 'init', 'py::<module>:<string>'),
  );
});

test('code without a file is not a module', () => {
  expect(foldedText(stackOf(FIND, 'py::<module>:<string>'))).toBe(stackOf(IMPORT, 'py::<module>:<string>'));
});

test('folds at all levels without call glue', () => {
  const module = `py::<module>:${SPARSE}`;
  const drawing = `
    ${stackOf(MAIN, FIND, LOAD, module, 'list_sort')}
    ${stackOf(MAIN, FIND, 'marshal_loads')}
    ${stackOf(MAIN, FIND)}
  `;
  const imported = `py::import scipy.sparse:${SPARSE}`;
  expect(foldedText(drawing, 'python-leaf-c')).toBe(
    trimLines(`
      ${stackOf(MAIN, imported, module, 'list_sort')}
      ${stackOf(MAIN, IMPORT, 'marshal_loads')}
      ${stackOf(MAIN, IMPORT)}
    `),
  );
  expect(foldedText(drawing, 'python')).toBe(
    trimLines(`
      ${stackOf(MAIN, imported, module)}
      ${MAIN};${IMPORT} 2
    `),
  );
});

test('labels are the import statement, without a place', () => {
  const { after } = folded(
    profileOf(`${stackOf(MAIN, FIND, `py::<module>:${SPARSE}`)}\n${stackOf(FIND, 'import_name')}`),
    'python-c',
  );
  const { profile } = withAggregateFunctions(after);
  const labels = Array.from(profile.stacks.func, (func) => labelOf(profile, func));
  expect(labels).toContainEqual({ name: 'import scipy.sparse', place: '' });
  expect(labels).toContainEqual({ name: 'import', place: '' });
});

test.each([
  ['/app/tools.py', 'tools'],
  ['/app/pkg/__init__.py', 'pkg'],
  ['/app/pkg/deep/leaf.py', 'pkg.deep.leaf', '/app/pkg/__init__.py', '/app/pkg/deep/__init__.py'],
  ['/app/pkg/deep/__init__.py', 'pkg.deep', '/app/pkg/__init__.py'],
  ['<frozen os>', 'os'],
])('the module of %s is %s', (file, name, ...others) => {
  const lines = [file, ...others].map((each) => stackOf(FIND, `py::<module>:${each}`));
  expect(foldedText(lines.join('\n'))).toContain(
    stackOf(`py::import ${name}:${file}`, `py::<module>:${file}`),
  );
});

test('adds no functions to a recording without machinery', () => {
  const { funcs, strings } = classify(profileOf(stackOf(MAIN, 'py::f:/app/f.py'))).profile;
  expect(Array.from(funcs.name, (name) => strings[name])).not.toContainEqual(
    expect.stringContaining('import'),
  );
});

test('the added functions have the file and package of their module', () => {
  const { profile, imports } = classify(profileOf(stackOf(FIND, `py::<module>:${SPARSE}`)));
  const func = imports?.ofModule.find((each) => each >= 0) ?? NONE;
  const { funcs, strings } = profile;
  expect(strings[funcs.file[func]]).toBe(SPARSE);
  expect(strings[funcs.package[func]]).toBe('scipy');
  expect(funcs.kind[func]).toBe(Kind.importlib);
});

const FRAMES = [
  FIND,
  LOAD,
  MAIN,
  EXTENSION,
  `py::<module>:${SPARSE}`,
  'py::<module>:<frozen os>',
  'py::<module>:<string>',
  'py::f:/app/main.py',
  'list_sort@/usr/bin/python3.13',
  '_PyEval_EvalFrameDefault@/usr/bin/python3.13',
  'malloc@/usr/lib/libc.so.6',
];
const LEVELS = ['python-c', 'python-leaf-c', 'python'] as const;
const seeds = fc.record({ seed: fc.nat(), level: fc.constantFrom(...LEVELS) });

function random({ seed, level }: { readonly seed: number; readonly level: Level }) {
  return folded(syntheticProfile({ seed, samples: 40, depth: 14, frames: FRAMES }), level);
}

test('folds every stack like a frame-by-frame implementation', () => {
  fc.assert(
    fc.property(seeds, (choice) => {
      const { before, after } = random(choice);
      expect(samplesOf(after)).toEqual(samplesOf(before).map(foldLine));
    }),
  );
});

/** Folds a line of `samplesOf`. */
function foldLine(line: string): string {
  const [, prefix, stack, weight] = /^(.*\| )(.*) (\d+)$/.exec(line) ?? [];
  return `${prefix}${foldImportsNaively(stack.split(';'), (frame) => frame === EXTENSION).join(';')} ${weight}`;
}

test('keeps the weights of all samples, and of all functions outside of the machinery', () => {
  fc.assert(
    fc.property(seeds, (choice) => {
      const { before, after } = random(choice);
      expect({ ...after.samples, stack: 0 }).toEqual({ ...before.samples, stack: 0 });
      expect(weightsOf(after)).toEqual(weightsOf(before));
    }),
  );
});

/** Self weight of every function, and total weight of Python functions and extensions, except those of the machinery. */
function weightsOf(profile: Profile): Map<string, number> {
  const { stacks, funcs, strings, samples } = profile;
  const weights = new Map<string, number>();
  const add = (key: string, weight: number) => weights.set(key, (weights.get(key) ?? 0) + weight);
  for (let i = 0; i < samples.length; i++) {
    const onStack = new Set<number>();
    for (let at = samples.stack[i]; at !== NONE; at = stacks.parent[at]) onStack.add(stacks.func[at]);
    const isMachinery = (func: number) => funcs.kind[func] === Kind.importlib;
    const nameOf = (func: number) => strings[funcs.name[func]];
    const leaf = stacks.func[samples.stack[i]];
    if (!isMachinery(leaf)) add(`self ${nameOf(leaf)}`, samples.weight[i]);
    for (const func of onStack) {
      const isKept = funcs.kind[func] < Kind.importlib || funcs.kind[func] === Kind.extension;
      if (isKept) add(`total ${nameOf(func)}`, samples.weight[i]);
    }
  }
  return weights;
}

test('parents precede children, and folding twice changes nothing', () => {
  fc.assert(
    fc.property(seeds, (choice) => {
      const { after } = random(choice);
      expect(after.stacks.parent.every((parent, i) => parent < i)).toBe(true);
      const text = textOf(after);
      expect(textOf(folded(profileOf(text), 'raw').after)).toBe(text);
    }),
  );
});
