// Tests the sandwich: callers and callees of one function.

import type { Page } from '@playwright/test';
import { weightOf, type Line } from '../fixtures/golden-lines.ts';
import { comparePath, goldenLines, labelOf, printedShare, treeOfLines } from './golden.ts';
import { idle } from './idle.ts';
import { boundsOf, crumbs, detail, details, graph, withoutFile } from './locators.ts';
import { chips } from './menus.ts';
import { startWith, test } from './opened.ts';
import { expect, focusedBox, press, repaintAfter } from './page.ts';

/** A recursive function. */
const TWICE = 'py::twice:/app/main.py';

test('callers and callees of a function match the golden', async ({ page }) => {
  await startWith(page, 'rules.perf');
  await page.keyboard.press('s');
  await chooseFunction(page, 'twice', 'twice');
  const lines = goldenLines();
  const all = weightOf(lines);
  await expectAmounts(page, lines, TWICE, all);
  const through = lines.filter(({ frames }) => frames.includes(TWICE));
  const [callersOf] = treeOfLines(
    through.map(({ frames, weight }) => ({
      frames: frames.slice(0, frames.indexOf(TWICE) + 1).toReversed(),
      weight,
    })),
  ).children.values();
  const [calleesOf] = treeOfLines(
    through.map(({ frames, weight }) => ({ frames: frames.slice(frames.indexOf(TWICE)), weight })),
  ).children.values();
  const half = { rootLabel: labelOf(TWICE), all };
  await comparePath(page, callersOf, { ...half, tree: callers(page), key: 'ArrowUp' });
  await comparePath(page, calleesOf, { ...half, tree: callees(page), key: 'ArrowDown' });
});

test('a function can be chosen with the arrow keys, Enter and Esc', async ({ page }) => {
  await startWith(page, 'rules.perf');
  await page.keyboard.press('s');
  // Until then, the sandwich of another test may be shown.
  await idle(page);
  const before = (await middle(page).textContent()) ?? '';
  const field = page.getByRole('combobox', { name: 'Function in the middle' });
  await field.focus();
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowDown');
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  const options = page.getByRole('listbox', { name: 'Functions' }).getByRole('option');
  const active = async () =>
    page.locator(`[id="${await field.getAttribute('aria-activedescendant')}"]`).textContent();
  const shares = (await options.allTextContents()).map((text) => Number(/([\d.]+)%$/.exec(text)?.[1]));
  expect(shares, 'heaviest function first').toEqual(shares.toSorted((a, b) => b - a));
  expect(await active()).toBe(await options.first().textContent());
  await page.keyboard.press('ArrowDown');
  expect(await active()).toBe(await options.nth(1).textContent());
  await press(page, 'ArrowUp', 'ArrowUp');
  expect(await active(), 'wraps around').toBe(await options.last().textContent());
  await page.keyboard.press('Escape');
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  await expect(middle(page)).toHaveText(before);
  await page.keyboard.type('nothing is called this');
  await expect(options).toHaveCount(0);
  await field.fill('');
  await page.keyboard.press('ArrowDown');
  const second = await page.locator('[role=option] .part-name').nth(1).textContent();
  await page.keyboard.press('Enter');
  await expect(middle(page)).toHaveText(second ?? '');
  await expect(page.getByRole('tree').first()).toBeFocused();
});

test('the function stays the same at other levels; if a level hides it, the page offers a level that shows it', async ({
  page,
}) => {
  await startWith(page, 'rules.perf');
  await page.keyboard.press('s');
  await chooseFunction(page, 'twice', 'twice');
  for (const [key, level] of [
    ['1', 'raw'],
    ['5', 'python'],
    ['2', 'merged'],
  ]) {
    const lines = goldenLines(level);
    await page.keyboard.press(key);
    await expect(middle(page)).toHaveText('twice');
    await expectAmounts(page, lines, TWICE, weightOf(lines));
  }
  await page.keyboard.press('3');
  await chooseFunction(page, 'builtin_sum', 'builtin_sum');
  await page.keyboard.press('5');
  const status = page.getByRole('status').filter({ hasText: 'builtin_sum' });
  await expect(status).toContainText('is not shown at this level of detail');
  await expectAbsent(page, /^builtin_sum .*is not shown at this level of detail\.$/);
  await status.getByRole('button').click();
  await expect(status).toBeHidden();
  await expect(middle(page)).toHaveText('builtin_sum');
  await expect(detail(page)).not.toContainText('Python only');

  await callees(page).focus();
  await page.keyboard.press('h');
  await expect(status).toContainText('is in none of the selected samples');
  await expectAbsent(page, /^builtin_sum .*is in none of the selected samples\.$/);
  await page.keyboard.press('u');
  await expect(status).toBeHidden();
  await callees(page).focus();
  await repaintAfter(page, 'o');
  await page.keyboard.press('d');
  await expectAbsent(page, 'No samples');
});

