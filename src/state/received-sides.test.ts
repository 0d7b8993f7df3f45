import { expect, test } from 'vitest';
import { suggestSides } from './received-sides.ts';

const DAY = 86_400_000;
const file = (name: string, lastModified = 0) => new File(['x'], name, { lastModified });
const sides = (files: readonly File[], linked?: string) =>
  suggestSides(
    files.map(({ name }) => name),
    files,
    linked,
  ).map(({ name, side }) => `${side} ${name}`);

test('the older recording is A', () => {
  expect(sides([file('a.perf', 3 * DAY), file('b.perf', 2 * DAY)])).toEqual(['a b.perf', 'b a.perf']);
});

test('dates within a minute, or unknown ones, say nothing: names do', () => {
  expect(sides([file('run-10.perf', DAY), file('run-9.perf', DAY + 59_000)])).toEqual([
    'a run-9.perf',
    'b run-10.perf',
  ]);
  expect(sides([file('b.perf', DAY), file('a.perf')])).toEqual(['a a.perf', 'b b.perf']);
});

test('runs of two programs are a side each', () => {
  const names = ['new-1.perf.zst', 'old-2.perf.zst', 'new-2.perf.zst', 'old-1.perf.zst'];
  const files = names.map((name) => file(name, name.startsWith('old') ? DAY : 2 * DAY));
  expect(sides(files)).toEqual([
    'a old-1.perf.zst',
    'a old-2.perf.zst',
    'b new-1.perf.zst',
    'b new-2.perf.zst',
  ]);
});

test('with other names, only the first one is A', () => {
  expect(sides(['x.perf', 'y.perf', 'z.perf'].map((name) => file(name)))).toEqual([
    'a x.perf',
    'b y.perf',
    'b z.perf',
  ]);
});

test('a link to their comparison decides', () => {
  expect(sides([file('a.perf', DAY), file('dir/b.perf', 2 * DAY)], 'b.perf → a.perf')[0]).toBe(
    'a dir/b.perf',
  );
});
