// Finds a Firefox for the browser tests: the one in FIREFOX_PATH, else an installed one that is new enough.

import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fail } from './setup.mjs';

const PATHS = ['/usr/lib/firefox-esr/firefox-esr', '/usr/bin/firefox-esr'];

/** Playwright needs the WebDriver BiDi command network.addDataCollector, which version 140 lacks and this one has. */
export const MIN_FIREFOX = 153;

/**
 * The path of a Firefox that tests can drive; undefined if there is none.
 * @returns {string | undefined}
 */
export function findFirefoxForTests() {
  const { FIREFOX_PATH: named } = process.env;
  if (named && !existsSync(named)) fail(`FIREFOX_PATH is ${named}, which does not exist.`);
  return named || PATHS.find((path) => versionOf(path) >= MIN_FIREFOX);
}

/** NaN if it cannot be read. */
function versionOf(/** @type {string} */ path) {
  if (!existsSync(path)) return NaN;
  const about = join(dirname(realpathSync(path)), 'application.ini');
  const text = existsSync(about) ? readFileSync(about, 'utf8') : '';
  return Number(/^Version=(\d+)/m.exec(text)?.[1] ?? NaN);
}
