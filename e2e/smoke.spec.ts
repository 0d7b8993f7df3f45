// Tests the essentials, also in Firefox: opening, navigating, switching levels, searching, zooming and closing.

import { comparePath, goldenTree } from './golden.ts';
import { expectLevel, currentCrumb, graph, problem, searchResult } from './locators.ts';
import {
  choose,
  closeRecording,
  expect,
  focusedBox,
  open,
  openExample,
  repaintAfter,
  start,
  test,
  upload,
} from './page.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a recording opens, and can be navigated, searched, zoomed and closed', async ({ page }) => {
  await start(page);
  await choose(page, upload('empty.perf', ''));
  await expect(problem(page)).toContainText('“empty.perf” is empty');

  await open(page, 'rules.perf');
  await comparePath(page, goldenTree());
  await repaintAfter(page, '5');
  await expectLevel(page, 'Python only');
  await comparePath(page, goldenTree('python'));

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

  // A compressed recording.
  await openExample(page, 'web-shop');
  expect((await focusedBox(page)).samples).toBe(2230);
});
