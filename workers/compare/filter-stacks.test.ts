// Filters a comparison in which functions of different modules have the same name.

import { expect, test } from 'vitest';
import { comparedOptions, viewsOfComparison } from '../../fixtures/compared-views.ts';
import { openOrThrow } from '../../fixtures/opened.ts';
import { sourceOf } from '../../fixtures/sources.ts';
import type { Filter } from '../../src/model/filter.ts';
import { Kind } from '../../src/model/kinds.ts';
import { localMatcher } from '../matcher.ts';
import { mendNow } from '../mending.ts';
import { localViews, type Views } from '../views/views.ts';
import { ComparedViews } from './compared-views.ts';

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

/** Stacks that begin below `main` in every fourth sample, with enough frames to be re-attached: `_start` and `main` are inferred. */
async function mendedViews(id: number): Promise<Views> {
  const frames = Array.from({ length: 30 }, (_, i) => `f${i}`);
  const lines = Array.from({ length: 400 }, (_, i) =>
    ['python', ...(i % 4 === 0 ? [] : ['_start', 'main']), ...frames, `leaf${i % 3} ${id + 1}`].join(';'),
  );
  const { mended } = mendNow(await openOrThrow(sourceOf(lines.join('\n'), 'cut.folded')));
  if (!mended) throw new Error('No sample was re-attached.');
  return localViews(mended);
}

const PATTERN = (query: string) => ({ by: 'pattern', query }) as const;

// The weights of A are shown as if its total were that of B.
test.each<[string, Omit<Filter, 'isOn'>[], Record<string, [number, number]>]>([
  ['without filters', [], { _start: [200, 200], main: [200, 200] }],
  ['hidden frames', [{ action: 'hide', target: PATTERN('_start') }], { main: [200, 200] }],
  [
    'samples that are left out',
    [{ action: 'drop', target: PATTERN('leaf0') }],
    { _start: [132, 132], main: [132, 132] },
  ],
])('the inferred share after filters: %s', async (_, filters, expected) => {
  const views = new ComparedViews(
    new Map([
      [0, await mendedViews(0)],
      [1, await mendedViews(1)],
    ]),
    localMatcher,
  );
  const options = {
    ...comparedOptions(views),
    level: 'merged' as const,
    filters: filters.map((filter) => ({ ...filter, isOn: true })),
  };
  const { tree, compared } = (await views.tree({ options, shape: 'calls' })).value;
  const found: Record<string, [number, number]> = {};
  for (const [node, func] of tree.func.entries()) {
    const inferred = [compared?.inferredA, compared?.inferredB].map((weights) => weights?.[node] ?? 0);
    if (func >= 0 && inferred[0] + inferred[1] > 0)
      found[views.recording.strings[views.recording.funcs.name[func]]] = [inferred[0], inferred[1]];
  }
  expect(found).toEqual(expected);
});
