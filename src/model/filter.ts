// Filters are plain data that must have the same meaning at every level and in every view, so they identify code by its visible
// name and never by a table row.

import { NONE, type FunctionNames } from './profile.ts';

/** The code that a filter applies to. */
export type Target =
  /** The recorded name and the module (empty if it has none) of the canonical function. */
  | { readonly by: 'function'; readonly name: string; readonly module: string }
  /** `path` is a Python source file, the module of other code, or the name of a distribution. */
  | { readonly by: 'file' | 'module' | 'package'; readonly path: string }
  /** A Kind. */
  | { readonly by: 'kind'; readonly kind: number }
  /** Every function whose name matches the search `query`. */
  | { readonly by: 'pattern'; readonly query: string };

/**
 * What a filter does to each stack. The outermost frame is the one nearest the root.
 *
 *     stack            main a b a c     with the target a
 *     focus            a b a c          starts at the outermost match; removes samples without a match
 *     callers          main a           ends at the outermost match; removes samples without a match
 *     hide             main b c         removes matching frames; their weight goes to the caller
 *     drop                              removes samples with a match
 *     only             main a b a c     removes samples without a match
 *     collapse         main a b a c     merges adjacent matches into one frame of the target's aggregate function
 *     recursion        main a b a c     merges direct recursive calls of a function into one frame
 */
export const FILTER_ACTIONS = ['focus', 'callers', 'hide', 'drop', 'only', 'collapse', 'recursion'] as const;
export type FilterAction = (typeof FILTER_ACTIONS)[number];

export interface Filter {
  readonly action: FilterAction;
  /** Undefined only for `recursion`, which then applies to every function. */
  readonly target: Target | undefined;
  /** A disabled filter has no effect, but keeps its position. */
  readonly isOn: boolean;
}

/** In nanoseconds on the recording's clock; `to` is exclusive. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** A target that can be resolved without a search. */
export type NamedTarget = Exclude<Target, { readonly by: 'pattern' }>;

/** The target that matches `func` by the property `by`; undefined if `func` is NONE or has no such property (C code has no file). */
export function targetOf(
  { strings, modules, funcs }: FunctionNames,
  func: number,
  by: NamedTarget['by'],
): NamedTarget | undefined {
  if (func === NONE) return undefined;
  switch (by) {
    case 'function': {
      const canonical = funcs.canonical[func];
      return { by, name: strings[funcs.name[canonical]], module: modules[funcs.module[canonical]] ?? '' };
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
