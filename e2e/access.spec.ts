// The page for everyone: axe finds nothing, both themes, a phone, reduced motion.

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, fixture, graph, open, test } from './page.ts';

const RECORDING = fixture('jit.perf');

async function expectClean(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [what, viewport] of Object.entries({
    'a desktop': { width: 1280, height: 720 },
    'a phone': { width: 390, height: 844 },
  })) {
    test(`axe finds nothing on ${what}, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      await page.goto('./');
      await expectClean(page);
      await open(page, RECORDING);
      await graph(page).focus();
      await page.keyboard.press('ArrowUp');
      await expect(page.getByRole('region', { name: 'Details' })).toContainText('Callees');
      await expectClean(page);
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectClean(page);
    });
  }
}

test('axe finds nothing on a page with a problem', async ({ page }) => {
  await page.goto('./');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('x') });
  await expect(page.getByRole('alert')).toContainText('not a perf recording');
  await expectClean(page);
});

test('the theme button goes from the system’s theme to light, to dark, and is remembered', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('./');
  await open(page, RECORDING);
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const corner = () =>
    page.evaluate(() => [
      ...(document.querySelector('canvas')?.getContext('2d')?.getImageData(2, 2, 1, 1).data ?? []),
    ]);
  expect(await background()).toBe('rgb(255, 255, 255)');
  await page.getByRole('button', { name: 'Theme: as the system' }).click();
  await page.getByRole('button', { name: 'Theme: light' }).click();
  await expect(page.getByRole('button', { name: 'Theme: dark' })).toBeVisible();
  expect(await background()).toBe('rgb(23, 23, 26)');
  await expect.poll(corner).toEqual([23, 23, 26, 255]);
  await page.reload();
  expect(await background()).toBe('rgb(23, 23, 26)');
});

test('with reduced motion the zoom does not move', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./');
  await open(page, RECORDING);
  await graph(page).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const picture = () =>
    page
      .locator('canvas')
      .evaluate((canvas) => (canvas instanceof HTMLCanvasElement ? canvas.toDataURL() : ''));
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const first = await picture();
  await page.waitForTimeout(120);
  expect(await picture()).toBe(first);
});
