// Tests the rows of a table and gives each a verdict: comparing.md, “Verdicts”.

import {
  type ComparedRow,
  type Difference,
  type MatchMark,
  type Verdict,
  totalVerdict,
  verdictWithoutChange,
} from '../../model/comparison.ts';
import { isPythonKey } from '../match/function-key.ts';
import { compareText } from '../../text/column-text.ts';
import type { Variance } from './noise.ts';
import { twoSidedP, twoSidedQuantile } from './student-t.ts';

const MAX_FALSE_DISCOVERIES = 0.05;
/** Probability outside the 95 % interval. */
const INTERVAL_P = 0.05;

/** A row without its verdict. */
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

/** Tests Python functions and other functions as separate families. Returns the largest difference first. */
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

/** Values that are equal but for rounding reach the limit. */
export function isAtLeast(value: number, limit: number): boolean {
  return value >= limit * (1 - 1e-12);
}

function verdictOf({ a, b, d, lo, hi }: Difference, q: number, delta: number): Verdict {
  if (q <= MAX_FALSE_DISCOVERIES && isAtLeast(Math.abs(d), delta)) {
    if (a === 0) return 'new';
    if (b === 0) return 'gone';
    return d > 0 ? 'more' : 'less';
  }
  return verdictWithoutChange({ a, lo, hi }, delta);
}

export function totalRow(total: Difference, delta: number): ComparedRow {
  return { key: '', index: 0, ...total, q: total.p, verdict: totalVerdict(total, delta), mark: '' };
}

/** True if the difference certainly exceeds this share of `base`; a difference of exactly this share does so in 0.5 % of cases. */
export function exceeds({ d, df, se }: Difference, share: number, base: number): boolean {
  const lower = d - (se > 0 ? twoSidedQuantile(0.01, df) * se : 0);
  return lower / base > share;
}

/** Per p-value: the smallest false discovery rate at which it counts as a discovery (Benjamini and Hochberg, 1995). */
export function falseDiscoveryRates(ps: readonly number[]): number[] {
  const q = ps.map(() => 1);
  const order = [...ps.keys()].sort((i, j) => ps[i] - ps[j]);
  let smallest = 1;
  for (let rank = ps.length; rank > 0; rank--) {
    const row = order[rank - 1];
    smallest = Math.min(smallest, (ps[row] * ps.length) / rank);
    q[row] = smallest;
  }
  return q;
}
