// Tests the search: its matches, their share of the weight, and moving between them.

import { matchingLines, weightOf } from '../fixtures/golden-lines.ts';
import { goldenLines, printedShare } from './golden.ts';
import { boundsOf, canvas, graph, problem, searchField, searchResult } from './locators.ts';
import { startWith, test } from './opened.ts';
import { colorAt, expect, focusedBox, picture, setHash } from './page.ts';

test('the search shows the share and the number of the matching functions', async ({ page }) => {
  await startWith(page, 'rules.perf');
  const lines = goldenLines();
  const shareOf = (pattern: RegExp) =>
    printedShare(weightOf(matchingLines(lines, pattern)) / weightOf(lines));
  const share = searchResult(page).locator('strong');
  await searchField(page).fill('^py::twice');
  await expect(share).toHaveText(shareOf(/^py::twice/));
  await expect(searchResult(page)).toContainText('1 function');
  await searchField(page).fill('Nowhere');
  await expect(searchResult(page)).toHaveText('No matching functions');
  // An invalid regular expression is searched as plain text.
  await searchField(page).fill('[untr');
  await expect(share).toHaveText(shareOf(/\[untr/));
  await expect(searchResult(page)).toContainText('as plain text');
});

test('matches are highlighted and other boxes dimmed until the search is cleared', async ({ page }) => {
  await startWith(page, 'rules.perf');
  const before = await picture(page);
  const bounds = await boundsOf(canvas(page));
  // A point in the first box above the root, without text.
  const point = [bounds.width * 0.5, bounds.height - 18 - 4] as const;
  const plain = await colorAt(page, ...point);
  await searchField(page).fill('<module>');
  await expect(searchResult(page)).toContainText('%');
  await expect.poll(() => colorAt(page, ...point)).not.toEqual(plain);
  const lit = await colorAt(page, ...point);
  await searchField(page).fill('btrfs_read');
  await expect.poll(() => colorAt(page, ...point)).not.toEqual(lit);
  expect(await colorAt(page, ...point), 'dimmed').not.toEqual(plain);
  await searchField(page).fill('');
  await expect.poll(() => picture(page)).toBe(before);
  await expect(searchResult(page)).toHaveText('');
});

test('Enter, n and N move between matches and wrap around', async ({ page }) => {
  await startWith(page, 'rules.perf');
  await page.keyboard.press('/');
  await expect(searchField(page)).toBeFocused();
  await page.keyboard.type('::g');
  await expect(searchResult(page)).toContainText('functions');
  const seen: string[] = [];
  for (let step = 0; step < 5; step++) {
    await page.keyboard.press('Enter');
    const box = await focusedBox(page);
    expect(box.name).toMatch(/::g/);
    seen.push(`${box.name} ${box.depth} ${box.samples}`);
  }
  expect(new Set(seen).size, 'number of different matches').toBeGreaterThan(2);
  await graph(page).focus();
  await page.keyboard.press('N');
  const { name, depth, samples } = await focusedBox(page);
  expect(`${name} ${depth} ${samples}`).toBe(seen[3]);
  await page.keyboard.press('n');
  expect((await focusedBox(page)).name).toBe(seen[4].split(' ')[0]);
  await page.getByRole('button', { name: 'Next match' }).click();
  expect((await focusedBox(page)).name).toMatch(/::g/);
});

test('the result says which match is focused, and lists the matching functions, by keyboard', async ({
  page,
}) => {
  await startWith(page, 'rules.perf');
  const position = page.getByRole('status', { name: 'Match' });
  await searchField(page).fill('::g');
  await expect(position).toHaveText(/^\d+ boxes$/);
  const total = Number.parseInt((await position.textContent()) ?? '', 10);
  for (const step of [1, 2, 3]) {
    await searchField(page).press('Enter');
    await expect(position).toHaveText(`${step} of ${total}`);
  }
  await searchField(page).press('Shift+Enter');
  await expect(position).toHaveText(`2 of ${total}`);
  await page.getByRole('button', { name: /^\d+ functions$/ }).focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu', { name: 'Matching functions' });
  const first = menu.getByRole('menuitem').first();
  await expect(first).toBeFocused();
  const name = (await first.getAttribute('aria-label')) ?? '';
  await page.keyboard.press('Enter');
  await expect(menu).toBeHidden();
  expect((await focusedBox(page)).name).toContain(name.split(' ')[0]);
  await page.getByRole('button', { name: /^\d+ functions$/ }).click();
  await menu.getByRole('menuitem', { name: 'Show all in the table' }).click();
  await expect(page.getByRole('grid')).toContainText(name.split(' ')[0]);
});

test('a pasted name is found, although it is a regular expression for others', async ({ page }) => {
  await startWith(page, 'rules.perf');
  await searchField(page).fill('<module>');
  await expect(searchResult(page)).toContainText('%');
  await searchField(page).fill('[unknown]');
  await expect(searchResult(page)).toContainText('as plain text');
});

test('a pattern that takes too long is stopped, and the page keeps working', async ({ page }) => {
  await startWith(page, 'jit.perf');
  await searchField(page).fill('(\\w+)+!');
  await expect(searchResult(page)).toContainText('Too slow');
  await searchField(page).fill('main');
  await expect(searchResult(page)).toContainText('function');
  const { samples } = await focusedBox(page);
  await setHash(page, '#filter=only~pattern~main&filter=drop~pattern~%28%5Cw%2B%29%2B%21');
  await expect(problem(page)).toContainText('takes too long and is not applied');
  await expect(page).toHaveURL(/&filter=only~pattern~main&filter=!drop~pattern~/);
  await expect(searchResult(page)).toHaveText('');
  expect((await focusedBox(page)).samples).toBeLessThan(samples);
});
