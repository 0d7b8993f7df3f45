// Tests that the overview and the details show what the interpreter spent the time on, with the numbers of the golden.

import { plainAt } from '../fixtures/profiles.ts';
import { COSTS } from '../src/model/costs.ts';
import { formatShare } from '../src/text/format.ts';
import { expect, startWithShared, test } from './page.ts';

const FOLDER = 'fp-workers';

test('the overview lists the costs of all samples, and explains them', async ({ page }) => {
  await startWithShared(page, FOLDER);
  const lines = new TextDecoder().decode(plainAt(FOLDER, 'costs.tsv.gz')).trim().split('\n');
  const weights = lines
    .map((line) => line.split('\t'))
    .map(([, id, weight]) => ({ id, weight: Number(weight) }));
  const whole = weights.reduce((sum, { weight }) => sum + weight, 0);
  const expected = weights
    .sort((a, b) => b.weight - a.weight)
    .map(({ id, weight }) => `${COSTS.find((cost) => cost.id === id)?.label}${formatShare(weight / whole)}`);
  const list = page.getByRole('list', { name: 'What it cost' });
  await expect(list.getByRole('button')).toHaveText(expected);

  const row = list.getByRole('button', { name: /^Compiling/ });
  await row.click();
  await expect(row).toHaveAttribute('aria-expanded', 'true');
  await expect(list).toContainText('Less of it: Keep .pyc files writable');
  await expect(list.getByRole('list', { name: 'Parts of Compiling' }).getByRole('listitem')).toHaveText([
    'parser23.6%',
    'compiler14.1%',
  ]);
  await row.click();
  await expect(list).not.toContainText('Less of it');
});

test('the details have the costs of the own time and in total', async ({ page }) => {
  await startWithShared(page, FOLDER);
  await page
    .getByRole('region', { name: 'Where the time went' })
    .getByRole('button', { name: /^sorting workers/ })
    .click();
  const own = page.getByRole('list', { name: 'Cost of its own time' });
  const total = page.getByRole('list', { name: 'Cost in total' });
  await expect(own.getByRole('button', { name: /^Calls and frames/ })).toBeVisible();
  await expect(total.getByRole('button', { name: /^Running bytecode/ })).toBeVisible();
});
