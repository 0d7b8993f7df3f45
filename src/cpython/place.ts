// Where functions are located: the places of the contracts of costs and of waiting.

import { FuncFlags, PYTHON_PREFIX, type FunctionNames } from '../model/profile.ts';
import { PYTHON_MODULE, baseName } from '../model/paths.ts';
import { isUnknownModule } from '../model/function-names.ts';
import { isExtension, isKernelCode, RUNTIME_LIBRARY } from './modules.ts';

/** Where the function of a frame is. A function has one place, except in text without modules. */
export const PLACES = ['python', 'kernel', 'interpreter', 'extension', 'runtime library', 'native'] as const;

export type Place = (typeof PLACES)[number];

/** Undefined if its module is unknown. Without a module column, a C function may be in the interpreter or in the C library. */
export function codePlaceOf(
  { strings, modules, funcs }: FunctionNames,
  func: number,
  path: string | undefined,
): Place | 'unknown' | undefined {
  const name = strings[funcs.name[func]];
  if (name.startsWith(PYTHON_PREFIX)) return 'python';
  if (isKernelCode(name, path, (funcs.flags[func] & FuncFlags.upperHalf) !== 0)) return 'kernel';
  if (modules.length === 0) return 'unknown';
  if (path === undefined || isUnknownModule(path)) return undefined;
  if (PYTHON_MODULE.test(path)) return 'interpreter';
  if (isExtension(path)) return 'extension';
  return RUNTIME_LIBRARY.test(baseName(path)) ? 'runtime library' : 'native';
}
