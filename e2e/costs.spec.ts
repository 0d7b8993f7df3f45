// Tests that the overview and the details show what the interpreter spent the time on, with the numbers of the golden.

import { plainAt } from '../fixtures/profiles.ts';
import { COSTS, type CostId } from '../src/model/costs.ts';
import { formatShare } from '../src/text/format.ts';
import { chips } from './menus.ts';
import { details, searchResult } from './locators.ts';
import { expect, hashOf, startWithShared, test } from './page.ts';

const FOLDER = 'fp-workers';

/** The weights in the golden, heaviest first. */
function goldenCosts() {
  const lines = new TextDecoder().decode(plainAt(FOLDER, 'costs.tsv.gz')).trim().split('\n');
  const weights = lines
    .map((line) => line.split('\t'))
    .map(([, id, weight]) => ({ id, weight: Number(weight) }))
    .sort((a, b) => b.weight - a.weight);
  const whole = weights.reduce((sum, { weight }) => sum + weight, 0);
  const shareOf = (cost: CostId) => formatShare((weights.find(({ id }) => id === cost)?.weight ?? 0) / whole);
  return { weights, whole, shareOf };
}

test('the overview lists the costs of all samples, and explains them', async ({ page }) => {
  await startWithShared(page, FOLDER);
  const { weights, whole } = goldenCosts();
  const expected = weights.map(
    ({ id, weight }) => `${COSTS.find((cost) => cost.id === id)?.label}${formatShare(weight / whole)}`,
  );
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

test('the search finds the samples with a cost, and says which costs there are', async ({ page }) => {
  await startWithShared(page, FOLDER);
  const { shareOf } = goldenCosts();
  const box = page.getByRole('searchbox', { name: 'Search functions' });
  await box.fill('cost:foo');
  await expect(searchResult(page)).toHaveText(/^No cost “foo”. Costs: bytecode, calls, .*, unknown$/);
  await page.getByRole('button', { name: 'Search for a cost' }).click();
  await page.getByRole('menuitem', { name: 'Garbage collection' }).click();
  await expect(box).toHaveValue('cost:gc');
  await expect(searchResult(page)).toContainText('“Garbage collection” in ');
  await expect(searchResult(page)).toContainText(shareOf('gc'));

  await box.press('Enter');
  await expect(details(page).getByRole('heading', { level: 2 })).toBeVisible();
  await expect.poll(() => hashOf(page)).toContain('search=cost:gc');

  await page.getByRole('button', { name: 'Turn this search into a filter' }).click();
  await page.getByRole('menuitem', { name: 'Keep only these samples' }).click();
  await expect(chips(page)).toContainText('Only: cost “Garbage collection”');
  await expect.poll(() => hashOf(page)).toContain('filter=only~cost~gc');
});
