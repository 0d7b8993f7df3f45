// What has to work in every browser, in one go: open, look, walk, another level, search, zoom, close.

import { compareOnTheWay, treeOfFolded } from './golden.ts';
import {
  choose,
  expect,
  fixture,
  focusedBox,
  graph,
  open,
  pictureAfter,
  problem,
  start,
  test,
  upload,
} from './page.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a recording is opened, walked, searched, zoomed and closed', async ({ page }) => {
  await start(page);
  await choose(page, upload('empty.perf', ''));
  await expect(problem(page)).toContainText('“empty.perf” is empty');

  await open(page, fixture('rules.perf'));
  const golden = (level: string) => treeOfFolded(fixture(`rules.${level}.folded`).buffer.toString());
  await compareOnTheWay(page, golden('python-c'), 10, 0);
  await pictureAfter(page, () => page.keyboard.press('5'));
  await expect(page.getByRole('radio', { name: 'Python only' })).toBeChecked();
  await compareOnTheWay(page, golden('python'), 10, 0);

  // Typed: what fill() does in Firefox over BiDi, React does not see.
  await page.getByRole('searchbox').focus();
  await page.keyboard.type('twice');
  await expect(page.getByRole('status', { name: 'Search result' })).toContainText('%');
  await page.getByRole('searchbox').press('Enter');
  expect((await focusedBox(page)).name).toContain('twice');
  await graph(page).focus();
  await page.keyboard.press('Enter');
  const crumbs = page.getByRole('navigation', { name: 'Zoom' });
  await expect(crumbs.locator('[aria-current=true]')).toHaveText('twice');
  await page.keyboard.press('Escape');
  await expect(crumbs.locator('[aria-current=true]')).toHaveText('all');
  await page.getByRole('button', { name: 'Close the recording' }).click();
  await expect(page.getByRole('heading', { name: 'Pyrograph' })).toBeVisible();
});

test('compressed recordings open', async ({ page }) => {
  await start(page);
  await pictureAfter(page, () => page.getByRole('button', { name: /Threads and a process pool/ }).click());
  expect((await focusedBox(page)).samples).toBeGreaterThan(1000);
});
