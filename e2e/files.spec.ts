// Files that come in other ways than alone through the picker, and openings that are given up.

import { choose, expect, fixture, graph, open, test, upload } from './page.ts';

const RULES = fixture('rules.perf');

test.beforeEach(async ({ page }) => {
  await page.goto('./');
});

test('a file that is no recording is left aside with a note', async ({ page }) => {
  await choose(page, [RULES, upload('perf-77.map', '7f0000000000 10 py::work:/app/main.py\n')]);
  await expect(graph(page)).toBeVisible();
  await expect(page.getByText('“perf-77.map” was not needed')).toBeVisible();
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
