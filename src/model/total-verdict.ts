// The verdict about the difference of all code, and the rule for differences that are not certain: comparing.md, “Verdicts”.

import type { Difference, Verdict } from './comparison.ts';

/** A total differs for certain if chance alone rarely makes such a difference. */
const MAX_P = 0.05;
/** Changes below this share of A count as none. */
const NEGLIGIBLE = 0.05;

/** `delta` is the smallest difference that counts. All code is neither new nor gone. */
export function totalVerdict(total: Difference, delta: number): Exclude<Verdict, 'new' | 'gone'> {
  if (isCertainTotal(total, delta)) return total.d > 0 ? 'more' : 'less';
  return verdictWithoutChange(total, delta);
}

export function isCertainTotal({ se, p, d }: Difference, delta: number): boolean {
  return se > 0 && p <= MAX_P && Math.abs(d) >= delta;
}

export function verdictWithoutChange(
  { a, lo, hi }: Pick<Difference, 'a' | 'lo' | 'hi'>,
  delta: number,
): 'same' | 'unsure' {
  const limit = Math.max(delta, NEGLIGIBLE * a);
  return lo >= -limit && hi <= limit ? 'same' : 'unsure';
}
