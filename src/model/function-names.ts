// What the names of functions say.

import { PYTHON_PREFIX, UNKNOWN, type FunctionNames, NONE } from './profile.ts';

/** A symbol version such as `@@GLIBC_2.34`, but not `@plt`. */
export const SYMBOL_VERSION = /@@?(?!plt$)[A-Za-z_][\w.]*$/;
/** A single compiler suffix. A name can have several. */
export const COMPILER_SUFFIX =
  /(?:\.(?:cold|hot|warm|part|isra|constprop|lto_priv|llvm|localalias|clone|str|__uniq)(?:\.\d+)*|\.\d+)$/;

/** Removes the version and compiler suffixes of a symbol: `f.part.0.cold@@V1` becomes `f`. The result is never empty. */
export function canonicalName(name: string): string {
  if (name.startsWith(PYTHON_PREFIX)) return name;
  let canonical = name.replace(SYMBOL_VERSION, '') || name;
  for (;;) {
    const shorter = canonical.replace(COMPILER_SUFFIX, '');
    if (shorter === canonical || shorter === '') return canonical;
    canonical = shorter;
  }
}

/** An address instead of a name, with or without `0x`. Symbols that consist of eight or more hexadecimal digits are rare. */
const ADDRESS = /^(?:0x[0-9a-f]+|[0-9a-f]{8,16})$/i;

/** True for `[unknown]` and bare addresses. */
export function isUnnamedName(name: string): boolean {
  return name === UNKNOWN || ADDRESS.test(name);
}

/** True for `[unknown]`, empty and missing modules: perf did not know the mapping. */
export function isUnknownModule(module: string | undefined): boolean {
  return module === undefined || module === '' || module === UNKNOWN;
}

export function isUnnamed({ strings, funcs }: FunctionNames, func: number): boolean {
  return isUnnamedName(strings[funcs.name[func]]);
}

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
