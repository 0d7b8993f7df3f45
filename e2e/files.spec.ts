// Files that are no good, and files that come in other ways than the picker. One sentence each; the page goes on.

import { gunzipSync, gzipSync } from 'node:zlib';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { choose, expect, fixture, graph, open, problem, test, upload } from './page.ts';

const RULES = fixture('rules.perf');
const PROFILES =
  process.env.PYROGRAPH_PROFILES ?? join(import.meta.dirname, '..', '..', 'shared', 'profiles');

test.beforeEach(async ({ page }) => {
  await page.goto('./');
});

for (const { what, file, says } of [
  {
    what: 'an empty file',
    file: upload('empty.perf', ''),
    says: /not a perf recording: “empty\.perf” is empty/,
  },
  { what: 'a picture', file: upload('a.png', '\x89PNG\r\n\x1a\n'), says: /a PNG picture/ },
  { what: 'HTML', file: upload('a.html', '<!doctype html><p>hello'), says: /is HTML/ },
  {
    what: 'a core dump',
    file: upload('core', `\x7fELF\x02\x01\x01${'\0'.repeat(9)}\x04\0`),
    says: /a core dump/,
  },
  {
    what: 'binary data',
    file: upload(
      'x.bin',
      new Uint8Array(5000).map((_, i) => (i * 7919) >> 3),
    ),
    says: /unknown kind/,
  },
  {
    what: 'perf.data',
    file: upload('perf.data', 'PERFILE2\x68\0\0\0'),
    says: /run perf script -i perf\.data > out\.perf/,
  },
]) {
  test(`${what} is named in one sentence, and the page goes on`, async ({ page }) => {
    const latin = { ...file, buffer: Buffer.from(file.buffer.toString('utf8'), 'latin1') };
    await choose(page, what === 'binary data' ? file : latin);
    await expect(problem(page)).toHaveText(says);
    await open(page, RULES);
    await expect(graph(page)).toBeVisible();
    await expect(problem(page)).toBeHidden();
  });
}

test('a real perf.data is told from text', async ({ page }) => {
  const path = join(PROFILES, 'fp-script', 'perf.data.gz');
  test.skip(!existsSync(path), `the shared recordings are not at ${PROFILES}`);
  await choose(page, upload('perf.data', gunzipSync(readFileSync(path))));
  await expect(problem(page)).toHaveText(/perf script -i perf\.data/);
});

test('two recordings together are refused by both their names', async ({ page }) => {
  await choose(page, [fixture('rules.perf'), fixture('jit.perf')]);
  await expect(problem(page)).toHaveText(/One recording at a time: “rules\.perf” and “jit\.perf”/);
});

test('a file that is no recording is left aside with a note', async ({ page }) => {
  await choose(page, [RULES, upload('perf-77.map', '7f0000000000 10 py::work:/app/main.py\n')]);
  await expect(graph(page)).toBeVisible();
  await expect(page.getByText('“perf-77.map” was not needed')).toBeVisible();
});

test('text cut in a line shows all whole samples and one note', async ({ page }) => {
  await open(page, upload('cut.perf', RULES.buffer.subarray(0, 3000)));
  await expect(page.getByText('A note on this recording')).toBeVisible();
  await expect(page.getByText(/The text ends inside a sample/)).toBeVisible();
});

test('gzip that is cut shows what comes before, with one note', async ({ page }) => {
  const packed = gzipSync(Buffer.concat([fixture('jit.perf').buffer, RULES.buffer]));
  await open(page, upload('cut.perf.gz', packed.subarray(0, Math.floor(packed.length * 0.9))));
  await expect(page.getByText('A note on this recording')).toBeVisible();
  await expect(page.getByText(/The file is damaged/)).toBeVisible();
});

test('a file dropped anywhere on the page is opened', async ({ page }) => {
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'dropped.perf'));
    for (const type of ['dragenter', 'dragover', 'drop']) {
      document.body.dispatchEvent(
        new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }),
      );
    }
  }, RULES.buffer.toString());
  await expect(page.getByRole('heading', { name: 'dropped.perf' })).toBeVisible();
  await expect(graph(page)).toBeVisible();
});

test('pasted text is opened', async ({ page }) => {
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData: data }));
  }, RULES.buffer.toString());
  await expect(page.getByRole('heading', { name: 'pasted text' })).toBeVisible();
  await expect(graph(page)).toBeVisible();
});

/** Chooses a text of the same sample again and again, made in the page: too large to be sent there. */
async function chooseLarge(page: Parameters<typeof open>[0], name: string): Promise<void> {
  await page.evaluate((fileName) => {
    const frames = Array.from(
      { length: 60 },
      (_, i) => `\t    7f00000${String(i).padStart(5, '0')} f${i}+0x1 (/x.so)\n`,
    );
    const sample = `app 7 1.000000: 10 cycles: \n${frames.join('')}\n`;
    const block = sample.repeat(4000);
    const data = new DataTransfer();
    data.items.add(
      new File(
        Array.from({ length: 40 }, () => block),
        fileName,
      ),
    );
    document.body.dispatchEvent(
      new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }),
    );
  }, name);
}

test('cancelling an opening frees everything and leads back to the start', async ({ page }) => {
  await chooseLarge(page, 'large.perf');
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Pyrograph', exact: true })).toBeVisible();
  await expect.poll(() => page.workers().length).toBe(0);
  await open(page, RULES);
  await expect(graph(page)).toBeVisible();
});

test('a second drop while one is opened wins', async ({ page }) => {
  await chooseLarge(page, 'large.perf');
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'second.perf'));
    document.body.dispatchEvent(
      new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }),
    );
  }, RULES.buffer.toString());
  await expect(page.getByRole('heading', { name: 'second.perf' })).toBeVisible();
  await page.waitForTimeout(500);
  await expect(page.getByRole('heading', { name: 'second.perf' })).toBeVisible();
});

test('the examples on the start screen open', async ({ page }) => {
  for (const name of [/Threads and a process pool/, /NumPy and pandas/]) {
    await page.getByRole('button', { name }).click();
    await expect(graph(page)).toBeVisible();
    await page.getByRole('button', { name: 'Close the recording' }).click();
  }
});
