// Links to recordings. They are fetched from the same host at once, and from other hosts after the user confirms.

import { idle } from './idle.ts';
import { heading, problem } from './locators.ts';
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
  test,
} from './page.ts';

test('a link can contain the URL of a recording on this host, its title and a view', async ({ page }) => {
  await page.goto('./#profileURL=examples/workers.perf.gz&title=The%20workers&view=sandwich');
  await expect(heading(page)).toHaveText('The workers');
  await expect(page.getByRole('tab', { name: 'Sandwich' })).toHaveAttribute('aria-selected', 'true');
  await repaintAfter(page, 'f');
  await expect.poll(() => hashOf(page)).toBe('#profileURL=examples/workers.perf.gz&title=The%20workers');
  expect((await focusedBox(page)).samples).toBe(2506);
  await repaintAfter(page, '5');
  await expect
    .poll(() => hashOf(page))
    .toBe('#profileURL=examples/workers.perf.gz&title=The%20workers&v=1&level=python');
  // The URL does not apply to a different file.
  await open(page, 'rules.perf');
  await expect.poll(() => hashOf(page)).not.toContain('profileURL');
});

test('a different link opens a different recording; back and forward switch between them', async ({
  page,
}) => {
  const workers = '#profileURL=examples/workers.perf.gz';
  const numeric = '#profileURL=examples/numeric.perf.gz&v=1&view=icicle';
  await start(page);
  await setHash(page, workers);
  await expect(heading(page)).toHaveText('workers.perf.gz');
  await setHash(page, numeric);
  await expect(heading(page)).toHaveText('numeric.perf.gz');
  await expect(page.getByRole('tab', { name: 'Icicle' })).toHaveAttribute('aria-selected', 'true');
  await repaintAfter(page, '5');
  await expect.poll(() => hashOf(page)).toBe(`${numeric}&level=python`);
  const entries = await page.evaluate(() => history.length);
  for (const [expected, title] of [
    [numeric, 'numeric.perf.gz'],
    [workers, 'workers.perf.gz'],
    ['', 'Pyrograph'],
  ]) {
    await page.goBack();
    await expect(heading(page)).toHaveText(title);
    // An extra history entry would only be added after a delay.
    await idle(page);
    expect(await hashOf(page)).toBe(expected);
  }
  for (const [expected, title] of [
    [workers, 'workers.perf.gz'],
    [numeric, 'numeric.perf.gz'],
    [`${numeric}&level=python`, 'numeric.perf.gz'],
  ]) {
    await page.goForward();
    await expect(heading(page)).toHaveText(title);
    await expect.poll(() => hashOf(page)).toBe(expected);
  }
  expect(await page.evaluate(() => history.length)).toBe(entries);
});

test('a hash without a recording changes the view; an empty hash closes the recording', async ({ page }) => {
  const link = '#profileURL=examples/workers.perf.gz';
  await start(page);
  await setHash(page, link);
  await expect(heading(page)).toHaveText('workers.perf.gz');
  await setHash(page, '#level=python&filter=melt~function~f');
  await expect(page.getByRole('radio', { name: 'Python only' })).toBeChecked();
  await expect(problem(page)).toContainText('1 filter of this link is left out');
  await expect.poll(() => hashOf(page)).toBe(`${link}&v=1&level=python`);
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Python and C' })).toBeChecked();
  await page.goForward();
  await expect(page.getByRole('radio', { name: 'Python only' })).toBeChecked();
  await setHash(page, '#');
  await expect(heading(page)).toHaveText('Pyrograph');
});

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
  test('shows an alert that says who can allow it', async ({ page }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const says =
      '“a.perf” could not be fetched: this site loads no files from other hosts, but its operator can allow that';
    await page.goto('./#profileURL=http%3A%2F%2Fprofiles.example%2Fa.perf');
    await expect(problem(page)).toContainText(says);
    await expect(page.getByRole('button', { name: 'Download' })).toHaveCount(0);
    // If only a header forbids it, the page finds out when it tries.
    await allowOtherHosts(page);
    await page.reload();
    await page.getByRole('button', { name: 'Download' }).click();
    await expect(problem(page)).toContainText(says);
    expect(requests.filter((url) => url.includes('profiles.example'))).toEqual([]);
    await open(page, 'rules.perf');
    expect((await focusedBox(page)).samples).toBe(29);
  });
});

test.describe('a failed fetch shows an alert, and a recording opens afterwards', () => {
  test.use({ expectedErrors: /\b404\b/ });
  for (const { what, hash, says } of [
    {
      what: 'a missing file',
      hash: 'profileURL=examples/nothing.perf',
      says: /“nothing\.perf” could not be fetched: 127\.0\.0\.1:\d+ answered with status 404, so check the link; or download it/,
    },
    { what: 'a file of 5 GB', hash: 'profileURL=large.perf', says: /larger than 4 GB/ },
    { what: 'a web page', hash: 'profileURL=index.html', says: /is HTML/ },
    {
      what: 'a javascript: URL',
      hash: 'profileURL=javascript:alert(1)',
      says: /its profileURL must be a path/,
    },
    {
      what: 'invalid percent-encoding',
      hash: 'profileURL=%E0%A4',
      says: /its profileURL must be a path/,
    },
  ]) {
    test(what, async ({ page }) => {
      const large = { headers: { 'content-length': '5000000000' }, body: 'main 1' };
      await page.route('**/large.perf', (route) => route.fulfill(large));
      await page.goto(`./#${hash}`);
      await started(page);
      await expect(problem(page)).toContainText(says);
      await open(page, 'rules.perf');
      expect((await focusedBox(page)).samples).toBe(29);
    });
  }
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

test('progress shows the received size if the total size is unknown', async ({ page }) => {
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
