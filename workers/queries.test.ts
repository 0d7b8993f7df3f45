import * as Comlink from 'comlink';
import { beforeAll, describe, expect, test } from 'vitest';
import { fixture, sourceOf } from '../fixtures/sources.ts';
import { pathTo, functionIdsOf } from '../src/model/call-path.ts';
import { NOTABLE } from '../src/model/notable.ts';
import { NONE } from '../src/model/profile.ts';
import { MAIN_RECORDING } from '../src/model/queries.ts';
import { ALL_SAMPLES, type Recording, type ViewOptions } from '../src/model/session.ts';
import { openProfile } from './pipeline.ts';
import { queryMethods } from './queries.ts';
import { NO_LISTENER } from './reading/read-recording.ts';
import { RecordingViews } from './views/open-recording.ts';
import { transferablesOf } from '../src/model/transferables.ts';

const noPause = () => Promise.resolve();
const RAW: ViewOptions = { ...ALL_SAMPLES, level: 'raw', event: 0, foldImports: true };
const PYTHON_C: ViewOptions = { ...RAW, level: 'python-c' };
const PYTHON: ViewOptions = { ...RAW, level: 'python' };

let methods: ReturnType<typeof queryMethods>;
let recording: Recording;

beforeAll(async () => {
  const outcome = await openProfile([sourceOf(fixture('recordings', 'rules.perf'))], NO_LISTENER);
  if (!outcome.ok) throw new Error(outcome.problem.text);
  ({ recording } = outcome.value);
  const unused = () => Promise.reject(new Error('These tests match no names'));
  const views = new RecordingViews(outcome.value, { match: unused, search: unused });
  methods = queryMethods((name) => (_about, _slot, question) => views.answer(name, question, noPause));
});

async function callTree(options: ViewOptions) {
  return (await methods.tree(MAIN_RECORDING, 'tree', { options, shape: 'calls' })).value.tree;
}

/** A function that the call tree contains at the level raw but not at the level python. */
async function funcOnlyAtRaw(): Promise<number> {
  const python = new Set((await callTree(PYTHON)).func);
  return (await callTree(RAW)).func.find((func) => func !== NONE && !python.has(func)) ?? NONE;
}

test('a tree that was transferred to the page stays in the cache', async () => {
  const answer = await methods.tree(MAIN_RECORDING, 'tree', { options: RAW, shape: 'calls' });
  const { tree } = structuredClone(answer.value);
  structuredClone(answer.value.tree.func, { transfer: [answer.value.tree.func.buffer] });
  expect(await callTree(RAW)).toEqual(tree);
});

describe('sends typed arrays without copying them', () => {
  test.each<[string, () => Promise<Sent>]>([
    [
      'call tree',
      async () => {
        const answer = await methods.tree(MAIN_RECORDING, 'tree', { options: RAW, shape: 'calls' });
        return { answer, tables: [answer.value.tree] };
      },
    ],
    [
      'sandwich',
      async () => {
        const answer = await methods.sandwich(MAIN_RECORDING, 'sandwich', { options: RAW, func: NONE });
        const { sandwich } = answer.value;
        return { answer, tables: sandwich ? [sandwich.callers, sandwich.callees] : [] };
      },
    ],
    [
      'time order',
      async () => {
        const answer = await methods.timeOrder(MAIN_RECORDING, 'tree', { options: RAW });
        return { answer, tables: answer.value.lanes.map(({ tree }) => tree) };
      },
    ],
    [
      'timeline',
      async () => {
        const answer = await methods.timeline(MAIN_RECORDING, 'timeline', { ...RAW, columns: 50 });
        return { answer, tables: [...(answer.value?.lanes ?? [])] };
      },
    ],
  ])('of a %s', async (_, ask) => {
    const { tables } = await sentToPage(ask);
    const buffers = tables.flatMap((table) => transferablesOf(table));
    expect(buffers.length).toBeGreaterThan(0);
    // A transferred buffer is detached.
    expect(buffers.map(({ byteLength }) => byteLength)).toEqual(buffers.map(() => 0));
  });
});

/** An answer, and the tables in it. */
interface Sent {
  readonly answer: object;
  readonly tables: readonly object[];
}

/** What the worker still has of an answer that the page received. */
async function sentToPage(ask: () => Promise<Sent>): Promise<Sent> {
  const { port1, port2 } = new MessageChannel();
  const sent = await ask();
  Comlink.expose(() => sent.answer, port1);
  await Comlink.wrap<() => object>(port2)();
  port1.close();
  return sent;
}

