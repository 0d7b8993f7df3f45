// Pieces of time are samples like any other: what holds for samples holds for wall time.

import { beforeAll, describe, expect, test } from 'vitest';
import { openFile } from '../fixtures/opened.ts';
import { HAS_PROFILES, SKIP_NOTE } from '../fixtures/profiles.ts';
import { knownWaits, openWall } from '../fixtures/waits.ts';
import { DEFAULT_LEVEL, LEVELS } from '../src/model/levels.ts';
import { ALL_SAMPLES, type ViewOptions } from '../src/model/session.ts';
import { WAIT_STATES } from '../src/model/wait-states.ts';
import { stateTotals } from '../src/waiting/waits.ts';
import { mendNow } from './mending.ts';
import type { OpenProfile } from './pipeline.ts';
import { localViews, type Views } from './views/views.ts';

const WORK = '_PyEval_EvalFrameDefault;py::work:/a.py@/tmp/jitted-7-1.so';
const JOIN =
  '_PyEval_EvalFrameDefault;py::Thread.join:/usr/lib/python3.13/threading.py@/tmp/jitted-7-1.so;py::main:/a.py@/tmp/jitted-7-1.so';

const SLEEPING = `
  app 7/7 1000 clock list_sort;${WORK}
  app 7/7 3000 switch do_nanosleep@[kernel.kallsyms];time_sleep;${WORK}
  app 7/7 3000 out
  app 7/7 5000 in
  app 7/7 6000 clock list_sort;${WORK}
  app 7/8 1000 switch sem_wait@/lib/libc.so.6;${JOIN}
  app 7/8 1000 out
  app 7/8 9000 in
  app 7/7 9000 exit`;

function optionsOf(open: OpenProfile, event: string, change: Partial<ViewOptions> = {}): ViewOptions {
  const index = open.recording.events.findIndex(({ name }) => name === event);
  return { ...ALL_SAMPLES, level: DEFAULT_LEVEL, event: index, foldImports: true, ...change };
}

/** In seconds, by state. */
async function statesIn(views: Views, options: ViewOptions): Promise<Record<string, number>> {
  const { wall } = await views.overview({ options });
  const states = wall?.states ?? [];
  return Object.fromEntries(states.map(({ state, weight }) => [WAIT_STATES[state].id, weight / 1e9]));
}

test('wall time without idle states is shown first; the sums of its parts are events, too', async () => {
  const open = await openWall(SLEEPING);
  const { events, defaultEvent, samples, idle } = open.recording;
  expect(samples).toBe(4);
  expect(events[defaultEvent].name).toBe('wall time');
  expect(events.slice(-6).map(({ name, weight }) => `${name} ${weight / 1e9}`)).toEqual([
    'cpu time 6',
    'waiting 2',
    'idle 8',
    'wall time 8',
    'waiting + idle 10',
    'wall time + idle 16',
  ]);
  expect(idle).toEqual({ weight: 8e9, threads: 1 });
  const views = localViews(open);
  expect(await statesIn(views, optionsOf(open, 'wall time'))).toEqual({ running: 6, sleep: 2 });
  expect(await statesIn(views, optionsOf(open, 'wall time + idle'))).toEqual({
    join: 8,
    running: 6,
    sleep: 2,
  });
  expect(await statesIn(views, optionsOf(open, 'cpu-clock'))).toEqual({});
});

test('switches without samples are enough for wall time in seconds', async () => {
  const { recording } = await openWall('app 7/7 1000 in\n app 7/7 2000 out\n app 7/7 3000 in');
  const shown = recording.events[recording.defaultEvent];
  expect(shown).toMatchObject({ name: 'wall time', measure: 'wall time', weight: 2e9 });
});

test('a time range cuts pieces at its borders', async () => {
  const open = await openWall(SLEEPING);
  const range = { from: 2e9, to: 4.5e9 };
  const views = localViews(open);
  const options = optionsOf(open, 'wall time', { range });
  expect(await statesIn(views, options)).toEqual({ running: 1, sleep: 1.5 });
  const { tree } = (await views.graphs.tree({ options, shape: 'calls' })).value;
  expect(tree.total[0]).toBe(2.5e9);
  const table = await views.table({ options, by: 'thread' });
  expect([...table.total]).toEqual([2.5e9]);
  const filters = [{ action: 'hide', target: { by: 'pattern', query: 'sort' }, isOn: true }] as const;
  expect(await statesIn(views, { ...options, filters })).toEqual({ running: 1, sleep: 1.5 });
  const shared = await views.profile(options);
  expect(shared.samples.weight.reduce((sum, each) => sum + each, 0)).toBe(2.5e9);
});

