import { expect, test } from 'vitest';
import { knownWaits, openWall } from '../../fixtures/waits.ts';
import { WAIT_STATES } from '../model/wait-states.ts';
import { gilHolders } from './holders.ts';
import { ofProcess, stateTotals } from './waits.ts';

const WORK = '_PyEval_EvalFrameDefault;py::work:/a.py@/tmp/jitted-7-1.so';
const SPIN = '_PyEval_EvalFrameDefault;py::spin:/a.py@/tmp/jitted-7-1.so';
const SLEEP = `do_nanosleep@[kernel.kallsyms];time_sleep;${WORK}`;
const TAKE_GIL = `futex_wait@[kernel.kallsyms];take_gil;${WORK}`;

async function piecesOf(lines: string): Promise<string[]> {
  const waits = knownWaits(await openWall(lines));
  const { strings, funcs, stacks } = waits.stacks.profile;
  const { life, from, to, state, stack, comm } = waits.pieces;
  return comm.map((name, i) => {
    const leaf = stack[i] < 0 ? '-' : strings[funcs.name[stacks.func[stack[i]]]];
    const times = `${from[i] / 1e6}-${to[i] / 1e6}`;
    return `${name} ${waits.lives[life[i]].tid} ${times} ${WAIT_STATES[state[i]].id} ${leaf}`;
  });
}

test('the time that a thread runs belongs to its next clock sample', async () => {
  expect(
    await piecesOf(`
      app 7/7 1 clock list_sort;${WORK}
      app 7/7 3 switch ${SLEEP}
      app 7/7 3 out
      app 7/7 5 in
      app 7/7 6 clock dict_get;${WORK}
      app 7/7 7 clock list_sort;${WORK}
      app 7/7 9 exit`),
  ).toEqual([
    'app 7 1-3 running dict_get',
    'app 7 3-5 sleep do_nanosleep',
    'app 7 5-6 running dict_get',
    'app 7 6-7 running list_sort',
    // After its last sample, the last one counts.
    'app 7 7-9 running list_sort',
  ]);
});

test('without clock samples, a thread runs where it stopped running, without the kernel', async () => {
  expect(
    await piecesOf(`
      app 7/7 1 in
      app 7/7 3 switch ${SLEEP}
      app 7/7 3 out
      app 7/7 5 in
      app 7/7 9 exit`),
  ).toEqual(['app 7 1-3 running time_sleep', 'app 7 3-5 sleep do_nanosleep', 'app 7 5-9 running -']);
});

test('a thread ID is used again by another life', async () => {
  expect(
    await piecesOf(`
      app 7/7 1 clock ${WORK}
      app 7/7 2 fork 7/8
      app 7/8 3 in
      app 7/8 4 exit
      app 7/7 5 fork 8/8
      app 8/8 6 in
      tool 8/8 7 comm tool
      tool 8/8 9 exit`),
  ).toEqual([
    'app 7 1-9 running _PyEval_EvalFrameDefault',
    'app 8 2-3 runnable -',
    'app 8 3-4 running -',
    'app 8 5-6 runnable -',
    'tool 8 6-9 running -',
  ]);
});

test('the idle thread counts as nothing, and neither do processes that did not run', async () => {
  expect(
    await piecesOf(`
      other 9/9 0 comm other
      swapper 0/0 1 in
      app 7/7 2 in
      app 7/7 4 exit`),
  ).toEqual(['app 7 1-2 not-recorded -', 'app 7 2-4 running -']);
});

test('the running thread with a Python function holds the GIL, else one that waits for a CPU', async () => {
  const open = await openWall(`
    app 7/7 1 in
    app 7/8 1 in
    app 7/8 2 switch ${TAKE_GIL}
    app 7/8 2 out
    app 7/7 4 clock ${SPIN}
    app 7/7 5 switch ${SPIN}
    app 7/7 5 preempted
    app 7/7 7 in
    app 7/7 8 clock ${SPIN}
    app 7/7 8 switch ${SLEEP}
    app 7/7 8 out
    app 7/8 9 in
    app 7/8 10 clock ${WORK}`);
  expect(gilHolders(knownWaits(open))).toMatchObject([
    { name: 'py::spin:/a.py', waited: 6e6, preempted: 2e6 },
    { name: '[no thread]', waited: 1e6, preempted: 0 },
  ]);
});

test('totals count spans, not pieces, and can be of one process', async () => {
  const open = await openWall(`
    app 7/7 1 in
    app 7/7 2 clock ${WORK}
    app 7/7 3 clock ${WORK}
    app 7/7 4 switch ${SLEEP}
    app 7/7 4 out
    app 8/8 5 in
    app 7/7 6 in`);
  const totals = (pid: number) =>
    stateTotals(ofProcess(knownWaits(open), pid)).map(
      ({ state, count, total, longest: { span } }) =>
        `${WAIT_STATES[state].id} ${count} ${total / 1e6} ${(span.to - span.from) / 1e6}`,
    );
  expect(totals(7)).toEqual(['running 1 3 3', 'sleep 1 2 2']);
  expect(totals(8)).toEqual(['not-recorded 1 4 4', 'running 1 1 1']);
});

test('the order of records of different threads at the same time does not matter', async () => {
  const records = ['a 7/7 2 out', 'b 7/8 2 in', 'c 7/9 2 preempted', 'd 8/10 2 in'];
  const lives = async (lines: readonly string[]) =>
    (await piecesOf(['a 7/7 1 in', ...lines, 'a 7/7 4 in'].join('\n'))).sort();
  expect(await lives(records.toReversed())).toEqual(await lives(records));
});
