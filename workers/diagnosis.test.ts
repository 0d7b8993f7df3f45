import { expect, test } from 'vitest';
import { mix, recordedProfile } from '../fixtures/diagnosis.ts';
import { sourceOf } from '../fixtures/sources.ts';
import type { FilterAction } from '../src/model/filter.ts';
import type { FindingId } from '../src/model/findings.ts';
import { DEFAULT_LEVEL } from '../src/model/levels.ts';
import { ALL_SAMPLES, type Shape, type ViewOptions } from '../src/model/session.ts';
import { classify } from '../src/python/classify.ts';
import { diagnosisInSlices, diagnosisOf } from './diagnosis.ts';
import { noPause } from './scheduler.ts';
import { mendNow } from './mending.ts';
import { openProfile, type OpenProfile } from './pipeline.ts';
import { NO_LISTENER } from './reading/read-recording.ts';
import { Graphs } from './views/graphs.ts';
import { Views } from './views/views.ts';

const PYTHON = '(/usr/bin/python3.13)';
const ENTRY = [`main ${PYTHON}`, `_start ${PYTHON}`];
const TRACED = [`_PyEval_EvalFrameDefault ${PYTHON}`, 'py::f:/a.py (/tmp/perf-1.map)', ...ENTRY];
const UNTRACED = [`_PyEval_EvalFrameDefault ${PYTHON}`, ...ENTRY];

/** 60 traced samples and 40 untraced ones. */
const TEXT = Array.from({ length: 100 }, (_, i) => {
  const frames = i % 5 < 3 ? TRACED : UNTRACED;
  return `python 1 ${i}.000000: 10 cycles:\n${frames.map((frame) => `\t1000 ${frame}\n`).join('')}\n`;
}).join('');

async function viewsOf(text: string): Promise<Views> {
  const outcome = await openProfile([sourceOf(new TextEncoder().encode(text))], NO_LISTENER);
  if (!outcome.ok) throw new Error(outcome.problem.text);
  const unused = () => Promise.reject(new Error('These tests match no names'));
  return new Views(new Graphs(outcome.value, { match: unused, search: unused }));
}

function filteredBy(action: FilterAction, finding: FindingId): ViewOptions {
  const filter = { action, target: { by: 'finding', finding }, isOn: true } as const;
  return { ...ALL_SAMPLES, level: DEFAULT_LEVEL, event: 0, foldImports: true, filters: [filter] };
}

test('a recording is diagnosed once', async () => {
  const { open } = await viewsOf(TEXT);
  const diagnosed = diagnosisOf(open);
  expect(diagnosed?.diagnosis.findings).toMatchObject([
    { id: 'perf-support-partial', severity: 'misleading', share: 0.4, samples: 40 },
  ]);
  expect(diagnosisOf(open)).toBe(diagnosed);
});

test('stacks that are larger than the largest copy are no problem if their callers are inferred', async () => {
  const binary = '/usr/bin/python3.13';
  const deep = Array.from({ length: 30 }, (_, i) => `f${i}@${binary}`).join(';');
  const profile = recordedProfile(mix(40, deep, `_start@${binary};${deep};g@${binary}`), {
    event: { stackSize: 65_528 },
    processes: [{ pid: 1, python: binary, hasAnonymousCode: true }],
    copiedStacks: {
      size: new Uint32Array(100).fill(65_000),
      isFull: new Uint8Array(100).fill(1),
      needed: new Float64Array(100).fill(70_000),
    },
  });
  const { open } = await viewsOf(TEXT);
  const { recording, aggregateOf } = open;
  const once = { recording, aggregateOf, classified: classify(profile) };
  const drawn = { ...once, unclassified: profile };
  const findings = (each: OpenProfile | undefined) => each && diagnosisOf(each)?.diagnosis.findings;
  expect(findings(once)).toMatchObject([{ id: 'stack-dump-too-small', samples: 40 }]);
  expect(findings({ ...drawn })).toEqual([]);
  const { recorded, mended } = mendNow({ ...drawn });
  expect(findings(mended)).toEqual([]);
  expect(findings(recorded)).toEqual([]);
  expect((await diagnosisInSlices({ ...drawn }, noPause))?.diagnosis.findings).toEqual([]);
});

test('other formats are not diagnosed', async () => {
  const { open } = await viewsOf('main;run 10\nmain;wait 5\n');
  expect(diagnosisOf(open)).toBeUndefined();
});

test.each(['calls', 'callers'] as const)(
  'a filter shows only the samples of a finding: %s',
  async (shape: Shape) => {
    const views = await viewsOf(TEXT);
    const samplesOf = async (action: FilterAction, finding: FindingId) => {
      const { value } = await views.graphs.tree({ options: filteredBy(action, finding), shape });
      return [value.tree.samples[0], value.tree.total[0]];
    };
    expect(await samplesOf('only', 'perf-support-partial')).toEqual([40, 400]);
    expect(await samplesOf('drop', 'perf-support-partial')).toEqual([60, 600]);
    // A link may name a finding that the recording does not have.
    expect(await samplesOf('only', 'lost-samples')).toEqual([0, 0]);
    expect(await samplesOf('drop', 'lost-samples')).toEqual([100, 1000]);
  },
);
