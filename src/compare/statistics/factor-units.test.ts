import { expect, test } from 'vitest';
import { NONE } from '../../model/profile.ts';
import { factorUnits } from './factor-units.ts';
import type { Run } from './run.ts';
import { BLOCKS } from './selected-samples.ts';

/** A recording whose samples all have weight 1. */
function runOf(self: Float64Array): Run {
  const samples = self.reduce((sum, weight) => sum + weight, 0);
  return {
    samples,
    weight: samples,
    squares: samples,
    meanWeight: 1,
    elapsed: 1,
    blocks: new Float64Array(BLOCKS),
  };
}

/** Per unit: its keys and its share in percent. Each recording has samples per key. */
function unitsOf(keys: readonly string[], ...recordings: readonly (readonly number[])[]): string[] {
  const self = recordings.map((samples) => Float64Array.from(samples));
  const { rowOfKey, pool } = factorUnits(self.map(runOf), self, keys);
  const inNone = keys.filter((_, key) => rowOfKey[key] === NONE);
  const units = pool.map((share, row) => {
    const members = keys.filter((_, key) => rowOfKey[key] === row);
    return `${members.join(' ')} ${(100 * share).toFixed(1)} %`;
  });
  return inNone.length > 0 ? [...units, `none: ${inNone.join(' ')}`] : units;
}

test('a function of which enough samples are expected is a unit, even if a recording has none', () => {
  expect(unitsOf(['big', 'py::gone:/a.py'], [100, 900], [100, 0])).toEqual([
    'big 18.2 %',
    'py::gone:/a.py 81.8 %',
  ]);
  expect(unitsOf(['big', 'py::lucky:/a.py'], [9995, 5], [180, 20])).toEqual([
    'big 99.8 %',
    'none: py::lucky:/a.py',
  ]);
});

test('a function of which exactly enough samples are expected is a unit', () => {
  expect(unitsOf(['big', 'py::enough:/a.py'], [972, 28], [498, 2])).toContain('py::enough:/a.py 2.0 %');
  expect(unitsOf(['big', 'py::few:/a.py'], [973, 27], [498, 2])).toContain('none: py::few:/a.py');
});

test('functions with few samples are one unit with those of their file, and files with few samples with all others', () => {
  const keys = [
    'py::f:/a.py',
    'py::x:/a.py',
    'py::y:/a.py',
    'py::z:/b.py',
    'memcpy',
    'malloc',
    'py::w:/c.py',
  ];
  const samples = [900, 15, 15, 16, 12, 13, 29];
  expect(
    unitsOf(
      keys,
      samples,
      samples.map((n) => n / 2.5),
    ),
  ).toEqual([
    'py::f:/a.py 90.0 %',
    'py::w:/c.py 2.9 %',
    'py::x:/a.py py::y:/a.py 3.0 %',
    'memcpy malloc 2.5 %',
    'none: py::z:/b.py',
  ]);
  const more = [...samples.slice(0, 6), 11];
  expect(
    unitsOf(
      keys,
      more,
      more.map((n) => n / 2.5),
    ).slice(-1),
  ).toEqual(['py::z:/b.py py::w:/c.py 2.7 %']);
});
