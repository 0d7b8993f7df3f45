// Tests links to recordings. The page fetches from its own host immediately, and from other hosts after the user confirms.

import { idle } from './idle.ts';
import { expectLevel, heading, problem } from './locators.ts';
import { loadingTest as test } from './opened.ts';
import {
  allowOtherHosts,
  expect,
  focusedBox,
  hashOf,
  open,
  repaintAfter,
  setHash,
  start,
  started,
  test as ownPage,
} from './page.ts';

test('a link can contain the URL of a recording on this host, its title and a view', async ({ page }) => {
  await page.goto('./#profileURL=examples/web-shop.perf.gz&title=The%20shop&view=sandwich');
  await expect(heading(page)).toHaveText('The shop');
  await expect(page.getByRole('tab', { name: 'Sandwich' })).toHaveAttribute('aria-selected', 'true');
  await repaintAfter(page, 'f');
  await expect.poll(() => hashOf(page)).toBe('#profileURL=examples/web-shop.perf.gz&title=The%20shop');
  expect((await focusedBox(page)).samples).toBe(2230);
  await repaintAfter(page, '5');
  await expect
    .poll(() => hashOf(page))
    .toBe('#profileURL=examples/web-shop.perf.gz&title=The%20shop&v=2&level=python');
  // The URL of the recording disappears when the user opens a different file.
  await open(page, 'rules.perf');
  await expect.poll(() => hashOf(page)).not.toContain('profileURL');
});

ownPage(
  'a different link opens a different recording; back and forward switch between them',
  async ({ page }) => {
    const shop = '#profileURL=examples/web-shop.perf.gz';
    const job = '#profileURL=examples/etl-job.perf.gz&v=2&view=icicle';
    await start(page);
    await setHash(page, shop);
    await expect(heading(page)).toHaveText('web-shop.perf.gz');
    await setHash(page, job);
    await expect(heading(page)).toHaveText('etl-job.perf.gz');
    await expect(page.getByRole('tab', { name: 'Icicle' })).toHaveAttribute('aria-selected', 'true');
    await repaintAfter(page, '5');
    await expect.poll(() => hashOf(page)).toBe(`${job}&level=python`);
    const entries = await page.evaluate(() => history.length);
    for (const [expected, title] of [
      [job, 'etl-job.perf.gz'],
      [shop, 'web-shop.perf.gz'],
      ['', 'Pyrograph'],
    ]) {
      await page.goBack();
      await expect(heading(page)).toHaveText(title);
      // An unwanted history entry would only be added after a delay.
      await idle(page);
      expect(await hashOf(page)).toBe(expected);
    }
    for (const [expected, title] of [
      [shop, 'web-shop.perf.gz'],
      [job, 'etl-job.perf.gz'],
      [`${job}&level=python`, 'etl-job.perf.gz'],
    ]) {
      await page.goForward();
      await expect(heading(page)).toHaveText(title);
      await expect.poll(() => hashOf(page)).toBe(expected);
    }
    expect(await page.evaluate(() => history.length)).toBe(entries);

    // A hash without a recording changes the view; an empty one closes the recording.
    await setHash(page, shop);
    await expect(heading(page)).toHaveText('web-shop.perf.gz');
    await setHash(page, '#level=python&filter=melt~function~f');
    await expectLevel(page, 'Python only');
    await expect(problem(page)).toContainText('1 filter in this link was skipped');
    await expect.poll(() => hashOf(page)).toBe(`${shop}&v=2&level=python`);
    await page.goBack();
    await expectLevel(page, 'Python and C');
    await page.goForward();
    await expectLevel(page, 'Python only');
    await setHash(page, '#');
    await expect(heading(page)).toHaveText('Pyrograph');
  },
);

