// npm test: everything that has to hold, on a machine with nothing but Node. Checks, unit tests, builds and browser
// tests, one after the other; a failure does not stop the rest. The last line is `N passed, N failed`.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findOrInstallChromiumForTests } from './chromium.mjs';
import { findFirefoxForTests, LEAST_FIREFOX } from './firefox.mjs';
import { install, root, toolPath } from './setup.mjs';
import { tallyOfOne, tallyOfPlaywright, tallyOfVitest } from './tally.mjs';

/** @typedef {import('./tally.mjs').Tally} Tally */
/** @typedef {{ name: string, commands: string[][], tally?: (sound: boolean) => Tally, limit?: number }} Step */

/**
 * Two processors need less than ten minutes for everything. No machine is as slow as this: what is not done by then
 * hangs, and is stopped to say so, Playwright a little before.
 */
const DEADLINE = performance.now() + 40 * 60_000;
const TO_SAY_SO = 10_000;
/** A parser that never ends must not take the time of the browser tests too. */
const STEP_LIMIT = 15 * 60_000;

const UNIT_REPORT = join(root, '.cache', 'vitest.json');
const BROWSER_REPORT = join(root, '.cache', 'playwright.json');

const UNIT_OPTIONS = [
  // A thread that never ends is gone with its process; a child process would stay.
  '--pool=threads',
  '--passWithNoTests',
  '--allowOnly=false',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${UNIT_REPORT}`,
];

/** @type {Step[]} */
const CHECKS = [
  { name: 'type check', commands: [['typescript#tsc', '-b']] },
  { name: 'lint', commands: [['oxlint', '--type-aware']] },
  { name: 'format', commands: [['prettier', '--check', '.']] },
  {
    name: 'unit tests',
    commands: [['vitest', 'run', ...UNIT_OPTIONS]],
    tally: (sound) => tallyOfVitest(UNIT_REPORT, sound),
  },
];

/** @type {Step} */
const BUILD = {
  name: 'production build',
  commands: [
    ['vite', 'build'],
    ['vite', 'build', '--mode', 'cli'],
  ],
};

/** @returns {Step} */
function browserTests() {
  const time = Math.max(1, timeLeft() - TO_SAY_SO);
  const options = [
    '--pass-with-no-tests',
    '--forbid-only',
    '--reporter=list,json',
    `--global-timeout=${time}`,
  ];
  return {
    name: 'browser tests',
    commands: [['@playwright/test#playwright', 'test', ...options]],
    tally: (sound) => tallyOfPlaywright(BROWSER_REPORT, sound),
    limit: Infinity,
  };
}

install();
const chromium = findOrInstallChromiumForTests();
say(`Chromium: ${chromium ?? "Playwright's own"}`);
say(`Firefox: ${findFirefoxForTests() ?? `none from ${LEAST_FIREFOX} on: its tests are left out`}`);
sayWhetherRecordingsAreThere();
forgetReports();

const tallies = CHECKS.map(runStep);
const build = runStep(BUILD);
tallies.push(build);
if (build.failed === 0) tallies.push(runStep(browserTests()));
else say('\nbrowser tests: not run, there is no build');

const passed = sum(tallies.map((tally) => tally.passed));
const failed = sum(tallies.map((tally) => tally.failed));
say(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** @returns {Tally} */
function runStep(/** @type {Step} */ { name, commands, tally = tallyOfOne, limit = STEP_LIMIT }) {
  say(`\n${name}: ${commands.map(shown).join(', then ')}`);
  const started = performance.now();
  const counted = tally(commands.every((command) => runs(command, limit)));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  for (const line of counted.skipped) say(line);
  say(`${name}: ${counted.passed} passed, ${counted.failed} failed, ${seconds} s`);
  return counted;
}

/** Runs a dependency's command with this very Node; says whether it ended well. */
function runs(/** @type {string[]} */ [tool, ...args], /** @type {number} */ limit) {
  const { status, error } = spawnSync(process.execPath, [toolPath(tool), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: Math.min(limit, timeLeft()),
    // Playwright then still ends its web server and writes its report.
    killSignal: 'SIGINT',
    env: {
      ...process.env,
      ...(chromium && { CHROMIUM_PATH: chromium }),
      PLAYWRIGHT_JSON_OUTPUT_FILE: BROWSER_REPORT,
    },
  });
  if (error) say(`${tool} was stopped: ${error.message}`);
  return status === 0;
}

function shown(/** @type {string[]} */ [tool, ...args]) {
  return [tool.replace(/.*#/, ''), ...args.filter((arg) => !arg.startsWith('--outputFile'))].join(' ');
}

/** In whole milliseconds, never none: that would be no limit. */
function timeLeft() {
  return Math.max(1, Math.round(DEADLINE - performance.now()));
}

/** Large real recordings are no part of the repository. */
function sayWhetherRecordingsAreThere() {
  const profiles = resolve(root, process.env.PYROGRAPH_PROFILES ?? join('..', 'shared', 'profiles'));
  if (existsSync(profiles)) return;
  say('The tests on the shared recordings are skipped: PYROGRAPH_PROFILES names no folder that is there.');
}

/** A report of an earlier run must not be counted. */
function forgetReports() {
  mkdirSync(join(root, '.cache'), { recursive: true });
  for (const report of [UNIT_REPORT, BROWSER_REPORT]) rmSync(report, { force: true });
}

function say(/** @type {string} */ line) {
  process.stdout.write(`${line}\n`);
}

function sum(/** @type {number[]} */ numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
