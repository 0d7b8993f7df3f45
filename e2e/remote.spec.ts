// Links to recordings: on the same host at once, from another one when a person says so, and what goes wrong on the way.

import { idle } from './idle.ts';
import {
  allowOtherHosts,
  expect,
  focusedBox,
  open,
  fixture,
  pictureAfter,
  problem,
  start,
  started,
  test,
} from './page.ts';

test('a link names a recording on this host, its title and the view', async ({ page }) => {
  await page.goto('./#profileURL=examples/workers.perf.gz&title=The%20workers&view=sandwich');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The workers');
  await expect(page.getByRole('tab', { name: 'Sandwich' })).toHaveAttribute('aria-selected', 'true');
  await pictureAfter(page, () => page.keyboard.press('f'));
  const hash = () => page.evaluate(() => location.hash);
  await expect.poll(hash).toBe('#profileURL=examples/workers.perf.gz&title=The%20workers');
  expect((await focusedBox(page)).samples).toBe(2506);
  await pictureAfter(page, () => page.keyboard.press('5'));
  await expect.poll(hash).toBe('#profileURL=examples/workers.perf.gz&title=The%20workers&level=python');
  // A file that is dropped is somewhere else.
  await open(page, fixture('rules.perf'));
  await expect.poll(hash).not.toContain('profileURL');
});

test('another link opens the other recording; back leads to what was there before, forward to it again', async ({
  page,
}) => {
  const heading = page.getByRole('heading', { level: 1 });
  const hash = () => page.evaluate(() => location.hash);
  const to = (each: string) => page.evaluate((link) => (location.hash = link), each);
  const workers = '#profileURL=examples/workers.perf.gz';
  const numeric = '#profileURL=examples/numeric.perf.gz&view=icicle';
  await start(page);
  await to(workers);
  await expect(heading).toHaveText('workers.perf.gz');
  await to(numeric);
  await expect(heading).toHaveText('numeric.perf.gz');
  await expect(page.getByRole('tab', { name: 'Icicle' })).toHaveAttribute('aria-selected', 'true');
  await pictureAfter(page, () => page.keyboard.press('5'));
  await expect.poll(hash).toBe(`${numeric}&level=python`);
  const entries = await page.evaluate(() => history.length);
  for (const [expected, title] of [
    [numeric, 'numeric.perf.gz'],
    [workers, 'workers.perf.gz'],
    ['', 'Pyrograph'],
  ]) {
    await page.goBack();
    await expect(heading).toHaveText(title);
    // An entry would be made a little later.
    await idle(page);
    expect(await hash()).toBe(expected);
  }
  for (const [expected, title] of [
    [workers, 'workers.perf.gz'],
    [numeric, 'numeric.perf.gz'],
    [`${numeric}&level=python`, 'numeric.perf.gz'],
  ]) {
    await page.goForward();
    await expect(heading).toHaveText(title);
    await expect.poll(hash).toBe(expected);
  }
  expect(await page.evaluate(() => history.length)).toBe(entries);
});

test('what is typed over a link is how to look at what it led to; without anything it is closed', async ({
  page,
}) => {
  const heading = page.getByRole('heading', { level: 1 });
  const to = (each: string) => page.evaluate((link) => (location.hash = link), each);
  const hash = () => page.evaluate(() => location.hash);
  const link = '#profileURL=examples/workers.perf.gz';
  await start(page);
  await to(link);
  await expect(heading).toHaveText('workers.perf.gz');
  await to('#level=python&filter=melt~function~f');
  await expect(page.getByRole('radio', { name: 'Python only' })).toBeChecked();
  await expect(problem(page)).toContainText('1 filter of this link is left out');
  await expect.poll(hash).toBe(`${link}&level=python`);
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Python and C' })).toBeChecked();
  await page.goForward();
  await expect(page.getByRole('radio', { name: 'Python only' })).toBeChecked();
  await to('#');
  await expect(heading).toHaveText('Pyrograph');
});

