// One-file pages for tests: exports them with the CLI, and opens them from disk without a network.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, paintCount, ROOT } from './page.ts';

/** For the pages of a worker's tests. */
export const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-one-file-'));
process.on('exit', () => rmSync(FOLDER, { recursive: true, force: true }));

/** A recording of a thread pool and a process pool, with timestamps. */
export const RECORDING = join(ROOT, 'fixtures', 'recordings', 'workers.perf.gz');

/** Exports a page with the CLI and returns its path. */
export function exportPage(recording: string, name: string, ...options: string[]): string {
  // Another test of the same worker may have exported a page of the same name.
  const path = join(mkdtempSync(join(FOLDER, 'page-')), name);
  const program = join(ROOT, 'dist-cli', 'pyrograph.js');
  execFileSync(process.execPath, [program, 'export', '--to', 'html', '-o', path, ...options, recording]);
  return path;
}

/** Opens the page and waits until it is painted. The returned function lists its requests, except for the page itself. */
export async function openFromDisk(page: Page, path: string): Promise<() => string[]> {
  const requests: string[] = [];
  const url = pathToFileURL(path).href;
  // Aborts requests of the previous page.
  await page.goto('about:blank');
  page.on('request', (request) => {
    if (!/^(?:blob|data):/.test(request.url())) requests.push(request.url());
  });
  await page.context().setOffline(true);
  await page.goto(url);
  await expect.poll(() => paintCount(page), { intervals: [20] }).toBeGreaterThan(0);
  return () => requests.filter((each) => each !== url && !each.startsWith(`${url}#`));
}
