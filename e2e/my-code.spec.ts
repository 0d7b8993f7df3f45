// Tests the switch “My code”: key and mouse, other folders, and recordings without own code.

import type { Locator, Page } from '@playwright/test';
import { graph } from './locators.ts';
import { chips } from './menus.ts';
import { test } from './opened.ts';
import { expect, focusedBox, hashOf, open, press, repaintAfter, setHash, start, upload } from './page.ts';

function myCode(page: Page): Locator {
  return page.getByRole('switch', { name: 'My code' });
}

function folderField(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Folder of my code' }).getByRole('combobox');
}

test('another folder can be typed or chosen, and is remembered', async ({ page }) => {
  await start(page);
  const app = 'py::main:/home/ada/shop/app.py';
  const stacks = [
    `t;${app};py::list:/home/ada/shop/api/orders.py;memcpy 6`,
    `t;${app};py::load:/home/ada/shop/store/db.py;py::loads:/usr/lib/python3.13/json/__init__.py 3`,
    `t;kworker 1`,
  ];
  await open(page, upload('shop.folded', stacks.join('\n')));
  await expect(myCode(page)).toHaveAttribute('title', 'Show only the Python code in ~/shop (y)');
  await repaintAfter(page, () => myCode(page).click());
  await expect(myCode(page)).toBeChecked();
  await expect(chips(page)).toHaveText(['My code: ~/shop']);
  const edit = page.getByRole('button', { name: 'Choose another folder' });
  await edit.click();
  await expect(folderField(page)).toBeFocused();
  await expect(folderField(page)).toHaveValue('/home/ada/shop');
  await expect(page.getByRole('option')).toHaveText(['~/shop90.0%', '~/shop/api60.0%', '~/shop/store30.0%']);
  await page.keyboard.press('Escape');
  await expect(folderField(page)).toHaveCount(0);
  await expect(edit, 'the focus returns').toBeFocused();

  await page.keyboard.press('Enter');
  await press(page, 'ArrowDown', 'ArrowDown');
  await repaintAfter(page, 'Enter');
  await expect(chips(page)).toHaveText(['My code: ~/shop/api']);
  await edit.click();
  await folderField(page).fill('~/shop/nowhere');
  await expect(page.getByText('This folder contains no sampled Python code.')).toBeVisible();
  await folderField(page).fill('~/shop/store');
  await repaintAfter(page, 'Enter');
  await expect(chips(page)).toHaveText(['My code: ~/shop/store']);
  await graph(page).focus();
  await press(page, 'Home', 'ArrowUp');
  await expect.poll(async () => (await focusedBox(page)).label, 'the samples without it').toBe('[hidden]');

  await repaintAfter(page, 'y');
  await expect(chips(page).getByRole('button').first(), 'off, but remembered').toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await repaintAfter(page, 'y');
  await expect(chips(page)).toHaveText(['My code: ~/shop/store']);
  await expect.poll(() => hashOf(page)).toContain('filter=keep~folder~%7E/shop/store');
  await setHash(page, '#filter=keep~folder~/home/ada/shop/api');
  await expect(chips(page), 'from a link').toHaveText(['My code: ~/shop/api']);
  await expect(myCode(page)).toBeChecked();
});

test('without own code, the switch says why it is off', async ({ page }) => {
  await start(page);
  await open(page, upload('none.folded', 't;main;py::loads:/usr/lib/python3.13/json/__init__.py 3'));
  await expect(myCode(page)).toHaveAttribute('title', /standard library/);
  await expect(myCode(page)).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('y');
  await myCode(page).click({ force: true });
  await expect(chips(page)).toHaveCount(0);
});
