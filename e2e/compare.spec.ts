// Tests comparing: how a second recording gets to the page, what the bar says, and how the comparison ends.

import { AFTER, bar, BEFORE, chooseInMenu, compare, program } from './comparison.ts';
import { drop } from './drop.ts';
import { heading, problem } from './locators.ts';
import { saveFile } from './menus.ts';
import { startWith, test } from './opened.ts';
import { expect, openAsAnotherUser } from './page.ts';

test('a recording dropped on another one can be compared with it, by any basis, and saved as text', async ({
  page,
}) => {
  await compare(page);
  await expect(heading(page)).toHaveText('before.perf → after.perf');
  const sentence = bar(page).getByRole('status');
  await expect(sentence).toContainText(
    /^B uses .* more CPU time for the same work\. Changed for certain: slow \+/,
  );
  await expect(bar(page)).toContainText('2,000 → 2,000 samples');
  await expect(page.getByRole('region', { name: /Timeline of [AB]/ })).toHaveCount(2);
  const { content } = await saveFile(page, /^Markdown/);
  expect(content.toString()).toMatch(/^\*\*B uses .* more CPU time[^]*\| `slow` `work\.py` \| self \|/);

  await page.getByLabel('Compared by').selectOption('share');
  await expect(sentence).toContainText('Changed for certain: slow +');
  await page.keyboard.press('u');
  await expect(sentence).toContainText('more CPU time');
  await page.getByRole('button', { name: 'Swap' }).click();
  await expect(sentence).toContainText('less CPU time');
  await expect(heading(page)).toHaveText('after.perf → before.perf');
  expect((await saveFile(page, /^Markdown/)).name).toBe('after → before.md');
  await page.keyboard.press('u');
  await expect(heading(page)).toHaveText('before.perf → after.perf');

  const title = 'Stacks end at the innermost Python function';
  await expect(bar(page)).toContainText(`A and B may mislead: ${title}.`);
  await bar(page).getByRole('link', { name: title }).click();
  await expect(page.getByRole('dialog')).toContainText('What to do');
});

test('the menu compares with chosen files, and adds more runs', async ({ page }) => {
  await startWith(page, BEFORE);
  await chooseInMenu(page, 'With another recording…', [AFTER, program('after-2.perf', 0.5)]);
  await expect(bar(page)).toContainText('1 → 2 recordings');
  await chooseInMenu(page, 'Add recordings to A, the baseline…', [program('before-2.perf', 0.2)]);
  await expect(bar(page)).toContainText('2 → 2 recordings');
});

test('a shared link contains both profiles', async ({ page, browser }) => {
  await compare(page);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await expect(dialog).toContainText('the time of each sample');
  const field = dialog.getByRole('textbox', { name: 'Link with the profile' });
  await expect(field).toHaveValue(/profile=.*profile=/);
  const fragment = (await field.inputValue()).replace(/^[^#]*/, '');
  const other = await openAsAnotherUser(browser, `./${fragment}`);
  await expect(heading(other)).toHaveText('before.perf → after.perf');
  await expect(bar(other).getByRole('status')).toContainText(
    'more CPU time for the same work. Changed for certain: slow',
  );
  await other.context().close();
});

test('a comparison stays as it was if another recording has no event in common', async ({ page }) => {
  await compare(page);
  const sentence = bar(page).getByRole('status');
  await expect(sentence).toContainText('more CPU time');
  await drop(page, [program('cycles.perf', 0.5, { event: 'cycles' })]);
  await page.getByRole('button', { name: 'Add to B, the candidate' }).click();
  await expect(problem(page)).toContainText('no event in common');
  await expect(heading(page)).toHaveText('before.perf → after.perf');
  await page.getByLabel('Compared by').selectOption('share');
  await expect(page.getByLabel('Compared by')).toHaveValue('share');
  await expect(sentence).toContainText('of all code');
  await expect(sentence).not.toContainText('more CPU time');
});
