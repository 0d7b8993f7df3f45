// The recordings beside the page: what the start screen lists of an index, and what its links lead to.

import type { Page } from '@playwright/test';
import { expect, fixture, focusedBox, pictureAfter, start, test } from './page.ts';

const RULES = fixture('rules.perf').buffer;
const MAP = '7f00 10 py::f:/a.py\n';
const HOSTILE = '<img src=x onerror=alert(1)> & “nightly”';

/** As if these files lay in the folder of the gallery, on a host that serves no parts of them. */
async function serve(page: Page, files: Readonly<Record<string, string | Buffer>>): Promise<void> {
  await page.route('**/profiles/**', async (route) => {
    const path = decodeURIComponent(new URL(route.request().url()).pathname.replace(/^.*\/profiles\//, ''));
    await route.fulfill({ body: files[path] });
  });
}

test('a gallery lists its recordings, says what is broken, and each opens by a link of its own', async ({
  page,
}) => {
  const rules = { size: RULES.length, samples: 30, duration: 0.029, recorded: '2026-11-21T10:00:00Z' };
  const recordings = [
    {
      file: 'a b/12:30+#1%.perf',
      title: HOSTILE,
      ...rules,
      with: [{ file: 'perf-77.map', size: MAP.length }],
    },
    { file: '../../secret', title: '<script>alert(1)</script>', size: 1 },
    { file: 'gone.perf', title: 'gone', size: 1 },
  ];
  await serve(page, {
    'index.json': JSON.stringify({ recordings }),
    'a b/12:30+#1%.perf': RULES,
    'perf-77.map': MAP,
  });
  await start(page);
  const gallery = page.getByRole('region', { name: 'Recordings on this site' });
  await expect(gallery.getByRole('listitem')).toHaveCount(2);
  await expect(gallery).toContainText('Recording 2 of the index is left out: "../../secret" is no path');
  await expect(gallery).toContainText(/30\ssamples/);
  expect(await gallery.locator('img, script').count()).toBe(0);

  await pictureAfter(page, () => gallery.getByRole('link', { name: HOSTILE }).click());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HOSTILE);
  expect((await focusedBox(page)).samples).toBe(29);
  await expect(page.getByRole('region', { name: /note/i })).toContainText('“perf-77.map” was not needed');
  // The link is one to be given on.
  const link = page.url();
  await page.goto('about:blank');
  await pictureAfter(page, () => page.goto(link));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HOSTILE);
  await page.getByRole('button', { name: 'Close the recording' }).click();
  await expect(gallery).toBeVisible();
});

test('without a gallery nothing is said of one', async ({ page }) => {
  const read = page.waitForResponse('**/profiles/index.json');
  await start(page);
  await read;
  await expect(page.getByRole('region', { name: 'Come back to a recording' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recordings on this site' })).toHaveCount(0);
});

test('what the index does not list any more is a sentence', async ({ page }) => {
  await start(page);
  await page.goto('./#profileURL=profiles/old.perf&profileIndex=profiles/index.json&title=Old');
  await expect(page.getByRole('alert')).toContainText(
    '“Old” could not be fetched: the index of recordings does not list it any more',
  );
});
