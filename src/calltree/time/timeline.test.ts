import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../../../fixtures/seed.ts';
import { syntheticProfile } from '../../../fixtures/synthetic.ts';
import { profileOf } from '../../../fixtures/text.ts';
import { COSTS } from '../../model/costs.ts';
import { FAMILIES, KIND_LABELS } from '../../model/kinds.ts';
import { NONE, type Profile } from '../../model/profile.ts';
import type { Timeline } from '../../model/session.ts';
import { toStackChains } from '../../model/trie.ts';
import { classify } from '../../python/classify.ts';
import { atLevel } from '../../python/levels.ts';
import type { Level } from '../../model/levels.ts';
import { timelineOf } from './timeline.ts';

const SECOND = 1e9;

function timelineFrom(text: string, columns: number, event = 0): Timeline {
  const timeline = timelineOfProfile(classify(profileOf(text)).profile, event, columns);
  if (!timeline) throw new Error('no timeline');
  return timeline;
}

function timelineOfProfile(profile: Profile, event: number, columns: number): Timeline | undefined {
  return timelineOf(toStackChains(profile), profile.funcs.kind, event, columns);
}

/** One line per lane: its name, threads, totals and the weight of each column. */
function drawnLanes({ lanes, columns }: Timeline): string[] {
  return lanes.map((lane) => {
    const sums = Array.from({ length: columns }, (_, column) => columnOf(lane.columns, column));
    const rows = lane.threads.join();
    return `${lane.comm} ${lane.pid}/${lane.tid} [${rows}] ${lane.weight}/${lane.samples}: ${sums.join()}`;
  });
}

/** The weight of each family in each column of the first lane. */
function drawnFamilies({ lanes, columns }: Timeline): string[] {
  return Array.from({ length: columns }, (_, column) =>
    FAMILIES.flatMap((family, i) => {
      const weight = lanes[0].columns[column * FAMILIES.length + i];
      return weight > 0 ? [`${family} ${weight}`] : [];
    }).join(', '),
  );
}

function columnOf(columns: Float32Array, column: number): number {
  return columns
    .subarray(column * FAMILIES.length, (column + 1) * FAMILIES.length)
    .reduce((sum, each) => sum + each, 0);
}

describe('lanes', () => {
  test('are grouped by process and sorted by weight', () => {
    const text = `
      a 1/1 | x 0 | main 5
      b 2/2 | x 1 | main 1
      c 2/3 | x 2 | main 8
      d 1/4 | x 3 | main 3
    `;
    expect(drawnLanes(timelineFrom(text, 4))).toEqual([
      'c 2/3 [2] 8/1: 0,0,8,0',
      'b 2/2 [1] 1/1: 0,1,0,0',
      'a 1/1 [0] 5/1: 5,0,0,0',
      'd 1/4 [3] 3/1: 0,0,0,3',
    ]);
  });

  test('combine all names of a thread and show the heaviest one', () => {
    const text = `
      python 1/1 | x 0 | main 1
      worker 1/2 | x 1 | main 9
      pool-0 1/1 | x 2 | main 2
    `;
    expect(drawnLanes(timelineFrom(text, 2))).toEqual([
      'worker 1/2 [1] 9/1: 9,0',
      'pool-0 1/1 [0,2] 3/2: 1,2',
    ]);
  });

  test('have one name each if thread IDs are unknown', () => {
    const text = 'a -/- | x 0 | main 1\nb -/- | x 1 | main 2\na -/- | x 2 | main 4';
    expect(drawnLanes(timelineFrom(text, 1))).toEqual([
      `a ${NONE}/${NONE} [0] 5/2: 5`,
      `b ${NONE}/${NONE} [1] 2/1: 2`,
    ]);
  });

  test('include only threads with samples of the event', () => {
    const text = 'a 1/1 | x 0 | main 1\nb 1/2 | y 3 | main 2';
    expect(drawnLanes(timelineFrom(text, 4, 0))).toEqual(['a 1/1 [0] 1/1: 1,0,0,0']);
    expect(drawnLanes(timelineFrom(text, 4, 1))).toEqual(['b 1/2 [1] 2/1: 0,0,0,2']);
  });
});

