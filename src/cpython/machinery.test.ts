import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SPEC, SKIP_NOTE } from '../../fixtures/profiles.ts';
import { COMPILER_SUFFIX, SYMBOL_VERSION } from '../model/function-names.ts';
import { Kind } from '../model/kinds.ts';
import { PYTHON_MODULE } from '../model/paths.ts';
import { JIT_NAME, NAME_SETS } from './machinery.ts';

interface Contract {
  readonly version: string;
  readonly suffix: string;
  readonly pythonModule: string;
  readonly jitName: string;
  readonly classes: Readonly<Record<string, readonly string[]>>;
}

const KINDS: readonly (readonly [string, Kind])[] = [
  ['eval', Kind.eval],
  ['glue', Kind.glue],
  ['slot', Kind.slot],
  ['import', Kind.import],
  ['entry', Kind.entry],
];

test.skipIf(!existsSync(SPEC))(`the rules match the folding contract${SKIP_NOTE}`, () => {
  const contract: Contract = JSON.parse(readFileSync(SPEC, 'utf8'));
  const sets = Object.fromEntries(
    KINDS.map(([name, kind]) => [name, NAME_SETS.find((set) => set.kind === kind)?.pattern]),
  );
  expect(sets).toEqual(
    Object.fromEntries(
      Object.entries(contract.classes).map(([name, names]) => [name, new RegExp(`^(?:${names.join('|')})$`)]),
    ),
  );
  const actual = { SYMBOL_VERSION, COMPILER_SUFFIX, PYTHON_MODULE, JIT_NAME };
  const expected = {
    SYMBOL_VERSION: new RegExp(contract.version),
    COMPILER_SUFFIX: new RegExp(contract.suffix),
    PYTHON_MODULE: new RegExp(contract.pythonModule),
    JIT_NAME: new RegExp(`^${contract.jitName}$`),
  };
  expect(actual).toEqual(expected);
});

test('the name sets are in the order of the contract, once each', () => {
  expect(NAME_SETS.map(({ kind }) => kind)).toEqual(KINDS.map(([, kind]) => kind));
});

const isMachinery = (name: string) => NAME_SETS.some(({ pattern }) => pattern.test(name));

test.each([
  '_PyEval_EvalFrameDefault',
  '_TAIL_CALL_LOAD_FAST',
  'PyObject_Vectorcall',
  'gen_iternext',
  'main',
])('%s belongs to the interpreter’s own machinery', (name) => expect(isMachinery(name)).toBe(true));

test.each(['PyObject_Calloc', 'import_from_rule', 'list_sort_impl', 'mainloop', 'pymalloc', 'builtin_sum'])(
  '%s does real work',
  (name) => expect(isMachinery(name)).toBe(false),
);

test.each([
  '/usr/bin/python3.13',
  'python3',
  '/opt/python/bin/python',
  '/usr/lib/libpython3.13.so.1.0',
  '/usr/lib/libpython3.13d.so',
  '/usr/bin/python3.13t',
  '/usr/lib/debug/python3.13.debug',
  '/usr/bin/python3.13 (deleted)',
])('%s is the Python binary or library', (path) => expect(path).toMatch(PYTHON_MODULE));

test.each([
  '/usr/bin/python3.13-config',
  '/usr/lib/python3.13/lib-dynload/_json.cpython-313-x86_64-linux-gnu.so',
  '/usr/bin/ipython3',
  '/usr/lib/libpython-helper.so',
  '/app/python3.13/app',
])('%s is not the Python binary or library', (path) => expect(path).not.toMatch(PYTHON_MODULE));
