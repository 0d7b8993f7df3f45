// Output files appear only when complete, and other files stay untouched.

import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  existsSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi, afterAll } from 'vitest';
import { TERMINATION_SIGNALS, writeOutput, checkRecordOutput, reserveOutput } from './output.ts';

let folder = '';
let output = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pyrograph-output-'));
  output = join(folder, 'out');
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** The content of each file in the folder, by name. */
function files(): Record<string, string> {
  const names = readdirSync(folder).sort();
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

const CHUNKS = [Buffer.from('a;b 1\n'), Buffer.from('a;c 1\n')];

async function* failing(): AsyncGenerator<Uint8Array> {
  yield CHUNKS[0];
  throw new Error('the recording is truncated');
}

test('existing .part files stay unchanged, even on failure', async () => {
  const others = { 'out.part': 'mine', 'out.2.part': 'mine too' };
  for (const [name, content] of Object.entries(others)) writeFileSync(join(folder, name), content);
  await expect(writeOutput(output, failing(), false)).rejects.toThrow(
    `Could not write ${output}: the recording is truncated.`,
  );
  expect(files()).toEqual(others);
  await writeOutput(output, CHUNKS, false);
  expect(files()).toEqual({ ...others, out: 'a;b 1\na;c 1\n' });
});

test('does not write through symbolic links', async () => {
  symlinkSync('elsewhere', join(folder, 'out.part'));
  await writeOutput(output, CHUNKS, false);
  expect(readdirSync(folder).sort()).toEqual(['out', 'out.part']);
});

test.each(['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s removes the .part file and ends the process',
  async (signal) => {
    const listeners = process.listenerCount(signal);
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
    async function* ended(): AsyncGenerator<Uint8Array> {
      yield* CHUNKS;
      expect(Object.keys(files())).toEqual(['out.part']);
      process.emit(signal, signal);
      expect(kill).toHaveBeenCalledExactlyOnceWith(process.pid, signal);
      // The handler must be removed before the kill, or it would catch its own signal.
      expect(process.listenerCount(signal)).toBe(listeners);
      expect(files()).toEqual({});
    }
    // process.kill is mocked, so writing goes on after the cleanup and fails.
    await expect(writeOutput(output, ended(), false)).rejects.toThrow(/^Could not write .*: ENOENT/);
    expect(files()).toEqual({});
  },
);

test('removes its signal handlers', async () => {
  const counts = () => TERMINATION_SIGNALS.map((each) => process.listenerCount(each));
  const before = counts();
  await writeOutput(output, CHUNKS, false);
  expect(counts()).toEqual(before);
});

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-reserve-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

test('an output is reserved, so that two recordings do not share it', () => {
  const output = join(FOLDER, 'a', 'b', 'perf.data');
  const release = reserveOutput(output);
  expect(() => reserveOutput(output)).toThrow('perf.data already exists: remove it or choose another name.');
  // perf keeps an existing file that is not empty under another name.
  expect(statSync(output).size).toBe(0);
  release();
  expect(existsSync(join(FOLDER, 'a')), 'the folders that were made for it').toBe(false);
  expect(existsSync(FOLDER)).toBe(true);
});

test('an output with samples is kept', () => {
  const output = join(FOLDER, 'perf.data');
  const release = reserveOutput(output);
  writeFileSync(output, 'samples');
  release();
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