test('the sandwich opens with the focused function; its halves zoom separately; Shift+S moves another function to the middle', async ({
  page,
}) => {
  await startWith(page, 'jit.perf');
  await graph(page).focus();
  await press(page, 'ArrowUp', 'ArrowUp', 'ArrowUp');
  const { label } = await focusedBox(page);
  await page.keyboard.press('s');
  await expect(middle(page)).toHaveText(withoutFile(label));
  await callees(page).focus();
  expect((await focusedBox(page)).label).toBe(label);
  await page.keyboard.press('ArrowDown');
  const callee = await focusedBox(page);
  expect(callee.depth).toBe(1);
  await page.keyboard.press('Enter');
  await expect(crumbs(page)).toHaveText(withoutFile(label) + withoutFile(callee.label));
  await callers(page).focus();
  await expect(crumbs(page), 'the callers are not zoomed').toHaveText(withoutFile(label));
  await page.keyboard.press('ArrowUp');
  const caller = await focusedBox(page);
  await expect(details(page).getByRole('heading').first()).toHaveText(withoutFile(caller.label));
  await page.keyboard.press('Shift+S');
  await expect(middle(page)).toHaveText(withoutFile(caller.label));
  await page.keyboard.press('Escape');
  await expect(middle(page), 'Esc returns to the previous function').toHaveText(withoutFile(label));
});

test('keys act on the focused box if the user leaves the sandwich before it loads', async ({ page }) => {
  await startWith(page, 'jit.perf');
  await page.keyboard.press('ArrowUp');
  await press(page, 's', 'f');
  await page.keyboard.press('ArrowUp');
  const { label } = await focusedBox(page);
  await expect(details(page).getByRole('heading').first()).toHaveText(withoutFile(label));
  await page.keyboard.press('h');
  await expect(chips(page)).toHaveText([`Hide: ${withoutFile(label)}`]);
});

test('a double click and Alt+click move a function to the middle; a click only zooms', async ({ page }) => {
  await startWith(page, 'jit.perf');
  await page.keyboard.press('s');
  await idle(page);
  const first = await middle(page).textContent();
  const box = await boundsOf(callers(page).locator('canvas'));
  const onCaller = { x: box.x + 20, y: box.y + box.height - 27 };
  await page.mouse.click(onCaller.x, onCaller.y);
  const { label } = await focusedBox(page);
  await expect(middle(page)).toHaveText(first ?? '');
  await page.keyboard.press('0');
  await page.mouse.dblclick(onCaller.x, onCaller.y);
  await expect(middle(page)).toHaveText(withoutFile(label));
  await page.keyboard.press('Escape');
  await expect(middle(page)).toHaveText(first ?? '');
  await page.keyboard.down('Alt');
  await page.mouse.click(onCaller.x, onCaller.y);
  await page.keyboard.up('Alt');
  await expect(middle(page)).toHaveText(withoutFile(label));
});

test('the divider can be moved by key and by dragging, and reports its position', async ({ page }) => {
  await startWith(page, 'jit.perf');
  await page.keyboard.press('s');
  const divider = page.getByRole('separator', { name: 'Height of the callers' });
  const height = async () => (await callers(page).boundingBox())?.height ?? NaN;
  const value = async () => Number(await divider.getAttribute('aria-valuenow'));
  await divider.focus();
  await page.keyboard.press('Home');
  expect(await value()).toBe(10);
  const minHeight = await height();
  await page.keyboard.press('ArrowDown');
  expect(await value()).toBe(15);
  expect(await height()).toBeGreaterThan(minHeight);
  const box = await boundsOf(divider);
  await page.mouse.move(box.x + 300, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + box.height / 2 + 150, { steps: 3 });
  await page.mouse.up();
  expect(await height()).toBeGreaterThan(minHeight + 100);
  const widths = [await callers(page).boundingBox(), await callees(page).boundingBox()];
  expect(widths[0]?.width).toBe(widths[1]?.width);
});

test('at 200% browser zoom, the function field and the undo button are on the same line', async ({
  page,
}) => {
  await page.setViewportSize({ width: 800, height: 450 });
  await startWith(page, 'rules.perf');
  await page.keyboard.press('s');
  const field = await page.getByRole('combobox', { name: 'Function in the middle' }).boundingBox();
  const undo = await page.getByRole('button', { name: 'Undo' }).boundingBox();
  expect(undo?.y).toBe(field?.y);
});

/** Expects that both halves are empty and state this reason to screen readers. */
async function expectAbsent(page: Page, reason: string | RegExp): Promise<void> {
  for (const half of [callers(page), callees(page)])
    await expect(half.getByRole('treeitem')).toHaveText(reason);
}

/** Compares the function's self and total share with the golden. Each stack counts once toward the total. */
async function expectAmounts(page: Page, lines: readonly Line[], name: string, all: number): Promise<void> {
  const total = weightOf(lines.filter(({ frames }) => frames.includes(name)));
  const self = weightOf(lines.filter(({ frames }) => frames.at(-1) === name));
  const shares = page.locator('.amounts .of-all');
  await expect(shares.first()).toHaveText(printedShare(total / all));
  await expect(shares.last()).toHaveText(printedShare(self / all));
}

async function chooseFunction(page: Page, typed: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Function in the middle' }).fill(typed);
  const options = page.getByRole('option').filter({ has: page.getByText(name, { exact: true }) });
  await options.first().click();
  await expect(middle(page)).toHaveText(name);
}

function middle(page: Page) {
  return page.locator('.middle').getByRole('heading');
}

function callers(page: Page) {
  return page.getByRole('tree', { name: 'Callers' });
}

function callees(page: Page) {
  return page.getByRole('tree', { name: 'Callees' });
}
