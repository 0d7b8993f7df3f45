// Code without a name, because perf did not know its symbol or its mapping.

import { UNKNOWN, type FunctionNames } from './profile.ts';

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
