// Source lines of a recording with copied stacks: the lines of a function, and its source once it is dropped.

import { bytesAt, fileAt, filesIn } from '../fixtures/profiles.ts';
import { expectNoViolations } from './accessibility.ts';
import { drop } from './drop.ts';
import { loadingTest as test } from './opened.ts';
import type { Page } from '@playwright/test';
import {
  choose,
  expect,
  hashOf,
  repaintAfter,
  requireSharedRecordings,
  setHash,
  start,
  upload,
} from './page.ts';

const FILES = /^perf\.data|^jit-\d+\.dump|^symbols|\.lines/;
const SOURCE = 'src/truth.py';

test.beforeEach(requireSharedRecordings);

async function openWithLines(page: Page, folder: string): Promise<void> {
  const files = filesIn(folder).filter((file) => FILES.test(file));
  await start(page);
  await repaintAfter(page, () =>
    choose(
      page,
      files.map((file) => upload(file, bytesAt(folder, file))),
    ),
  );
}

test('a function shows its lines, hottest first, and its source', async ({ page }) => {
  await openWithLines(page, 'lines-marks');
  await page
    .getByRole('button', { name: /^loops truth\.py/ })
    .first()
    .click();

  // Without the source: a list, and how to see it.
  const lines = page.getByRole('region', { name: 'Lines' });
  const rows = lines.getByRole('list').getByRole('button');
  await expect(rows.first()).toHaveText(/^line 146 ?self 4 ms ?total 5 ms$/);
  await expect(lines).toContainText('To see the source, drop truth.py');

  // A source that is too short is refused.
  await drop(page, [upload('truth.py', Buffer.from('def loops():\n    pass\n'))]);
  await expect(lines).toContainText('“truth.py” ends at line 2, but samples are at line');
  await drop(page, [upload('truth.py', Buffer.from(fileAt(SOURCE)))]);
  await expect(rows.first()).toContainText('if n % 3');
  await lines.getByRole('button', { name: 'Show source' }).click();
  const source = page.getByRole('grid', { name: 'Source of loops' });
  const hottest = source.getByRole('row', { selected: true });
  await expect(hottest).toBeFocused();
  await expect(hottest).toBeInViewport();
  await expect(hottest).toHaveText(/^146\s*4 ms\s*5 ms\s*if n % 3/);
  await expect(source.getByRole('button', { name: 'PyNumber_Remainder' })).toBeVisible();
  await expectNoViolations(page, 'source lines');

  // Enter keeps the samples of a line, and the link has it.
  await page.keyboard.press('ArrowUp');
  await expect(source.getByRole('row', { selected: true })).toContainText('for n in range(rounds)');
  await page.keyboard.press('Enter');
  const chip = page.getByRole('button', { name: 'Only: line:145 of loops', exact: true });
  await expect(chip).toBeVisible();
  await expect(rows).toHaveText([/^line 145/]);
  // The address follows a moment later.
  await expect.poll(() => hashOf(page)).toContain('line~145');
  const hash = await hashOf(page);
  await page.keyboard.press('Escape');
  await expect(source).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove Only: line:145 of loops' }).click();
  await expect(chip).toHaveCount(0);
  await expect.poll(() => hashOf(page)).not.toContain('line~145');
  await setHash(page, hash);
  await expect(chip).toBeVisible();

  // The call tree has a row per line.
  await page.getByRole('tab', { name: 'Tree' }).click();
  const byLine = page.getByRole('button', { name: 'By line' });
  await byLine.click();
  await expect(byLine).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('row', { name: 'loops truth.py:145' })).toBeVisible();

  // A link leads to a line of the table.
  await page.getByRole('tab', { name: 'Table' }).click();
  await page.getByRole('radio', { name: 'Line', exact: true }).check();
  const row = page.getByRole('row', { name: 'loops truth.py:145' });
  await row.click();
  await expect.poll(() => hashOf(page)).toMatch(/&row=.*loops.*~145/);
  const linked = await hashOf(page);
  await page.getByRole('tab', { name: 'Tree' }).click();
  await setHash(page, linked);
  await expect(row).toHaveAttribute('aria-selected', 'true');
});

test('lines open in the editor that the user sets', async ({ page }) => {
  await openWithLines(page, 'lines-phases');
  await page
    .getByRole('button', { name: /phases\.py/ })
    .first()
    .click();
  const lines = page.getByRole('region', { name: 'Lines' });
  await lines.getByRole('button', { name: 'Open in editor…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Editor' });
  await dialog.getByRole('combobox').selectOption('another');
  await dialog.getByLabel('Its link').fill('javascript://{path}');
  await expect(dialog.getByRole('alert')).toHaveText('Links with javascript: open no editor.');
  await dialog.getByRole('combobox').selectOption('VS Code');
  await dialog.getByLabel('Recorded paths begin with').fill('/tmp/');
  await dialog.getByLabel('On this machine, with').fill('/home/me/');
  await expectNoViolations(page, 'the editor');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(lines.getByRole('link')).toHaveAttribute(
    'href',
    /^vscode:\/\/file\/home\/me\/.*phases\.py:\d+$/,
  );
});
