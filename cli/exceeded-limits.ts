// Checks the limits of `pyrograph compare --fail-above`.

import { functionDifference, keysNamed, type BasisOptions } from '../src/compare/compare.ts';
import type { Prepared } from '../src/compare/prepare.ts';
import { exceeds } from '../src/compare/verdicts.ts';
import type { Comparison, Difference } from '../src/model/comparison.ts';
import type { Limit } from './compare-arguments.ts';

/** `price_cart grew by 62 % ± 30 %, limit 10 %.` for each function or total that exceeds the limit. */
export function exceededLimits(
  prepared: Prepared,
  { total }: Pick<Comparison, 'total'>,
  options: BasisOptions,
  { name, share }: Limit,
): string[] {
  const limit = `limit ${Number((share * 100).toPrecision(12))} %.`;
  if (name === '') {
    return exceeds(total, share, total.a) ? [`The total grew by ${growth(total, total.a)}, ${limit}`] : [];
  }
  const keys = keysNamed(prepared, name);
  if (keys.length === 0) throw new Error(`--fail-above ${name}: neither side has this function.`);
  return keys.flatMap((key) => {
    const difference = functionDifference(prepared, options, key);
    const isNew = difference.a === 0;
    const base = isNew ? total.a : difference.a;
    if (!exceeds(difference, share, base)) return [];
    const size = growth(difference, base);
    return [isNew ? `${name} is new: ${size} of all code, ${limit}` : `${name} grew by ${size}, ${limit}`];
  });
}

/** Smaller percentages have a decimal. */
const MIN_WHOLE = 20;

/** With the 95 % interval. */
function growth({ d, lo, hi }: Difference, base: number): string {
  const percents = [d, (hi - lo) / 2].map((value) => (100 * value) / base);
  const decimals = percents[0] < MIN_WHOLE ? 1 : 0;
  return percents.map((percent) => `${percent.toFixed(decimals)} %`).join(' ± ');
}
