// Tests the gallery, which lists the recordings on the same site.

import type { Page } from '@playwright/test';
import { expectNoShift, watchLayout } from './layout.ts';
import { heading, notes } from './locators.ts';
import { loadingTest as test } from './opened.ts';
import {
  closeRecording,
  expect,
  fixture,
  focusedBox,
  repaintAfter,
  setHash,
  start,
  started,
} from './page.ts';

const RULES = fixture('rules.perf').buffer;
const MAP = '7f00 10 py::f:/a.py\n';
const HOSTILE = '<img src=x onerror=alert(1)> & “nightly”';

/** Serves these files in the gallery's folder, without support for range requests. */
async function serve(page: Page, files: Readonly<Record<string, string | Buffer>>): Promise<void> {
  await page.route('**/profiles/**', async (route) => {
    const path = decodeURIComponent(new URL(route.request().url()).pathname.replace(/^.*\/profiles\//, ''));
    await route.fulfill({ body: files[path] });
  });
}

test('the gallery lists recordings, reports invalid entries, and has a link for each recording', async ({
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
  await expect(gallery).toContainText('Recording 2 of the index was skipped: "../../secret" is not a path');
  await expect(gallery).toContainText(/30\ssamples/);
  expect(await gallery.locator('img, script').count()).toBe(0);

  await repaintAfter(page, () => gallery.getByRole('link', { name: HOSTILE }).click());
  await expect(heading(page)).toHaveText(HOSTILE);
  expect((await focusedBox(page)).samples).toBe(29);
  await expect(notes(page)).toContainText('“perf-77.map” was not needed');
  // The link can be shared.
  const link = page.url();
  await page.goto('about:blank');
  await repaintAfter(page, () => page.goto(link));
  await expect(heading(page)).toHaveText(HOSTILE);
  await closeRecording(page);
  await expect(gallery).toBeVisible();
});

test('nothing on the start screen moves when its lists and a notice arrive', async ({ page }) => {
  await serve(page, {
    'index.json': JSON.stringify({ recordings: [{ file: 'a.perf', title: 'A', size: 1 }] }),
  });
  await page.goto('./#view=table&v=2');
  await started(page);
  await expect(page.getByRole('region', { name: 'Recordings on this site' })).toBeVisible();
  await expect(page.getByText('Open that recording to see it')).toBeVisible();
  await expect(page.getByRole('region', { name: 'How to record' })).toContainText('perf record');
  await watchLayout(page, true);
  await expectNoShift(page, 'start screen');
});

test('two recordings of the gallery can be compared', async ({ page }) => {
  const workers = fixture('workers.perf.gz').buffer;
  const recordings = ['Monday', 'Tuesday', 'Sunday'].map((title) => ({
    file: `${title}.perf.gz`,
    title,
    size: workers.length,
  }));
  await serve(page, {
    'index.json': JSON.stringify({ recordings }),
    'Monday.perf.gz': workers,
    'Tuesday.perf.gz': workers,
  });
  await start(page);
  await page.getByRole('button', { name: 'Compare Monday with another recording' }).click();
  await expect(page.getByRole('button', { name: 'Compare Sunday with Monday' })).toBeVisible();
  await page.getByRole('button', { name: 'Compare Tuesday with Monday' }).click();
  const comparison = page.getByRole('region', { name: 'Comparison' }).first();
  await expect(comparison.getByRole('status')).toContainText('No certain difference');
  expect(page.url()).toMatch(/profileURL=.*Monday.*&profileURL=.*Tuesday/);
});

test('without an index there is no gallery, and a link to one of its recordings shows an alert', async ({
  page,
}) => {
  const response = page.waitForResponse('**/profiles/index.json');
  await start(page);
  await response;
  await expect(page.getByRole('region', { name: 'Remember recordings' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recordings on this site' })).toHaveCount(0);
  await setHash(page, '#profileURL=profiles/old.perf&profileIndex=profiles/index.json&title=Old');
  await expect(page.getByRole('alert')).toContainText(
    '“Old” could not be fetched: the index of recordings no longer lists it',
  );
});
