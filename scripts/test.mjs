// npm test: runs all checks, unit tests, builds and browser tests on a machine that has only Node. Checks and builds run side by
// side, since most of them keep a single processor busy, and so do unit and browser tests, since both also wait. A failure does not
// stop the rest. The last line is `N passed, N failed`.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findOrInstallChromiumForTests } from './chromium.mjs';
import { findFirefoxForTests, MIN_FIREFOX } from './firefox.mjs';
import { install, root, toolPath } from './setup.mjs';
import { tallyOfOne, tallyOfPlaywright, tallyOfVitest } from './tally.mjs';

/** @typedef {import('./tally.mjs').Tally} Tally */
/** @typedef {{ name: string, commands: string[][], tally?: (succeeded: boolean) => Tally, limit?: number, nodeOptions?: string[] }} Step */

/** A full run takes less than seven minutes on two processors; one that takes this long hangs and is stopped. */
const DEADLINE = performance.now() + 40 * 60_000;
/** In milliseconds. Playwright is stopped this long before the deadline, so that it can still write its report. */
const TIME_TO_REPORT = 10_000;
/** In milliseconds. A parser that never returns must not use up the time for the browser tests. */
const STEP_LIMIT = 15 * 60_000;

const UNIT_REPORT = join(root, '.cache', 'vitest.json');
const BROWSER_REPORT = join(root, '.cache', 'playwright.json');

