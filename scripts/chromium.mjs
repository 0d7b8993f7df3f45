// Finds a Chromium for the browser tests and the benchmark: the one in CHROMIUM_PATH, else an installed one. If there is none,
// installs one. Needs only Node, except to install Playwright's own.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fail, root, toolPath } from './setup.mjs';

/** Chromium without a UI, which runs the tests in two thirds of the time. Debian's package has the same name as the command. */
const HEADLESS = 'chromium-headless-shell';
const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The path of a Chromium for tests, preferably headless. Undefined if none is installed; Playwright then tries its own.
 * @returns {string | undefined}
 */
export function findChromiumForTests() {
  return fromEnvironment() ?? findHeadless() ?? findChromium();
}

/** Like findChromiumForTests, but installs one if there is none; undefined means Playwright's own. */
export function findOrInstallChromiumForTests() {
  const found = fromEnvironment() ?? findHeadless();
  if (found) return found;
  return (installPackage(HEADLESS) ? findHeadless() : undefined) ?? findOrInstallChromium();
}

/** The path of a full Chromium, installed if there is none; undefined means Playwright's own. */
export function findOrInstallChromium() {
  const found = fromEnvironment() ?? findChromium();
  if (found) return found;
  const packaged = installPackage('chromium') ? findChromium() : undefined;
  if (packaged) return packaged;
  if (installPlaywrightChromium()) return undefined;
  return fail('Could not install Chromium: install Chromium or Google Chrome, or set CHROMIUM_PATH to one.');
}

function fromEnvironment() {
  const path = process.env.CHROMIUM_PATH;
  if (path && !existsSync(path)) fail(`CHROMIUM_PATH is ${path}, which does not exist.`);
  return path || undefined;
}

function findHeadless() {
  return onPath(HEADLESS).find(canStart);
}

function findChromium() {
  return [...COMMANDS.flatMap(onPath), ...APPS].find(canStart);
}

/** @returns {string[]} */
function onPath(/** @type {string} */ command) {
  return (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, command));
}

/** Ubuntu's `chromium-browser` may only print which snap to install. */
function canStart(/** @type {string} */ path) {
  return (
    existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
  );
}

function installPackage(/** @type {string} */ name) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  process.stderr.write(`Installing Chromium: apt-get install ${name} …\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = () => attempt('apt-get', ['install', '-qy', name], env);
  // An update fails if any package source is unreachable, but Chromium may come from a different one.
  return install() || (attempt('apt-get', ['update', '-q'], env), install());
}

function installPlaywrightChromium() {
  process.stderr.write("Installing Playwright's Chromium: playwright install chromium …\n");
  return attempt(process.execPath, [toolPath('@playwright/test#playwright'), 'install', 'chromium']);
}

function attempt(/** @type {string} */ program, /** @type {string[]} */ args, env = process.env) {
  return spawnSync(program, args, { cwd: root, stdio: ['ignore', 2, 2], env }).status === 0;
}
