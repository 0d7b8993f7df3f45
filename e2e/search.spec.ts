// Search: what is found, how much of the weight it is, and the way from match to match.

import type { Page } from '@playwright/test';
import { bytesAt, HAS_PROFILES, WITHOUT } from '../fixtures/profiles.ts';
import { goldenText, matchedPercent, matchingFrames, placesOf } from './golden.ts';
import {
  colorAt,
  expect,
  fixture,
  focusedBox,
  graph,
  LEVELS,
  open,
  picture,
  pictureAfter,
  problem,
  start,
  test,
  upload,
} from './page.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** No capital letters in a pattern: case does not matter then. */
const RULES_PATTERNS = [/work/i, /^py::twice/i, /main|sort/i, /\.py$/i, /g:.app/i, /x.py$/i];

test('the matched share is that of the stacks with a match, each counted once, at every level', async ({
  page,
}) => {
  await start(page);
  await open(page, fixture('rules.perf'));
  for (const [index, { name }] of LEVELS.entries()) {
    await pictureAfter(page, () => page.keyboard.press(String(index + 1)));
    const text = fixture(`rules.${name}.folded`).buffer.toString();
    for (const pattern of RULES_PATTERNS) await expectShare(page, pattern, text);
    await leaveSearch(page);
  }
});

test(`fp-workers: the matched share of a real recording${WITHOUT}`, async ({ page }) => {
  test.skip(!HAS_PROFILES, WITHOUT);
  await start(page);
  await open(page, upload('workers.perf.gz', bytesAt('fp-workers', 'expected.perf.gz')));
  for (const key of [1, 3, 5]) {
    if (key !== 3) await pictureAfter(page, () => page.keyboard.press(String(key)));
    else if (await page.getByRole('radio', { name: 'As recorded' }).isChecked())
      await pictureAfter(page, () => page.keyboard.press('3'));
    const text = goldenText('fp-workers', LEVELS[key - 1].name);
    // Recursion, callbacks and much of the whole: where counting twice would show.
    for (const pattern of [/fib|walk/i, /^py::/i, /sort|key|lambda/i, /^[a-z_]*alloc/i])
      await expectShare(page, pattern, text);
    await leaveSearch(page);
  }
});

test('each function that matches is counted', async ({ page }) => {
  await start(page);
  await open(page, fixture('rules.perf'));
  await pictureAfter(page, () => page.keyboard.press('5'));
  const text = fixture('rules.python.folded').buffer.toString();
  const names = matchingFrames(text, /^py::.*main/);
  await field(page).fill('^py::.*main');
  await expect(result(page)).toContainText(`${names.size} functions`);
});

test('capital letters are meant, and without any case does not matter', async ({ page }) => {
  await start(page);
  await open(page, fixture('rules.perf'));
  await field(page).fill('pyobject_calloc');
  await expect(result(page)).toContainText('1 function');
  await field(page).fill('PyObject_Calloc');
  await expect(result(page)).toContainText('1 function');
  await field(page).fill('Pyobject_calloc');
  await expect(result(page)).toContainText('0 functions');
  await expect(result(page)).toContainText('0%');
});

test('an expression that takes for ever is given up, and the page goes on', async ({ page }) => {
  await start(page);
  await open(page, fixture('jit.perf'));
  await field(page).fill('(\\w+)+!');
  await expect(result(page)).toContainText('takes too long');
  await field(page).fill('main');
  await expect(result(page)).toContainText('function');
  const { samples } = await focusedBox(page);
  await page.evaluate(() => {
    location.hash = '#filter=only~pattern~main&filter=drop~pattern~%28%5Cw%2B%29%2B%21';
  });
  await expect(problem(page)).toContainText('takes too long, and is not applied');
  await expect(page).toHaveURL(/&filter=only~pattern~main&filter=!drop~pattern~/);
  await expect(result(page)).toHaveText('');
  expect((await focusedBox(page)).samples).toBeLessThan(samples);
});

test('what is no regular expression is searched as plain text', async ({ page }) => {
  await start(page);
  await open(page, fixture('rules.perf'));
  await field(page).fill('and (x');
  await expect(result(page)).toContainText('as plain text');
  await expect(result(page)).toContainText('1 function');
  await field(page).fill('[untr');
  const text = fixture('rules.python-c.folded').buffer.toString();
  await expect(result(page)).toContainText(`${matchedPercent(text, /\[untr/).toFixed(1)}%`);
});

test('matches are lit, everything else is dimmed, and an empty search shows all as before', async ({
  page,
}) => {
  await start(page);
  await open(page, fixture('rules.perf'));
  const before = await picture(page);
  const canvas = await page.locator('#view canvas').boundingBox();
  if (!canvas) throw new Error('there is no canvas');
  // Inside the first box above the root, near its right end, where no text is.
  const place = [canvas.width * 0.5, canvas.height - 18 - 4] as const;
  const plain = await colorAt(page, ...place);
  await field(page).fill('<module>');
  await expect(result(page)).toContainText('%');
  await expect.poll(() => colorAt(page, ...place)).not.toEqual(plain);
  const lit = await colorAt(page, ...place);
  await field(page).fill('btrfs_read');
  await expect.poll(() => colorAt(page, ...place)).not.toEqual(lit);
  expect(await colorAt(page, ...place), 'dimmed, and not as without a search').not.toEqual(plain);
  await field(page).fill('');
  await expect.poll(() => picture(page)).toBe(before);
  await expect(result(page)).toHaveText('');
});

test('Enter, n and N go from match to match and round at the ends', async ({ page }) => {
  await start(page);
  await open(page, fixture('rules.perf'));
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('::g');
  await expect(result(page)).toContainText('functions');
  const seen: string[] = [];
  for (let step = 0; step < 5; step++) {
    await page.keyboard.press('Enter');
    const box = await focusedBox(page);
    expect(box.name).toMatch(/::g/);
    seen.push(`${box.name} ${box.depth} ${box.samples}`);
  }
  expect(new Set(seen).size, 'there are several matches').toBeGreaterThan(2);
  await graph(page).focus();
  await page.keyboard.press('N');
  const { name, depth, samples } = await focusedBox(page);
  expect(`${name} ${depth} ${samples}`).toBe(seen[3]);
  await page.keyboard.press('n');
  expect((await focusedBox(page)).name).toBe(seen[4].split(' ')[0]);
  await page.getByRole('button', { name: 'Next match' }).click();
  expect((await focusedBox(page)).name).toMatch(/::g/);
});

function field(page: Page) {
  return page.getByRole('searchbox', { name: 'Search functions' });
}

function result(page: Page) {
  return page.getByRole('status', { name: 'Search result' });
}

async function leaveSearch(page: Page): Promise<void> {
  await field(page).press('Escape');
  await graph(page).focus();
}

async function expectShare(page: Page, pattern: RegExp, folded: string): Promise<void> {
  const percent = matchedPercent(folded, pattern);
  await field(page).fill(pattern.source);
  const share = result(page).locator('strong');
  // The number of places is the page's own; the number is not.
  await expect(async () => {
    const shown = ((await share.textContent()) ?? '').replace('%', '');
    expect(shown, String(pattern)).toBe(percent === 0 ? '0' : percent.toFixed(placesOf(shown)));
  }).toPass({ intervals: [20] });
}
