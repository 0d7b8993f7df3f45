import { expect, test } from 'vitest';
import type { LinkedComparison } from '../../sharing/address.ts';
import { suggestSides } from './received-sides.ts';

const DAY = 86_400_000;
const file = (name: string, lastModified = 0, content = 'x') => new File([content], name, { lastModified });
const suggest = (files: readonly File[], linked?: LinkedComparison) =>
  suggestSides(
    files.map(({ name }, i) => ({ name, file: i })),
    files,
    linked,
  );
const sides = (files: readonly File[], linked?: LinkedComparison) =>
  suggest(files, linked).map(({ label, side }) => `${side} ${label}`);

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

function linked(a: readonly number[], b: readonly number[], ...names: readonly string[]): LinkedComparison {
  const parts = (ids: readonly number[]) => ids.map((recording) => ({ recording }));
  return {
    recordings: names.map((name) => ({ name, fingerprint: undefined })),
    a: parts(a),
    b: parts(b),
  };
}

test('a link to their comparison decides', () => {
  const files = [file('a.perf', DAY), file('dir/b.perf', 2 * DAY), file('c.perf', 3 * DAY)];
  const names = ['b.perf', 'c.perf', 'a.perf'];
  expect(sides(files, linked([1, 2], [0], ...names))).toEqual(['a c.perf', 'a a.perf', 'b dir/b.perf']);
  // It is for other recordings.
  expect(sides(files, linked([1], [0], ...names))).toEqual(['a a.perf', 'b dir/b.perf', 'b c.perf']);
});

test('two recordings of the same name are one each, and told apart', () => {
  const name = 'perf.script';
  expect(sides([file(name, 2 * DAY), file(name, DAY)])).toEqual(['a perf.script (2)', 'b perf.script (1)']);
  expect(sides([file(name, 0, 'xx'), file(name, 0, 'xxx')])).toEqual([
    'a perf.script (2 bytes)',
    'b perf.script (3 bytes)',
  ]);
  expect(suggest([file(name), file(name)]).map(({ index }) => index)).toEqual([0, 1]);
  const archives = [file('a.tar'), file('b.tar')];
  const found = archives.map((_, i) => ({ name: 'perf.data', file: i }));
  expect(suggestSides(found, archives).map(({ label }) => label)).toEqual([
    'perf.data in a.tar',
    'perf.data in b.tar',
  ]);
});
