// Tests comparing: how a second recording gets to the page, what the bar says, and how the comparison ends.

import { expectNoViolations } from './accessibility.ts';
import { AFTER, bar, BEFORE, chooseInMenu, compare, program } from './comparison.ts';
import { drop } from './drop.ts';
import { heading, problem } from './locators.ts';
import { saveFile } from './menus.ts';
import {
  expect,
  hashOf,
  openAsAnotherUser,
  repaintAfter,
  startWith,
  startWithExample,
  test,
  upload,
} from './page.ts';

test('a recording dropped on another one can be compared with it', async ({ page }) => {
  await compare(page);
  await expect(heading(page)).toHaveText('before.perf → after.perf');
  await expect(bar(page).getByRole('status')).toContainText(
    /^B uses .* more CPU time for the same work: slow/,
  );
  await expect(bar(page)).toContainText('2,000 → 2,000 samples');
  await expect(page.getByRole('region', { name: /Timeline of [AB]/ })).toHaveCount(2);
});

test('the basis can be chosen, the sides swapped, and both undone', async ({ page }) => {
  await compare(page);
  const sentence = bar(page).getByRole('status');
  await expect(sentence).toContainText('more CPU time');
  await page.getByLabel('Compared by').selectOption('share');
  await expect(sentence).toContainText('Shares of CPU time: slow +');
  await page.keyboard.press('u');
  await expect(sentence).toContainText('more CPU time');
  await page.getByRole('button', { name: 'Swap' }).click();
  await expect(sentence).toContainText('less CPU time');
  await expect(heading(page)).toHaveText('after.perf → before.perf');
  expect((await saveFile(page, /^Markdown/)).name).toBe('after → before.md');
  await page.keyboard.press('u');
  await expect(heading(page)).toHaveText('before.perf → after.perf');
});

test('each side has its own time range', async ({ page }) => {
  await compare(page);
  const b = page.getByRole('region', { name: 'Timeline of B' });
  await b.getByLabel(/^End/).fill('5');
  await b.getByLabel(/^End/).press('Enter');
  await expect(bar(page)).toContainText('2,000 → 1,001 samples');
});

test('stopping shows the first recording as it was', async ({ page }) => {
  await compare(page);
  await repaintAfter(page, () => page.getByRole('button', { name: 'Stop comparing' }).click());
  await expect(heading(page)).toHaveText('before.perf');
  await expect(bar(page)).toHaveCount(0);
});

test('the menu compares with chosen files, and adds more runs', async ({ page }) => {
  await startWith(page, BEFORE);
  await chooseInMenu(page, 'With another recording…', [AFTER, program('after-2.perf', 0.5)]);
  await expect(bar(page)).toContainText('1 → 2 recordings');
  await chooseInMenu(page, 'Add recordings to A, the baseline…', [program('before-2.perf', 0.2)]);
  await expect(bar(page)).toContainText('2 → 2 recordings');
});

test('the comparison is saved as text', async ({ page }) => {
  await compare(page);
  const { name, content } = await saveFile(page, /^Markdown/);
  expect(name).toBe('before → after.md');
  expect(content.toString()).toMatch(/^\*\*B uses .* more CPU time[^]*\| `slow` `work\.py` \| self \|/);
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
  await expect(bar(other).getByRole('status')).toContainText('more CPU time for the same work: slow');
  await other.context().close();
});

test('two halves of a recording can be compared', async ({ page }) => {
  await startWith(page, BEFORE);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('menuitem', { name: /^The first half with the second/ }).click();
  await expect(bar(page)).toContainText('two ranges of time');
  await expect(bar(page)).toContainText('1,000 → 1,000 samples');
});

test('a link with two recordings opens the comparison as it was', async ({ page, browser }) => {
  await page.goto('./#example=web-shop&example=etl-job');
  await expect(heading(page)).toHaveText('web-shop.perf.gz → etl-job.perf.gz');
  await expect(bar(page).getByRole('status')).toContainText(/./);
  await page.getByLabel('Compared by').selectOption('share');
  await expect(bar(page).getByRole('status')).toContainText('Shares of CPU time');
  await expect
    .poll(() => hashOf(page))
    .toMatch(/^#example=web-shop&example=etl-job&v=2&a=0&b=1&basis=share$/);
  const theirs = await openAsAnotherUser(browser, page.url());
  await expect(bar(theirs).getByRole('status')).toContainText('Shares of CPU time');
  await expect.poll(() => theirs.url()).toBe(page.url());
  await theirs.context().close();
});

test('the URL records the compared time ranges', async ({ page, browser }) => {
  await startWithExample(page, 'web-shop');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('menuitem', { name: /^The first half with the second/ }).click();
  await expect(bar(page)).toContainText('two ranges of time');
  await expect.poll(() => hashOf(page)).toMatch(/^#example=web-shop&v=2&a=0~0-[\d.]+&b=0~[\d.]+-[\d.]+$/);
  const facts = await bar(page).locator('.comparison-facts').innerText();
  const theirs = await openAsAnotherUser(browser, page.url());
  await expect.poll(() => bar(theirs).locator('.comparison-facts').innerText()).toBe(facts);
  await theirs.context().close();
  await page.goBack();
  await expect(heading(page)).toHaveText('web-shop.perf.gz');
  await expect(bar(page)).toHaveCount(0);
});

test('back leaves the comparison, and forward returns to it', async ({ page }) => {
  await compare(page);
  await expect(bar(page).getByRole('status')).toContainText('more CPU time');
  await expect.poll(() => hashOf(page)).toContain('a=0&b=1');
  await page.goBack();
  await expect(heading(page)).toHaveText('before.perf');
  await expect(bar(page)).toHaveCount(0);
  await page.goForward();
  await expect(heading(page)).toHaveText('before.perf → after.perf');
  await expect(bar(page).getByRole('status')).toContainText('more CPU time');
});

test('symbol files dropped on a comparison are added to the first recording', async ({ page }) => {
  await compare(page);
  await expect(bar(page).getByRole('status')).toContainText('more CPU time');
  await drop(page, [upload('perf-77.map', '7f00 10 py::f:/a.py\n')]);
  await expect(heading(page)).toHaveText('before.perf');
  await expect(bar(page)).toHaveCount(0);
  await expect(problem(page)).toHaveCount(0);
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
  await expect(sentence).toContainText('Shares of CPU time');
});

test('says which recordings may mislead, and links to help', async ({ page }) => {
  await compare(page);
  const title = 'Stacks end at the innermost Python function';
  await expect(bar(page)).toContainText(`A and B may mislead: ${title}.`);
  await bar(page).getByRole('link', { name: title }).click();
  await expect(page.getByRole('dialog')).toContainText('What to do');
});

test('the help explains the words', async ({ page }) => {
  await compare(page);
  await bar(page).getByRole('link', { name: 'How to read this' }).click();
  const help = page.getByRole('dialog', { name: 'Reading a comparison' });
  await expect(help).toContainText('For the same work');
  await expectNoViolations(page);
  await help.getByRole('button', { name: 'Close' }).click();
  await expect(bar(page)).toContainText('CPU time as recorded: 10.0 s → 10.0 s (0.0 %).');
});
