// Compares the time order, the timeline, and selected times and threads with the samples in perf's own output.

import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { weightOf } from '../fixtures/golden-lines.ts';
import { viewsOf } from '../fixtures/golden-views.ts';
import { samplesOf, spansOf, threadsOf, typicalInterval } from '../fixtures/printed-samples.ts';
import { fixture } from '../fixtures/sources.ts';
import { ALL_SAMPLES, type ViewOptions } from '../src/model/session.ts';
import { chainOf, childrenOf } from '../src/model/tree.ts';

const BYTES = fixture('recordings', 'workers.perf.gz');
const SAMPLES = samplesOf(gunzipSync(BYTES).toString());
const THREADS = threadsOf(SAMPLES);
const BEGIN = Math.min(...SAMPLES.map(({ time }) => time));
const views = await viewsOf(BYTES);
const RAW: ViewOptions = { ...ALL_SAMPLES, level: 'raw', event: 0, foldImports: true };

/** Of the recording's clock, from seconds. Printed times are microseconds. */
function nanoseconds(seconds: number): number {
  return Math.round(seconds * 1e6) * 1e3;
}

test('the outermost functions of each thread are in sampling order, with their durations', async () => {
  const { value: order } = await views.timeOrder({ options: RAW });
  const typical = typicalInterval(THREADS);
  expect(order.lanes).toHaveLength(THREADS.length);
  for (const { tid, tree, threads } of order.lanes) {
    expect(threads.length, `names of thread ${tid}`).toBeGreaterThan(0);
    const samples = SAMPLES.filter((sample) => sample.tid === tid);
    const { funcs, strings } = views.open.classified.profile;
    const actual = childrenOf(tree, 0).map((node) => {
      const chain = chainOf(tree, node);
      const func = tree.func[node];
      return [strings[funcs.name[func]], tree.samples[chain], Math.round(tree.start[chain] / 1e3)];
    });
    const spans = spansOf(samples, typical);
    expect(actual).toEqual(
      spans.map(({ name, count, first }) => [name, count, Math.round((first.time - BEGIN) * 1e6)]),
    );
    for (const [i, node] of childrenOf(tree, 0).entries())
      expect(tree.total[chainOf(tree, node)] / 1e9).toBeCloseTo(spans[i].duration, 5);
  }
});

test('the timeline has one lane per thread, the heaviest of each process first', async () => {
  const timeline = views.timeline({ ...RAW, columns: 100, bands: 'families' });
  const lanes = timeline?.lanes.map(({ tid, weight, samples }) => ({ tid, weight, samples })) ?? [];
  const expected = THREADS.map((samples) => ({
    tid: samples[0].tid,
    weight: weightOf(samples),
    samples: samples.length,
  }));
  expect(lanes.map(({ weight }) => weight)).toEqual(
    lanes.map(({ weight }) => weight).toSorted((a, b) => b - a),
  );
  expect(lanes.toSorted((a, b) => a.tid - b.tid)).toEqual(expected.toSorted((a, b) => a.tid - b.tid));
  expect(timeline?.weight).toBe(weightOf(SAMPLES));
});

test.each([
  [0, 0.1],
  [0.05, 0.2],
  [0.1, 0.3],
  [0.3, 1],
])('the samples from %d s to %d s, of all threads or of some', async (from, to) => {
  const range = { from: nanoseconds(BEGIN + from), to: nanoseconds(BEGIN + to) };
  const inside = SAMPLES.filter(
    ({ time }) => nanoseconds(time) >= range.from && nanoseconds(time) < range.to,
  );
  expect(inside.length).toBeGreaterThan(100);
  const { threadList } = views.open.recording;
  const tids = [...new Set(threadList.map(({ tid }) => tid))];
  for (const chosen of [undefined, tids.slice(0, 1), tids.slice(1, 4)]) {
    const threads = chosen && [...threadList.keys()].filter((row) => chosen.includes(threadList[row].tid));
    const expected = inside.filter(({ tid }) => !chosen || chosen.includes(tid));
    for (const level of ['raw', 'python-c', 'python'] as const) {
      const options = { ...RAW, level, range, threads };
      for (const shape of ['calls', 'callers'] as const) {
        const { tree } = (await views.graphs.tree({ options, shape })).value;
        expect([tree.samples[0], tree.total[0]]).toEqual([expected.length, weightOf(expected)]);
      }
      const { value } = await views.timeOrder({ options });
      const inOrder = value.lanes.reduce((sum, { tree }) => sum + tree.samples[0], 0);
      expect(inOrder).toBe(expected.length);
    }
  }
});
