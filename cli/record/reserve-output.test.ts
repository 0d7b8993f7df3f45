import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkRecordOutput, releaseOutput, reserveOutput } from './reserve-output.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-reserve-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

test('an output is reserved, so that two recordings do not share it', () => {
  const output = join(FOLDER, 'a', 'b', 'perf.data');
  reserveOutput(output);
  expect(() => reserveOutput(output)).toThrow('perf.data already exists: remove it or choose another name.');
  // perf keeps an existing file that is not empty under another name.
  expect(statSync(output).size).toBe(0);
  releaseOutput(output);
  expect(existsSync(output)).toBe(false);
});

test('an output with samples is kept', () => {
  const output = join(FOLDER, 'perf.data');
  writeFileSync(output, 'samples');
  releaseOutput(output);
  expect(existsSync(output)).toBe(true);
});

test.skipIf(process.platform !== 'linux').each(['/proc/pyrograph/perf.data', '/proc/self/perf.data'])(
  '%s cannot be written',
  (output) => {
    expect(() => reserveOutput(output)).toThrow(/^Could not write \/proc\/.*\.$/);
  },
);

test('a recording is not written to standard output', () => {
  expect(() => checkRecordOutput('-')).toThrow('give a file with -o.');
});