const UNIT_OPTIONS = [
  // A hanging thread ends when its process is stopped; a child process would survive.
  '--pool=threads',
  '--passWithNoTests',
  '--allowOnly=false',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${UNIT_REPORT}`,
];

/** @type {Step[]} */
const CHECKS = [
  { name: 'format', commands: [['oxfmt', '--check', '.']] },
  // More checkers repeat each other's work, and the builds run beside them.
  { name: 'type check', commands: [['typescript#tsc', '-b', '--checkers', '1']] },
  { name: 'lint', commands: [['oxlint', '--type-aware']] },
];

/** @type {Step} */
const BUILD = {
  name: 'production build',
  commands: [
    ['vite', 'build'],
    ['vite', 'build', '--mode', 'cli'],
  ],
};

/** Node 22 has no such option, and ends if it is given one that it does not have. */
const OPTIMIZING_LATER = process.versions.v8.startsWith('11.') ? ['--interrupt-budget=400000'] : [];

/** @type {Step} */
const UNIT_TESTS = {
  name: 'unit tests',
  commands: [['vitest', 'run', ...UNIT_OPTIONS]],
  // In MB. With the default of 16, garbage collection takes an eleventh more processor time. V8's helper threads do not help when all
  // processors are busy: they make the tests wait. Optimizing later saves a twentieth, since most code runs only briefly.
  nodeOptions: ['--max-semi-space-size=64', '--single-threaded', ...OPTIMIZING_LATER],
  tally: (succeeded) => tallyOfVitest(UNIT_REPORT, succeeded),
};

/** @type {Step} */
const PYTHON_TESTS = { name: 'tests of the Python package', commands: [['scripts/test-python.mjs']] };

/** @returns {Step} */
function browserTests() {
  const time = Math.max(1, timeLeft() - TIME_TO_REPORT);
  const options = [
    '--pass-with-no-tests',
    '--forbid-only',
    '--reporter=list,json',
    `--global-timeout=${time}`,
  ];
  return {
    name: 'browser tests',
    commands: [['@playwright/test#playwright', 'test', ...options]],
    tally: (succeeded) => tallyOfPlaywright(BROWSER_REPORT, succeeded),
    limit: Infinity,
  };
}

install();
const chromium = findOrInstallChromiumForTests();
print(`Chromium: ${chromium ?? "Playwright's own"}`);
print(
  `Firefox: ${findFirefoxForTests() ?? `version ${MIN_FIREFOX} or newer not found; its tests are skipped`}`,
);
reportMissingRecordings();
deleteReports();

const [checks, build] = await Promise.all([runTogether(CHECKS), runTogether([BUILD])]);
const isBuilt = build.every(({ failed }) => failed === 0);
// The tests of the Python package need what was built. They keep one processor busy, so the unit tests, which use all, come last.
const tests = await Promise.all([
  runTogether([...(isBuilt ? [PYTHON_TESTS] : []), UNIT_TESTS]),
  isBuilt ? runStep(browserTests()).then((tally) => [tally]) : [],
]);
if (!isBuilt) print('\nbrowser tests: not run, because the build failed');
const tallies = [...checks, ...build, ...tests.flat()];

const passed = sum(tallies.map((tally) => tally.passed));
const failed = sum(tallies.map((tally) => tally.failed));
print('');
for (const line of tallies.flatMap(({ flaky }) => flaky)) print(`flaky, passed when repeated: ${line}`);
for (const failure of tallies.flatMap(({ failures }) => failures)) print(`failed: ${failure}`);
print(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** Runs steps one after the other, beside others. Prints the output of each when it has ended. */
async function runTogether(/** @type {Step[]} */ steps) {
  /** @type {Tally[]} */
  const counted = [];
  for (const step of steps) {
    /** @type {(string | Buffer)[]} */
    const output = [];
    counted.push(await runStep(step, output));
    for (const text of output) process.stdout.write(text);
  }
  return counted;
}

/**
 * Prints what a step prints, or collects it in `output`.
 * @param {Step} step
 * @param {(string | Buffer)[]} [output]
 * @returns {Promise<Tally>}
 */
async function runStep({ name, commands, tally = tallyOfOne, limit = STEP_LIMIT, nodeOptions = [] }, output) {
  const write = (/** @type {string} */ line) => (output ? output.push(`${line}\n`) : print(line));
  write(`\n${name}: ${commands.map(commandLine).join(', then ')}`);
  const started = performance.now();
  let problem;
  for (const command of commands) problem ??= await run(command, nodeOptions, limit, output);
  if (problem) write(problem);
  const counted = tally(problem === undefined);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  for (const line of counted.remarks) write(line);
  write(`${name}: ${counted.passed} passed, ${counted.failed} failed, ${seconds} s`);
  return counted;
}

/** Runs a dependency's command or a script with the current Node. Returns why it failed. @returns {Promise<string | undefined>} */
function run(
  /** @type {string[]} */ [tool, ...args],
  /** @type {string[]} */ nodeOptions,
  /** @type {number} */ limit,
  /** @type {(string | Buffer)[] | undefined} */ output,
) {
  const child = spawn(
    process.execPath,
    [...nodeOptions, tool.endsWith('.mjs') ? join(root, tool) : toolPath(tool), ...args],
    {
      cwd: root,
      stdio: output ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      timeout: Math.min(limit, timeLeft()),
      // On SIGINT, Playwright stops its web server and writes its report.
      killSignal: 'SIGINT',
      env: {
        ...process.env,
        ...(chromium && { CHROMIUM_PATH: chromium }),
        PLAYWRIGHT_JSON_OUTPUT_FILE: BROWSER_REPORT,
      },
    },
  );
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => output?.push(text));
  return new Promise((resolve) => {
    child.on('error', ({ message }) => resolve(`${tool} could not be started: ${message}`));
    child.on('close', (status, signal) => {
      if (status === 0) resolve(undefined);
      else resolve(signal ? `${tool} was stopped (${signal}): it took too long` : `${tool} failed`);
    });
  });
}

function commandLine(/** @type {string[]} */ [tool, ...args]) {
  return [tool.replace(/.*#/, ''), ...args.filter((arg) => !arg.startsWith('--outputFile'))].join(' ');
}

/** In whole milliseconds, and at least 1: 0 would mean no limit. */
function timeLeft() {
  return Math.max(1, Math.round(DEADLINE - performance.now()));
}

/** The large real recordings are not part of the repository. */
function reportMissingRecordings() {
  const profiles = resolve(root, process.env.PYROGRAPH_PROFILES ?? join('..', 'shared', 'profiles'));
  if (existsSync(profiles)) return;
  print('Tests on the shared recordings are skipped: set PYROGRAPH_PROFILES to their folder to run them.');
}

/** Reports of an earlier run must not be counted. */
function deleteReports() {
  mkdirSync(join(root, '.cache'), { recursive: true });
  for (const report of [UNIT_REPORT, BROWSER_REPORT]) rmSync(report, { force: true });
}

function print(/** @type {string} */ line) {
  process.stdout.write(`${line}\n`);
}

function sum(/** @type {number[]} */ numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
