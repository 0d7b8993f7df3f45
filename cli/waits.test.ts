import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { jitDump, jitLoad, JIT_PID } from '../fixtures/jitdump.ts';
import { comm, lost, perfData, sample, switchRecord, USER } from '../fixtures/perf-data.ts';
import { runCommand, runToEnd } from '../fixtures/run-command.ts';
import { openWall, wallText } from '../fixtures/waits.ts';
import { switchesText, waits } from './waits.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-waits-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

function fileOf(name: string, lines: string): string {
  const path = join(FOLDER, name);
  writeFileSync(path, wallText(lines));
  return path;
}

const WORK = '_PyEval_EvalFrameDefault;py::work:/a.py@/tmp/jitted-7-1.so';
const WAIT =
  '_PyEval_EvalFrameDefault;py::Thread.join:/usr/lib/python3.13/threading.py@/tmp/jitted-7-1.so;py::main:/a.py@/tmp/jitted-7-1.so';
const RECORDING = fileOf(
  'wall.perf',
  `app 7/9 0 comm app
   app 7/7 1000 comm app
   app 7/7 1000 switch sem_wait@/lib/libc.so.6;${WAIT}
   app 7/7 1000 out
   app 7/8 1000 in
   app 7/8 1200 clock ${WORK}
   app 7/8 1200 switch do_nanosleep@[kernel.kallsyms];time_sleep;${WORK}
   app 7/8 1200 out
   app 7/8 1500 in
   app 7/8 1600 switch ${WORK}
   app 7/8 1600 preempted
   app 7/8 1700 in
   app 7/8 1700 lost 2
   app 7/8 1800 exit
   app 7/7 1800 in
   app 7/7 2000 exit`,
);

test('prints a table for people, and says how much is hidden', async () => {
  const { out, error } = await runCommand(waits, RECORDING);
  expect(out.split('\n')).toEqual([
    '3 threads, 1.00 s recorded: 2.80 s of wall time, 1.00 s of it not idle',
    '',
    'Running               0.60 s   60.0 %',
    'Sleeping              0.30 s   30.0 %        1 wait  longest   300 ms in work',
    'Waiting for a CPU     0.10 s   10.0 %        1 wait  longest   100 ms in work',
    '',
    'Hidden: 1.00 s not recorded, 0.80 s waiting for a thread to end (--all shows them)',
    '1 thread never ran while recorded',
    '2 records lost',
    '',
  ]);
  expect(error).toContain('waits: 2 records lost\n');
});

test('--all lists idle states, too', async () => {
  const { out } = await runCommand(waits, '--all', RECORDING);
  expect(out).toContain(
    'Waiting for a thread to end     0.80 s   28.6 %        1 wait  longest   800 ms in main',
  );
  expect(out).not.toContain('Hidden');
});

test('--folded has a level or python-c, and --visible leaves out idle states', async () => {
  const pieces = (...args: string[]) =>
    runCommand(waits, ...args).then(({ out }) => out.split('\n').filter((line) => line.includes('[')));
  expect(await pieces('--folded', '--visible', RECORDING)).toEqual([
    'app;[no stack] 200000000',
    'app;py::work:/a.py;[waiting for a CPU] 100000000',
    'app;py::work:/a.py;time_sleep;[sleeping] 300000000',
  ]);
  expect(await pieces(RECORDING, '--folded', 'python')).toContain(
    'app;py::main:/a.py;py::Thread.join:/usr/lib/python3.13/threading.py;[waiting for a thread to end] 800000000',
  );
});

test.each([
  [['--tsv', '--folded'], '--tsv and --folded contradict each other: use only one.'],
  [['--process', '8'], 'The recording has no process 8: its processes are 7.'],
])('%j fails', async (args, message) => {
  const { reason } = await runToEnd(waits, ...args, RECORDING);
  expect(reason?.message).toBe(message);
});

test('a recording without switches cannot say what threads waited for', async () => {
  const { reason } = await runToEnd(waits, fileOf('cpu.perf', `app 7/7 1000 clock ${WORK}`));
  expect(reason?.message).toMatch(
    /^waits: this recording does not say when threads waited; record it with: pyrograph record --wall -- PROGRAM, and print it with: perf script --ns /,
  );
});

test('text without task events is accepted, but does not say how long threads lived', async () => {
  const { out, error } = await runCommand(
    waits,
    '--threads',
    fileOf('tasks.perf', 'app 7/7 1000 in\napp 7/7 2000 out'),
  );
  expect(out.split('\n')[1]).toBe('7\t7\tapp\t1000000000\t2000000000\t1000000000\t1000000000\t0\t0');
  expect(error).toContain('waits: the text does not say when threads began and ended');
});

test('says what recording cost, and what was lost', async () => {
  const records = ['app 7/7 1000 in', `app 7/7 1200 switch ${WORK}`, 'app 7/7 1200 out', 'app 7/7 1500 in'];
  expect(switchesText(await openWall(records.join('\n')), 2e6)).toBe(
    '1 switch of threads in 500 ms, 2 per second; 2 MB; nothing lost.',
  );
  expect(switchesText(await openWall([...records, 'app 7/7 1600 lost 3'].join('\n')), 2e6)).toBe(
    '1 switch of threads in 600 ms, 2 per second; 2 MB; 3 records lost, 75.0%.',
  );
});

describe('a perf.data', () => {
  const FIELDS = ['ip', 'tid', 'time', 'period', 'callchain'] as const;

  /** A process that computes, waits and loses a record; another thread of it never runs. */
  function dataOf(name: string, hasClock = true): string {
    const path = join(FOLDER, name);
    const chain = [USER, 4096];
    const records = [
      comm(JIT_PID, 'app', 0),
      comm(JIT_PID, 'app', 0, 4712),
      sample({ pid: JIT_PID, time: 1e9, chain }),
      switchRecord('out', 1e9, JIT_PID),
      switchRecord('in', 2e9, JIT_PID),
      lost(3),
      sample({ pid: JIT_PID, time: 3e9, chain }),
    ];
    const events = [{ name: 'cpu-clock', fields: FIELDS, switches: true, ...(hasClock && { clock: 1 }) }];
    writeFileSync(path, perfData({ events, records }));
    return path;
  }

  const DUMP = join(FOLDER, `jit-${JIT_PID}.dump`);
  writeFileSync(DUMP, jitDump({}, jitLoad({ name: 'py::work:/a.py', address: 4096n })));

  test('says in one sentence each what it lacks', async () => {
    const { out, error } = await runCommand(waits, '--threads', dataOf('sound.data'), DUMP);
    // The lost records have time 1. The whole life of the thread without samples is not recorded.
    expect(out.split('\n').slice(1)).toEqual([
      '4711\t4711\tapp\t1\t3000000000\t2999999999\t1999999999\t1000000000\t0',
      '4711\t4712\tapp\t1\t3000000000\t2999999999\t0\t0\t2999999999',
      '',
    ]);
    expect(error.split('\n').filter((line) => line.includes('waits:'))).toEqual([
      'pyrograph: waits: 3 records lost',
    ]);
  });

  test('with another clock than the jitdump may have wrong names', async () => {
    const { error } = await runCommand(waits, '--threads', dataOf('clock.data', false), DUMP);
    expect(error).toContain(
      'waits: the recording has another clock than the jitdumps, so Python functions may have wrong names; record it with -k CLOCK_MONOTONIC\n',
    );
    const { error: without } = await runCommand(waits, '--threads', dataOf('alone.data', false));
    expect(without).not.toContain('another clock');
  });
});