test('details have the states of a function, and costs only those of running', async () => {
  const open = await openWall(SLEEPING);
  const views = localViews(open);
  const { funcs, strings } = open.recording;
  const func = [...funcs.name.keys()].find((each) => strings[funcs.name[each]] === 'py::work:/a.py') ?? -1;
  const { wall, costs } = await views.functionDetails({ options: optionsOf(open, 'wall time + idle'), func });
  expect(
    wall?.states.map(({ state, weight, func: own }) => [WAIT_STATES[state].id, weight / 1e9, own]),
  ).toEqual([
    ['running', 6, func],
    ['sleep', 2, func],
  ]);
  expect(costs.reduce((sum, { total }) => sum + total, 0)).toBe(6e9);
});

test('the timeline has the states of waiting, spread over time', async () => {
  const open = await openWall(SLEEPING);
  const timeline = localViews(open).timeline({ ...optionsOf(open, 'wall time'), columns: 8 });
  expect(timeline?.hasStates).toBe(true);
  const [{ columns, bands }] = timeline?.lanes ?? [];
  const sums = Array.from({ length: 8 }, (_, column) =>
    columns.subarray(column * bands, (column + 1) * bands).reduce((sum, each) => sum + each, 0),
  );
  expect(sums.map((each) => Math.round(each / 1e6))).toEqual(Array(8).fill(1000));
  const lanes = localViews(open).timeline({ ...optionsOf(open, 'wall time + idle'), columns: 8 })?.lanes;
  expect(lanes?.map(({ tid, isIdle }) => [tid, isIdle])).toEqual([
    [7, false],
    [8, true],
  ]);
});

test('the piece of time at a point says what the thread did, for how long, and where', async () => {
  const open = await openWall(SLEEPING);
  const { threadList, funcs, strings } = open.recording;
  const views = localViews(open);
  const at = (tid: number, seconds: number, event = 'wall time + idle') => {
    const thread = threadList.findIndex((each) => each.tid === tid);
    const piece = views.pieceAt({ ...optionsOf(open, event), thread, time: seconds * 1e9 });
    return piece && [WAIT_STATES[piece.state].id, piece.length / 1e9, strings[funcs.name[piece.func]]];
  };
  expect(at(7, 4)).toEqual(['sleep', 2, 'py::work:/a.py']);
  expect(at(7, 5)).toEqual(['running', 1, 'py::work:/a.py']);
  expect(at(8, 2)).toEqual(['join', 8, 'py::main:/a.py']);
  expect(at(8, 2, 'wall time')).toBeUndefined();
});

test('time order shows each wait where it happened', async () => {
  const open = await openWall(SLEEPING);
  const { value } = await localViews(open).timeOrder({ options: optionsOf(open, 'wall time') });
  const { tree } = value.lanes[0];
  const waits = Array.from({ length: tree.chains }, (_, chain) => chain).filter((chain) => {
    const func = tree.func[tree.first[chain + 1] - 1];
    return func >= 0 && open.recording.strings[open.recording.funcs.name[func]] === '[sleeping]';
  });
  expect(waits.map((chain) => [tree.start[chain] / 1e9, tree.total[chain] / 1e9])).toEqual([[2, 2]]);
});

describe.skipIf(!HAS_PROFILES)(`waits-pool${SKIP_NOTE}`, () => {
  let open: OpenProfile;
  beforeAll(async () => {
    open = await openFile('waits-pool', 'expected.perf.gz');
  });

  test.each(LEVELS.map(({ name }) => name))('all views add up to the lives of threads: %s', async (level) => {
    const { lives } = knownWaits(open);
    const lifetime = lives.reduce((sum, { start, end }) => sum + end - start, 0);
    const { recorded, mended } = mendNow(open);
    for (const each of [open, recorded, ...(mended ? [mended] : [])]) {
      const views = localViews(each);
      const options = optionsOf(each, 'wall time + idle', { level });
      const { tree } = (await views.graphs.tree({ options, shape: 'calls' })).value;
      expect(tree.total[0]).toBe(lifetime);
      const expected = stateTotals(knownWaits(open)).map(({ state, total }) => [
        WAIT_STATES[state].id,
        total / 1e9,
      ]);
      expect(await statesIn(views, options)).toEqual(Object.fromEntries(expected));
      // Any cut in time divides every state exactly.
      const middle = each.recording.start + Math.round(each.recording.duration * 0.37);
      const before = await statesIn(views, { ...options, range: { from: each.recording.start, to: middle } });
      const after = await statesIn(views, { ...options, range: { from: middle, to: Infinity } });
      for (const [state, total] of expected)
        expect((before[state] ?? 0) + (after[state] ?? 0)).toBeCloseTo(Number(total), 9);
    }
  });
});
