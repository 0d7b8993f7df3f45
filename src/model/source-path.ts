// The source files of functions. Profilers of Go, Ruby and others name the source file of a function instead of its module.

import { NONE, type FunctionNames } from './profile.ts';

const SOURCE_FILE = /\.(?:go|s|rs|[ch](?:c|pp|xx)?|pyx|rb|php|jsx?|tsx?|java|kt|cs)$/;
const GO_FILE = /\.(?:go|s)$/;

/** The source file of a function, if it is known. */
export function sourcePathOf({ strings, modules, funcs }: FunctionNames, func: number): string | undefined {
  if (func === NONE) return undefined;
  const module = modules[funcs.module[func]];
  return strings[funcs.file[func]] ?? (module !== undefined && SOURCE_FILE.test(module) ? module : undefined);
}

/** True for a file of Go code, such as `main.go`, and of the assembly code of its runtime. Its program is one module, which says nothing. */
export function isGoFile(path: string): boolean {
  return GO_FILE.test(path);
}
