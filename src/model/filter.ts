// Filters are plain data. They identify code by its visible name and never by a table row, so that they mean the same at every
// level and in every view.

import type { CostId } from './costs.ts';
import type { FindingId } from './findings.ts';
import { folderOf } from './paths.ts';
import { NONE, type FunctionNames } from './profile.ts';

/** The code that a filter applies to. */
export type Target =
  /** The recorded name of the canonical function, and its module (empty if it has none). */
  | { readonly by: 'function'; readonly name: string; readonly module: string }
  /** `path` is a Python source file, a module of C code, or the name of a Python package. */
  | { readonly by: 'file' | 'module' | 'package'; readonly path: string }
  /** Python functions whose source file is below the folder `path` (folders.ts). */
  | { readonly by: 'folder'; readonly path: string }
  /** `kind` is a Kind. */
  | { readonly by: 'kind'; readonly kind: number }
  | SampleTarget
  /** Every function whose name matches the search `query`. */
  | { readonly by: 'pattern'; readonly query: string };

/** Samples, whatever code they have; only for the actions `only` and `drop`. */
export type SampleTarget =
  /** The samples that a finding of the doctor affects. */
  | { readonly by: 'finding'; readonly finding: FindingId }
  /** The samples with this cost or, if `part` is given, with this part of it. The part may be empty, as in CostPart. */
  | { readonly by: 'cost'; readonly cost: CostId; readonly part?: string }
  | LineTarget;

/** The samples in which a call of this function, named as in `Target`, is at this source line. */
export interface LineTarget {
  readonly by: 'line';
  readonly name: string;
  readonly module: string;
  /** 1-based. */
  readonly line: number;
}

/**
 * What a filter does to each stack. The outermost frame is the one closest to the root.
 *
 *     recorded stack   main a b a c     with the target a
 *     focus            a b a c          keeps the outermost match and its callees; removes samples without a match
 *     callers          main a           keeps the outermost match and its callers; removes samples without a match
 *     hide             main b c         removes matching frames; their weight goes to the caller
 *     keep             a a              removes all other frames; their weight goes to the caller
 *     drop                              removes samples with a match
 *     only             main a b a c     removes samples without a match
 *     collapse         main a b a c     merges adjacent matches into one frame of the target's aggregate function
 *     recursion        main a b a c     merges direct recursive calls of a function into one frame
 */
export const FILTER_ACTIONS = [
  'focus',
  'callers',
  'hide',
  'keep',
  'drop',
  'only',
  'collapse',
  'recursion',
] as const;
export type FilterAction = (typeof FILTER_ACTIONS)[number];

export interface Filter {
  readonly action: FilterAction;
  /** Undefined only for `recursion`, which then applies to every function. */
  readonly target: Target | undefined;
  /** A disabled filter has no effect, but keeps its position. */
  readonly isOn: boolean;
}

export function activeFilters({ filters }: { readonly filters: readonly Filter[] }): Filter[] {
  return filters.filter(({ isOn }) => isOn);
}

/** The filter of the “My code” switch: keeps only the code below one folder. */
interface MyCodeFilter extends Pick<Filter, 'action' | 'target'> {
  readonly action: 'keep';
  readonly target: Extract<Target, { readonly by: 'folder' }>;
}

export function isMyCode<T extends Pick<Filter, 'action' | 'target'>>(filter: T): filter is T & MyCodeFilter {
  return filter.action === 'keep' && filter.target?.by === 'folder';
}

/** In nanoseconds on the recording's clock; `to` is exclusive. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

export type CodeTarget = Exclude<Target, SampleTarget>;

export function isSampleTarget(target: Target | undefined): target is SampleTarget {
  return target?.by === 'finding' || target?.by === 'cost' || target?.by === 'line';
}

/** A target that can be resolved without searching names. */
export type NamedTarget = Exclude<CodeTarget, { readonly by: 'pattern' }>;

/** The target that matches `func` by the property `by`; undefined if `func` is NONE or lacks that property (C code has no file). */
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
    case 'folder': {
      const file = strings[funcs.file[func]];
      return file === undefined ? undefined : { by, path: folderOf(file) };
    }
    case 'module':
      return pathTarget(by, modules[funcs.module[func]]);
    case 'kind':
      return { by, kind: funcs.kind[func] };
  }
}

function pathTarget(by: 'file' | 'module' | 'package', path: string | undefined): NamedTarget | undefined {
  return path === undefined ? undefined : { by, path };
}
