// Filters name code as the comparison shows it, or as a recording did before it was compared. This rewrites them for a recording in
// which the same code has other names.

import { targetOf, type Filter, type Target } from '../model/filter.ts';
import { NONE, type FunctionNames } from '../model/profile.ts';
import type { ComparedFunctions } from './match/compared-functions.ts';

/** `names` are those of each recording, in the order of `compared.funcOf`; `recording` is an index into them. */
export function filtersOn(
  filters: readonly Filter[],
  compared: ComparedFunctions,
  names: readonly FunctionNames[],
  recording: number,
): Filter[] {
  return filters.map((filter) => ({
    ...filter,
    target: targetOn(filter.target, compared, names, recording),
  }));
}

function targetOn(
  target: Target | undefined,
  { strings, modules, funcs, funcOf }: ComparedFunctions,
  names: readonly FunctionNames[],
  recording: number,
): Target | undefined {
  if (!target || !mayDiffer(target)) return target;
  const shown = { names: { strings, modules, funcs }, funcIn: (row: number) => row };
  const recorded = names.map((each, i) => ({ names: each, funcIn: (row: number) => funcOf[i][row] }));
  for (const from of [shown, ...recorded]) {
    const row = rowOf(target, from, funcs.length, (each) => funcOf[recording][each] !== NONE);
    if (row !== NONE) return targetOf(names[recording], funcOf[recording][row], target.by) ?? target;
  }
  return target;
}

interface Named {
  readonly names: FunctionNames;
  /** The row of `names`; NONE if they lack the function. */
  readonly funcIn: (row: number) => number;
}

/** The first row of the comparison that is the target by these names; NONE if there is none. */
function rowOf(
  target: PlacedTarget,
  { names, funcIn }: Named,
  rows: number,
  isIn: (row: number) => boolean,
): number {
  for (let row = 0; row < rows; row++) {
    const func = isIn(row) ? funcIn(row) : NONE;
    if (func !== NONE && isSame(targetOf(names, func, target.by), target)) return row;
  }
  return NONE;
}

type PlacedTarget = Extract<Target, { readonly by: 'function' | 'file' | 'module' | 'package' | 'folder' }>;

/** True for targets whose names or paths may differ between recordings. */
function mayDiffer(target: Target): target is PlacedTarget {
  return target.by === 'function' || target.by === 'file' || target.by === 'module' || target.by === 'folder';
}

function isSame(target: Target | undefined, other: Target): boolean {
  return JSON.stringify(target) === JSON.stringify(other);
}
