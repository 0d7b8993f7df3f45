// The source lines and source files of functions.

import { type WeightById, NONE, type FunctionNames } from './profile.ts';

/** The functions of a profile that is split by line (python/split-by-line.ts): each line of a function is one of its own. */
export interface LineFunctions {
  /** Per function: the function that it is a line of, which may be this function. */
  readonly whole: Int32Array;
  /** Per function: its line, 1-based; 0 if unknown. */
  readonly line: Int32Array;
}

export interface LineTotals {
  /** 1-based; 0 for all calls of the function whose line is unknown. */
  readonly line: number;
  /** Weight and number of samples that end in the function at the line. */
  readonly self: number;
  readonly selfSamples: number;
  /** Of those with a call of the function at the line anywhere on their stack; each stack counts once. */
  readonly total: number;
  readonly totalSamples: number;
}

export interface LineOfFunction extends LineTotals {
  /** Row of `Recording.funcs`. */
  readonly func: number;
}

export interface LineWeights extends LineTotals {
  /** The ten heaviest functions that the line called, by row of `Recording.funcs`. */
  readonly callees: readonly WeightById[];
}

/** The source lines at which a function was in the selected samples. */
export interface FunctionLines {
  /** Hottest first: by self, then by total weight. */
  readonly lines: readonly LineWeights[];
  /** The calls without a known line; undefined if there are none. */
  readonly unknown: LineWeights | undefined;
}

export interface SourceText {
  /** As given: the path in the dropped folder or the archive, or only a name. */
  readonly name: string;
  readonly text: string;
}

/** Names that nearly every package has: the name alone does not tell whose file it is. */
const COMMON_NAMES = new Set(['__init__.py', '__main__.py']);

/**
 * The index of the path that most probably is the file recorded as `recorded`: the one with the longest common end, and of several
 * the shortest; -1 if none has the same name.
 *
 *     recorded   /srv/shop/cart/views.py
 *     given      shop-main/cart/views.py     `cart/views.py` is common
 *                shop-main/admin/views.py    only the name is, and its folder is another one
 */
export function closestPath(paths: readonly string[], recorded: string): number {
  const wanted = partsOf(recorded);
  let best = -1;
  let bestCommon = 0;
  let bestLength = Infinity;
  for (const [i, path] of paths.entries()) {
    const parts = partsOf(path);
    const common = commonEnd(parts, wanted);
    if (!isPlausible(path, parts, common)) continue;
    if (common < bestCommon || (common === bestCommon && parts.length >= bestLength)) continue;
    [best, bestCommon, bestLength] = [i, common, parts.length];
  }
  return best;
}

/**
 * A file that shares only its name is accepted at the top of what was given, because its folder may have been renamed, and by its
 * absolute path, because it was given by itself.
 */
function isPlausible(path: string, parts: readonly string[], common: number): boolean {
  if (common === 0 || common === parts.length) return common > 0;
  const isByItself = parts.length === 2 || /^(?:[/\\]|[A-Za-z]:)/.test(path);
  return common > 1 || (isByItself && !COMMON_NAMES.has(parts[parts.length - 1]));
}

function partsOf(path: string): string[] {
  return path.split(/[/\\]/).filter((part) => part !== '' && part !== '.');
}

function commonEnd(a: readonly string[], b: readonly string[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 1; i <= length; i++) if (a.at(-i) !== b.at(-i)) return i - 1;
  return length;
}

const SOURCE_FILE = /\.(?:go|s|rs|[ch](?:c|pp|xx)?|pyx|rb|php|jsx?|tsx?|java|kt|cs)$/;
const GO_FILE = /\.(?:go|s)$/;

/** The source file of a function, if it is known. */
export function sourcePathOf({ strings, modules, funcs }: FunctionNames, func: number): string | undefined {
  if (func === NONE) return undefined;
  const module = modules[funcs.module[func]];
  return strings[funcs.file[func]] ?? (module !== undefined && SOURCE_FILE.test(module) ? module : undefined);
}

/** True for a file of Go code, such as `main.go`, and of the assembly code of its runtime. Its program is one module, which says nothing. */
export function isGoFile(path: string): boolean {
  return GO_FILE.test(path);
}
