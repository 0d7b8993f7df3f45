import { expect, test } from 'vitest';
import { openOrThrow } from '../../fixtures/opened.ts';
import { sourceOf } from '../../fixtures/sources.ts';
import { canceledError } from '../../src/async/answers.ts';
import { Form } from '../../src/formats/compact/layout.ts';
import { writeCompact } from '../../src/formats/compact/write-compact.ts';
import { LEVELS, type Callers } from '../../src/model/levels.ts';
import { ALL_SAMPLES, type ViewOptions } from '../../src/model/session.ts';
import { depthOf, NO_LIMIT } from '../../src/model/tree.ts';
import { localMatcher } from '../matcher.ts';
import { differentEvents, openComparison } from '../compare/open-comparison.ts';
import { OpenRecording } from './open-recording.ts';
import { recordedProfile } from '../pipeline.ts';

const OPTIONS: ViewOptions = { ...ALL_SAMPLES, level: 'merged', event: 0, foldImports: true };

/** Threads, and their stacks. The second one was cut below `main`, and has enough frames in common with the first to be re-attached. */
const SHARED = Array.from({ length: 30 }, (_, i) => `f${i}`).join(';');
const TEXT = `python;_start;main;${SHARED};x 3\npython;${SHARED};y 1\n`;

async function opened(text = TEXT): Promise<OpenRecording> {
  const open = await openOrThrow(sourceOf(new TextEncoder().encode(text), 'cut.folded'));
  return new OpenRecording(open, undefined, localMatcher);
}

/** The number of boxes next to the root: two while the cut stack is beside the whole one. */
async function rootsOf(recording: OpenRecording, callers: Callers): Promise<number> {
  const { tree } = (await recording.viewsOf(callers).graphs.tree({ options: OPTIONS, shape: 'calls' })).value;
  return Array.from(tree.func.keys()).filter((node) => depthOf(tree, node) === 1).length;
}

const noPause = async () => {};

test('a small recording is mended before it is shown, and is also there as recorded', async () => {
  const recording = await opened();
  expect(recording.recording.mending).toBeUndefined();
  await recording.mendFirst();
  expect(recording.recording.mending).toMatchObject({ open: 1, mended: 1, share: 0.25 });
  expect(await rootsOf(recording, 'inferred')).toBe(1);
  expect(await rootsOf(recording, 'recorded')).toBe(2);
});

test('a large recording is shown as recorded until the page requests inferred callers', async () => {
  const recording = await opened();
  await recording.mendFirst(1);
  expect(await rootsOf(recording, 'inferred')).toBe(2);
  await recording.mended(noPause);
  expect(await rootsOf(recording, 'inferred')).toBe(1);
});

/** Python functions with their evaluators and imports, so that levels differ; cut at two places, with and without other samples. */
const PYTHON = Array.from({ length: 30 }, (_, i) =>
  [
    `py::f${i}:/app/f.py`,
    '_PyEval_EvalFrameDefault',
    i % 7 === 3 ? 'py::_find_and_load:<frozen importlib._bootstrap>' : 'PyObject_Vectorcall',
    ...(i % 7 === 3
      ? ['_PyEval_EvalFrameDefault', `py::<module>:/app/m${i}.py`, '_PyEval_EvalFrameDefault']
      : []),
  ].join(';'),
);
const CUT_TWICE = [
  `python;_start;main;${PYTHON.join(';')};x 3`,
  `python;_start;main;${PYTHON.slice(0, 9).join(';')} 1`,
  `python;${PYTHON.slice(2).join(';')};y 1`,
  `python;${PYTHON.slice(2).join(';')};x 2`,
  `python;${PYTHON.slice(9)
    .join(';')
    .slice(PYTHON[9].indexOf(';') + 1)};z 4`,
  `python;other;thing 2`,
].join('\n');

test.each(LEVELS.flatMap(({ name }) => [true, false].map((folds) => [name, folds] as const)))(
  'the graph after mending is the same whether it was shown before: %s, imports folded: %s',
  async (level, foldImports) => {
    const options = { ...OPTIONS, level, foldImports };
    const graphOf = async (isShownBefore: boolean) => {
      const recording = await opened(CUT_TWICE);
      await recording.mendFirst(1);
      if (isShownBefore)
        await recording.viewsOf('inferred').graphs.tree({ options, shape: 'calls', limit: NO_LIMIT });
      await recording.mended(noPause);
      expect(recording.recording.mending?.mended).toBe(3);
      const { graphs } = recording.viewsOf('inferred');
      expect(graphs.trees.builtLevel(options) !== undefined).toBe(isShownBefore && level !== 'raw');
      return (await graphs.tree({ options, shape: 'calls' })).value;
    };
    expect(await graphOf(true)).toEqual(await graphOf(false));
  },
);

test('canceled mending continues with the next request', async () => {
  const recording = await opened();
  let pauses = 0;
  const pause = async () => {
    pauses++;
    if (pauses === 2) throw canceledError();
  };
  await expect(recording.mended(pause)).rejects.toThrow();
  expect(await rootsOf(recording, 'inferred')).toBe(2);
  const { mending, funcs } = await recording.mended(pause);
  expect([mending.mended, funcs.length]).toEqual([1, recording.recording.funcs.length]);
  expect(await rootsOf(recording, 'inferred')).toBe(1);
});

test('a comparison mends both sides, of which the page may not know yet', async () => {
  const sides = [await opened(), await opened()];
  const outcome = await openComparison(new Map(sides.entries()), localMatcher);
  if (!outcome.ok) throw new Error(outcome.problem.text);
  expect(outcome.value.recording.mending?.mended).toBe(1);
  expect(await rootsOf(sides[0], 'inferred')).toBe(2);
  await sides[0].mended(noPause);
  expect(await rootsOf(sides[0], 'inferred')).toBe(1);
});

test('a comparison of recordings without a common event names the events of each', () => {
  const recording = (name: string, ...events: string[]) => ({
    name,
    events: events.map((event) => ({ name: event, samples: 1, weight: 1, measure: event })),
  });
  expect(differentEvents([recording('a.perf', 'cpu-clock'), recording('b.perf', 'cycles', 'faults')])).toBe(
    'The recordings have no event in common: “a.perf” has cpu-clock and “b.perf” has cycles and faults.',
  );
  expect(differentEvents([recording('a.perf'), recording('b.perf', 'cycles')])).toContain(
    '“a.perf” has none',
  );
});

test('a page that is saved with either choice can show both', async () => {
  const recording = await opened();
  await recording.mendFirst();
  for (const callers of ['recorded', 'inferred'] as const) {
    const { open } = recording.viewsOf(callers);
    const content = writeCompact(recordedProfile(open), {
      form: Form.individual,
      level: undefined,
      minShare: 0,
    });
    const saved = new OpenRecording(await openOrThrow(sourceOf(content, 'saved')), undefined, localMatcher);
    await saved.mendFirst();
    expect([await rootsOf(saved, 'recorded'), await rootsOf(saved, 'inferred')]).toEqual([2, 1]);
  }
});
