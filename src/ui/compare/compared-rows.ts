// The rows of the table of a comparison: which functions it has, and in which order.

import type { ComparedRow, ComparisonSummary } from '../../model/comparison.ts';
import { isKernelNoise } from '../../model/kernel-noise.ts';
import type { ComparedTableState } from '../../model/view-names.ts';
import { formatInterval, type ValueScale } from '../../text/difference.ts';
import { comparedBy, sortRows } from '../primitives/columns.tsx';

/** The values of both sides of a function or call node, on the basis. */
export interface ComparedValues {
  readonly a: number;
  readonly b: number;
  /** Undefined if it is too small to test. */
  readonly tested: ComparedRow | undefined;
}

export interface ComparedRows {
  readonly by: 'function';
  readonly length: number;
  /** Rows of `Recording.funcs`. */
  readonly id: Int32Array;
  readonly values: readonly ComparedValues[];
}

/** Tested functions, the largest difference first; then the others with weight if `showsSmall`. */
export function comparedRows(
  { self, totals, weights }: Pick<ComparisonSummary, 'self' | 'totals' | 'weights'>,
  { of, showsSmall }: Pick<ComparedTableState, 'of' | 'showsSmall'>,
): ComparedRows {
  const tested = of === 'self' ? self : totals;
  const [weightsA, weightsB] =
    of === 'self' ? [weights.selfA, weights.selfB] : [weights.totalA, weights.totalB];
  const id = tested.map(({ index }) => index);
  const values: ComparedValues[] = tested.map((row) => ({ a: row.a, b: row.b, tested: row }));
  const known = new Set(id);
  const count = showsSmall ? weightsA.length : 0;
  for (let func = 0; func < count; func++) {
    const a = weightsA[func];
    const b = weightsB[func];
    if (known.has(func) || (a === 0 && b === 0)) continue;
    id.push(func);
    values.push({ a, b, tested: undefined });
  }
  return { by: 'function', length: id.length, id: Int32Array.from(id), values };
}

/**
 * Breaks ties by the size of the difference, then by name. By size, kernel noise is below the code that causes it. `names` are in
 * lower case.
 */
export function sortComparedRows(
  { values }: ComparedRows,
  names: readonly string[],
  { column, isDescending }: Pick<ComparedTableState, 'column' | 'isDescending'>,
): Uint32Array {
  const size = values.map(sortKeys.size);
  const byName = comparedBy(names);
  const ties = (x: number, y: number) => size[y] - size[x] || byName(x, y);
  const value = (row: number) => (column === 'name' ? names[row] : sortKeys[column](values[row]));
  const sorted = sortRows(values.length, value, isDescending, ties);
  if (column !== 'size') return sorted;
  const rank = Uint8Array.from(values, ({ tested }, row) => (tested ? Number(isKernelNoise(names[row])) : 2));
  return sorted.sort((x, y) => rank[x] - rank[y]);
}

export const sortKeys = {
  a: ({ a }: ComparedValues) => a,
  b: ({ b }: ComparedValues) => b,
  d: ({ a, b }: ComparedValues) => b - a,
  size: ({ a, b }: ComparedValues) => Math.abs(b - a),
  /** New code is larger than any other change. */
  relative: ({ a, b }: ComparedValues) => (a === 0 ? Infinity : (b - a) / a),
  /** What is not tested is the least certain. */
  q: ({ tested }: ComparedValues) => tested?.q ?? Infinity,
};

/** True if a function was matched by more than its name and file. */
export function hasMarks(values: readonly ComparedValues[]): boolean {
  return values.some(({ tested }) => tested !== undefined && tested.mark !== '');
}

/** The ends of the axis on which intervals are drawn; it includes zero. */
export interface Axis {
  readonly from: number;
  readonly to: number;
}

/** An axis for all intervals and differences. */
export function axisOf(values: Iterable<ComparedValues>): Axis {
  let from = 0;
  let to = 0;
  for (const { a, b, tested } of values) {
    from = Math.min(from, tested?.lo ?? b - a);
    to = Math.max(to, tested?.hi ?? b - a);
  }
  return { from, to };
}

/** Where a value is on the axis, in percent of its length. */
export function positionOn({ from, to }: Axis, value: number): number {
  return (100 * (value - from)) / (to - from || 1);
}

/** In percent of the axis. Nearer to zero, the value at an end has no room. */
const MIN_DISTANCE = 35;

/**
 * The values at the ends of the axis, in one unit: `−1.2`, `+3.4 s`. Empty at an end that is too near to zero. Points have no
 * unit: the word is long, and the column beside the axis has it.
 */
export function axisEnds(axis: Axis, scale: ValueScale): readonly [from: string, to: string] {
  const text = formatInterval({ lo: axis.from, hi: axis.to }, scale).replace(' points', '');
  const [from, to] = text.split(' to ');
  const zero = positionOn(axis, 0);
  if (zero > 100 - MIN_DISTANCE) return [from + to.replace(/^\S+/, ''), ''];
  return [zero < MIN_DISTANCE ? '' : from, to];
}