test('nothing is fetched from another host before the user confirms', async ({ page }) => {
  await allowOtherHosts(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).host));
  await page.goto('./#profileURL=http%3A%2F%2Fprofiles.example%3A8080%2Fa.perf&title=Theirs');
  await started(page);
  const offer = page.getByRole('status').filter({ hasText: 'This link downloads' });
  await expect(offer).toContainText('“Theirs” from profiles.example:8080');
  await idle(page);
  expect(new Set(requests).size).toBe(1);
  await offer.getByRole('button', { name: 'Cancel' }).click();
  await expect(offer).toHaveCount(0);
  await open(page, 'rules.perf');
  expect((await focusedBox(page)).samples).toBe(29);
  // An open recording stays open until the user decides.
  await setHash(page, '#profileURL=http%3A%2F%2Fprofiles.example%2Fb.perf');
  await expect(offer).toContainText('“b.perf” from profiles.example');
  expect((await focusedBox(page)).samples).toBe(29);
  await offer.getByRole('button', { name: 'Cancel' }).click();
  await expect(offer).toHaveCount(0);
  await expect.poll(() => hashOf(page)).not.toContain('profileURL');
  expect(new Set(requests).size).toBe(1);
});

test.describe('a site that may not fetch from other hosts', () => {
  test.use({ expectedErrors: /content security policy|profiles\.example/i });
  test('shows an alert that states who can allow it', async ({ page }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const message =
      '“a.perf” could not be fetched: this site loads no files from other hosts, but its operator can allow that';
    await page.goto('./#profileURL=http%3A%2F%2Fprofiles.example%2Fa.perf');
    await expect(problem(page)).toContainText(message);
    await expect(page.getByRole('button', { name: 'Download' })).toHaveCount(0);
    // If only a header forbids the fetch, the page shows the alert after the fetch fails.
    await allowOtherHosts(page);
    await page.reload();
    await page.getByRole('button', { name: 'Download' }).click();
    await expect(problem(page)).toContainText(message);
    expect(requests.filter((url) => url.includes('profiles.example'))).toEqual([]);
    await open(page, 'rules.perf');
    expect((await focusedBox(page)).samples).toBe(29);
  });
});

test.describe('a failed fetch shows an alert, and a recording opens afterwards', () => {
  test.use({ expectedErrors: /\b404\b/ });
  test('of a missing file, of a file of 5 GB, and of a web page', async ({ page }) => {
    const large = { headers: { 'content-length': '5000000000' }, body: 'main 1' };
    await page.route('**/large.perf', (route) => route.fulfill(large));
    await start(page);
    for (const [url, message] of [
      [
        'examples/nothing.perf',
        /“nothing\.perf” could not be fetched: 127\.0\.0\.1:\d+ answered with status 404, so check the link; or download it/,
      ],
      ['large.perf', /larger than 4 GB/],
      ['index.html', /is HTML/],
      ['%E0%A4', /its profileURL must be a path/],
      ['javascript:alert(1)', /its profileURL must be a path/],
    ] as const) {
      await setHash(page, `profileURL=${url}`);
      await expect(problem(page)).toContainText(message);
    }
    await open(page, 'rules.perf');
    expect((await focusedBox(page)).samples).toBe(29);
  });
});

test('a download can be canceled', async ({ page }) => {
  await page.route('**/slow.perf', () => {});
  await start(page);
  await setHash(page, '#profileURL=slow.perf');
  await expect(heading(page)).toHaveText('Opening slow.perf');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(heading(page)).toHaveText('Pyrograph');
  await open(page, 'rules.perf');
  expect((await focusedBox(page)).samples).toBe(29);
  await expect(problem(page)).toHaveCount(0);
});

test('the progress shows the received size if the total size is unknown', async ({ page }) => {
  await start(page);
  await page.evaluate(() => {
    const pull = async (controller: ReadableStreamDefaultController) => {
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
      controller.enqueue(new Uint8Array(1000));
    };
    window.fetch = async () => new Response(new ReadableStream({ pull }));
    location.hash = '#profileURL=slow.perf';
  });
  await expect(page.getByRole('main').getByText(/^[\d.]+ kB$/)).toBeVisible();
  await expect(page.getByRole('progressbar')).not.toHaveAttribute('value');
});
