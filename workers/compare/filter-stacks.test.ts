// Filters a comparison in which functions of different modules have the same name.

import { expect, test } from 'vitest';
import { comparedOptions, viewsOfComparison } from '../../fixtures/compared-views.ts';
import { sourceOf } from '../../fixtures/sources.ts';
import type { Filter } from '../../src/model/filter.ts';
import { Kind } from '../../src/model/kinds.ts';

/** 1000 samples in `main`, which calls the kernel's `memset`, that of libc, `work`, and `work` from itself. */
function program(): string {
  const memset = (address: string, module: string) => `\t${address} memset (${module})`;
  const python = (name: string) => `\t7f0000001000 py::${name}:/app/work.py (/tmp/perf-1.map)`;
  const leaves = [
    [memset('ffffffff81000000', '[kernel.kallsyms]')],
    [memset('7f0000002000', '/usr/lib/libc.so.6')],
    [python('work')],
    [python('work'), python('work')],
  ];
  return Array.from({ length: 1000 }, (_, i) =>
    [
      `python 1 ${(100 + i / 200).toFixed(6)}:    5000000 cpu-clock: `,
      ...leaves[i % leaves.length],
      python('main'),
      '',
    ].join('\n'),
  ).join('\n');
}

test.each<[string, Omit<Filter, 'isOn'>, number]>([
  ['drops those of the kernel only', { action: 'drop', target: { by: 'kind', kind: Kind.kernel } }, 750],
  ['keeps those of libc only', { action: 'only', target: { by: 'module', path: '/usr/lib/libc.so.6' } }, 250],
])('%s', async (_, filter, samples) => {
  const views = await viewsOfComparison(sourceOf(program()), sourceOf(program()));
  const found = await views.comparison({ ...comparedOptions(views), filters: [{ ...filter, isOn: true }] });
  expect(found).toMatchObject({ ok: true, value: { samples: [samples, samples] } });
});

test('a pattern that is text on one side is text on both sides', async () => {
  const names = (text: string) => sourceOf(program().replaceAll('py::work:', text));
  const views = await viewsOfComparison(names('py::a.c:'), names('py::abc:'));
  const filter: Filter = { action: 'drop', target: { by: 'pattern', query: 'a.c' }, isOn: true };
  const found = await views.comparison({ ...comparedOptions(views), filters: [filter] });
  expect(found).toMatchObject({ ok: true, value: { samples: [500, 1000] } });
});
