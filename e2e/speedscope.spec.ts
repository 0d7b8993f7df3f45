// Opens a file that was exported for speedscope in speedscope itself, and compares it with the golden.

import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { serveSite } from '../scripts/static-server.mjs';
import { saveFile } from './menus.ts';
import { loadingTest as test, startWith } from './opened.ts';
import { expect, fixtureText } from './page.ts';

// The server has a different origin than in other tests.
test.use({ expectedErrors: /^request to http:\/\/127\.0\.0\.1:\d+\/speedscope\// });

const PACKAGE = dirname(createRequire(import.meta.url).resolve('speedscope/package.json'));
/** The thread that speedscope lists first. */
const THREAD = 'app';

test('speedscope shows the self weight of every function in an exported file', async ({ page, context }) => {
  await startWith(page, 'rules.perf');
  const { name, content } = await saveFile(page, /speedscope/);

  const site = await serveSite(join(PACKAGE, 'dist', 'release'), '/speedscope/', { sendsPolicy: false });
  const other = await context.newPage();
  await other.goto(site.url);
  await other.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer: content });
  await expect(other.getByText(new RegExp(`^${THREAD}, thread 77`)).first()).toBeVisible();
  await other.keyboard.press('3');
  await expect(other.getByText('Symbol Name')).toBeVisible();
  const shown = await other
    .locator('tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent.trim())),
    );
  await other.close();
  await site.stop();

  const selves = new Map<string, number>();
  for (const [, self, symbol] of shown.filter((cells) => cells.length === 3 && cells[1].endsWith('%)')))
    add(selves, symbol, parseFloat(self));
  const golden = new Map<string, number>();
  for (const line of fixtureText('rules.python-c.folded').split('\n')) {
    if (!line.startsWith(`${THREAD};`)) continue;
    const [, stack, weight] = /^(.*) (\d+)$/.exec(line) ?? [];
    for (const frame of new Set(stack.split(';').slice(1))) add(golden, nameOf(frame), 0);
    add(golden, nameOf(stack.slice(stack.lastIndexOf(';') + 1)), Number(weight));
  }
  expect(golden.size).toBeGreaterThan(20);
  expect(Object.fromEntries(selves)).toEqual(Object.fromEntries(golden));
});

function add(sums: Map<string, number>, name: string, weight: number): void {
  sums.set(name, (sums.get(name) ?? 0) + weight);
}

function nameOf(frame: string): string {
  return /^py::([^:]*):/.exec(frame)?.[1] ?? frame;
}
