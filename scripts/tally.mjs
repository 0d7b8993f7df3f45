// Counts the tests that passed, failed and were skipped in a step of `npm test`, from the JSON reports of the test runners.
// A browser test that passes only when it is repeated counts as passed, and is named as flaky. Failed tests are named with the start
// of their error, since a log is often read from its end.

import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './setup.mjs';

/** Lines of an error that are repeated at the end: the expectation and what there was instead. */
const ERROR_LINES = 12;

/**
 * `flaky` names the tests that passed only when repeated, `failures` those that failed, with the start of their error.
 * @typedef {{ passed: number, failed: number, remarks: string[], flaky: string[], failures: string[] }} Tally
 */

/** For a step that counts as one test. @returns {Tally} */
export function tallyOfOne(/** @type {boolean} */ succeeded) {
  return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, remarks: [], flaky: [], failures: [] };
}

/** Reads Vitest's JSON report. @returns {Tally} */
export function tallyOfVitest(/** @type {string} */ report, /** @type {boolean} */ succeeded) {
  const files = readJson(report)?.testResults ?? [];
  const tally = tallyOf(files.flatMap((/** @type {any} */ file) => outcomesInFile(file)));
  return withRunnerFailure(tally, succeeded);
}

/**
 * `where` is the file and, for a flaky or failed test, its title.
 * @typedef {{ outcome: 'passed' | 'flaky' | 'failed' | 'skipped', where: string, error?: string }} Outcome
 */

/** @returns {Outcome[]} */
function outcomesInFile(/** @type {any} */ file) {
  const where = relative(root, file.name);
  /** @type {Outcome[]} */
  const outcomes = file.assertionResults.map((/** @type {any} */ { status, fullName, failureMessages }) => {
    if (status === 'passed') return { outcome: 'passed', where };
    if (status !== 'failed') return { outcome: 'skipped', where };
    return { outcome: 'failed', where: `${where}: ${fullName}`, error: failureMessages?.join('\n') };
  });
  // A file fails without a failed test if it could not be loaded or one of its hooks failed.
  const failed = file.status === 'failed' && !outcomes.some(({ outcome }) => outcome === 'failed');
  return failed ? [...outcomes, { outcome: 'failed', where, error: file.message }] : outcomes;
}

/** Reads Playwright's JSON report. @returns {Tally} */
export function tallyOfPlaywright(/** @type {string} */ report, /** @type {boolean} */ succeeded) {
  const { suites = [], errors = [] } = readJson(report) ?? {};
  const tally = tallyOf(suites.flatMap((/** @type {any} */ suite) => outcomesInSuite(suite)));
  // Errors outside tests: a file could not be loaded, the server did not start, or time ran out.
  const outside = errors.map((/** @type {any} */ { message }) =>
    describeFailure({ outcome: 'failed', where: 'outside tests', error: message }),
  );
  const failures = [...tally.failures, ...outside];
  return withRunnerFailure({ ...tally, failed: tally.failed + errors.length, failures }, succeeded);
}

/** @returns {Outcome[]} */
function outcomesInSuite(/** @type {any} */ suite) {
  const specs = (suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
    spec.tests.map((/** @type {any} */ test) => outcomeOfTest(spec, test)),
  );
  return [...specs, ...(suite.suites ?? []).flatMap((/** @type {any} */ inner) => outcomesInSuite(inner))];
}

/** @returns {Outcome} */
function outcomeOfTest(/** @type {any} */ { file, title }, /** @type {any} */ test) {
  const reason = test.annotations.find((/** @type {any} */ { type }) => type === 'skip')?.description;
  const where = `e2e/${file} (${test.projectName})${reason ? `: ${reason}` : ''}`;
  if (test.status === 'flaky') return { outcome: 'flaky', where: `${where}: ${title}` };
  if (test.status === 'expected') return { outcome: 'passed', where };
  if (test.status === 'skipped') return { outcome: 'skipped', where };
  const errors = test.results.flatMap((/** @type {any} */ result) => result.errors);
  const error = errors.map((/** @type {any} */ { message }) => message).join('\n');
  return { outcome: 'failed', where: `${where}: ${title}`, error };
}

/** @returns {Tally} */
function tallyOf(/** @type {Outcome[]} */ outcomes) {
  const count = (/** @type {string} */ kind) => outcomes.filter(({ outcome }) => outcome === kind).length;
  /** @type {Map<string, number>} */
  const skipped = new Map();
  for (const { outcome, where } of outcomes) {
    if (outcome === 'skipped') skipped.set(where, (skipped.get(where) ?? 0) + 1);
  }
  const flaky = outcomes.flatMap(({ outcome, where }) => (outcome === 'flaky' ? [where] : []));
  return {
    passed: count('passed') + flaky.length,
    failed: count('failed'),
    remarks: [...skipped].map(([where, count]) => `${count} skipped in ${where}`),
    flaky,
    failures: outcomes.filter(({ outcome }) => outcome === 'failed').map(describeFailure),
  };
}

/** @returns {string} */
function describeFailure(/** @type {Outcome} */ { where, error = '' }) {
  const lines = stripVTControlCharacters(error).split('\n').slice(0, ERROR_LINES);
  return [where, ...lines.filter(Boolean).map((line) => `  ${line}`)].join('\n');
}

/** Counts at least one failure if the runner failed, even if its report lists none. @returns {Tally} */
function withRunnerFailure(/** @type {Tally} */ tally, /** @type {boolean} */ succeeded) {
  return succeeded ? tally : { ...tally, failed: Math.max(1, tally.failed) };
}

/** @returns {any} */
function readJson(/** @type {string} */ path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}
