// Tests that labels tell functions with the same name apart, in a recording with many modules.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { bytesAt } from '../fixtures/profiles.ts';
import { goldenText, matchingFrames } from './golden.ts';
import { graph, searchField, searchResult } from './locators.ts';
import { expect, focusedBox, requireSharedRecordings, ROOT, startWithShared, test } from './page.ts';
import { visibleRows } from './rows.ts';

const FOLDER = 'jit-numeric';

test('the search finds the code of a package by its dotted name', async ({ page }) => {
  await startWithShared(page, FOLDER);
  await searchField(page).fill('^py::<module>:.*numpy/_core/__init__.py');
  await expect(searchResult(page)).toContainText('1 function');
  await page.keyboard.press('Enter');
  await graph(page).focus();
  expect((await focusedBox(page)).label).toBe('<module> (numpy._core)');

  // Also finds C functions, whose names do not contain their module.
  const named = matchingFrames(goldenText(FOLDER, 'python-c'), /numpy._core/);
  await searchField(page).fill('numpy._core');
  const functions = async () =>
    Number(/(\d+) functions/.exec((await searchResult(page).textContent()) ?? '')?.[1]);
  await expect.poll(functions).toBeGreaterThan(named.size);
});

test('rows of the table with the same name have different places', async ({ page }) => {
  await startWithShared(page, FOLDER);
  await page.keyboard.press('b');
  await page.getByRole('searchbox', { name: 'Filter rows' }).fill('<module>');
  await expect(async () => {
    const rows = await visibleRows(page);
    expect(rows.length).toBeGreaterThan(8);
    expect(rows.filter(({ name }) => name !== '<module>')).toEqual([]);
    const labels = rows.map(({ cells }) => cells.Function);
    expect(labels.filter((label) => label.includes('__init__'))).toEqual([]);
    expect(new Set(labels).size).toBe(labels.length);
  }).toPass();
});

test('the sandwich finds functions by their file or module', async ({ page }) => {
  await startWithShared(page, FOLDER);
  await page.keyboard.press('s');
  const field = page.getByRole('combobox', { name: 'Function in the middle' });
  const options = page.getByRole('listbox', { name: 'Functions' }).getByRole('option');
  await field.fill('norm numeric.py');
  await expect(options).toHaveCount(1);
  await field.fill('<module> numpy._core');
  await expect(options.first()).toContainText('<module>numpy._core');
});

test('pyrograph top prints dotted names', () => {
  requireSharedRecordings();
  const text = execFileSync(
    process.execPath,
    [join(ROOT, 'dist-cli', 'pyrograph.js'), 'top', '-n', '0', '-'],
    {
      encoding: 'utf8',
      input: bytesAt(FOLDER, 'expected.perf.gz'),
    },
  );
  expect(text).toContain('<module>  (numpy._core)');
  expect(text).not.toContain('__init__.py');
});
