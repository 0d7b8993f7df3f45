// Speedscope's JSON is recognized by its members, in any order and of any size.

import { describe, expect, test } from 'vitest';
import { bytesOf, open } from '../../../fixtures/sources.ts';
import { sniffInMemoryFormat } from '../index.ts';
import { isSpeedscope, SCHEMA } from './schema.ts';

const profile = { type: 'sampled', name: 'main', unit: 'none', startValue: 0, endValue: 2 };
const data = { samples: [[0], [0, 1]], weights: [1, 1] };
const shared = { frames: [{ name: 'f' }, { name: 'g' }] };
/** Larger than the part of a file that is examined. */
const manyFrames = Array.from({ length: 20_000 }, (_, i) => ({ name: `function ${i}` }));

describe('opens a file', () => {
  test.each<[string, object]>([
    ['with its schema first', { $schema: SCHEMA, shared, profiles: [{ ...profile, ...data }] }],
    ['with its schema last', { profiles: [{ ...profile, ...data }], shared, $schema: SCHEMA }],
    [
      'with its schema after many frames',
      { shared: { frames: manyFrames }, profiles: [{ ...profile, ...data }], $schema: SCHEMA },
    ],
    [
      'with its schema after many samples',
      {
        profiles: [
          {
            samples: Array.from({ length: 30_000 }, () => [0, 1]),
            weights: Array<number>(30_000).fill(1),
            ...profile,
          },
        ],
        shared,
        $schema: SCHEMA,
      },
    ],
    [
      'without a schema, with its frames first',
      { version: '0.0.1', shared, profiles: [{ ...profile, ...data }] },
    ],
    [
      'without a schema, with its profiles first',
      { name: 'a', exporter: 'b', profiles: [{ ...data, ...profile }], shared },
    ],
    [
      'without a schema, with events',
      {
        profiles: [
          {
            ...profile,
            type: 'evented',
            events: [
              { type: 'O', frame: 0, at: 0 },
              { type: 'C', frame: 0, at: 2 },
            ],
          },
        ],
        shared,
      },
    ],
  ])('%s', async (_, file) => {
    const { format, profile: read } = await open(JSON.stringify(file));
    expect(format).toBe('speedscope');
    expect(read.samples.length).toBeGreaterThan(0);
  });
});

describe('rejects other JSON', () => {
  test.each<[string, unknown]>([
    ['an array', [1]],
    ['a different schema', { $schema: 'https://json-schema.org/draft/2020-12/schema', profiles: [] }],
    ['a Firefox profile', { meta: {}, shared: { stringArray: [] }, threads: [] }],
    ['frames that are not objects', { shared: { frames: [1, 2] } }],
    ['profiles with unknown members', { profiles: [{ id: 1, type: 'sampled' }] }],
    ['profiles without data', { profiles: [{ name: 'a' }] }],
    ['no profiles', { profiles: [] }],
  ])('%s', (_, json) => expect(isSpeedscope(json)).toBe(false));
});

test('a file that begins with many spaces and lines is recognized', async () => {
  const json = '{"$schema": "https://www.speedscope.app/file-format-schema.json"}';
  expect(await sniffInMemoryFormat(bytesOf(`${' '.repeat(3000)}${'\n'.repeat(3000)}${json}`))).toBe(
    'speedscope',
  );
  expect(await sniffInMemoryFormat(bytesOf(`${' '.repeat(3000)}main;f 1`))).toBeUndefined();
});
