// Levels with noise: finds where they change, and only there.

import { expect, test } from 'vitest';
import { trendOf, type Observation } from './trend.ts';

/** Noise with a standard deviation of 1, the same in every run. */
function noise(seed: number): () => number {
  let state = seed;
  const uniform = () => (state = (state * 48271) % 2147483647) / 2147483647;
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

function series(levels: readonly number[], perGroup: number, sd: number, seed: number): Observation[][] {
  const next = noise(seed);
  return levels.map((level) =>
    Array.from({ length: perGroup }, () => ({
      value: level * (1 + sd * next()),
      floor: (level * sd) ** 2 / 4,
    })),
  );
}

const changesIn = (groups: readonly (readonly Observation[])[], areOrdered?: boolean) =>
  trendOf(groups, areOrdered).flatMap(({ change }, i) => (change ? [i] : []));

const flat = (length: number, level = 100) => Array.from({ length }, () => level);

test.each([
  [1, 30],
  [3, 10],
])('finds a regression of 10 % with %i recordings per version', (perGroup, versions) => {
  const at = Math.floor(versions / 2);
  let found = 0;
  for (let seed = 1; seed <= 50; seed++) {
    const levels = [...flat(at), ...flat(versions - at, 110)];
    const changes = changesIn(series(levels, perGroup, 0.03, seed * 7919));
    expect(changes.length).toBeLessThanOrEqual(2);
    if (changes.length === 1 && changes[0] === at) found++;
  }
  expect(found).toBeGreaterThanOrEqual(40);
});

test('names the versions among which the change is', () => {
  let [marked, right, contained] = [0, 0, 0];
  for (let seed = 1; seed <= 100; seed++) {
    const points = trendOf(series([...flat(15), ...flat(15, 105)], 1, 0.03, seed * 7919));
    const changes = points.flatMap(({ change }, at) => (change ? [{ at, ...change }] : []));
    if (changes.length !== 1) continue;
    const [{ at, earliest, latest }] = changes;
    marked++;
    if (at === 15) right++;
    if (earliest <= 15 && 15 <= latest) contained++;
  }
  expect(marked).toBeGreaterThan(50);
  expect(right / marked).toBeLessThan(0.8);
  expect(contained / marked).toBeGreaterThan(0.9);
});

test('finds nothing in unchanged series', () => {
  let alarms = 0;
  for (let seed = 1; seed <= 300; seed++)
    alarms += Math.min(1, changesIn(series(flat(30), 1 + (seed % 3), 0.05, seed * 104729)).length);
  expect(alarms).toBeLessThanOrEqual(9);
});

test('finds a slowdown and its repair, with their sizes', () => {
  const points = trendOf(series([...flat(10), ...flat(10, 130), ...flat(10)], 2, 0.02, 12345));
  const changes = points.flatMap(({ change }, i) => (change ? [{ at: i, growth: change.d / change.a }] : []));
  expect(changes.map(({ at }) => at)).toEqual([10, 20]);
  expect(changes[0].growth).toBeCloseTo(0.3, 1);
  expect(changes[1].growth).toBeCloseTo(-0.23, 1);
});

test('the intervals contain the level in 95 % of cases', () => {
  let contained = 0;
  for (let seed = 1; seed <= 200; seed++)
    for (const { lo, hi } of trendOf(series(flat(5), 2, 0.05, seed * 15485863)))
      if (lo <= 100 && hi >= 100) contained++;
  expect(contained / 1000).toBeGreaterThan(0.92);
  expect(contained / 1000).toBeLessThan(0.99);
});

test('machines have no order in which something could change', () => {
  expect(changesIn(series([100, 200, 100], 5, 0.02, 99), false)).toEqual([]);
});

test('one recording has an interval, and equal ones no change', () => {
  expect(trendOf([[{ value: 5, floor: 1 }]])).toMatchObject([{ value: 5, change: undefined }]);
  expect(changesIn(flat(8).map((value) => [{ value, floor: 0 }]))).toEqual([]);
});
