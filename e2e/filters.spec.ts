// Adds, moves and removes filters by key and from the search. src/ui/ContextMenu.test.ts tests the keys and the menu of every filter,
// and workers/filters.golden.test.ts compares what they leave with goldens.

import type { Locator, Page } from '@playwright/test';
import { boundsOf, graph, searchResult } from './locators.ts';
import { chips, item } from './menus.ts';
import { startWith, test } from './opened.ts';
import { expect, focusedBox, picture, press, repaintAfter } from './page.ts';
import { focusRows, focusedRow } from './rows.ts';

test.describe('rules.perf', () => {
  test.beforeEach(async ({ page }) => {
    await startWith(page, 'rules.perf');
  });

  test('the search menu turns a search into each kind of filter', async ({ page }) => {
    for (const [name, chip] of [
      ['Keep only matching stacks', 'Only: /^py::(twice|g)/'],
      ['Hide matching functions', 'Hide: /^py::(twice|g)/'],
      ['Keep only matching frames', 'Keep: /^py::(twice|g)/'],
      ['Collapse adjacent matches', 'Collapse: /^py::(twice|g)/'],
    ]) {
      await page.getByRole('searchbox').fill('^py::(twice|g)');
      await page.getByRole('button', { name: 'Turn this search into a filter' }).click();
      await repaintAfter(page, () => item(page, name).click());
      await expect(page.getByRole('searchbox'), 'the search is cleared').toHaveValue('');
      await expect(chips(page)).toHaveText([chip]);
      await repaintAfter(page, 'x');
    }
  });

  test('filters can be disabled, moved by key and by dragging, and removed', async ({ page }) => {
    const remaining = page.getByRole('status', { name: 'Remaining samples' });
    await selectBox(page, '^py::twice:');
    await repaintAfter(page, 'm');
    await repaintAfter(page, 'h');
    await selectBox(page, '^py::<module>:');
    await repaintAfter(page, 'r');
    const [only, hide, recursion] = ['Only: twice', 'Hide: twice', 'Collapse recursion: <module> in main.py'];
    await expect(chips(page)).toHaveText([only, hide, recursion]);

    const first = chips(page).nth(0).getByRole('button').first();
    await expect(remaining).toHaveText(/^3 filters: [\d.]+% of all samples remain$/);
    const share = await remaining.textContent();
    await repaintAfter(page, () => first.click());
    await expect(first).toHaveAttribute('aria-pressed', 'false');
    await expect(remaining).not.toHaveText(share ?? '');
    await repaintAfter(page, () => first.click());
    await expect(first).toHaveAttribute('aria-pressed', 'true');
    await expect(remaining).toHaveText(share ?? '');

    const middle = chips(page).nth(1).getByRole('button').first();
    await middle.focus();
    await repaintAfter(page, 'Alt+ArrowRight');
    await expect(chips(page)).toHaveText([only, recursion, hide]);
    await expect(
      chips(page).nth(2).getByRole('button').first(),
      'the moved chip keeps the focus',
    ).toBeFocused();

    await dragTo(page, chips(page).nth(2), chips(page).nth(0));
    await expect(chips(page)).toHaveText([hide, only, recursion]);
    await repaintAfter(page, () => page.getByRole('button', { name: 'Undo', exact: true }).click());
    await expect(chips(page)).toHaveText([only, recursion, hide]);

    await repaintAfter(page, () => page.getByRole('button', { name: 'Remove Collapse recursion' }).click());
    await expect(chips(page)).toHaveText([only, hide]);
    await expect(chips(page).nth(1).getByRole('button').first(), 'the next chip has the focus').toBeFocused();
  });

  test('removing the focused chip by key moves the focus to another chip, or to the view after the last one', async ({
    page,
  }) => {
    await selectBox(page, '^py::twice:');
    await repaintAfter(page, 'm');
    await repaintAfter(page, 'r');
    await chips(page).nth(1).getByRole('button').first().focus();
    await repaintAfter(page, 'u');
    await expect(chips(page)).toHaveCount(1);
    await expect(chips(page).first().getByRole('button').first()).toBeFocused();
    await repaintAfter(page, 'x');
    await expect(graph(page), 'the view has the focus after the last chip is removed').toBeFocused();
  });

  test('the order of filters matters; a view without samples shows a message', async ({ page }) => {
    await selectBox(page, '^py::twice:');
    await repaintAfter(page, 'm');
    await repaintAfter(page, 'h');
    await chips(page).nth(0).getByRole('button').first().focus();
    await repaintAfter(page, 'Alt+ArrowRight');
    const nothing = page.getByRole('group', { name: 'No matching samples' });
    await expect(nothing).toBeVisible();
    await expect(page.getByRole('region', { name: 'Filters' })).toContainText('No samples');
    await page.keyboard.press('b');
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '1');
    await expect(page.getByText('No matching rows.'), 'no message about the row filter').toHaveCount(0);
    await repaintAfter(page, 'f');
    await repaintAfter(page, () => nothing.getByRole('button', { name: 'Undo' }).click());
    await expect(nothing).toBeHidden();
    await expect(graph(page), 'the view has the focus').toBeFocused();
  });

  test('undo and redo restore the picture and the focused box', async ({ page }) => {
    const pictures: number[] = [];
    const boxes: unknown[] = [];
    for (const [query, key] of [
      ['^py::<module>:', 'o'],
      ['^py::twice:', 'd'],
    ]) {
      await selectBox(page, query);
      // Reset the visible range, which moving to the box may have changed.
      await page.keyboard.press('0');
      await expect.poll(() => page.url()).not.toContain('visible=');
      await page.keyboard.press('+');
      await expect.poll(() => page.url()).toContain('visible=');
      pictures.push(await picture(page));
      boxes.push(await focusedBox(page));
      await repaintAfter(page, key);
    }
    pictures.push(await picture(page));
    expect(new Set(pictures).size, 'each picture is different').toBe(3);
    for (let at = 1; at >= 0; at--) {
      await repaintAfter(page, 'u');
      expect(await picture(page), `after undo to ${at}`).toBe(pictures[at]);
      expect(await focusedBox(page)).toEqual(boxes[at]);
    }
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true');
    for (let at = 1; at <= 2; at++) await repaintAfter(page, 'U');
    expect(await picture(page), 'after redoing all').toBe(pictures[2]);
    await expect(page.getByRole('button', { name: 'Redo' })).toHaveAttribute('aria-disabled', 'true');
  });

  test('filters apply to every view', async ({ page }) => {
    await selectBox(page, '^py::twice:');
    await repaintAfter(page, 'm');
    for (const view of ['Flame', 'Icicle', 'Inverted']) {
      if (view !== 'Flame')
        await repaintAfter(page, () => page.getByRole('tab', { name: view, exact: true }).click());
      await page.getByRole('tree').focus();
      await page.keyboard.press('Home');
      await expect.poll(async () => (await focusedBox(page)).samples, { message: view }).toBe(2);
    }
    await page.keyboard.press('c');
    await focusRows(page);
    await press(page, 'e', 'ArrowDown', 'ArrowDown');
    const { name, cells } = await focusedRow(page);
    expect([name, cells['Total samples']]).toEqual(['twice', '2']);
    await page.keyboard.press('b');
    await expect(page.getByRole('status', { name: 'Rows shown' })).toContainText('2 functions');
    await page.keyboard.press('s');
    await expect(page.locator('.middle')).toContainText(/twice.*Total.*100\.0%/s);
    await repaintAfter(page, 't');
    const lane = page.getByRole('tree', { name: 'Time order' }).getByRole('treeitem');
    await expect(lane, 'the same stack as before').toContainText('twice (main.py)');
    await page.getByRole('tree', { name: 'Time order' }).focus();
    await press(page, 'Home', 'ArrowLeft');
    await expect(lane).toHaveText(/2 samples$/);
    await expect(lane, 'one thread has samples').toHaveAttribute('aria-setsize', '1');
  });
});

/** Uses the search to select the first box that matches. */
async function selectBox(page: Page, query: string): Promise<void> {
  const field = page.getByRole('searchbox');
  await graph(page).focus();
  await page.keyboard.press('Home');
  await field.fill(query);
  await expect(searchResult(page)).toContainText(/[1-9]\d* function/);
  await field.press('Enter');
  await field.fill('');
  await graph(page).focus();
  expect((await focusedBox(page)).name).toMatch(new RegExp(query, 'i'));
}

async function dragTo(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await boundsOf(from), await boundsOf(to)];
  await repaintAfter(page, async () => {
    await page.mouse.move(start.x + 20, start.y + start.height / 2);
    await page.mouse.down();
    await page.mouse.move(start.x, start.y + 4, { steps: 3 });
    await page.mouse.move(end.x + 20, end.y + end.height / 2, { steps: 5 });
    await page.mouse.up();
  });
}
