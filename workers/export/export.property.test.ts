// Exports of synthetic profiles read back the same, as far as the format allows.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzzRuns } from '../../fixtures/fuzz.ts';
import {
  contentOf,
  expectSameAfterExport,
  expectSameFolded,
  exportBytes,
  foldedEvent,
  openBytes,
} from '../../fixtures/round-trips.ts';
import { fixture } from '../../fixtures/sources.ts';
import { CONTRACT_FRAMES, syntheticProfile } from '../../fixtures/synthetic.ts';
import type { ProfileExport } from '../../src/model/exports.ts';
import { LEVELS, type Level } from '../../src/model/levels.ts';
import { classify } from '../../src/python/classify.ts';
import { atLevel } from '../../src/python/levels.ts';
import '../../fixtures/seed.ts';

const FRAMES = [...CONTRACT_FRAMES, 'py::odd "näme"\\:<string>@/tmp/perf-77.map', 'py::g:/app/main.py'];
const EVENTS = ['cycles', 'cpu-clock:P', 'samples', 'space (bytes)', 'x (count)', 'a;b "c"'];

function profilesOf(frames: readonly string[]) {
  return fc
    .record({
      seed: fc.integer(),
      samples: fc.integer({ min: 0, max: 60 }),
      depth: fc.integer({ min: 0, max: 12 }),
      threads: fc.integer({ min: 1, max: 4 }),
      events: fc.subarray(EVENTS, { minLength: 1 }),
      frames: fc.subarray([...frames], { minLength: 1 }),
    })
    .map(syntheticProfile);
}

const isInlined = (frame: string) => frame.endsWith('(inlined)');

describe('a synthetic profile', () => {
  test.each(['pprof', 'speedscope'] as const)('is unchanged after export to %s', async (to) => {
    await fc.assert(
      fc.asyncProperty(profilesOf(FRAMES), async (profile) => {
        const raw = atLevel(classify(profile), 'raw');
        const { classified, recording } = await openBytes(await exportBytes(to, raw, 'raw'));
        expect(contentOf(atLevel(classified, 'raw'))).toEqual(contentOf(raw));
        expect(recording.notes.filter(({ kind }) => kind !== 'empty')).toEqual([]);
      }),
      { numRuns: fuzzRuns(75) },
    );
  });

  test('folds the same after export to pprof, if it has no inlined functions', async () => {
    await fc.assert(
      fc.asyncProperty(profilesOf(FRAMES.filter((frame) => !isInlined(frame))), async (profile) => {
        const first = classify(profile);
        const again = await openBytes(await exportBytes('pprof', atLevel(first, 'raw'), 'raw'));
        expectSameFolded(again.classified, first);
      }),
      { numRuns: fuzzRuns(75) },
    );
  });

  test.each(LEVELS.map(({ name }) => name))(
    'exported at %s reads back the same at raw',
    async (level: Level) => {
      await fc.assert(
        fc.asyncProperty(
          profilesOf(FRAMES),
          fc.constantFrom('pprof', 'speedscope'),
          async (profile, to: ProfileExport) => {
            const shown = atLevel(classify(profile), level);
            const { classified } = await openBytes(await exportBytes(to, shown, level));
            expect(contentOf(atLevel(classified, 'raw'))).toEqual(contentOf(shown));
          },
        ),
        { numRuns: fuzzRuns(20) },
      );
    },
  );

  /** Inlined frames are classified by the function that contains them, which these levels remove. */
  const PHYSICAL = FRAMES.filter((frame) => !isInlined(frame));

  test.each(['python-c', 'python-leaf-c', 'python'] as const)(
    'exported at %s reads back the same at that level, including recursion',
    async (level) => {
      await fc.assert(
        fc.asyncProperty(
          profilesOf(PHYSICAL),
          fc.constantFrom<ProfileExport>('pprof', 'speedscope'),
          async (profile, to) => {
            const shown = atLevel(classify(profile), level);
            const { classified } = await openBytes(await exportBytes(to, shown, level));
            expect(contentOf(atLevel(classified, level))).toEqual(contentOf(shown));
          },
        ),
        { numRuns: fuzzRuns(50) },
      );
    },
  );

  test('exported for one event contains only that event', async () => {
    const profile = syntheticProfile({ seed: 1, samples: 40, depth: 5, events: ['a', 'b', 'c'] });
    const raw = atLevel(classify(profile), 'raw');
    const expected = foldedEvent(raw, 1);
    for (const to of ['pprof', 'speedscope'] as const) {
      const { classified } = await openBytes(await exportBytes(to, raw, 'raw', 1));
      expect(classified.profile.events).toEqual(['b']);
      expect(foldedEvent(atLevel(classified, 'raw'), 0)).toBe(expected);
    }
    expect(Buffer.from(await exportBytes('folded', raw, 'raw', 1)).toString()).toBe(expected);
  });
});

describe.each(['jit', 'inlined', 'columns', 'names-only', 'events', 'lines', 'rules'])('%s.perf', (name) => {
  test('is unchanged after export to pprof, at all levels', async () => {
    await expectSameAfterExport('pprof', await openBytes(fixture('recordings', `${name}.perf`)));
  });

  test('is unchanged after export to speedscope', async () => {
    await expectSameAfterExport('speedscope', await openBytes(fixture('recordings', `${name}.perf`)));
  });
});
