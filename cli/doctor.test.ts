import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { comm, perfData, sample, USER } from '../fixtures/perf-data.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { doctor } from './doctor.ts';
import { fold } from './fold.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-doctor-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));
afterEach(() => (process.exitCode = undefined));

function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(FOLDER, name), content);
  return join(FOLDER, name);
}

/** Output of `perf script` in which all samples have this stack, innermost function first. */
function script(stack: readonly string[], samples = 200): string {
  const frames = stack.map((frame, i) => `\t    ${(0x1000 + i).toString(16)} ${frame}\n`).join('');
  return Array.from(
    { length: samples },
    (_, i) => `python3 7 ${i + 1}.000000:    1000000000 cpu-clock: \n${frames}\n`,
  ).join('');
}

const PYTHON = '(/usr/bin/python3.13)';
const ROOT = [`pymain_run_python+0x1 ${PYTHON}`, `Py_RunMain+0x1 ${PYTHON}`, `_start+0x1 ${PYTHON}`];
const SOUND = script([
  `py::main:/srv/app.py+0x1 (/tmp/perf-7.map)`,
  `_PyEval_EvalFrameDefault+0x1 ${PYTHON}`,
  ...ROOT,
]);
const WITHOUT_SUPPORT = script([`_PyEval_EvalFrameDefault+0x1 ${PYTHON}`, ...ROOT]);

test('reports no problems with a sound recording', async () => {
  const { out, error } = await runCommand(doctor, file('sound.perf', SOUND));
  expect(out).toMatch(
    /sound\.perf: 200 samples of cpu-clock, Python 3\.13, frame pointers\n\nNo problems found\.\n$/,
  );
  expect({ error, exitCode: process.exitCode }).toEqual({ error: '', exitCode: undefined });
});

test('prints misleading findings as text, as JSON, and as one line from other commands', async () => {
  const path = file('off.perf', WITHOUT_SUPPORT);
  const { out } = await runCommand(doctor, path);
  expect(process.exitCode).toBe(1);
  expect(out).toMatch(
    /^misleading: No Python functions were recorded \(affects 100\.0%\)\n {4}\S.*\n {4}perf record /m,
  );
  expect(out).toMatch(
    /\n\nTo fix all of this \(replace app\.py with your program\):\n {4}perf record .*-X perf app\.py\n$/,
  );

  const json = await runCommand(doctor, '--json', path);
  expect(JSON.parse(json.out)).toMatchObject({
    schema: 1,
    recording: path,
    event: 'cpu-clock',
    samples: 200,
    python: ['3.13'],
    mode: 'fp',
    command: [expect.stringContaining('-X perf app.py')],
    findings: [
      { id: 'perf-support-off', severity: 'misleading', share: 1, samples: 200, evidence: { processes: 1 } },
    ],
  });

  const folded = await runCommand(fold, path);
  expect(folded.error).toMatch(
    /^pyrograph: No Python functions were recorded \(affects 100\.0%\)\. Fix: perf record .*\n$/,
  );
});

test('diagnoses a recording without samples', async () => {
  const { out } = await runCommand(
    doctor,
    '--no-lookup',
    file('empty.data', perfData({ records: [comm(1, 'python3')] })),
  );
  expect(out).toContain('misleading: The recording has no samples\n');
  expect(process.exitCode).toBe(1);
});

test('--text skips other files', async () => {
  const data = file(
    'perf.data',
    perfData({ records: [comm(1, 'python3'), sample({ pid: 1, time: 5, chain: [USER, 0x1000] })] }),
  );
  const { out } = await runCommand(doctor, '--text', data, file('printed.perf', SOUND));
  expect(out).toContain('printed.perf: 200 samples');
  await expect(runCommand(doctor, '--text', data)).rejects.toThrow('leave out --text');
});

test('fails for files that it cannot diagnose', async () => {
  await expect(runCommand(doctor, file('a.folded', 'main;work 3\n'))).rejects.toThrow(
    'does not say how it was recorded',
  );
  await expect(runCommand(doctor, file('a.txt', 'hello\n'))).rejects.toThrow('a.txt');
});
