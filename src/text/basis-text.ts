// What a comparison compares on each basis, in words, and when to use it.

import type { Basis } from '../model/comparison.ts';
import { CPU_TIME } from '../model/wall-time.ts';
import { capitalized } from './format.ts';

interface BasisText {
  /** Completes a measure such as “CPU time”. */
  readonly suffix: string;
  /** When to use it. */
  readonly use: string;
}

export const BASIS_TEXT: Readonly<Record<Exclude<Basis, 'share'>, BasisText>> = {
  matched: {
    suffix: 'for the same work',
    use: 'If the amount of work or the machine may differ: A is scaled as most functions differ',
  },
  cpu: { suffix: 'as recorded', use: 'If all recordings did the same work on the same machine' },
  rate: { suffix: 'per second', use: 'For a service under the same load' },
  work: { suffix: 'per request', use: 'If you know how many requests each recording served' },
};

/** `CPU time for the same work`. */
export function basisLabel(basis: Basis, measure: string): string {
  const text = measureOf(measure);
  return basis === 'share' ? `Share of ${text}` : capitalized(`${text} ${BASIS_TEXT[basis].suffix}`);
}

/** `per second` and `per request`, for headings of values that leave it out; empty on other bases. */
export function perText(basis: Basis): string {
  return basis === 'rate' || basis === 'work' ? BASIS_TEXT[basis].suffix : '';
}

export function basisUse(basis: Basis): string {
  return basis === 'share' ? 'If one function shrinks, all others grow' : BASIS_TEXT[basis].use;
}

/** What is measured, in words: `CPU time`, `time off CPU`, `cycles`, `samples`. `measure` is as in `Comparison`. */
export function measureOf(measure: string): string {
  const [name] = measure.split(':');
  if (name === 'cpu-clock' || name === 'task-clock' || name === CPU_TIME) return 'CPU time';
  if (name === 'offcpu-time') return 'time off CPU';
  return name === '' ? 'samples' : name;
}

/** Why most code uses this many times as much in B, if it is the same code. */
export function reasonForFactor(factor: number): string {
  return factor < 1 ? 'less work or a faster machine' : 'more work or a slower machine';
}
