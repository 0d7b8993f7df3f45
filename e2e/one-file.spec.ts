// Tests that the one-file page, opened from disk without a network, shows the same pictures as the site. smoke.spec.ts opens one that
// the CLI has exported, also in Firefox.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { heading, problem, searchResult } from './locators.ts';
import { saveFile } from './menus.ts';
import { exportPage, FOLDER, openFromDisk, RECORDING } from './one-file.ts';
import { startWith } from './opened.ts';
import {
  choose,
  closeRecording,
  expect,
  focusedBox,
  open,
  picture,
  press,
  repaintAfter,
  setHash,
  test,
  upload,
} from './page.ts';

test('a page saved by the site opens in the same view and can be searched', async ({ page }) => {
  await startWith(page, upload('workers.perf.gz', readFileSync(RECORDING)));
  await press(page, 'ArrowUp', 'ArrowUp', 'ArrowUp');
  await repaintAfter(page, 'h');
  await press(page, 'ArrowUp', 'Enter', 'ArrowUp');
  const graph = await picture(page);
  const { name, content } = await saveFile(page, /Self-contained page/);
  expect(name).toBe('workers.html');
  await expect(page.getByText(/^Saved workers\.html, [\d.]+ [kM]B$/)).toBeVisible();

  const path = join(FOLDER, name);
  writeFileSync(path, content);
  const requests = await openFromDisk(page, path);
  expect(await picture(page)).toBe(graph);
  await expect(page.getByRole('region', { name: 'Filters' })).toContainText('Hide');
  // The search has its own worker.
  await repaintAfter(page, '1');
  await page.getByRole('searchbox').fill('_PyEval_EvalFrameDefault');
  await expect(searchResult(page)).toContainText('1 function');
  expect(requests()).toEqual([]);
});

test('a page with a comparison contains both recordings', async ({ page }) => {
  const bytes = readFileSync(RECORDING);
  await startWith(page, upload('before.perf.gz', bytes));
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: /^With another recording/ }).click();
  await (await chooser).setFiles([upload('after.perf.gz', bytes)]);
  await page.getByLabel('Compared by').selectOption('cpu');
  const comparison = page.getByRole('region', { name: 'Comparison' }).first();
  await expect(comparison.getByRole('status')).toContainText('No certain difference');
  const { name, content } = await saveFile(page, /Self-contained page/);
  expect(name).toBe('before → after.html');

  const path = join(FOLDER, 'compared.html');
  writeFileSync(path, content);
  const requests = await openFromDisk(page, path);
  await expect(heading(page)).toHaveText('before.perf.gz → after.perf.gz');
  await expect(comparison.getByRole('status')).toContainText('No certain difference');
  await expect(page.getByLabel('Compared by')).toHaveValue('cpu');
  expect(requests()).toEqual([]);
});

test('hostile names are shown as text; the page opens other files, but has no zstd decompressor and cannot download files', async ({
  page,
}) => {
  const name = `"><img src=x onerror=alert(1)><script>alert(2)<!-- &amp;.json`;
  const hostile = [
    `</script><script>alert(3)</script>`,
    ']]>',
    '<!--',
    '&lt;b&gt; "\'',
    '\u0000\u0001\ud800',
  ];
  const path = join(FOLDER, name);
  writeFileSync(path, speedscopeOf(hostile));
  await openFromDisk(page, exportPage(path, 'hostile.html'));
  await expect(heading(page)).toHaveText(name);
  const elements = await page.evaluate(() => [
    document.scripts.length,
    document.querySelectorAll('img, iframe, object, b').length,
  ]);
  // The three scripts are the recording, the page's code and the licenses.
  expect(elements).toEqual([3, 0]);
  // The overview lists the hottest functions.
  const panel = page.getByRole('complementary', { name: 'Selection and recording' });
  for (const each of hostile.slice(0, 4)) await expect(panel).toContainText(each);

  await open(page, 'rules.perf');
  await expect(heading(page)).toHaveText('rules.perf');
  await choose(page, upload('rules.zst', Buffer.from('28b52ffd0458090000616263', 'hex')));
  await expect(problem(page)).toContainText('does not include zstd');
  await setHash(page, '#profileURL=https://profiles.example/a.perf');
  await expect(problem(page)).toContainText('a one-file page cannot fetch anything');
  await closeRecording(page);
  await expect(heading(page), 'which was opened before').toHaveText(name);
  await closeRecording(page);
  await repaintAfter(page, () => page.getByRole('button', { name }).click());
  expect((await focusedBox(page)).samples).toBe(hostile.length);
});

function speedscopeOf(names: readonly string[]): string {
  return JSON.stringify({
    $schema: 'https://www.speedscope.app/file-format-schema.json',
    shared: { frames: names.map((name) => ({ name })) },
    profiles: [
      {
        type: 'sampled',
        name: '</script>',
        unit: 'none',
        startValue: 0,
        endValue: 1,
        samples: names.map((_, i) => [i]),
        weights: names.map(() => 1),
      },
    ],
  });
}
