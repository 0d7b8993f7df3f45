// The cost of a function by its name and module alone, from the table of rows.

import type { CostId } from '../../model/costs.ts';
import { INJECTED_FILE, PERF_MAP } from '../../model/jit-modules.ts';
import { FuncFlags, NONE, PYTHON_PREFIX, UNKNOWN, type FunctionNames } from '../../model/profile.ts';
import { PYTHON_MODULE } from '../../model/python-module.ts';
import { isUnknownModule } from '../../model/unnamed.ts';
import { baseName } from '../../text/base-name.ts';
import { packageOf } from '../names.ts';
import { EXTENSION_FILE, EXTENSION_PATH, KERNEL_MODULE } from '../rules.ts';
import type { Place } from './cost-row.ts';
import { COST_ROWS } from './table.ts';

export interface FunctionCost {
  readonly rank: number;
  readonly cost: CostId;
  readonly part: string;
}

/** File names of the C library and the libraries that belong to it. */
export const RUNTIME_LIBRARY =
  /^(?:lib(?:c|m|pthread|dl|rt|util|gcc_s|stdc\+\+|c\+\+|c\+\+abi)[-.]|libc\+\+|ld-linux|ld-musl|ld\.so|libm-|\[vdso\]|\[vsyscall\]|linux-vdso)/;

const ROWS = COST_ROWS.map((row) => ({ ...row, pattern: new RegExp(`^(?:${row.names.join('|')})$`) }));
/** A function has one place, except in text without modules. */
const PLACES: readonly Place[] = [
  'python',
  'kernel',
  'interpreter',
  'extension',
  'runtime library',
  'native',
];
const ROWS_IN = new Map<Place | 'unknown', typeof ROWS>([
  ...PLACES.map((place) => [place, ROWS.filter((row) => row.place === place)] as const),
  ['unknown', ROWS.filter(({ place }) => place === 'interpreter' || place === 'runtime library')],
]);

/** The cost of a function; undefined if no row has it, as for functions without a module. */
export function functionCost(names: FunctionNames, func: number): FunctionCost | undefined {
  const { strings, modules, funcs } = names;
  const path = funcs.module[func] === NONE ? undefined : modules[funcs.module[func]];
  const canonical = strings[funcs.name[funcs.canonical[func]]];
  const place = placeOf(names, func, path);
  for (const row of (place && ROWS_IN.get(place)) ?? []) {
    const match = row.pattern.exec(canonical);
    if (match) return { ...row, part: partOf(row.part, match[1], path ?? '') };
  }
  return undefined;
}

/** Undefined if its module is unknown. Without a module column, a C function may be in the interpreter or in the C library. */
function placeOf(
  { strings, modules, funcs }: FunctionNames,
  func: number,
  path: string | undefined,
): Place | 'unknown' | undefined {
  const name = strings[funcs.name[func]];
  if (name.startsWith(PYTHON_PREFIX)) return 'python';
  const isNowhere = isUnknownModule(path);
  const isUpperHalf = (funcs.flags[func] & FuncFlags.upperHalf) !== 0;
  if (KERNEL_MODULE.test(path ?? '') || (isUpperHalf && !(name === UNKNOWN && isNowhere))) return 'kernel';
  if (modules.length === 0) return 'unknown';
  if (path === undefined || isNowhere) return undefined;
  if (PYTHON_MODULE.test(path)) return 'interpreter';
  const file = baseName(path);
  if (EXTENSION_FILE.test(file) || EXTENSION_PATH.test(path)) return 'extension';
  return RUNTIME_LIBRARY.test(file) ? 'runtime library' : 'native';
}

function partOf(part: string, group: string | undefined, path: string): string {
  if (part === '$1') return group ?? '';
  if (part === '<module>') return modulePart(path);
  return part === '<library>' ? libraryPart(path) : part;
}

/** The distribution in site-packages, or the module's name. */
function modulePart(path: string): string {
  const distribution = packageOf(path);
  // Wheels put the libraries of `numpy` into `numpy.libs`.
  if (distribution !== undefined) return distribution.replace(/\.libs$/, '');
  return baseName(path).split('.')[0].replace(/^_+/, '');
}

function libraryPart(path: string): string {
  const file = baseName(path.replace(/ \(deleted\)$/, ''));
  return PERF_MAP.test(file) || INJECTED_FILE.test(file) ? 'jitted code' : file.replace(/\.so(?:\..*)?$/, '');
}
