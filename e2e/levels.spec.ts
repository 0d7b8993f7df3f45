// Tests the menu of the levels of detail. workers/views/views.golden.test.ts compares what the levels show with goldens.

import { detail, expectLevel, graph, openLevels } from './locators.ts';
import { startWith, test } from './opened.ts';
import { expect, focusedBox, LEVELS, press, repaintAfter } from './page.ts';

test('the levels are five choices in order, and another one keeps the focused function', async ({ page }) => {
  await startWith(page, 'rules.perf');
  await graph(page).focus();
  await page.keyboard.press('End');
  const { name } = await focusedBox(page);
  const levels = await openLevels(page);
  await expect(levels).toHaveCount(5);
  for (const [index, { label }] of LEVELS.entries()) {
    await expect(levels.nth(index)).toHaveAccessibleName(label);
    await expect(levels.nth(index)).toHaveAccessibleDescription(/\w+ \w+/);
  }
  await expect(levels.nth(2)).toBeChecked();
  await expect(levels.nth(2), 'the menu opens at the current one').toBeFocused();
  await page.keyboard.press('ArrowUp');
  await repaintAfter(page, 'Enter');
  await expect(detail(page)).toBeFocused();
  await expectLevel(page, 'Everything');
  expect((await focusedBox(page)).name).toBe(name);
  await page.keyboard.press('Enter');
  await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown');
  await repaintAfter(page, 'Enter');
  await expectLevel(page, 'Python only');
});
