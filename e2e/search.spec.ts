// Tests the search: its matches, their share of the weight, and moving between them.

import type { Page } from '@playwright/test';
import { decimalsOf, goldenText, matchedPercent, matchingFrames } from './golden.ts';
import { boundsOf, canvas, detail, graph, problem, searchField, searchResult } from './locators.ts';
import {
  colorAt,
  expect,
  fixtureText,
  focusedBox,
  LEVELS,
  picture,
  repaintAfter,
  setHash,
  startWith,
  startWithShared,
  test,
} from './page.ts';

/** These ignore case, as the search does for patterns without capital letters. */
const RULES_PATTERNS = [/work/i, /^py::twice/i, /main|sort/i, /\.py$/i, /g:.app/i, /x.py$/i];

test('the matched share counts each stack once, at every level', async ({ page }) => {
  await startWith(page, 'rules.perf');
  for (const [index, { name }] of LEVELS.entries()) {
    await repaintAfter(page, String(index + 1));
    const text = fixtureText(`rules.${name}.folded`);
    for (const pattern of RULES_PATTERNS) await expectShare(page, pattern, text);
    await leaveSearch(page);
  }
});

test('fp-workers: the matched share equals the share in the golden', async ({ page }) => {
  await startWithShared(page, 'fp-workers');
  for (const key of [1, 3, 5]) {
    if (key !== 3) await repaintAfter(page, String(key));
    else if ((await detail(page).textContent()) === 'Detail: As recorded') await repaintAfter(page, '3');
    const text = goldenText('fp-workers', LEVELS[key - 1].name);
    // Recursion, callbacks and large shares, which would reveal double counting.
    for (const pattern of [/fib|walk/i, /^py::/i, /sort|key|lambda/i, /^[a-z_]*alloc/i])
      await expectShare(page, pattern, text);
    await leaveSearch(page);
  }
});

test('the search counts the matching functions', async ({ page }) => {
  await startWith(page, 'rules.perf');
  await repaintAfter(page, '5');
  const text = fixtureText('rules.python.folded');
  const names = matchingFrames(text, /^py::.*main/);
  await searchField(page).fill('^py::.*main');
  await expect(searchResult(page)).toContainText(`${names.size} functions`);
});

test('case matters only if the pattern has capital letters', async ({ page }) => {
  await startWith(page, 'rules.perf');
  await searchField(page).fill('pyobject_calloc');
  await expect(searchResult(page)).toContainText('1 function');
  await searchField(page).fill('PyObject_Calloc');
  await expect(searchResult(page)).toContainText('1 function');
  await searchField(page).fill('Pyobject_calloc');
  await expect(searchResult(page)).toHaveText('No matching functions');
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

test('an invalid regular expression is searched as plain text', async ({ page }) => {
  await startWith(page, 'rules.perf');
  await searchField(page).fill('and (x');
  await expect(searchResult(page)).toContainText('as plain text');
  await expect(searchResult(page)).toContainText('1 function');
  await searchField(page).fill('[untr');
  const text = fixtureText('rules.python-c.folded');
  await expect(searchResult(page)).toContainText(`${matchedPercent(text, /\[untr/).toFixed(1)}%`);
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

async function leaveSearch(page: Page): Promise<void> {
  await searchField(page).press('Escape');
  await graph(page).focus();
}

async function expectShare(page: Page, pattern: RegExp, folded: string): Promise<void> {
  const percent = matchedPercent(folded, pattern);
  await searchField(page).fill(pattern.source);
  if (percent === 0) {
    await expect(searchResult(page)).toHaveText('No matching functions');
    return;
  }
  const share = searchResult(page).locator('strong');
  // The page chooses the number of decimals.
  await expect(async () => {
    const shown = ((await share.textContent()) ?? '').replace('%', '');
    expect(shown, String(pattern)).toBe(percent.toFixed(decimalsOf(shown)));
  }).toPass({ intervals: [20] });
}
