// Opens perf.data and the files needed to symbolize it, together or one after the other.

import type { Page } from '@playwright/test';
import { bytesAt, filesIn, plainAt } from '../fixtures/profiles.ts';
import { heading, notes, problem } from './locators.ts';
import { loadingTest as test, startWith } from './opened.ts';
import {
  choose,
  expect,
  open,
  repaintAfter,
  requireSharedRecordings,
  start,
  type Upload,
  upload,
} from './page.ts';

test.beforeEach(requireSharedRecordings);

/** The recording's files with matching names, as uploads. */
function companions(folder: string, names: RegExp): Upload[] {
  return filesIn(folder)
    .filter((file) => names.test(file))
    .map((file) => upload(file, bytesAt(folder, file)));
}

/** The list of files that contain names of unnamed code. */
const missingFiles = (page: Page) => page.getByRole('region', { name: 'unnamed code' });

async function showMissingFiles(page: Page): Promise<void> {
  // By key: when the costs arrive above it, the button moves, perhaps in the middle of a click.
  await notes(page).getByRole('button', { name: 'Show the missing files' }).press('Enter');
}

test('perf.data opens without symbol files, which can be added later', async ({ page }) => {
  await startWith(page, upload('perf.data', plainAt('fp-script', 'perf.data.gz')));
  await expect(notes(page)).toContainText(/\d+.*% of the samples contain unnamed code/);
  await showMissingFiles(page);
  const files = missingFiles(page).getByRole('listitem');
  await expect(files.filter({ hasText: '/opt/python3.13-fp/bin/python3.13' })).toContainText(/\d%$/);
  await expect(files.filter({ hasText: '/tmp/perf-24647.map' })).toContainText(/\d%$/);
  await expect(missingFiles(page)).toContainText('tar czhf symbols.tar.gz');

  const added = companions('fp-script', /^perf-\d+\.map$|^symbols/);
  await repaintAfter(page, () => missingFiles(page).locator('input[type=file]').setInputFiles(added));
  await expect(heading(page)).toHaveText('perf.data');
  await showMissingFiles(page);
  // Only kernel symbols are still missing.
  await expect(missingFiles(page)).toContainText('/proc/kallsyms');
  await expect(missingFiles(page)).not.toContainText('/opt/python3.13-fp');
});

test('symbol files can be opened before the recording', async ({ page }) => {
  await start(page);
  await choose(page, companions('fp-script', /^perf-\d+\.map$|^symbols/));
  await expect(problem(page)).toContainText('The files are kept: now open that perf.data.');
  await open(page, upload('perf.data', plainAt('fp-script', 'perf.data.gz')));
  await expect(problem(page)).toHaveCount(0);
  await showMissingFiles(page);
  await expect(missingFiles(page)).not.toContainText('/opt/python3.13-fp');
});