test('each query is scheduled by its own name', () => {
  const names: string[] = [];
  const named = queryMethods((name) => {
    names.push(name);
    return () => Promise.reject(new Error('not asked'));
  });
  expect(names).toEqual(Object.keys(named));
});

describe('sandwich', () => {
  test('shows the function with the most self weight, unless another is requested', async () => {
    const { value, isComplete } = await methods.sandwich(MAIN_RECORDING, 'sandwich', {
      options: RAW,
      func: NONE,
    });
    const { functions, func, sandwich } = value;
    const row = functions.id.indexOf(func);
    expect([functions.self[row], isComplete]).toEqual([Math.max(...functions.self), true]);
    expect([sandwich?.func, sandwich?.callees.total[0]]).toEqual([func, functions.total[row]]);
  });

  test('names a level that shows a missing function', async () => {
    const func = await funcOnlyAtRaw();
    const { value } = await methods.sandwich(MAIN_RECORDING, 'sandwich', { options: PYTHON, func });
    expect([value.func, value.sandwich]).toEqual([func, undefined]);
    expect((await callTree({ ...PYTHON, level: value.level ?? 'python' })).func).toContain(func);
  });
});

test('details describe the node at the end of a call path', async () => {
  const tree = await callTree(RAW);
  const names = { ids: functionIdsOf(recording), funcs: recording.funcs };
  for (const node of [0, 1, tree.length - 1]) {
    const path = pathTo(tree, node, names);
    const ofNode = await methods.nodeDetails(MAIN_RECORDING, 'details', { options: RAW, path });
    const ofFunction = await methods.functionDetails(MAIN_RECORDING, 'details', {
      options: RAW,
      func: tree.func[node],
    });
    // The self time and costs are those of the node only.
    const ofNodeOnly = { selfKinds: [], costs: [] };
    expect({ ...ofNode.value, ...ofNodeOnly }).toEqual({ ...ofFunction.value, ...ofNodeOnly });
  }
});

test('the overview lists the same weights that its filters keep, also at levels that hide the frames', async () => {
  const { value } = await methods.overview(MAIN_RECORDING, 'overview', { options: PYTHON_C });
  expect(value.notable.filter((weight) => weight > 0).length).toBeGreaterThan(0);
  for (const [i, { target }] of NOTABLE.entries()) {
    if (target.by === 'pattern') continue;
    const filtered = await callTree({ ...PYTHON_C, filters: [{ action: 'only', target, isOn: true }] });
    expect(value.notable[i]).toBe(filtered.total[0]);
  }
  const python = await methods.overview(MAIN_RECORDING, 'overview', { options: PYTHON });
  expect(python.value.notable).toEqual(value.notable);
});

test('the search finds the samples of a cost among the selected ones', async () => {
  const { value: overview } = await methods.overview(MAIN_RECORDING, 'overview', { options: PYTHON });
  const costs = [...new Set(overview.costs.map(({ cost }) => cost))];
  expect(costs.length).toBeGreaterThan(5);
  for (const options of [RAW, PYTHON])
    for (const cost of costs) {
      const { value } = await methods.search(MAIN_RECORDING, 'search', { options, query: `cost:${cost}` });
      const target = { by: 'cost', cost } as const;
      const { self, ...rest } = await tableOf({
        ...options,
        filters: [{ action: 'only', target, isOn: true }],
      });
      const sampled = [...rest.id].filter((_, row) => self[row] > 0);
      const matching = [...value.matches.keys()].filter((func) => value.matches[func] === 1);
      expect(matching).toEqual(sampled.toSorted((a, b) => a - b));
      expect(value).toMatchObject({
        asked: { cost },
        mode: 'cost',
        weight: rest.weight,
        samples: rest.samples,
      });
      expect(value.functions).toBe(sampled.length);
    }
  const { value } = await methods.search(MAIN_RECORDING, 'search', { options: RAW, query: 'cost:nothing' });
  expect(value).toMatchObject({
    functions: 0,
    weight: 0,
    asked: { problem: expect.stringContaining('bytecode') },
  });
});

async function tableOf(options: ViewOptions) {
  return (await methods.table(MAIN_RECORDING, 'table', { options, by: 'function' })).value;
}
