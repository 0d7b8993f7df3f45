// Tests the costs in the overview, the details and the search. workers/costs.golden.test.ts compares all costs with goldens.

import type { Locator, Page } from '@playwright/test';
import { plainAt } from '../fixtures/profiles.ts';
import { COSTS, type CostId } from '../src/model/costs.ts';
import { formatShare } from '../src/text/format.ts';
import { chips, item } from './menus.ts';
import { details, searchResult } from './locators.ts';
import { startWithShared, test } from './opened.ts';
import { expect, hashOf, picture, press, setHash } from './page.ts';

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
  const list = costList(page);
  await expect(list.getByRole('button')).toHaveText(expected);

  const row = list.getByRole('button', { name: /^Compiling/ });
  await row.click();
  await expect(row).toHaveAttribute('aria-expanded', 'true');
  await expect(list).toContainText('Less of it: Keep .pyc files writable');
  await expect(list.getByRole('list', { name: 'Parts of Compiling' }).getByRole('listitem')).toHaveText([
    'parser23.6%',
    'compiler14.1%',
  ]);
  await list.getByRole('button', { name: 'parser' }).click();
  await expect(chips(page)).toHaveText(['Only: cost “Compiling: parser”']);
  await expect(list.getByRole('button').first()).toHaveText('Compiling100.0%');
  await press(page, 'u');
  await expect(chips(page)).toHaveCount(0);

  await list.getByRole('link', { name: 'About this cost' }).click();
  const help = page.getByRole('dialog', { name: 'Compiling' });
  await expect(help).toContainText("code = compile('row.price * 1.19', '<price>', 'eval')");
  await help.getByRole('button', { name: 'Close' }).click();
  await expect(help).toHaveCount(0);
  await row.click();
  await expect(list).not.toContainText('Less of it');

  const lists = page.getByRole('region', { name: 'Where the time went' }).getByRole('list');
  await expect(lists.first()).toHaveAccessibleName('Self time by kind of code');
  await setHash(page, 'v=2&color=cost');
  await expect(lists.first(), 'while graphs are colored by cost').toHaveAccessibleName('What it cost');
  await expect(lists.last()).toHaveAccessibleName('Self time by kind of code');
});

test('the bar is one tab stop; a segment highlights its samples, and filters keep or drop them', async ({
  page,
}) => {
  await startWithShared(page, FOLDER);
  const { weights, shareOf } = goldenCosts();
  const segments = bar(page).getByRole('button');
  await expect(segments).toHaveCount(weights.length);
  await expect(bar(page).locator('[tabindex="0"]')).toHaveAccessibleName(`Compiling, ${shareOf('compile')}`);
  await segments.first().focus();
  await press(page, 'ArrowRight', 'ArrowRight');
  const memory = bar(page).getByRole('button', { name: /^Memory/ });
  await expect(memory).toBeFocused();
  await expect(bar(page).locator('[tabindex="0"]')).toHaveCount(1);
  await press(page, 'End');
  await expect(segments.last()).toBeFocused();
  await press(page, 'ArrowRight');
  await expect(segments.first()).toBeFocused();

  const before = await picture(page);
  await memory.click();
  await expect(memory).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => picture(page), 'the graph lights up these samples').not.toBe(before);
  await expect(costList(page).getByRole('button', { name: /^Memory/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect.poll(() => hashOf(page)).toContain('costs=memory');

  await costList(page).getByRole('button', { name: 'Focus' }).click();
  await expect(chips(page)).toContainText('Only: cost “Memory”');
  await expect(segments).toHaveText(['']);
  await expect(costList(page).getByRole('button').first()).toHaveText('Memory100.0%');
  await expect.poll(() => hashOf(page)).toContain('filter=only~cost~memory');
  await costList(page).getByRole('button', { name: 'Focus' }).click();
  await expect(chips(page)).toHaveCount(0);
  await expect(segments).toHaveCount(weights.length);
  await memory.click({ button: 'right' });
  await item(page, 'Drop samples with it').click();
  await expect(chips(page)).toContainText('Drop: cost “Memory”');
  await expect(segments).toHaveCount(weights.length - 1);
});

test('the details list the costs of own and total time, and notes on their limits', async ({ page }) => {
  await startWithShared(page, FOLDER);
  await page
    .getByRole('region', { name: 'Where the time went' })
    .getByRole('button', { name: /^sorting workers/ })
    .click();
  await expect(details(page)).toBeVisible();
  // Own time and total.
  await expect(costList(page).getByRole('button', { name: /^Calls and frames/ })).toHaveText(
    /^Calls and framesown time \d[\d.]*%total \d[\d.]*%$/,
  );
  await expect(costList(page).getByRole('button', { name: /^Running bytecode/ })).toHaveText(
    /^Running bytecodeown time –total \d[\d.]*%$/,
  );
  await expect(bar(page)).toHaveCount(2);
  await details(page).getByRole('link', { name: 'lower bounds' }).click();
  await expect(page.getByRole('dialog', { name: 'Running bytecode' })).toBeVisible();
  await press(page, 'Escape');
  await details(page)
    .getByRole('button', { name: /of the samples are cut at 127 frames/ })
    .click();
  await expect(page.getByRole('heading', { name: /of the samples are cut at 127 frames/ })).toBeFocused();
});

function costList(page: Page): Locator {
  return page.getByRole('list', { name: 'What it cost' });
}

/** The bar in the overview, or both bars in the details. */
function bar(page: Page): Locator {
  return page.getByRole('toolbar', { name: /^What it cost/ });
}

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
  await expect(costList(page).getByRole('button', { name: /^Garbage collection/ })).toBeVisible();
  await expect.poll(() => hashOf(page)).toContain('search=cost:gc');

  await page.getByRole('button', { name: 'Turn this search into a filter' }).click();
  await page.getByRole('menuitem', { name: 'Keep only these samples' }).click();
  await expect(chips(page)).toContainText('Only: cost “Garbage collection”');
  await expect.poll(() => hashOf(page)).toContain('filter=only~cost~gc');
});

test('a link searches for a cost, also in the rows of the table', async ({ page }) => {
  await startWithShared(page, FOLDER);
  const matches = page.locator('[role=row].found');
  await setHash(page, 'v=2&view=table&by=cost&search=cost:compiling');
  await expect(page.getByRole('grid', { name: 'Weight by cost' })).toBeVisible();
  await expect(matches).toHaveText([/^Compiling/]);
  await setHash(page, 'v=2&view=table&search=cost:compiling');
  await expect(page.getByRole('grid', { name: 'Self and total by function' })).toBeVisible();
  await expect(matches.first()).toBeVisible();
  const share = goldenCosts().shareOf('compile');
  await expect(searchResult(page)).toContainText(share);
  await setHash(page, 'v=2&view=tree&search=cost:compiling');
  await expect(page.getByRole('tabpanel', { name: 'Tree' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next match' })).toBeVisible();
  await expect(searchResult(page)).toContainText(share);
});
