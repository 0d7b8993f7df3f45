// Tests the parts of the page that show something else in a comparison: keys, focus, filters, the search, and sides that cannot be
// compared.

import type { Page } from '@playwright/test';
import { drop } from './drop.ts';
import { expect, repaintAfter, startWith, test, upload, type Upload } from './page.ts';

/** A program whose function `slow` has this share of the samples, one each five milliseconds. */
function recording(name: string, share: number, samples = 2000): Upload {
  const lines: string[] = [];
  for (let i = 0; i < samples; i++) {
    const isSlow = (i * 7919) % 1000 < share * 1000;
    const leaf = isSlow ? 'py::slow:/app/work.py' : `py::f${i % 20}:/app/work.py`;
    lines.push(
      `python 1 ${(100 + i / 200).toFixed(6)}:    5000000 cpu-clock: `,
      `\t7f0000001000 ${leaf} (/tmp/perf-1.map)`,
      `\t7f0000002000 py::main:/app/work.py (/tmp/perf-1.map)`,
      '',
    );
  }
  return upload(name, lines.join('\n'));
}

const BEFORE = recording('before.perf', 0.2);
const AFTER = recording('after.perf', 0.5);


async function compare(page: Page, b = AFTER): Promise<void> {
  await startWith(page, BEFORE);
  await drop(page, [b]);
  await repaintAfter(page, () => page.getByRole('button', { name: 'Compare with it' }).click());
}

test('keys work while a checkbox has the focus', async ({ page }) => {
  await compare(page);
  const certain = page.getByLabel('Only certain');
  await certain.focus();
  await page.keyboard.press('Space');
  await expect(certain).toBeChecked();
  await page.keyboard.press('i');
  await expect(page.getByRole('tree', { name: 'Icicle graph' })).toBeVisible();
  await page.keyboard.press('u');
  await expect(certain).not.toBeChecked();
});

test('a comparison has no check of a single recording', async ({ page }) => {
  await compare(page);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Help and keyboard shortcuts' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /Check the recording|problem/ })).toHaveCount(0);
});