test('another host is asked nothing before a person says so', async ({ page }) => {
  await allowOtherHosts(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).host));
  await page.goto('./#profileURL=http%3A%2F%2Fprofiles.example%3A8080%2Fa.perf&title=Theirs');
  await started(page);
  const offer = page.getByRole('status').filter({ hasText: 'This link opens' });
  await expect(offer).toContainText('“Theirs” from profiles.example:8080');
  await idle(page);
  expect(new Set(asked).size).toBe(1);
  await offer.getByRole('button', { name: 'Leave it' }).click();
  await expect(offer).toHaveCount(0);
  await open(page, fixture('rules.perf'));
  expect((await focusedBox(page)).samples).toBe(29);
  // Over an open recording, which stays until a person has decided.
  await page.evaluate(() => {
    location.hash = '#profileURL=http%3A%2F%2Fprofiles.example%2Fb.perf';
  });
  await expect(offer).toContainText('“b.perf” from profiles.example');
  expect((await focusedBox(page)).samples).toBe(29);
  await offer.getByRole('button', { name: 'Leave it' }).click();
  await expect(offer).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => location.hash)).not.toContain('profileURL');
  expect(new Set(asked).size).toBe(1);
});

test.describe('a site that may ask no other host', () => {
  test.use({ mayGoWrong: /content security policy|profiles\.example/i });
  test('says so, and who can change it', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const says =
      '“a.perf” could not be fetched: this site asks no other host, which whoever runs it can allow';
    await page.goto('./#profileURL=http%3A%2F%2Fprofiles.example%2Fa.perf');
    await expect(problem(page)).toContainText(says);
    await expect(page.getByRole('button', { name: 'Fetch it' })).toHaveCount(0);
    // What only a header forbids is known when it is tried.
    await allowOtherHosts(page);
    await page.reload();
    await page.getByRole('button', { name: 'Fetch it' }).click();
    await expect(problem(page)).toContainText(says);
    expect(asked.filter((url) => url.includes('profiles.example'))).toEqual([]);
    await open(page, fixture('rules.perf'));
    expect((await focusedBox(page)).samples).toBe(29);
  });
});

test.describe('what cannot be fetched is a sentence, and a recording opens afterwards', () => {
  test.use({ mayGoWrong: /\b404\b/ });
  for (const { what, hash, says } of [
    {
      what: 'a file that is not there',
      hash: 'profileURL=examples/nothing.perf',
      says: /“nothing\.perf” could not be fetched: 127\.0\.0\.1:\d+ answers 404, so check the link; or download it/,
    },
    { what: '5 GB', hash: 'profileURL=large.perf', says: /larger than 4 GB/ },
    { what: 'a page', hash: 'profileURL=index.html', says: /is HTML/ },
    { what: 'no place', hash: 'profileURL=javascript:alert(1)', says: /its profileURL has to be a path/ },
    {
      what: 'percent signs that make no text',
      hash: 'profileURL=%E0%A4',
      says: /its profileURL has to be a path/,
    },
  ]) {
    test(what, async ({ page }) => {
      const large = { headers: { 'content-length': '5000000000' }, body: 'main 1' };
      await page.route('**/large.perf', (route) => route.fulfill(large));
      await page.goto(`./#${hash}`);
      await started(page);
      await expect(problem(page)).toContainText(says);
      await open(page, fixture('rules.perf'));
      expect((await focusedBox(page)).samples).toBe(29);
    });
  }
});

test('what takes forever is cancelled', async ({ page }) => {
  await page.route('**/slow.perf', () => {});
  await start(page);
  await page.evaluate(() => {
    location.hash = '#profileURL=slow.perf';
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Opening slow.perf');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pyrograph');
  await open(page, fixture('rules.perf'));
  expect((await focusedBox(page)).samples).toBe(29);
  await expect(problem(page)).toHaveCount(0);
});

test('of a recording whose length is not known what has come is told, and no share', async ({ page }) => {
  await start(page);
  await page.evaluate(() => {
    const pull = async (to: ReadableStreamDefaultController) => {
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
      to.enqueue(new Uint8Array(1000));
    };
    window.fetch = async () => new Response(new ReadableStream({ pull }));
    location.hash = '#profileURL=slow.perf';
  });
  await expect(page.getByRole('main').getByText(/^[\d.]+ kB$/)).toBeVisible();
  await expect(page.getByRole('progressbar')).not.toHaveAttribute('value');
});
