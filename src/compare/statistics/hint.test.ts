// The line below the sentence, from recordings of a program whose rounds differ.

import { describe, expect, test } from 'vitest';
import { comparedProfile } from '../../../fixtures/compared.ts';
import { profileOf } from '../../../fixtures/text.ts';
import type { Basis, Comparison } from '../../model/comparison.ts';
import { compare } from '../compare.ts';
import { prepareComparison } from '../prepare.ts';

/** 20 functions take turns; in some rounds, one takes longer. */
function recording(samples: number, seed: number, scale: (func: number) => number = () => 1) {
  const lines: string[] = [];
  for (let i = 0; lines.length < samples; i++) {
    const func = (7 * i + seed) % 20;
    const times = scale(func) + ((i + seed) % 11 === 0 ? 3 : 0);
    for (let j = 0; j < times; j++)
      lines.push(`app 1/1 | cycles ${lines.length} | py::main:/a.py;py::f${func}:/a.py 1000`);
  }
  return comparedProfile(profileOf(lines.slice(0, samples).join('\n')));
}

function told(a: readonly number[], b: readonly number[], basis: Basis, samples = 3000): Comparison {
  const side = (seeds: readonly number[]) => seeds.map((seed) => recording(samples, seed));
  const prepared = prepareComparison(
    { a: side(a), b: side(b) },
    { level: 'python', renames: [], minEffect: 0.005 },
  );
  return compare(prepared, { basis });
}

const numberIn = ({ hint }: Comparison) =>
  Number(/^About (\d+) more recordings? a side would show a change of 10 %\.$/.exec(hint)?.[1]);

test('with fewer samples or fewer recordings, more recordings are needed', () => {
  const few = numberIn(told([1], [2], 'matched', 250));
  expect(few).toBeGreaterThan(0);
  expect(told([1], [2], 'matched').hint).toBe('');
  const single = numberIn(told([1], [2], 'cpu'));
  const three = numberIn(told([1, 2, 3], [4, 5, 6], 'cpu', 500));
  expect(single).toBeGreaterThan(5);
  expect(Number.isNaN(three) ? 0 : three).toBeLessThan(single);
});

test('so many recordings do tell', () => {
  const more = numberIn(told([1], [2], 'matched', 250));
  const seeds = Array.from({ length: 1 + more }, (_, i) => i + 1);
  const { total, hint } = told(
    seeds,
    seeds.map((seed) => seed + 7),
    'matched',
    250,
  );
  expect(hint).toBe('');
  expect((total.hi - total.lo) / 2).toBeLessThan(0.1 * total.a);
});

test('says so if no number of recordings would help', () => {
  const loads = (func: number) => (func < 5 ? 3 : 1);
  const [a, b] = [recording(9000, 1), recording(9000, 1, loads)];
  const options = { level: 'python', renames: [], minEffect: 0.005 } as const;
  const comparison = compare(prepareComparison({ a: [a], b: [b] }, options), {});
  expect(comparison.isUneven).toBe(true);
  expect(comparison.hint).toBe(
    'More recordings alone would not show a change of 10 %: record the same work on both sides, and compare CPU time.',
  );
});

test('nothing is missing if the total changed for certain, or has no verdict', () => {
  expect(told([1], [2], 'share', 250).hint).toBe('');
});

describe('different programs', () => {
  const lines = (names: readonly string[]) =>
    comparedProfile(
      profileOf(
        Array.from({ length: 400 }, (_, i) => `app 1/1 | cycles ${i} | ${names[i % names.length]} 1`).join(
          '\n',
        ),
      ),
    );
  const own = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, i) => `py::${prefix}${i}:/srv/app.py;memcpy`);
  const hintFor = (a: readonly string[], b: readonly string[]) => {
    const options = { level: 'python-c', renames: [], minEffect: 0.005 } as const;
    return compare(prepareComparison({ a: [lines(a)], b: [lines(b)] }, options), {}).hint;
  };
  const LIBRARY = 'py::dumps:/usr/lib/python3.13/json/__init__.py';

  test('share less than a tenth of their own functions', () => {
    expect(hintFor([...own('f', 11), LIBRARY], [...own('g', 20), LIBRARY])).toBe(
      'A and B are different programs: they share none of their 11 and 20 own functions.',
    );
    expect(hintFor(own('f', 11), [...own('g', 20), ...own('f', 1)])).toContain(
      ': they share 1 of their 11 and 21',
    );
    expect(hintFor(own('f', 10), [...own('g', 20), ...own('f', 1)])).not.toContain('different programs');
  });

  test('are not those without functions of their own, or with a part of the functions', () => {
    expect(hintFor([LIBRARY], [...own('g', 20), LIBRARY])).not.toContain('different programs');
    expect(hintFor(own('f', 40), own('f', 4))).not.toContain('different programs');
  });
});
