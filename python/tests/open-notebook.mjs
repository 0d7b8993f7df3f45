// node open-notebook.mjs PAGE: opens a page with the output of a notebook's cells, waits until each flame graph in it is painted,
// moves in the first one, and prints what it found as JSON. The system is light.

import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { findChromiumForTests } from '../../scripts/chromium.mjs';

const executablePath = findChromiumForTests();
const browser = await chromium.launch(executablePath ? { executablePath } : {});
// Playwright's own color scheme would also apply to frames.
const page = await browser.newPage({ colorScheme: null });
/** @type {string[]} */
const errors = [];
page.on('console', (message) => {
  if (message.type() === 'error') errors.push(message.text());
});
page.on('pageerror', (error) => errors.push(error.message));
await page.goto(pathToFileURL(process.argv[2]).href);
const graphs = [];
for (const frame of page.frames().slice(1)) {
  await frame.waitForFunction(() => performance.getEntriesByName('pyrograph:picture').length > 0);
  graphs.push({
    heading: await frame.getByRole('heading', { level: 1 }).textContent(),
    level: await frame.getByRole('button', { name: /^Detail: / }).textContent(),
    height: await frame.evaluate(() => innerHeight),
    isDark: await frame.evaluate(() => document.documentElement.dataset.painted === 'dark'),
  });
}
const [, first] = page.frames();
await first.getByRole('searchbox').fill('work');
await first.waitForFunction(() => location.hash.includes('search='));
process.stdout.write(`${JSON.stringify({ errors, graphs })}\n`);
await browser.close();
