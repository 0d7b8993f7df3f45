// Tests the rows of a table and judges them: comparing.md, “Verdicts”.

import type { ComparedRow, Difference, MatchMark, Verdict } from '../model/comparison.ts';
import { falseDiscoveryRates } from './benjamini-hochberg.ts';
import { isPythonKey } from './function-key.ts';
import { compareText } from './matching.ts';
import type { Variance } from './noise.ts';
import { twoSidedP, twoSidedQuantile } from './student-t.ts';

const MAX_FALSE_DISCOVERIES = 0.05;
/** A change below this share of A is none. */
const NEGLIGIBLE = 0.05;
/** Outside of the interval. */
const INTERVAL_P = 0.05;

/** A row before the tests of its table. */
export interface TestedRow {
  readonly key: string;
  readonly index: number;
  /** The function, or the leaf function of a call node. */
  readonly function: string;
  readonly difference: Difference;
  readonly mark: MatchMark;
}

export function differenceOf(a: number, b: number, { variance, df }: Variance): Difference {
  const d = b - a;
  const se = Math.sqrt(variance);
  const half = se > 0 ? twoSidedQuantile(INTERVAL_P, df) * se : 0;
  return { a, b, d, se, df, lo: d - half, hi: d + half, p: se > 0 ? twoSidedP(d / se, df) : 1 };
}

/** Python functions and all others are separate families of tests. The largest difference comes first. */
export function judge(rows: readonly TestedRow[], delta: number): ComparedRow[] {
  const families = [true, false].map((isPython) =>
    rows.filter((row) => isPythonKey(row.function) === isPython),
  );
  const judged = families.flatMap((family) => {
    const rates = falseDiscoveryRates(family.map(({ difference }) => difference.p));
    return family.map(({ key, index, mark, difference }, i): ComparedRow => {
      const verdict = verdictOf(difference, rates[i], delta);
      return { key, index, ...difference, q: rates[i], verdict, mark };
    });
  });
  return judged.sort((x, y) => Math.abs(y.d) - Math.abs(x.d) || compareText(x.key, y.key));
}

function verdictOf({ a, b, d, lo, hi }: Difference, q: number, delta: number): Verdict {
  if (q <= MAX_FALSE_DISCOVERIES && Math.abs(d) >= delta) {
    if (a === 0) return 'new';
    if (b === 0) return 'gone';
    return d > 0 ? 'more' : 'less';
  }
  const limit = Math.max(delta, NEGLIGIBLE * a);
  return lo >= -limit && hi <= limit ? 'same' : 'unsure';
}

/** True for a difference of all code that is stated as one. */
export function isCertainTotal({ se, p, d }: Difference, delta: number): boolean {
  return se > 0 && p <= MAX_FALSE_DISCOVERIES && Math.abs(d) >= delta;
}

/** True if the difference exceeds this share of `base`, up to a false alarm in 0.5 % of cases at exactly the limit. */
export function exceeds({ d, df, se }: Difference, share: number, base: number): boolean {
  const least = d - (se > 0 ? twoSidedQuantile(0.01, df) * se : 0);
  return least / base > share;
}
