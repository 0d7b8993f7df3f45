import { describe, expect, test } from 'vitest';
import { comparedProfile } from '../../fixtures/compared.ts';
import { profileOf } from '../../fixtures/text.ts';
import type { ComparedRow, Difference } from '../model/comparison.ts';
import { compare } from './compare.ts';
import { prepareComparison } from './prepare.ts';
import { sentenceOf } from './sentence.ts';

const difference = (a: number, b: number, p: number): Difference => {
  const d = b - a;
  return { a, b, d, se: 1, df: 30, lo: d - 2, hi: d + 2, p };
};

const rowAt = (key: string, a: number, b: number, other: Partial<ComparedRow> = {}): ComparedRow => ({
  ...difference(a, b, 0.001),
  key,
  index: 0,
  q: 0.01,
  verdict: b > a ? 'more' : 'less',
  mark: '',
  ...other,
});
const row = (name: string, a: number, b: number, other: Partial<ComparedRow> = {}) =>
  rowAt(`py::${name}:/a.py`, a, b, other);

type Facts = Parameters<typeof sentenceOf>[0];

const FACTS: Facts = {
  basis: 'matched',
  measure: 'cpu-clock',
  total: difference(100, 101, 0.5),
  delta: 0.5,
  explained: [],
  functions: { totals: [], candidates: [] },
  factor: 1,
  factorSe: 0.01,
  isUneven: false,
  work: undefined,
  unnamedModules: '',
};

const sentence = (
  facts: Partial<Facts>,
  totals: readonly ComparedRow[] = [],
  candidates: Facts['functions']['candidates'] = [],
) => sentenceOf({ ...FACTS, ...facts, functions: { totals, candidates } });
const UNSURE = ' Cannot tell whether CPU time for the same work changed in total (-1 % to +3 %).';

describe('the total', () => {
  const more = difference(100, 110, 0.001);

  test('comes after what changed for certain, unless it did, too', () => {
    const slow = row('slow', 40, 50);
    expect(sentence({})).toBe('No certain difference in CPU time for the same work (-1 % to +3 %).');
    expect(sentence({}, [slow])).toBe(`Changed for certain: slow +25 % (+10.0 % of all code).${UNSURE}`);
    expect(sentence({ total: more }, [slow])).toBe(
      'B uses 10.0 % ± 2.0 % more CPU time for the same work. Changed for certain: slow +25 % (+10.0 % of all code).',
    );
    expect(sentence({ total: difference(100, 90, 0.001) })).toBe(
      'B uses 10.0 % ± 2.0 % less CPU time for the same work. No single function changed for certain.',
    );
  });

  test('is in the units of the basis and of the event', () => {
    expect(sentence({ basis: 'cpu' })).toBe('No certain difference in CPU time (-1 % to +3 %).');
    expect(sentence({ basis: 'rate', total: more })).toContain('more CPU time per second.');
    expect(sentence({ basis: 'work', measure: 'cycles' })).toContain('in cycles per unit of work (');
    expect(sentence({ basis: 'share', total: difference(1, 1, 1) })).toBe(
      'No certain difference in shares of the samples.',
    );
    expect(sentence({ basis: 'share', total: difference(1, 1, 1) }, [row('f', 0.1, 0.15)])).toBe(
      'Changed for certain: f +50 % (+5.0 % of all code).',
    );
  });
});

