// Judges the tests of a suite that was recorded in two runs: comparing.md, “Tests”. The machine's speed changes all tests alike, and
// how far the others differ shows how much an unchanged test may.

import { mean } from './factor.ts';
import { MANY_DF } from './noise.ts';
import { PRIOR_DF } from './groups.ts';
import { twoSidedP, twoSidedQuantile } from './student-t.ts';

/** With fewer tests, what they have in common is not known. */
export const MIN_TESTS = 5;
/** Standard deviation of ln(B/A) of one test, if the tests do not show it: the speed of a shared machine changes by half. */
const UNKNOWN_SPREAD = 0.35;
/** The same without what all tests have in common, which counts like PRIOR_DF further tests. */
const PRIOR_SPREAD = 0.1;
/** The probability that any test of an unchanged suite is called different. */
const MAX_FALSE_ALARMS = 0.02;
/** At most this share of the tests may be called different; the others show what did not change. */
const MAX_CHANGED = 1 / 3;
const INTERVAL_P = 0.05;

/** The ratio B/A of a test, divided by that of the suite. */
export interface TestChange {
  readonly ratio: number;
  /** Its 95 % interval. */
  readonly lo: number;
  readonly hi: number;
  /** The lower end of its 99 % interval, for limits. */
  readonly atLeast: number;
  readonly isCertain: boolean;
}

interface SuiteChange {
  /** In the order of the input. */
  readonly tests: readonly TestChange[];
  /** The ratio B/A that the tests have in common; undefined with too few tests. */
  readonly common: number | undefined;
  /** A ratio above this, or below its inverse, is certain. */
  readonly smallestCertain: number;
}

/** What tests are compared with. */
interface Reference {
  readonly center: number;
  /** Standard error and degrees of freedom of the deviation of one test. */
  readonly se: number;
  readonly df: number;
}

/** `logs` has ln(B/A) of the CPU time of each test. */
export function compareSuite(logs: readonly number[]): SuiteChange {
  const changed = new Set(logs.length < MIN_TESTS ? [] : changedTests(logs));
  const reference = referenceOf(logs, (test) => !changed.has(test));
  const { center, se, df } = reference;
  const half = (p: number) => twoSidedQuantile(p, df) * se;
  const limit = half(MAX_FALSE_ALARMS / Math.max(1, logs.length));
  return {
    tests: logs.map((log, test) => {
      const d = log - center;
      return {
        ratio: Math.exp(d),
        lo: Math.exp(d - half(INTERVAL_P)),
        hi: Math.exp(d + half(INTERVAL_P)),
        atLeast: Math.exp(d - half(0.01)),
        isCertain: logs.length < MIN_TESTS ? Math.abs(d) > limit : changed.has(test),
      };
    }),
    common: logs.length < MIN_TESTS ? undefined : Math.exp(center),
    smallestCertain: Math.exp(limit),
  };
}

/**
 * Takes the most extreme test away, again and again, as in the generalized ESD test (Rosner, 1983), so that one change does not
 * hide another. Each is compared with the tests that remain.
 */
function changedTests(logs: readonly number[]): number[] {
  const kept = new Set(logs.keys());
  const taken: number[] = [];
  let changed = 0;
  while (taken.length < Math.floor(MAX_CHANGED * logs.length)) {
    const center = mean([...kept].map((test) => logs[test]));
    const distance = (test: number) => Math.abs(logs[test] - center);
    const farthest = [...kept].reduce((far, test) => (distance(test) > distance(far) ? test : far));
    const candidates = kept.size;
    kept.delete(farthest);
    taken.push(farthest);
    const reference = referenceOf(logs, (test) => kept.has(test));
    const p = twoSidedP((logs[farthest] - reference.center) / reference.se, reference.df);
    if (p * candidates <= MAX_FALSE_ALARMS) changed = taken.length;
  }
  return taken.slice(0, changed);
}

function referenceOf(logs: readonly number[], isKept: (test: number) => boolean): Reference {
  if (logs.length < MIN_TESTS) return { center: 0, se: UNKNOWN_SPREAD, df: MANY_DF };
  const values = logs.filter((_, test) => isKept(test));
  const center = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - center) ** 2, 0);
  const df = PRIOR_DF + values.length - 1;
  const variance = (PRIOR_DF * PRIOR_SPREAD ** 2 + squares) / df;
  return { center, se: Math.sqrt(variance * (1 + 1 / values.length)), df };
}
