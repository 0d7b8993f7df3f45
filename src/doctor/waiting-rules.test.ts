// Findings about waiting, at the thresholds of their rules.

import { describe, expect, test } from 'vitest';
import {
  diagnosePrinted,
  diagnoseRecorded,
  findingsOf,
  type DrawnRecording,
} from '../../fixtures/diagnosis.ts';
import { openWall } from '../../fixtures/waits.ts';
import { diagnosisOf } from '../../workers/diagnosis.ts';
import { recordRequest, writeRequest } from '../record/record-request.ts';

const PYTHON = '/usr/bin/python3.13';
const STACK = `_start@${PYTHON};Py_RunMain@${PYTHON};py::main:/a.py@/tmp/perf-1.map`;

/** A perf.data with `count` samples at 999 Hz, evenly distributed over this time in seconds. */
function recorded(count: number, duration: number, given: DrawnRecording = {}) {
  const time = (i: number) => ((i * duration) / (count - 1)).toFixed(6);
  const lines = Array.from({ length: count }, (_, i) => `p 1/1 | cycles ${time(i)} | ${STACK} 1`);
  const processes = [{ pid: 1, python: PYTHON, hasAnonymousCode: true }];
  return diagnoseRecorded(lines.join('\n'), { processes, ...given });
}

/** Text with these records. */
async function printed(lines: readonly string[]) {
  const diagnosed = diagnosisOf(await openWall(lines.join('\n')));
  if (!diagnosed) throw new Error('Not diagnosed');
  return diagnosed;
}

const WAITING = [
  'waits-without-python',
  'time-not-recorded',
  'switches-without-times',
  'mostly-waiting',
  'lost-samples',
];
const aboutWaiting = async (lines: readonly string[]) =>
  findingsOf(await printed(lines)).filter((line) => WAITING.some((id) => line.startsWith(id)));

const WORK =
  '_PyEval_EvalFrameDefault;py::work:/a.py@/tmp/perf-7.map;_PyEval_EvalFrameDefault;Py_RunMain;_start';
const SLEEP = 'do_nanosleep@[kernel.kallsyms];time_sleep';

describe('CPU time of a program that mostly waits', () => {
  test('gets a hint if it was recorded for a second', () => {
    expect(findingsOf(recorded(399, 1))).toEqual(['mostly-waiting hint 0%']);
    expect(findingsOf(recorded(400, 1))).toEqual([]);
    // Start-up and shutdown count for too much.
    expect(findingsOf(recorded(199, 0.9))).toEqual([]);
  });

  test('the hint says how busy it was, and has the command', () => {
    const commandLine = 'perf record -F 999 -g -- python3 -O app.py -v'.split(' ');
    const { findings, command } = recorded(320, 1, { commandLine }).diagnosis;
    expect(findings[0]).toMatchObject({
      title: 'Busy 32% of the time: the recording does not say what it waited for',
      text: 'Only running code is sampled. The program waited for 680 ms of 1 s.',
      fix: ['pyrograph record --wall -- python3 -O app.py -v'],
    });
    expect(command).toEqual([]);
  });

  test.each([
    ['perf record -F 999 -g -p 12 -- sleep 1', 'pyrograph record -p 12 --wall'],
    ['perf', 'pyrograph record --wall -- /usr/bin/python3.13 app.py'],
  ])('%s', (line, expected) => {
    expect(recorded(320, 1, { commandLine: line.split(' ') }).diagnosis.findings[0].fix).toEqual([expected]);
  });

  test('what pyrograph record was asked for is kept, without options for CPU time', () => {
    const values = { pid: '12', duration: '5', frequency: '999', 'stack-bytes': '65528' };
    const request = writeRequest(recordRequest(values, ['--all-user'], []));
    expect(recorded(320, 1, { symbols: { request } }).diagnosis.findings[0].fix).toEqual([
      'pyrograph record -p 12 --wall --duration 5',
    ]);
  });

  test.each<[string, DrawnRecording]>([
    ['all processes were recorded', { event: { isSystemWide: true } }],
    ['the event has a fixed period', { event: { frequency: -1 } }],
  ])('gets none if %s', (_, given) => {
    expect(findingsOf(recorded(320, 1, given))).toEqual([]);
  });

  test('is also seen in text with periods', async () => {
    const samples = (step: number) =>
      Array.from({ length: 200 }, (_, i) => `app 7/7 ${1000 + i * step} clock ${WORK}`);
    // Each sample is 2 ms of CPU time.
    expect(await aboutWaiting(samples(6))).toEqual(['mostly-waiting hint 0%']);
    expect(await aboutWaiting(samples(6.01).map((line) => line.replace('clock', 'switch')))).toEqual([]);
    expect(await aboutWaiting(['app 7/7 900 in', ...samples(6)])).toEqual([]);
  });
});

