// The cost of a function by its name and module alone, from the table of rows.

import { COST_ROWS, PLACES, type Place } from '../../cpython/costs.ts';
import { namePattern } from '../../cpython/fact.ts';
import { isExtension, isKernelCode, RUNTIME_LIBRARY } from '../../cpython/modules.ts';
import type { CostId } from '../../model/costs.ts';
import { INJECTED_FILE, PERF_MAP } from '../../model/jit-modules.ts';
import { FuncFlags, NONE, PYTHON_PREFIX, type FunctionNames } from '../../model/profile.ts';
import { PYTHON_MODULE } from '../../model/python-module.ts';
import { isUnknownModule } from '../../model/unnamed.ts';
import { baseName } from '../../text/base-name.ts';
import { packageOf } from '../names.ts';

export interface FunctionCost {
  readonly rank: number;
  readonly cost: CostId;
  readonly part: string;
}

const ROWS = COST_ROWS.map((row) => ({ ...row, pattern: namePattern([row]) }));
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
  if (isKernelCode(name, path, (funcs.flags[func] & FuncFlags.upperHalf) !== 0)) return 'kernel';
  if (modules.length === 0) return 'unknown';
  if (path === undefined || isUnknownModule(path)) return undefined;
  if (PYTHON_MODULE.test(path)) return 'interpreter';
  if (isExtension(path)) return 'extension';
  return RUNTIME_LIBRARY.test(baseName(path)) ? 'runtime library' : 'native';
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
