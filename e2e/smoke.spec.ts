// Tests the essentials, also in Firefox: opening, navigating, switching levels, searching, zooming and closing.

import { comparePath, treeOfFolded } from './golden.ts';
import { expectLevel, currentCrumb, graph, problem, searchResult } from './locators.ts';
import {
  choose,
  closeRecording,
  expect,
  fixtureText,
  focusedBox,
  open,
  repaintAfter,
  start,
  startWithExample,
  test,
  upload,
} from './page.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a recording opens, and can be navigated, searched, zoomed and closed', async ({ page }) => {
  await start(page);
  await choose(page, upload('empty.perf', ''));
  await expect(problem(page)).toContainText('“empty.perf” is empty');

  await open(page, 'rules.perf');
  const golden = (level: string) => treeOfFolded(fixtureText(`rules.${level}.folded`));
  await comparePath(page, golden('python-c'), 10, 0);
  await repaintAfter(page, '5');
  await expectLevel(page, 'Python only');
  await comparePath(page, golden('python'), 10, 0);

  // Types the text, because React does not notice fill() in Firefox over BiDi.
  await page.getByRole('searchbox').focus();
  await page.keyboard.type('twice');
  await expect(searchResult(page)).toContainText('%');
  await page.getByRole('searchbox').press('Enter');
  expect((await focusedBox(page)).name).toContain('twice');
  await graph(page).focus();
  await page.keyboard.press('Enter');
  await expect(currentCrumb(page)).toHaveText('twice');
  await page.keyboard.press('Escape');
  await expect(currentCrumb(page)).toHaveText('all');
  await closeRecording(page);
  await expect(page.getByRole('heading', { name: 'Pyrograph' })).toBeVisible();
});

test('compressed recordings open', async ({ page }) => {
  await startWithExample(page, 'web-shop');
  expect((await focusedBox(page)).samples).toBeGreaterThan(1000);
});
