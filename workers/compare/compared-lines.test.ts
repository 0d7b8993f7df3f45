// The lines of a function in a comparison: the verdicts are those of the exported JSON.

import { expect, test } from 'vitest';
import { comparedOptions, viewsOfComparison } from '../../fixtures/compared-views.ts';
import { sourceOf } from '../../fixtures/sources.ts';

/** Of 3,000 samples; line 42 of `price_cart` has this share of 1,000. */
function program(slow: number): string {
  return Array.from({ length: 3000 }, (_, i) => {
    const line = (i * 7919) % 1000 < slow ? 42 : 43 + (i % 3);
    const leaf = i % 4 === 0 ? `total (/srv/app.py:7)` : `price_cart (/srv/app.py:${line})`;
    return `main (/srv/app.py:90);${leaf} 1\n`;
  }).join('');
}

const viewsOf = (a: string, b: string) => viewsOfComparison(sourceOf(a, 'a.txt'), sourceOf(b, 'b.txt'));

test('a function has its tested lines, with verdicts', async () => {
  const views = await viewsOf(program(100), program(500));
  const { strings, funcs, hasLines } = views.recording;
  expect(hasLines).toBe(true);
  const rowOf = (name: string) => funcs.name.findIndex((each) => strings[each].startsWith(`py::${name}:`));
  const options = comparedOptions(views);
  const lines = await views.lines({ options, func: rowOf('price_cart') });
  expect(lines[0]).toMatchObject({ line: 42, verdict: 'more' });
  expect(lines.map(({ line }) => line).sort((a, b) => a - b)).toEqual([42, 43, 44, 45]);
  const total = await views.lines({ options, func: rowOf('total') });
  expect(total.map(({ line, verdict }) => [line, ['same', 'unsure'].includes(verdict)])).toEqual([[7, true]]);
  const { content } = await views.exported({ options, to: 'json' });
  const exported: { lines: { key: string; verdict: string; d: number }[] } = JSON.parse(await content.text());
  const [first] = exported.lines;
  expect([first.key, first.verdict, first.d]).toEqual([lines[0].key, 'more', lines[0].d]);
});

test('without lines on both sides, there are none', async () => {
  const views = await viewsOf(program(100), program(100).replaceAll(/:\d+\)/g, ')'));
  expect(views.recording.hasLines).toBe(false);
  expect(await views.lines({ options: comparedOptions(views), func: 0 })).toEqual([]);
});

test('a line that only one side has is not that of another one', async () => {
  const of = (line: number) => program(100).replaceAll(':42)', `:${line})`);
  const views = await viewsOf(of(42), of(47));
  const { strings, funcs } = views.recording;
  const func = funcs.name.findIndex((each) => strings[each].startsWith('py::price_cart:'));
  const lines = await views.lines({ options: comparedOptions(views), func });
  expect(lines.filter(({ line }) => line === 42 || line === 47)).toMatchObject([
    { line: 42, verdict: 'gone' },
    { line: 47, verdict: 'new' },
  ]);
});
