// What a step of `npm test` comes to: how many passed, how many failed, and which were skipped. The test runners' own
// counts come from the reports they write as JSON.

import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './setup.mjs';

/** @typedef {{ passed: number, failed: number, skipped: string[] }} Tally */

/** A step that counts as one. @returns {Tally} */
export function tallyOfOne(/** @type {boolean} */ sound) {
  return { passed: sound ? 1 : 0, failed: sound ? 0 : 1, skipped: [] };
}

/** What Vitest's JSON report says. @returns {Tally} */
export function tallyOfVitest(/** @type {string} */ report, /** @type {boolean} */ sound) {
  const files = readJson(report)?.testResults ?? [];
  const tally = tallyOf(files.flatMap((/** @type {any} */ file) => outcomesInFile(file)));
  return atLeastOneFailed(tally, sound);
}

/** @typedef {{ outcome: 'passed' | 'failed' | 'skipped', where: string }} Outcome */

/** @returns {Outcome[]} */
function outcomesInFile(/** @type {any} */ file) {
  const where = relative(root, file.name);
  /** @type {Outcome[]} */
  const outcomes = file.assertionResults.map((/** @type {any} */ { status }) => ({
    outcome: status === 'passed' || status === 'failed' ? status : 'skipped',
    where,
  }));
  // A file that could not be loaded, or whose hook failed, has no failed test of its own.
  const failed = file.status === 'failed' && !outcomes.some(({ outcome }) => outcome === 'failed');
  return failed ? [...outcomes, { outcome: 'failed', where }] : outcomes;
}

/** What Playwright's JSON report says. @returns {Tally} */
export function tallyOfPlaywright(/** @type {string} */ report, /** @type {boolean} */ sound) {
  const { suites = [], errors = [] } = readJson(report) ?? {};
  const tally = tallyOf(suites.flatMap((/** @type {any} */ suite) => outcomesInSuite(suite)));
  // Outside of any test: a file that could not be loaded, a server that did not start, no time left.
  return atLeastOneFailed({ ...tally, failed: tally.failed + errors.length }, sound);
}

/** @returns {Outcome[]} */
function outcomesInSuite(/** @type {any} */ suite) {
  const specs = (suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
    spec.tests.map((/** @type {any} */ test) => outcomeOfTest(spec.file, test)),
  );
  return [...specs, ...(suite.suites ?? []).flatMap((/** @type {any} */ inner) => outcomesInSuite(inner))];
}

/** @returns {Outcome} */
function outcomeOfTest(/** @type {string} */ file, /** @type {any} */ test) {
  const reason = test.annotations.find((/** @type {any} */ { type }) => type === 'skip')?.description;
  const where = `e2e/${file} (${test.projectName})${reason ? `: ${reason}` : ''}`;
  if (test.status === 'expected') return { outcome: 'passed', where };
  return { outcome: test.status === 'skipped' ? 'skipped' : 'failed', where };
}

/** @returns {Tally} */
function tallyOf(/** @type {Outcome[]} */ outcomes) {
  const count = (/** @type {string} */ wanted) => outcomes.filter(({ outcome }) => outcome === wanted).length;
  /** @type {Map<string, number>} */
  const skipped = new Map();
  for (const { outcome, where } of outcomes) {
    if (outcome === 'skipped') skipped.set(where, (skipped.get(where) ?? 0) + 1);
  }
  return {
    passed: count('passed'),
    failed: count('failed'),
    skipped: [...skipped].map(([where, times]) => `${times} skipped in ${where}`),
  };
}

/** A runner that ended badly failed, whatever its report says. @returns {Tally} */
function atLeastOneFailed(/** @type {Tally} */ tally, /** @type {boolean} */ sound) {
  return sound ? tally : { ...tally, failed: Math.max(1, tally.failed) };
}

/** @returns {any} */
function readJson(/** @type {string} */ path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}
