import { expect, test } from 'vitest';
import { openOrThrow } from '../../fixtures/opened.ts';
import { sourceOf } from '../../fixtures/sources.ts';
import { canceledError } from '../../src/async/canceled.ts';
import { Form } from '../../src/formats/compact/layout.ts';
import { writeCompact } from '../../src/formats/compact/write-compact.ts';
import type { Callers } from '../../src/model/mending-counts.ts';
import { ALL_SAMPLES, type ViewOptions } from '../../src/model/session.ts';
import { depthOf } from '../../src/model/tree.ts';
import { localMatcher } from '../matcher.ts';
import { differentEvents, openComparison } from '../compare/open-comparison.ts';
import { OpenRecording } from './open-recording.ts';
import { recordedProfile } from '../pipeline.ts';

const OPTIONS: ViewOptions = { ...ALL_SAMPLES, level: 'merged', event: 0, foldImports: true };

/** Threads, and their stacks. The second one was cut below `main`, and has enough frames in common with the first to be re-attached. */
const SHARED = Array.from({ length: 30 }, (_, i) => `f${i}`).join(';');
const TEXT = `python;_start;main;${SHARED};x 3\npython;${SHARED};y 1\n`;

async function opened(): Promise<OpenRecording> {
  const open = await openOrThrow(sourceOf(new TextEncoder().encode(TEXT), 'cut.folded'));
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
