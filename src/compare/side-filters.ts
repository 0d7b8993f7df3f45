// Filters name code as the comparison shows it. This rewrites them for a recording in which the same code has other names.

import { targetOf, type Filter, type Target } from '../model/filter.ts';
import { NONE, type FunctionNames } from '../model/profile.ts';
import type { ComparedFunctions } from './compared-functions.ts';

/** `recording` is the index of the recording in `compared.funcOf`. */
export function filtersOn(
  filters: readonly Filter[],
  compared: ComparedFunctions,
  recording: number,
  names: FunctionNames,
): Filter[] {
  return filters.map((filter) => ({
    ...filter,
    target: targetOn(filter.target, compared, recording, names),
  }));
}

function targetOn(
  target: Target | undefined,
  { strings, modules, funcs, funcOf }: ComparedFunctions,
  recording: number,
  names: FunctionNames,
): Target | undefined {
  if (!target || !mayDiffer(target)) return target;
  for (let row = 0; row < funcs.length; row++) {
    const func = funcOf[recording][row];
    if (func === NONE) continue;
    if (isSame(targetOf({ strings, modules, funcs }, row, target.by), target))
      return targetOf(names, func, target.by) ?? target;
  }
  return target;
}

type PlacedTarget = Extract<Target, { readonly by: 'function' | 'file' | 'module' | 'package' | 'folder' }>;

/** True for targets whose names or paths may differ between recordings. */
function mayDiffer(target: Target): target is PlacedTarget {
  return target.by === 'function' || target.by === 'file' || target.by === 'module' || target.by === 'folder';
}

function isSame(target: Target | undefined, other: Target): boolean {
  return JSON.stringify(target) === JSON.stringify(other);
}
