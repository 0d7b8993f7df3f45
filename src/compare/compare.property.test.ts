// Properties of comparisons of any two recordings.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../../fixtures/seed.ts';
import { fuzzRuns } from '../../fixtures/fuzz.ts';
import { comparedProfile } from '../../fixtures/compared.ts';
import { profileOf } from '../../fixtures/text.ts';
import type { ComparedRow, Comparison } from '../model/comparison.ts';
import { compare, type BasisOptions } from './compare.ts';
import { prepareComparison } from './prepare.ts';

const APP = ['parse', 'check', 'render', 'store', 'hash', 'load', 'score', 'stem', 'sort', 'emit'];
const CALLEES = ['', ';memcpy', ';malloc', ';py::dumps:/usr/lib/python3.13/json/__init__.py'];
const STACKS = APP.flatMap((name) =>
  CALLEES.map((callee) => `py::main:/srv/app.py;py::${name}:/srv/app.py${callee}`),
);

interface Sample {
  readonly stack: number;
  readonly weight: number;
}

const recordings = fc.array(
  fc.record({
    // Prefers low indices, so that functions differ in weight.
    stack: fc.tuple(fc.nat(STACKS.length - 1), fc.nat(STACKS.length - 1)).map(([x, y]) => Math.min(x, y)),
    weight: fc.integer({ min: 1, max: 2000 }),
  }),
  { minLength: 300, maxLength: 600, size: 'max' },
);
const bases = fc.constantFrom('matched', 'cpu', 'rate', 'share');

/** Lines in time order, one sample per second. */
function linesOf(samples: readonly Sample[], factor = 1): string[] {
  return samples.map(({ stack, weight }, i) => `app 1/1 | cycles ${i} | ${STACKS[stack]} ${weight * factor}`);
}

function compared(a: readonly string[][], b: readonly string[][], options: BasisOptions): Comparison {
  const side = (texts: readonly string[][]) =>
    texts.map((lines) => comparedProfile(profileOf(lines.join('\n'))));
  const sides = { a: side(a), b: side(b) };
  return compare(prepareComparison(sides, { level: 'merged', renames: [], minEffect: 0.005 }), options);
}

function tablesOf({ functions: { self, totals }, nodes }: Comparison): ComparedRow[] {
  return [self, totals, nodes].flatMap((rows) => rows.toSorted((x, y) => (x.key < y.key ? -1 : 1)));
}

/** Without shrinking: large counterexamples take minutes to shrink. */
const RUNS = { numRuns: fuzzRuns(20), endOnFailure: true };

describe('any two recordings', () => {
  test('a recording does not differ from itself', () => {
    fc.assert(
      fc.property(recordings, bases, (samples, basis) => {
        const lines = linesOf(samples);
        const { factor, total, explained, notes, ...tables } = compared([lines], [lines], { basis });
        expect(notes[0]).toBe('A and B have the same samples.');
        expect(factor).toBe(1);
        expect(total.d).toBe(0);
        expect(explained).toEqual([]);
        for (const { d, verdict } of tablesOf({ factor, total, explained, notes, ...tables })) {
          expect(d).toBe(0);
          expect(['same', 'unsure']).toContain(verdict);
        }
      }),
      RUNS,
    );
  });

  test('swapping the sides negates the differences', () => {
    fc.assert(
      fc.property(recordings, recordings, fc.constantFrom('cpu', 'rate', 'share'), (a, b, basis) => {
        const there = compared([linesOf(a)], [linesOf(b)], { basis });
        const back = compared([linesOf(b)], [linesOf(a)], { basis });
        expect(there.factor * back.factor).toBeCloseTo(1, 12);
        const swapped = tablesOf(back);
        for (const [i, { d, se, q, verdict }] of tablesOf(there).entries()) {
          expect(swapped[i].d + d).toBe(0);
          expect(swapped[i].se).toBeCloseTo(se, 9);
          expect(swapped[i].q).toBeCloseTo(q, 9);
          const opposite = { more: 'less', less: 'more', new: 'gone', gone: 'new' };
          if (verdict !== 'same' && verdict !== 'unsure') expect(swapped[i].verdict).toBe(opposite[verdict]);
        }
      }),
      RUNS,
    );
  });

  test('on basis matched, the unit of the weights does not matter', () => {
    fc.assert(
      fc.property(recordings, recordings, fc.constantFrom(2, 1000), (a, b, factor) => {
        const verdictsOf = (scale: number, options: BasisOptions) =>
          tablesOf(compared([linesOf(a)], [linesOf(b, scale)], options)).map(({ key, verdict }) => [
            key,
            verdict,
          ]);
        const plain = verdictsOf(1, { basis: 'matched', work: [1, 1] });
        expect(verdictsOf(factor, { basis: 'matched', work: [1, factor] })).toEqual(plain);
      }),
      RUNS,
    );
  });

  test('on basis matched, the amount of work per side does not matter for groups', () => {
    fc.assert(
      fc.property(
        fc.tuple(recordings, recordings, recordings),
        fc.constantFrom(2, 1000),
        ([a, b, c], factor) => {
          const verdictsOf = (scale: number) =>
            tablesOf(compared([linesOf(a), linesOf(b)], [linesOf(c, scale)], { basis: 'matched' })).map(
              ({ key, verdict }) => [key, verdict],
            );
          expect(verdictsOf(factor)).toEqual(verdictsOf(1));
        },
      ),
      RUNS,
    );
  });

  test('the order of the samples does not matter', () => {
    fc.assert(
      fc.property(recordings, recordings, (a, b) => {
        const expected = compared([linesOf(a)], [linesOf(b)], { basis: 'matched' });
        const reversed = compared([linesOf(a).toReversed()], [linesOf(b).toReversed()], { basis: 'matched' });
        expect(reversed.factor).toBeCloseTo(expected.factor, 12);
        const rows = tablesOf(reversed);
        for (const [i, { key, d, p, verdict }] of tablesOf(expected).entries()) {
          expect(rows[i]).toMatchObject({ key, verdict });
          expect(rows[i].d).toBeCloseTo(d, 6);
          expect(rows[i].p).toBeCloseTo(p, 9);
        }
      }),
      RUNS,
    );
  });

  test('a range selected after the whole recording gives the same result as one selected at once', () => {
    fc.assert(
      fc.property(recordings, recordings, (a, b) => {
        const [first, second] = [a, b].map((samples) =>
          comparedProfile(profileOf(linesOf(samples).join('\n'))),
        );
        const options = { level: 'merged', renames: [], minEffect: 0.005 } as const;
        const whole = prepareComparison({ a: [first], b: [second] }, options);
        const sides = { a: [{ ...first, range: { from: 10e9, to: 280e9 } }], b: [second] };
        const after = compare(prepareComparison(sides, options, whole.stacks), {});
        const atOnce = compare(prepareComparison(sides, options), {});
        expect(after).toEqual(atOnce);
        expect(after.samples).toEqual([271, b.length]);
      }),
      RUNS,
    );
  });
});
