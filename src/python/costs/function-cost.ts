// The cost of a function by its name and module alone, from the table of rows.

import { COST_ROWS } from '../../cpython/costs.ts';
import { namePattern } from '../../cpython/fact.ts';
import { PLACES, codePlaceOf, type Place } from '../../cpython/place.ts';
import type { CostId } from '../../model/costs.ts';
import { INJECTED_FILE, PERF_MAP } from '../../model/jit-modules.ts';
import { NONE, type FunctionNames } from '../../model/profile.ts';
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
  const place = codePlaceOf(names, func, path);
  for (const row of (place && ROWS_IN.get(place)) ?? []) {
    const match = row.pattern.exec(canonical);
    if (match) return { ...row, part: partOf(row.part, match[1], path ?? '') };
  }
  return undefined;
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