describe('a recording of wall time', () => {
  /** One wait per millisecond. */
  const waits = (count: number, stack: string) =>
    Array.from({ length: count }, (_, i) => [
      `app 7/7 ${1000 + i} switch ${stack}`,
      `app 7/7 ${1000 + i} out`,
      `app 7/7 ${1000.5 + i} in`,
    ]).flat();

  test('lost more than 1 % of its samples', async () => {
    const sound = waits(99, `${SLEEP};${WORK}`);
    expect(await aboutWaiting(sound)).toEqual([]);
    expect(await aboutWaiting([...sound, 'app 7/7 1100 lost 1'])).toEqual(['lost-samples incomplete 1%']);
    const [lost] = (await printed([...sound, 'app 7/7 1100 lost 1'])).diagnosis.findings.filter(
      ({ id }) => id === 'lost-samples',
    );
    expect(lost.text).toBe('perf could not keep up with the kernel, so some waits have no stack, or no end.');
    expect(lost.fix[0]).toBe('sysctl kernel.perf_event_mlock_kb=16388   # as root');
    expect(lost.fix[1]).toContain(' -e context-switches/period=1/ --switch-events -m 16M ');
    const running = (await printed([...sound, `app 7/7 1100 clock ${WORK}`, 'app 7/7 1100 lost 9']))
      .diagnosis;
    expect(running.findings.find(({ id }) => id === 'lost-samples')?.fix[1]).toContain(' -e cpu-clock ');
  });

  test('does not know more than 5 % of the time', async () => {
    const unknown = (until: number) => ['app 7/8 1000 comm app', `app 7/8 ${until} in`, 'app 7/8 2000 exit'];
    const known = ['app 7/7 1000 in', `app 7/7 1001 clock ${WORK}`, 'app 7/7 2000 exit'];
    expect(await aboutWaiting([...known, ...unknown(1100)])).toEqual([]);
    expect(await aboutWaiting([...known, ...unknown(1101)])).toEqual(['time-not-recorded hint 5.1%']);
    expect(await aboutWaiting([...known, 'app 7/7 1001 lost 1', ...unknown(1101)])).toContain(
      'time-not-recorded incomplete 5.1%',
    );
    const isTaskRecord = (line: string) => / (?:comm|exit)\b/.test(line);
    const lines = [...known, ...unknown(1101), 'app 7/7 2000 in'].filter((line) => !isTaskRecord(line));
    const [finding] = (await printed(lines)).diagnosis.findings.filter(
      ({ id }) => id === 'time-not-recorded',
    );
    expect(finding.text).toMatch(/^The text does not say when threads began and ended, /);
    expect(finding.fix).toEqual([expect.stringContaining('--show-task-events')]);
  });

  test('has waits without a Python function, in a process that has some', async () => {
    const named = waits(9, `${SLEEP};${WORK}`).map((line) => line.replace(/7\/7 1/, '7/7 2'));
    expect(await aboutWaiting([...waits(1, SLEEP), ...named])).toEqual([]);
    expect(await aboutWaiting([...waits(2, SLEEP), ...named])).toEqual([
      'waits-without-python incomplete 18.2%',
    ]);
    const other = waits(9, SLEEP).map((line) => line.replace('7/7', '9/9'));
    expect(await aboutWaiting([...other, ...named])).toEqual([]);
  });
});

describe('samples of context switches without the records of when threads ran again', () => {
  const drawing = (event: string) =>
    Array.from({ length: 200 }, (_, i) => `p 1/1 | ${event} ${i} | ${STACK} 1`).join('\n');

  test('are printed completely by another command', () => {
    const [finding] = diagnosePrinted(drawing('context-switches/period=1/')).diagnosis.findings;
    expect(finding).toMatchObject({
      id: 'switches-without-times',
      text: 'It has a sample where each wait began, but the text lacks the records of when the threads ran again.',
      fix: [
        'perf script --ns -F +pid --no-inline --show-switch-events --show-task-events --show-lost-events',
      ],
    });
  });

  test('are recorded completely by another command', () => {
    const commandLine = 'perf record -e sched:sched_switch -g -- python3 app.py'.split(' ');
    const [finding] = diagnoseRecorded(drawing('sched:sched_switch'), { commandLine }).diagnosis.findings;
    expect(finding).toMatchObject({
      id: 'switches-without-times',
      fix: ['pyrograph record --wall -- python3 app.py'],
    });
  });

  test('are no waits if only some switches are sampled', () => {
    expect(findingsOf(diagnosePrinted(drawing('context-switches')))).toEqual([]);
  });
});
