// The name of a function without its path, and the path alone.

import { NONE, PYTHON_PREFIX, type FunctionNames } from './profile.ts';

/** The name of a function without its file: `foo` for `py::foo:/home/me/script.py`. */
export function nameWithoutFile({ strings, funcs }: FunctionNames, func: number): string {
  const name = strings[funcs.name[func]];
  const file = strings[funcs.file[func]];
  return file === undefined ? name : name.slice(PYTHON_PREFIX.length, -file.length - 1);
}

/** The source file of a Python function, or the module of any other function; undefined if it is unknown. */
export function pathOf({ strings, modules, funcs }: FunctionNames, func: number): string | undefined {
  return func === NONE ? undefined : (strings[funcs.file[func]] ?? modules[funcs.module[func]]);
}
