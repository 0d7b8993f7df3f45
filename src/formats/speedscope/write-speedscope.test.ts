// Checks the output against speedscope's published schema.

import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { fixture } from '../../../fixtures/sources.ts';
import { rawOf } from '../../../fixtures/raw.ts';
import { syntheticProfile } from '../../../fixtures/synthetic.ts';
import { ProfileBuilder } from '../../model/builder.ts';
import type { Profile } from '../../model/profile.ts';
import { classify } from '../../python/classify.ts';
import { atLevel } from '../../python/levels.ts';
import { writeSpeedscope } from './write-speedscope.ts';

const schema: object = JSON.parse(Buffer.from(fixture('speedscope', 'file-format-schema.json')).toString());
const isValid = new Ajv({ strict: false }).compile(schema);

/** Writes the profile, validates the output, and parses it. */
function write(profile: Profile, event?: number): unknown {
  const file: unknown = JSON.parse([...writeSpeedscope(profile, 'raw', 'out.perf', event)].join(''));
  expect(isValid(file), JSON.stringify(isValid.errors)).toBe(true);
  return file;
}

const SAMPLED = { type: 'sampled', startValue: 0 };

describe('a profile', () => {
  test('is written for each thread and event', () => {
    const file = write(
      rawOf(`
        worker 7/8 | cycles 1 | main@/bin/app;py::A.f:/app/main.py 10
        worker 7/9 | cpu-clock 2 | main@/bin/app;py::A.f:/app/main.py 5
        worker 7/8 | cycles 3 | main@/bin/app 7
        worker 7/8 | space_(bytes) 4 | [no stack] 1`),
    );
    expect(file).toEqual({
      $schema: 'https://www.speedscope.app/file-format-schema.json',
      exporter: 'pyrograph',
      name: 'out.perf',
      pyrograph: { calls: false },
      profiles: [
        {
          ...SAMPLED,
          name: 'worker, process 7, thread 8, cycles',
          unit: 'none',
          endValue: 17,
          pyrograph: { event: 'cycles', comm: 'worker', pid: 7, tid: 8 },
          weights: [10, 7],
          samples: [[0, 1], [0]],
        },
        {
          ...SAMPLED,
          name: 'worker, process 7, thread 9, cpu-clock',
          unit: 'nanoseconds',
          endValue: 5,
          pyrograph: { event: 'cpu-clock', comm: 'worker', pid: 7, tid: 9 },
          weights: [5],
          samples: [[0, 1]],
        },
        {
          ...SAMPLED,
          name: 'worker, process 7, thread 8, space (bytes)',
          unit: 'bytes',
          endValue: 1,
          pyrograph: { event: 'space (bytes)', comm: 'worker', pid: 7, tid: 8 },
          weights: [1],
          samples: [[2]],
        },
      ],
      shared: {
        frames: [
          { name: 'main', file: '/bin/app' },
          { name: 'A.f', file: '/app/main.py' },
          { name: '[no stack]' },
        ],
      },
    });
  });

  test('may be limited to one event, and may be empty', () => {
    const profile = rawOf('a | cycles 1 | f 1\na | faults 2 | g 2');
    expect(write(profile, 1)).toMatchObject({
      profiles: [{ weights: [2] }],
      shared: { frames: [{ name: 'g' }] },
    });
    expect(write(new ProfileBuilder().finish())).toMatchObject({ profiles: [], shared: { frames: [] } });
  });

  test('has recorded names where displayed name and file would be ambiguous', () => {
    expect(write(rawOf('py::f:<string>;py::jit:LOAD_FAST@/bin/app 1'))).toMatchObject({
      shared: {
        frames: [
          { name: 'py::f:<string>', file: '<string>' },
          { name: 'py::jit:LOAD_FAST', file: '/bin/app' },
        ],
      },
    });
  });

  test('is written in chunks if it is large', () => {
    const profile = syntheticProfile({ seed: 5, samples: 20_000, depth: 40, events: ['a', 'b'] });
    const chunks = [...writeSpeedscope(atLevel(classify(profile), 'raw'), 'raw', 'out.perf')];
    expect(chunks.length).toBeGreaterThan(10);
    expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThan(2 << 20);
    expect(isValid(JSON.parse(chunks.join('')))).toBe(true);
  });
});