describe('the timeline', () => {
  test('sums weights by the family of the sampled function', () => {
    const timeline = timelineFrom(
      `
      | x 0 | main;py::f:/a.py@/tmp/perf-1.map 1
      | x 1 | py::f:/a.py@/tmp/perf-1.map;malloc@/usr/lib/libc.so.6 2
      | x 1 | py::f:/a.py@/tmp/perf-1.map;_PyEval_EvalFrameDefault@/usr/bin/python3 4
      | x 2 | main;do_syscall_64@[kernel.kallsyms] ^ 8
      | x 3 | main;[unknown]@[unknown] 16
      | x 3 | [no stack] 32
    `,
      4,
    );
    expect(drawnFamilies(timeline)).toEqual(['own 1', 'interpreter 4, native 2', 'kernel 8', 'other 48']);
    expect(timeline).toMatchObject({ columns: 4, highest: 48, weight: 63, event: 0 });
    expect(timeline.kinds.map((kind) => KIND_LABELS[kind])).toEqual([
      'own code',
      'evaluator',
      'native',
      'kernel',
      'unknown',
      'no frame',
    ]);
  });

  test('counts the innermost frame that is visible at the level', () => {
    const classified = classify(
      profileOf(`
        | x 0 | py::f:/a.py@/tmp/perf-1.map;_PyEval_EvalFrameDefault@/usr/bin/python3;PyObject_Vectorcall@/usr/bin/python3 1
        | x 1 | py::f:/a.py@/tmp/perf-1.map;_PyEval_EvalFrameDefault@/usr/bin/python3;malloc@/usr/lib/libc.so.6 2
        | x 2 | _start@/usr/bin/python3 4
      `),
    );
    const families = (level: Level) => {
      const timeline = timelineOfProfile(atLevel(classified, level), 0, 3);
      return timeline && drawnFamilies(timeline);
    };
    expect(families('merged')).toEqual(['interpreter 1', 'native 2', 'interpreter 4']);
    expect(families('python-c')).toEqual(['own 1', 'native 2', 'other 4']);
    expect(families('python')).toEqual(['own 1', 'own 2', 'other 4']);
  });

  test('spans the whole recording for every event, including the last sample', () => {
    const text = '| x 1 | main 1\n| x 2.5 | main 2\n| y 5 | main 4';
    for (const event of [0, 1]) {
      expect(timelineFrom(text, 4, event)).toMatchObject({ from: 1 * SECOND, to: 5 * SECOND + 1 });
    }
    expect(drawnLanes(timelineFrom(text, 4, 0))[0]).toContain(': 1,2,0,0');
    expect(drawnLanes(timelineFrom(text, 4, 1))[0]).toContain(': 0,0,0,4');
  });

  test('is one nanosecond long if all samples have the same time', () => {
    const timeline = timelineFrom('| x 1 | main 1\n| x 1 | main 2', 3);
    expect(timeline).toMatchObject({ from: SECOND, to: SECOND + 1, highest: 3 });
    expect(drawnLanes(timeline)[0]).toContain(': 3,0,0');
  });

  test('is longer if a double cannot represent the next nanosecond', () => {
    const { from, to } = timelineFrom('| x 1700000000 | main 1', 1);
    expect(to).toBeGreaterThan(from);
  });

  test('counts a sample without a time in the total of its lane, but in no column', () => {
    const timeline = timelineFrom('| x 1 | main 1\n| x | main 2', 1);
    expect(drawnLanes(timeline)[0]).toContain(' 3/2: 1');
    expect(timeline).toMatchObject({ weight: 3, highest: 1 });
  });

  test('is undefined without times', () => {
    expect(timelineOfProfile(profileOf('main 1'), 0, 10)).toBeUndefined();
    expect(timelineOfProfile({ ...profileOf(''), events: ['x'] }, 0, 10)).toBeUndefined();
  });

  test('has fewer columns for thousands of threads', () => {
    const lines = Array.from({ length: 2100 }, (_, i) => `a 1/${i} | x ${i} | main 1`);
    const timeline = timelineFrom(lines.join('\n'), 4000);
    expect(timeline.lanes).toHaveLength(2100);
    expect(timeline.columns).toBe(Math.floor((16 << 20) / FAMILIES.length / 2100));
  });

  test('has the weight of all samples with a time in its columns', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 50 }),
        (seed, samples, columns) => {
          const profile = withoutSomeTimes(
            classify(syntheticProfile({ seed, samples, depth: 6, events: ['x', 'y'] })).profile,
          );
          const timeline = timelineOfProfile(profile, 0, columns);
          const { event, weight, time } = profile.samples;
          const sums = { timed: 0, all: 0 };
          for (let i = 0; i < profile.samples.length; i++) {
            if (event[i] !== 0) continue;
            sums.all += weight[i];
            if (!Number.isNaN(time[i])) sums.timed += weight[i];
          }
          if (!timeline) {
            expect(sums.timed).toBe(0);
            return;
          }
          expect(timeline.weight).toBe(sums.all);
          const inColumns = timeline.lanes.map((lane) => lane.columns.reduce((sum, each) => sum + each, 0));
          expect(inColumns.reduce((sum, each) => sum + each, 0)).toBe(sums.timed);
          const heights = timeline.lanes.flatMap((lane) =>
            Array.from({ length: columns }, (_, column) => columnOf(lane.columns, column)),
          );
          expect(timeline.highest).toBe(Math.max(0, ...heights));
        },
      ),
    );
  });
});

function withoutSomeTimes(profile: Profile): Profile {
  const time = profile.samples.time.map((each, i) => (i % 7 === 3 ? NaN : each));
  return { ...profile, samples: { ...profile.samples, time } };
}

test('the bands can be the costs of samples', () => {
  const { profile } = classify(
    profileOf(`
      a 1/1 | x 0 | main 5
      a 1/1 | x 1 | main 2
      a 1/1 | x 4 | main 3
    `),
  );
  const costs = COSTS.map(({ id }) => id);
  const costOfSample = Uint8Array.of(costs.indexOf('gc'), costs.indexOf('memory'), costs.indexOf('gc'));
  const stacks = toStackChains(profile);
  const timeline = timelineOf(stacks, profile.funcs.kind, 0, 2, undefined, costOfSample);
  const [{ bands, columns }] = timeline!.lanes;
  expect([timeline!.bands, bands]).toEqual(['costs', COSTS.length]);
  const weights = [0, 1].map((column) =>
    costs.flatMap((cost, band) => {
      const weight = columns[column * bands + band];
      return weight > 0 ? [`${cost} ${weight}`] : [];
    }),
  );
  expect(weights).toEqual([['memory 2', 'gc 5'], ['gc 3']]);
  expect(timeline!.highest).toBe(7);
});
