// A Chromium for the browser tests: the one that is named, else one that is there, else one that gets installed.
// Needs nothing but Node, until it comes to Playwright's own.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fail, root, toolPath } from './setup.mjs';

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The program of a Chromium on this machine; undefined when there is none (Playwright's own is found by Playwright).
 * @returns {string | undefined}
 */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named && !existsSync(named)) fail(`CHROMIUM_PATH is ${named}, and there is no such file.`);
  return named || [...COMMANDS.flatMap(onPath), ...APPS].find((path) => existsSync(path) && starts(path));
}

/** As findChromium, and installs one when there is none; undefined means Playwright's own. */
export function findOrInstallChromium() {
  const found = findChromium();
  if (found) return found;
  const packaged = installPackage() ? findChromium() : undefined;
  if (packaged) return packaged;
  if (installPlaywrights()) return undefined;
  return fail(
    'The browser tests need Chromium, and it could not be installed. Install Chromium or Google Chrome, or name one: CHROMIUM_PATH=/path/to/chromium npm test',
  );
}

/** @returns {string[]} */
function onPath(/** @type {string} */ command) {
  return (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, command));
}

/** Ubuntu has a `chromium-browser` that only says which snap to install. */
function starts(/** @type {string} */ path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

function installPackage() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  process.stderr.write('Installing Chromium: apt-get install chromium …\n');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // One source of packages that cannot be reached fails an update; Chromium may come from another.
  attempt('apt-get', ['update', '-q'], env);
  return attempt('apt-get', ['install', '-qy', 'chromium'], env);
}

function installPlaywrights() {
  process.stderr.write("Installing Playwright's Chromium: playwright install chromium …\n");
  return attempt(process.execPath, [toolPath('@playwright/test#playwright'), 'install', 'chromium']);
}

function attempt(/** @type {string} */ program, /** @type {string[]} */ args, env = process.env) {
  return spawnSync(program, args, { cwd: root, stdio: ['ignore', 2, 2], env }).status === 0;
}