describe('the functions', () => {
  test('that explain the difference are the only ones', () => {
    const totals = [row('main', 90, 100), row('load', 10, 20)];
    expect(sentence({ explained: [{ key: 'py::load:/a.py', d: 9.96 }] }, totals)).toBe(
      `Changed for certain: load +100 % (+10.0 % of all code).${UNSURE}`,
    );
  });

  test('are your own first, then the largest, five at most', () => {
    const totals = [
      rowAt('memcpy', 10, 30),
      rowAt('py::dumps:lib/json/__init__.py', 10, 29),
      ...[4, 5, 6, 7].map((d) => row(`f${d}`, 10, 10 + d)),
      row('same', 10, 11, { verdict: 'same' }),
    ];
    expect(sentence({}, totals)).toMatch(
      /^Changed for certain: f7 \+70 % \(\+7\.0 % of all code\), f6 \+60 % .*, f5 .*, f4 .*, memcpy \+200 % \(\+20\.0 % of all code\), and 1 more\. /,
    );
  });

  test('are what the kernel interrupts others with last, and those without a name with their modules', () => {
    const totals = [
      rowAt('exc_page_fault', 10, 30),
      rowAt('[unknown]', 10, 20),
      rowAt('asm_sysvec_call_function_ipi', 1, 9),
    ];
    expect(sentence({ unnamedModules: 'libz.so.1 and libc.so.6' }, totals)).toMatch(
      /^Changed for certain: \[unknown\] in libz\.so\.1 and libc\.so\.6 \+100 % \(\+10\.0 % of all code\), exc_page_fault .*, asm_sysvec_/,
    );
  });

  test('are new or gone', () => {
    const totals = [row('rebate', 0, 4, { verdict: 'new' }), row('checksum', 3, 0, { verdict: 'gone' })];
    expect(sentence({}, totals)).toBe(
      `Changed for certain: rebate is new (+4.0 % of all code), checksum is gone (-3.0 % of all code).${UNSURE}`,
    );
  });

  test('that may have been renamed are named once', () => {
    const totals = [row('rebate', 0, 4, { verdict: 'new' }), row('discount', 3, 0, { verdict: 'gone' })];
    const candidates = [
      { from: 'py::discount:/a.py', to: 'py::rebate:/a.py', similarity: 0.8 },
      { from: 'py::other:/a.py', to: 'py::another:/a.py', similarity: 0.8 },
    ];
    expect(sentence({}, totals, candidates)).toBe(
      `Changed for certain: discount may be rebate now.${UNSURE}`,
    );
  });

  test('do not include inserted and removed calls', () => {
    const totals = [
      row('wrapper', 0, 40, { mark: 'inserted', verdict: 'new' }),
      row('old', 40, 0, { mark: 'removed', verdict: 'gone' }),
    ];
    expect(sentence({}, totals)).toMatch(/^No certain difference/);
  });
});

test('what all code has in common comes last', () => {
  const scaled = ' Nearly all code scaled by ×2.00: more work or a slower machine; compared at equal work.';
  expect(sentence({ factor: 2 })).toMatch(new RegExp(`\\(-1 % to \\+3 %\\)\\.${scaled}$`));
  expect(sentence({ factor: 2, work: [100, 200] }), 'the work is known').not.toContain('scaled');
  expect(sentence({ factor: 2, basis: 'cpu' })).not.toContain('scaled');
  expect(sentence({ factor: 1.09 }), 'more than noise').toContain('scaled');
  expect(sentence({ factor: 1.09, factorSe: 0.05 }), 'noise').not.toContain('scaled');
  expect(sentence({ factor: 2, isUneven: true })).toMatch(
    /\)\. Parts of the program scaled differently, so one total for the same work says little\.$/,
  );
});

test('a function is named even if each of its calls is too small to be tested', () => {
  const recording = (name: string) => {
    const stacks = Array.from({ length: 4000 }, (_, i) => {
      const leaf = i % 10 < 3 ? name : `f${i % 7}`;
      return `app 1/1 | cycles ${i} | py::main:/a.py;py::caller${i % 401}:/a.py;py::${leaf}:/a.py 1`;
    });
    return comparedProfile(profileOf(stacks.join('\n')));
  };
  const sides = { a: [recording('slow')], b: [recording('slower')] };
  const options = { level: 'merged', renames: [], minEffect: 0.005 } as const;
  const { sentence: text, explained } = compare(prepareComparison(sides, options), {});
  expect(explained).toEqual([]);
  expect(text).toMatch(/^Changed for certain: slow may be slower now\. /);
});
