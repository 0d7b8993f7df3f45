// Tests the page on a recording that says when threads ran. workers/wall-time.test.ts compares the sums with its lives.

import { expectNoViolations } from './accessibility.ts';
import { searchResult } from './locators.ts';
import { startWithShared, test } from './opened.ts';
import { expect, hashOf, PHONE } from './page.ts';

const FOLDER = 'waits-pool';

test('wall time without idle time is shown first, and says what threads wait for', async ({ page }) => {
  await startWithShared(page, FOLDER);
  const overview = page.getByRole('region', { name: 'Where the wall time went' });
  const states = overview.getByRole('list', { name: 'By state' });
  await expect(states.getByRole('listitem').first()).toHaveText(
    /^Waiting for the GIL3\.46 s46\.2%370 waits, longest 39\.1 ms in pack$/,
  );
  await expect(states.getByRole('listitem').filter({ hasText: 'Running' })).toHaveText('Running325 ms4.34%');
  const holders = overview.getByRole('list', { name: 'Who held the GIL' });
  await expect(holders.getByRole('button').first()).toHaveText('count_words64.8%');

  const sleeping = states.getByRole('button', { name: /^Sleeping/ });
  await sleeping.click();
  await expect(sleeping).toHaveAttribute('aria-pressed', 'true');
  await expect(searchResult(page)).toContainText('355 ms');
  await sleeping.click();

  const idle = page.getByRole('switch', { name: '120 ms idle hidden' });
  await idle.click();
  await expect(states).toContainText('Waiting for a thread to end');
  await expect.poll(() => hashOf(page)).toContain('event=wall%20time%20%2B%20idle');
  await page.getByRole('switch', { name: '120 ms idle shown' }).click();
  await expect(states).not.toContainText('Waiting for a thread to end');

  const measure = page.getByRole('combobox', { name: 'Event' });
  await expect(measure.getByRole('option')).toHaveText([
    'CPU time',
    'Waiting',
    'Wall time',
    /^cpu-clock/,
    /^context-switches/,
  ]);
  await measure.selectOption('CPU time');
  await expect(states.getByRole('listitem')).toHaveText(['Running325 ms100.0%']);
  await expect(page.getByRole('switch', { name: 'idle' })).toHaveCount(0);
  await measure.selectOption('Wall time');

  await page.getByRole('button', { name: '7 threads' }).click();
  await expectNoViolations(page, 'wall time');
  await page.setViewportSize(PHONE);
  await expectNoViolations(page, 'wall time, at phone width');
});
