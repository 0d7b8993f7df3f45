// Folds the import machinery in the stacks of a level: frames that lead to a module become one frame named after it, and frames that
// lead to none become one frame `import`.
//
//  level                                             folded
//  py::<module>:/app/main.py                         py::<module>:/app/main.py
//  py::_find_and_load:<frozen importlib._bootstrap>  py::import json:/lib/python3.13/json/__init__.py
//  py::_load_unlocked:<frozen importlib._bootstrap>
//  py::<module>:/lib/python3.13/json/__init__.py     py::<module>:/lib/python3.13/json/__init__.py
//  py::_find_and_load:<frozen importlib._bootstrap>  py::import:<frozen importlib._bootstrap>
//  marshal_loads                                     marshal_loads

import { AppendedStacks, countInferred, inferredStacks } from '../model/stacks.ts';
import { isPython, Kind } from '../model/kinds.ts';
import { moduleNameOf } from '../model/paths.ts';
import { FuncFlags, NONE, PYTHON_PREFIX, type Profile } from '../model/profile.ts';
import type { FuncVariants } from './func-variants.ts';
import { fileInName, IMPORT_NAME } from './names.ts';

export interface ImportFunctions {
  /** Represents machinery that leads to no module: it finds, reads or compiles one. */
  readonly generic: number;
  /** Per function: for the top-level code of a module, the function that represents the machinery leading to it; otherwise NONE. */
  readonly ofModule: Int32Array;
}

/**
 * Adds the functions that represent import machinery, with the files of their modules, so that filters and the table count them
 * there. Undefined if the recording has no machinery.
 */
export function addImportFunctions(funcs: FuncVariants): ImportFunctions | undefined {
  const { length } = funcs;
  const modules: { readonly func: number; readonly file: string }[] = [];
  let hasMachinery = false;
  for (let func = 0; func < length; func++) {
    const kind = funcs.kind.at(func);
    if (kind === Kind.importlib) hasMachinery = true;
    else if (isPython(kind)) {
      const file = moduleFileOf(funcs.nameAt(func));
      if (file !== undefined) modules.push({ func, file });
    }
  }
  if (!hasMachinery) return undefined;
  const add = (name: string, file: string) =>
    funcs.variant(`${PYTHON_PREFIX}${name}:${file}`, NONE, Kind.importlib, FuncFlags.plain);
  const files = new Set(modules.map(({ file }) => file));
  const ofModule = new Int32Array(length).fill(NONE);
  for (const { func, file } of modules)
    ofModule[func] = add(`${IMPORT_NAME} ${dottedName(file, files)}`, file);
  return { generic: add(IMPORT_NAME, '<frozen importlib._bootstrap>'), ofModule };
}

const MODULE_PREFIX = `${PYTHON_PREFIX}<module>:`;

/** The file of a module's top-level code; undefined for other functions, and for code that has no file, such as `<string>`. */
function moduleFileOf(name: string): string | undefined {
  if (!name.startsWith(MODULE_PREFIX)) return undefined;
  const file = fileInName(name);
  return file === '' || (file.startsWith('<') && moduleNameOf(file) === undefined) ? undefined : file;
}

/** Outside of libraries, folders whose `__init__.py` is among the files are packages. */
function dottedName(file: string, files: ReadonlySet<string>): string {
  const known = moduleNameOf(file);
  if (known !== undefined) return known;
  const folders = file.split('/');
  const parts = [(folders.pop() ?? '').replace(/\.pyc?$/, '')];
  if (parts[0] === INIT && folders.length > 0) parts[0] = folders.pop() ?? '';
  while (folders.length > 0 && files.has(`${folders.join('/')}/${INIT}.py`))
    parts.unshift(folders.pop() ?? '');
  return parts.join('.');
}

const INIT = '__init__';

/** How a frame continues or ends the machinery that calls it. */
const Step = {
  /** Python code, or the code of an extension: ends the machinery and keeps its frame. */
  leave: 0,
  /** C code of the interpreter: part of the machinery only if more machinery follows. */
  pass: 1,
  /** Machinery. */
  import: 2,
  /** The top-level code of a module, to which the machinery leads. */
  module: 3,
} as const;

/**
 * Folds the import machinery of a profile at level `python-c` or coarser. Most stacks of a large recording have none and stay
 * unchanged. Changed stacks are appended to the table; their originals remain, without samples.
 */
export function foldImports(profile: Profile, { generic, ofModule }: ImportFunctions): Profile {
  const { length, parent, func } = profile.stacks;
  const steps = profile.funcs.kind.map((kind, each) => stepOf(kind, ofModule[each] >= 0));
  const changed = new AppendedStacks();
  /** Per stack: the changed stack, + 1; 0 if it is unchanged. */
  const at = new Int32Array(length);
  /** Per changed stack that ends in machinery: the changed stack before it. */
  const base: (number | undefined)[] = [];
  for (let i = 0; i < length; i++) {
    const p = parent[i];
    const step = steps[func[i]];
    const below = p < 0 ? NONE : at[p] - 1;
    if (below < 0 && step !== Step.import) continue;
    const before = base[below];
    let row: number;
    let start: number | undefined;
    if (step === Step.import) {
      start = before ?? (below < 0 ? changed.unchanged(p) : below);
      row = changed.intern(start, generic);
    } else if (step === Step.module && before !== undefined) {
      row = changed.intern(changed.intern(before, ofModule[func[i]]), func[i]);
    } else {
      row = changed.intern(below, func[i]);
      if (step === Step.pass) start = before;
    }
    base[row] = start;
    at[i] = row + 1;
  }
  const { stacks, stackOf } = changed.appendTo(profile.stacks);
  const { samples } = profile;
  const stackAfter = (stack: number) => (stack < 0 || at[stack] === 0 ? stack : stackOf[at[stack] - 1]);
  const before = inferredStacks(profile);
  const inferred =
    before &&
    countInferred(samples, stacks, (sample) => {
      const stack = before[sample];
      // Recorded frames may be part of the machinery, so its frame counts as recorded.
      const start = stack < 0 || at[stack] === 0 ? undefined : base[at[stack] - 1];
      return start === undefined ? stackAfter(stack) : stackOf[start];
    });
  return { ...profile, stacks, samples: { ...samples, stack: samples.stack.map(stackAfter), inferred } };
}

function stepOf(kind: number, isModule: boolean): number {
  if (kind === Kind.importlib) return Step.import;
  if (isModule) return Step.module;
  const isC = kind >= Kind.eval && kind <= Kind.unknown;
  return isC && kind !== Kind.extension ? Step.pass : Step.leave;
}
