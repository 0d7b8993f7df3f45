// Tests the menu of a box by keyboard, mouse and touch, and the menus of the legend and the timeline.

import { boundsOf, canvas, currentCrumb, graph, kindShares } from './locators.ts';
import { chips, item, menu, openMenuByKey } from './menus.ts';
import { startWith, test } from './opened.ts';
import { test as ownPage, expect, focusedBox, picture, press, repaintAfter } from './page.ts';

test('the menu can be used with only the keyboard', async ({ page }) => {
  await startWith(page, 'rules.perf');
  await graph(page).focus();
  await page.keyboard.press('ArrowUp');
  const { label } = await focusedBox(page);
  await openMenuByKey(page);
  await expect(item(page, 'Open in sandwich')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(item(page, 'Copy name'), 'wraps around').toBeFocused();
  await press(page, 'Home', 'ArrowDown');
  await expect(item(page, 'Focus on it')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type('al');
  await expect(item(page, 'All of file')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  const submenu = menu(page, 'All of file');
  await expect(submenu.getByRole('menuitem', { name: 'Focus on it', exact: true })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(submenu).toBeHidden();
  await expect(item(page, 'All of file')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(submenu.getByRole('menuitem', { name: 'Focus on it', exact: true })).toBeFocused();
  await press(page, 'Escape', 'Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(graph(page), 'the focus returns to the graph').toBeFocused();
  expect((await focusedBox(page)).label).toBe(label);

  await openMenuByKey(page);
  await page.keyboard.press('h');
  await expect(item(page, 'Hide it'), 'a letter moves to an entry and is not a shortcut').toBeFocused();
  await expect(chips(page)).toHaveCount(0);
  await repaintAfter(page, 'Enter');
  await expect(chips(page)).toHaveText([`Hide: ${label.replace(/ \((.*)\)$/, ' in $1')}`]);
  await expect(graph(page)).toBeFocused();

  await page.keyboard.press('Shift+Tab');
  await page.getByRole('button', { name: /^Hide/ }).focus();
  await repaintAfter(page, 'Delete');
  await expect(chips(page)).toHaveCount(0);
  await expect(graph(page), 'the view has the focus after the last chip is removed').toBeFocused();
});

test('the menu stays within the window; a click outside only closes it', async ({ page }) => {
  await startWith(page, 'rules.perf');
  const bounds = await boundsOf(canvas(page));
  const before = await picture(page);
  await page.mouse.click(bounds.x + 40, bounds.y + bounds.height - 27, { button: 'right' });
  const box = await page.getByRole('menu').boundingBox();
  expect(box && box.y >= 0 && box.y + box.height <= 720).toBe(true);
  await page.mouse.click(bounds.x + bounds.width / 2, bounds.y + bounds.height - 27);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(currentCrumb(page), 'the click does not zoom').toHaveText('all');
  await page.keyboard.press('Home');
  await page.mouse.move(0, 0);
  expect(await picture(page)).toBe(before);
});

test('the overview has a menu for each kind of code, and the timeline has one for each thread', async ({
  page,
}) => {
  await startWith(page, 'rules.perf');
  const kernel = kindShares(page).getByRole('button', { name: /^kernel/ });
  await kernel.click({ button: 'right' });
  await repaintAfter(page, () => item(page, 'Drop samples with it').click());
  await expect(chips(page)).toHaveText(['Drop: kind kernel']);
  await expect(kernel).toBeHidden();
  await repaintAfter(page, 'u');
  await kernel.click({ button: 'right' });
  await expect(item(page, 'Hide it')).toBeVisible();
  await expect(
    page.getByRole('menu').locator('kbd'),
    'no shortcuts: they act on the focused box',
  ).toHaveCount(0);
  await page.keyboard.press('Escape');

  const threads = page.getByRole('listbox', { name: 'Threads' });
  await threads.getByRole('option').first().click({ button: 'right' });
  await expect(item(page, 'Copy name')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
});

test.describe('on a touch screen', () => {
  ownPage.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  ownPage('a long press opens the menu; its submenu opens inside it', async ({ page }) => {
    await startWith(page, 'rules.perf');
    const bounds = await boundsOf(canvas(page));
    const touchPoints = [{ x: bounds.x + 20, y: bounds.y + bounds.height - 27 }];
    const session = await page.context().newCDPSession(page);
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await expect(page.getByRole('menu')).toBeVisible();
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(currentCrumb(page), 'a long press is not a click').toHaveText('all');
    await item(page, 'All of file').tap();
    const submenu = menu(page, 'All of file');
    const [outer, inner] = [await page.getByRole('menu').first().boundingBox(), await submenu.boundingBox()];
    expect(outer && inner && inner.x > outer.x && inner.x + inner.width <= outer.x + outer.width).toBe(true);
    await repaintAfter(page, () => submenu.getByRole('menuitem', { name: 'Hide it' }).tap());
    await expect(chips(page)).toHaveCount(1);
  });
});
