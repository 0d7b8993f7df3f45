// The browser tests: the built site in a real Chromium, and in Firefox where there is one.
//
// Neither browser is Playwright's own build unless nothing else is there. Firefox is driven over WebDriver BiDi.

import { availableParallelism } from 'node:os';
import { defineConfig, devices, type Project } from '@playwright/test';
import { findChromiumForTests } from './scripts/chromium.mjs';
import { findFirefoxForTests } from './scripts/firefox.mjs';

/** Not the root of its host: a page that needs to be there fails here. */
const FOLDER = '/sub/path/';
const firefoxPath = findFirefoxForTests();

const chromium: Project = {
  name: 'chromium',
  testIgnore: /\.firefox\.spec\.ts$/,
  use: { ...devices['Desktop Chrome'], launchOptions: programOf(findChromiumForTests()) },
};

const firefox: Project = {
  name: 'firefox',
  testMatch: /\.firefox\.spec\.ts$|(?:smoke|one-file|trusted-types)\.spec\.ts$/,
  use: {
    ...devices['Desktop Firefox'],
    channel: 'moz-firefox',
    launchOptions: programOf(firefoxPath),
  },
};

export default defineConfig({
  testDir: 'e2e',
  projects: firefoxPath ? [chromium, firefox] : [chromium],
  // Files side by side; a test keeps one processor busy, and a little of another.
  workers: Math.min(2, availableParallelism()),
  retries: 0,
  // No machine is too slow for them: what is not there by then never comes.
  timeout: 180_000,
  expect: { timeout: 20_000, toPass: { timeout: 80_000 } },
  webServer: {
    command: `node scripts/serve-dist.mjs ${FOLDER}`,
    // Becomes an environment variable of the tests: any free port will do.
    wait: { stdout: /127\.0\.0\.1:(?<pyrograph_port>\d+)/ },
  },
  use: {
    baseURL: `http://127.0.0.1:${process.env.PYROGRAPH_PORT}${FOLDER}`,
    // Pictures that move are painted over and over; smoke.spec.ts lets them.
    contextOptions: { reducedMotion: 'reduce' },
    // It would fetch the site once more behind each test.
    serviceWorkers: 'block',
    screenshot: 'off',
    trace: 'off',
    video: 'off',
  },
});

function programOf(executablePath: string | undefined): { executablePath?: string } {
  return executablePath ? { executablePath } : {};
}
