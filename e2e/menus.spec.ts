// The menu of a box: with the keyboard alone, with the mouse, on a touch screen; and that of a kind of code.

import { chips, item, menu, openMenuByKey } from './menus.ts';
import { expect, fixture, focusedBox, graph, open, picture, pictureAfter, start, test } from './page.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 720 } });

test('the menu with the keyboard alone', async ({ page }) => {
  await start(page);
  await open(page, fixture('rules.perf'));
  await graph(page).focus();
  await page.keyboard.press('ArrowUp');
  const { label } = await focusedBox(page);
  await openMenuByKey(page);
  await expect(item(page, 'Open in sandwich')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(item(page, 'Copy name'), 'round at the ends').toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(item(page, 'Focus on it')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type('al');
  await expect(item(page, 'All of file')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  const within = menu(page, 'All of file');
  await expect(within.getByRole('menuitem', { name: 'Focus on it', exact: true })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(within).toBeHidden();
  await expect(item(page, 'All of file')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(within.getByRole('menuitem', { name: 'Focus on it', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(graph(page), 'the focus is back where it was').toBeFocused();
  expect((await focusedBox(page)).label).toBe(label);

  await openMenuByKey(page);
  await page.keyboard.press('h');
  await expect(item(page, 'Hide it'), 'a key in a menu is the first letter of an entry').toBeFocused();
  await expect(chips(page)).toHaveCount(0);
  await pictureAfter(page, () => page.keyboard.press('Enter'));
  await expect(chips(page)).toHaveText([`Hide: ${label.replace(/ \((.*)\)$/, ' in $1')}`]);
  await expect(graph(page)).toBeFocused();

  await page.keyboard.press('Shift+Tab');
  await page.getByRole('button', { name: /^Hide/ }).focus();
  await pictureAfter(page, () => page.keyboard.press('Delete'));
  await expect(chips(page)).toHaveCount(0);
  await expect(graph(page), 'without any chip the focus is in the view').toBeFocused();
});

test('the menu stays in the window, a click beside it only closes it', async ({ page }) => {
  await start(page);
  await open(page, fixture('rules.perf'));
  const canvas = await page.locator('#view canvas').boundingBox();
  if (!canvas) throw new Error('there is no canvas');
  const before = await picture(page);
  await page.mouse.click(canvas.x + 40, canvas.y + canvas.height - 27, { button: 'right' });
  const box = await page.getByRole('menu').boundingBox();
  expect(box && box.y >= 0 && box.y + box.height <= 720).toBe(true);
  await page.mouse.click(canvas.x + canvas.width / 2, canvas.y + canvas.height - 27);
  await expect(page.getByRole('menu')).toHaveCount(0);
  const crumb = page.getByRole('navigation', { name: 'Zoom' }).locator('[aria-current=true]');
  await expect(crumb, 'the picture was not zoomed').toHaveText('all');
  await page.keyboard.press('Home');
  await page.mouse.move(0, 0);
  expect(await picture(page)).toBe(before);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a long press opens the menu, in which another opens in line', async ({ page }) => {
    await start(page);
    await open(page, fixture('rules.perf'));
    const canvas = await page.locator('#view canvas').boundingBox();
    if (!canvas) throw new Error('there is no canvas');
    const touchPoints = [{ x: canvas.x + 20, y: canvas.y + canvas.height - 27 }];
    const session = await page.context().newCDPSession(page);
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await expect(page.getByRole('menu')).toBeVisible();
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    const crumb = page.getByRole('navigation', { name: 'Zoom' }).locator('[aria-current=true]');
    await expect(crumb, 'it is no click').toHaveText('all');
    await item(page, 'All of file').tap();
    const within = menu(page, 'All of file');
    const [outer, inner] = [await page.getByRole('menu').first().boundingBox(), await within.boundingBox()];
    expect(outer && inner && inner.x > outer.x && inner.x + inner.width <= outer.x + outer.width).toBe(true);
    await pictureAfter(page, () => within.getByRole('menuitem', { name: 'Hide it' }).tap());
    await expect(chips(page)).toHaveCount(1);
  });
});

test('a kind of code from the legend', async ({ page }) => {
  await start(page);
  await open(page, fixture('rules.perf'));
  await page.getByRole('button', { name: 'What to do with kernel' }).click();
  await pictureAfter(page, () => item(page, 'Drop samples with it').click());
  await expect(chips(page)).toHaveText(['Drop: kind kernel']);
  await expect(page.getByRole('button', { name: 'What to do with kernel' })).toBeHidden();
  await pictureAfter(page, () => page.keyboard.press('u'));
  await page.getByRole('button', { name: /^kernel/ }).click({ button: 'right' });
  await expect(item(page, 'Hide it')).toBeVisible();
  await expect(page.getByRole('menu').locator('kbd'), 'keys would act on the focused box').toHaveCount(0);
  await page.keyboard.press('Escape');

  const threads = page.getByRole('listbox', { name: 'Threads' });
  await threads.getByRole('option').first().click({ button: 'right' });
  await expect(item(page, 'Copy name')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
});
