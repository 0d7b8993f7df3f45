// A Chromium for the browser tests and the bench: the one that is named, else one that is there, else one that gets
// installed. Needs nothing but Node, until it comes to Playwright's own.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fail, root, toolPath } from './setup.mjs';

/** The same engine without windows: tests take two thirds of the time. Also the name of Debian's package. */
const HEADLESS = 'chromium-headless-shell';
const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The program of a Chromium for tests on this machine, best one without windows; undefined when there is none
 * (Playwright's own is found by Playwright).
 * @returns {string | undefined}
 */
export function findChromiumForTests() {
  return named() ?? findHeadless() ?? findChromium();
}

/** As findChromiumForTests, and installs one when there is none; undefined means Playwright's own. */
export function findOrInstallChromiumForTests() {
  const found = named() ?? findHeadless();
  if (found) return found;
  return (installPackage(HEADLESS) ? findHeadless() : undefined) ?? findOrInstallChromium();
}

/** The program of a Chromium as people use it, installed when there is none; undefined means Playwright's own. */
export function findOrInstallChromium() {
  const found = named() ?? findChromium();
  if (found) return found;
  const packaged = installPackage('chromium') ? findChromium() : undefined;
  if (packaged) return packaged;
  if (installPlaywrights()) return undefined;
  return fail(
    'The browser tests need Chromium, and it could not be installed. Install Chromium or Google Chrome, or name one: CHROMIUM_PATH=/path/to/chromium npm test',
  );
}

function named() {
  const path = process.env.CHROMIUM_PATH;
  if (path && !existsSync(path)) fail(`CHROMIUM_PATH is ${path}, and there is no such file.`);
  return path || undefined;
}

function findHeadless() {
  return onPath(HEADLESS).find(starts);
}

function findChromium() {
  return [...COMMANDS.flatMap(onPath), ...APPS].find(starts);
}

/** @returns {string[]} */
function onPath(/** @type {string} */ command) {
  return (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, command));
}

/** Ubuntu has a `chromium-browser` that only says which snap to install. */
function starts(/** @type {string} */ path) {
  return (
    existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
  );
}

function installPackage(/** @type {string} */ name) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  process.stderr.write(`Installing Chromium: apt-get install ${name} …\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = () => attempt('apt-get', ['install', '-qy', name], env);
  // One source of packages that cannot be reached fails an update; Chromium may come from another.
  return install() || (attempt('apt-get', ['update', '-q'], env), install());
}

function installPlaywrights() {
  process.stderr.write("Installing Playwright's Chromium: playwright install chromium …\n");
  return attempt(process.execPath, [toolPath('@playwright/test#playwright'), 'install', 'chromium']);
}

function attempt(/** @type {string} */ program, /** @type {string[]} */ args, env = process.env) {
  return spawnSync(program, args, { cwd: root, stdio: ['ignore', 2, 2], env }).status === 0;
}
