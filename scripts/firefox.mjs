// A Firefox for the browser tests: the one that is named, else one that is there and new enough. None is installed.

import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fail } from './setup.mjs';

const PLACES = ['/usr/lib/firefox-esr/firefox-esr', '/usr/bin/firefox-esr'];

/** Playwright needs a command of WebDriver BiDi (network.addDataCollector) that 140 does not have, and this one has. */
export const LEAST_FIREFOX = 153;

/**
 * The program of a Firefox that tests can drive; undefined when there is none.
 * @returns {string | undefined}
 */
export function findFirefoxForTests() {
  const { FIREFOX_PATH: named } = process.env;
  if (named && !existsSync(named)) fail(`FIREFOX_PATH is ${named}, and there is no such file.`);
  return named || PLACES.find((path) => versionOf(path) >= LEAST_FIREFOX);
}

/** NaN where it cannot be told. */
function versionOf(/** @type {string} */ path) {
  if (!existsSync(path)) return NaN;
  const about = join(dirname(realpathSync(path)), 'application.ini');
  const text = existsSync(about) ? readFileSync(about, 'utf8') : '';
  return Number(/^Version=(\d+)/m.exec(text)?.[1] ?? NaN);
}
