// What a person asked to see of a recording, and what to leave out. Filters are plain data that mean the same at every
// level and in every view, so they name code by what a person reads and never by a row of a table.

import { NONE, type FuncTable } from './profile.ts';

/** Code that a filter is about. */
export type Target =
  /** `name` as recorded and `module` (empty where it has none) of the function under its clean name. */
  | { readonly by: 'function'; readonly name: string; readonly module: string }
  /** `path` is the file of Python code, the module of other code or the name of a distribution. */
  | { readonly by: 'file' | 'module' | 'package'; readonly path: string }
  /** A Kind. */
  | { readonly by: 'kind'; readonly kind: number }
  /** Every function whose name the search `query` finds. */
  | { readonly by: 'pattern'; readonly query: string };

/**
 * What is done to each stack. The outermost frame is the one nearest the root.
 *
 *     stack            main a b a c     with the target a
 *     focus            a b a c          begins at the outermost; samples without it are left out
 *     callers          main a           ends at the outermost; samples without it are left out
 *     hide             main b c         its frames go, their weight to the caller
 *     drop                              samples that contain it are left out
 *     only             main a b a c     samples that do not contain it are left out
 *     collapse         main a b a c     neighbours of the target become one frame that stands for all of it
 *     recursion        main a b a c     a function that calls itself directly is one frame
 */
export const FILTER_ACTIONS = ['focus', 'callers', 'hide', 'drop', 'only', 'collapse', 'recursion'] as const;
export type FilterAction = (typeof FILTER_ACTIONS)[number];

export interface Filter {
  readonly action: FilterAction;
  /** Undefined only for `recursion`: of every function. */
  readonly target: Target | undefined;
  /** A filter that is off keeps its place, and does nothing. */
  readonly isOn: boolean;
}

/** From a time to another in nanoseconds on the recording's clock, `to` not included. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** A target that names its code; a pattern has to be searched for. */
export type NamedTarget = Exclude<Target, { readonly by: 'pattern' }>;

/** The tables that targets are read from; a Profile and a Recording are each one. */
export interface TargetNames {
  readonly strings: readonly string[];
  readonly modules: readonly string[];
  readonly funcs: FuncTable;
}

/** What function `func` is to a filter `by` this; undefined where it has none (the file of C code), and for NONE. */
export function targetOf(
  { strings, modules, funcs }: TargetNames,
  func: number,
  by: NamedTarget['by'],
): NamedTarget | undefined {
  if (func === NONE) return undefined;
  switch (by) {
    case 'function': {
      const clean = funcs.clean[func];
      return { by, name: strings[funcs.name[clean]], module: modules[funcs.module[clean]] ?? '' };
    }
    case 'file':
    case 'package':
      return pathTarget(by, strings[funcs[by][func]]);
    case 'module':
      return pathTarget(by, modules[funcs.module[func]]);
    case 'kind':
      return { by, kind: funcs.kind[func] };
  }
}

function pathTarget(by: 'file' | 'module' | 'package', path: string | undefined): NamedTarget | undefined {
  return path === undefined ? undefined : { by, path };
}
