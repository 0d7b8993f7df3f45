// Configures the browser tests: they run the built site in Chromium, and in Firefox if a suitable one is installed.
// Playwright's own Chromium is used only if no other is installed. Firefox is driven over WebDriver BiDi.

import { availableParallelism } from 'node:os';
import { defineConfig, devices, type Project } from '@playwright/test';
import { findChromiumForTests } from './scripts/chromium.mjs';
import { findFirefoxForTests } from './scripts/firefox.mjs';

/** Not the root of the host, so that tests fail if the page only works there. */
const FOLDER = '/sub/path/';
const firefoxPath = findFirefoxForTests();

const chromium: Project = {
  name: 'chromium',
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: {
      ...executableOf(findChromiumForTests()),
      // V8's helper threads optimize code that a test soon leaves: without them, tests take an eighth less processor time.
      args: ['--js-flags=--single-threaded'],
    },
  },
};

const firefox: Project = {
  name: 'firefox',
  // One file, since each worker that runs one starts Firefox.
  testMatch: /smoke\.spec\.ts$/,
  use: {
    ...devices['Desktop Firefox'],
    channel: 'moz-firefox',
    launchOptions: {
      ...executableOf(firefoxPath),
      // One process for pages and none in reserve, and half as many frames of animations: a seventh less processor time.
      firefoxUserPrefs: {
        'dom.ipc.processCount': 1,
        'dom.ipc.processPrelaunch.enabled': false,
        'layout.frame_rate': 30,
      },
    },
  },
};

export default defineConfig({
  testDir: 'e2e',
  // Firefox first, so that no worker is left alone with it at the end.
  projects: firefoxPath ? [firefox, chromium] : [chromium],
  // Tests also wait, so one more than there are processors takes an eighth less time.
  workers: Math.min(3, availableParallelism() + 1),
  // A test that passes only when repeated is reported as flaky; in CI, it fails.
  retries: process.env.CI ? 0 : 1,
  // Several times what the slowest test takes on a loaded machine: a test that takes longer hangs.
  timeout: 60_000,
  expect: { timeout: 10_000, toPass: { timeout: 20_000 } },
  webServer: {
    command: `node scripts/serve-dist.mjs ${FOLDER}`,
    // Playwright sets PYROGRAPH_PORT to the port that the server prints.
    wait: { stdout: /127\.0\.0\.1:(?<pyrograph_port>\d+)/ },
  },
  use: {
    baseURL: `http://127.0.0.1:${process.env.PYROGRAPH_PORT}${FOLDER}`,
    // Animations repaint many times; smoke.spec.ts keeps them on.
    contextOptions: { reducedMotion: 'reduce' },
    // A service worker would fetch the whole site again in each test.
    serviceWorkers: 'block',
    screenshot: 'off',
    trace: 'off',
    video: 'off',
  },
});

function executableOf(executablePath: string | undefined): { executablePath?: string } {
  return executablePath ? { executablePath } : {};
}
