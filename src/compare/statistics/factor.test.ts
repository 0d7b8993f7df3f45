// The common factor of recordings of the same program: with few samples, and with parts that scale differently.

import { expect, test } from 'vitest';
import { comparedProfile } from '../../../fixtures/compared.ts';
import { profileOf } from '../../../fixtures/text.ts';
import type { Comparison } from '../../model/comparison.ts';
import { compare } from '../compare.ts';
import { mean } from './factor.ts';
import { prepareComparison } from '../prepare.ts';

/** Each name is the function of a sample, in order of time. */
function compared(a: readonly string[], b: readonly string[]): Comparison {
  const [onA, onB] = [a, b].map((names) => {
    const lines = names.map((name, i) => `app 1/1 | cycles ${i} | py::main:/a.py;py::${name}:/a.py 1`);
    return comparedProfile(profileOf(lines.join('\n')));
  });
  return compare(
    prepareComparison({ a: [onA], b: [onB] }, { level: 'python', renames: [], minEffect: 0.005 }),
    {},
  );
}

/** Names in an order that looks random but is always the same; lower numbers are more frequent. */
function program(samples: number, seed: number): string[] {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: samples }, () => `f${Math.floor(150 * next() ** 2)}`);
}

test('a recording scales as expected against every 10th and 20th of its own samples', () => {
  const errors = [10, 20].flatMap((step) =>
    [1, 2, 3, 4].map((phase) => {
      const all = program(8000, phase);
      const { factor, total } = compared(
        all,
        all.filter((_, i) => i % step === phase),
      );
      expect(total.p, `every ${step}th, phase ${phase}`).toBeGreaterThan(0.05);
      return Math.log(factor * step);
    }),
  );
  expect(Math.abs(mean(errors)), errors.join()).toBeLessThan(0.03);
  expect(Math.sqrt(mean(errors.map((error) => error ** 2))), errors.join()).toBeLessThan(0.06);
});

/** Eight functions load, and 24 others serve requests: `requests` times as often, in turn. */
function serving(requests: number): string[] {
  return Array.from({ length: 1200 }, (_, i) => [
    `load${i % 8}`,
    ...Array.from({ length: requests }, (__, k) => `serve${(i * requests + k) % 24}`),
  ]).flat();
}

test('says if parts of the program scaled differently', () => {
  const same = compared(serving(2), serving(2));
  expect(same.isUneven).toBe(false);
  const { isUneven, factorSe, sentence } = compared(serving(2), serving(5));
  expect(isUneven).toBe(true);
  expect(factorSe).toBeGreaterThan(10 * same.factorSe);
  expect(sentence).toMatch(
    / Parts of the program scaled differently, so one total for the same work says little\.$/,
  );
});
