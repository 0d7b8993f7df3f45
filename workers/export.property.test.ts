// Exports of synthetic profiles and real recordings read back the same, as far as the format allows.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesAt, filesIn, folders, SKIP_NOTE } from '../fixtures/profiles.ts';
import { fixture, sourceOf } from '../fixtures/sources.ts';
import { CONTRACT_FRAMES, syntheticProfile } from '../fixtures/synthetic.ts';
import { textOf } from '../fixtures/text.ts';
import type { ProfileExport } from '../src/model/exports.ts';
import { LEVELS, type Level } from '../src/model/levels.ts';
import { NONE, type Profile } from '../src/model/profile.ts';
import { classify, type Classified } from '../src/python/classify.ts';
import { atLevel } from '../src/python/levels.ts';
import { writeFolded } from '../src/formats/folded-writer.ts';
import { exportFile } from './export.ts';
import { openProfile, type OpenProfile } from './pipeline.ts';
import { NO_LISTENER } from './read-recording.ts';
import '../fixtures/seed.ts';

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

async function openOrThrow(bytes: Uint8Array | string): Promise<OpenProfile> {
  const outcome = await openProfile([sourceOf(bytes)], NO_LISTENER);
  if (!outcome.ok) throw new Error(outcome.problem.text);
  return outcome.value;
}

async function exportBytes(
  to: ProfileExport,
  profile: Profile,
  level: Level,
  event = NONE,
): Promise<Uint8Array> {
  const { content: file } = await exportFile(to, profile, level, event, 'out.perf');
  return new Uint8Array(await file.arrayBuffer());
}

function foldedText(profile: Profile, event: number): string {
  return Buffer.concat([...writeFolded(profile, event, 'period')]).toString();
}

/** The weight of every distinct thread, event and stack, and the number of samples of each event. */
function contentOf(profile: Profile): unknown {
  const counts = profile.events.map((name, event) => [
    name,
    profile.samples.event.filter((each) => each === event).length,
  ]);
  return { stacks: textOf(profile, 'names').split('\n').sort(), counts };
}

/** The event of the first profile that has the same name as an event of the second one. */
function sameEvent(profile: Profile, { events }: Profile, event: number): number {
  return profile.events.indexOf(events[event]);
}

function expectSameFolded(again: Classified, first: Classified): void {
  for (const { name } of LEVELS) {
    const [shown, expected] = [atLevel(again, name), atLevel(first, name)];
    for (const event of expected.events.keys()) {
      const found = foldedText(shown, sameEvent(shown, expected, event));
      expect(found === foldedText(expected, event), `${expected.events[event]} at ${name}`).toBe(true);
    }
  }
}

const isInlined = (frame: string) => frame.endsWith('(inlined)');

describe('a synthetic profile', () => {
  test.each(['pprof', 'speedscope'] as const)('is unchanged after export to %s', async (to) => {
    await fc.assert(
      fc.asyncProperty(profilesOf(FRAMES), async (profile) => {
        const raw = atLevel(classify(profile), 'raw');
        const { classified, recording } = await openOrThrow(await exportBytes(to, raw, 'raw'));
        expect(contentOf(atLevel(classified, 'raw'))).toEqual(contentOf(raw));
        expect(recording.notes.filter(({ kind }) => kind !== 'empty')).toEqual([]);
      }),
      { numRuns: 75 },
    );
  });

  test('folds the same after export to pprof, if it has no inlined functions', async () => {
    await fc.assert(
      fc.asyncProperty(profilesOf(FRAMES.filter((frame) => !isInlined(frame))), async (profile) => {
        const first = classify(profile);
        const again = await openOrThrow(await exportBytes('pprof', atLevel(first, 'raw'), 'raw'));
        expectSameFolded(again.classified, first);
      }),
      { numRuns: 75 },
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
            const { classified } = await openOrThrow(await exportBytes(to, shown, level));
            expect(contentOf(atLevel(classified, 'raw'))).toEqual(contentOf(shown));
          },
        ),
        { numRuns: 20 },
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
            const { classified } = await openOrThrow(await exportBytes(to, shown, level));
            expect(contentOf(atLevel(classified, level))).toEqual(contentOf(shown));
          },
        ),
        { numRuns: 50 },
      );
    },
  );

  test('exported for one event contains only that event', async () => {
    const profile = syntheticProfile({ seed: 1, samples: 40, depth: 5, events: ['a', 'b', 'c'] });
    const raw = atLevel(classify(profile), 'raw');
    const expected = foldedText(raw, 1);
    for (const to of ['pprof', 'speedscope'] as const) {
      const { classified } = await openOrThrow(await exportBytes(to, raw, 'raw', 1));
      expect(classified.profile.events).toEqual(['b']);
      expect(foldedText(atLevel(classified, 'raw'), 0)).toBe(expected);
    }
    expect(Buffer.from(await exportBytes('folded', raw, 'raw', 1)).toString()).toBe(expected);
  });
});

describe.each(['jit', 'inlined', 'columns', 'names-only', 'events', 'lines', 'rules'])('%s.perf', (name) => {
  test('is unchanged after export to pprof, at all levels', async () => {
    await expectSameAfter('pprof', fixture('recordings', `${name}.perf`));
  });

  test('is unchanged after export to speedscope', async () => {
    await expectSameAfter('speedscope', fixture('recordings', `${name}.perf`));
  });
});

const TEXT = 'expected.perf.gz';
const recorded = folders().filter((folder) => filesIn(folder).includes(TEXT));

describe.skipIf(recorded.length === 0)(`a recording folds the same after export${SKIP_NOTE}`, () => {
  test.each(recorded)('%s', async (folder) => {
    await expectSameAfter('pprof', bytesAt(folder, TEXT));
    await expectSameAfter('speedscope', bytesAt(folder, TEXT));
  });
});

async function expectSameAfter(to: ProfileExport, recording: Uint8Array): Promise<void> {
  const { classified: first } = await openOrThrow(recording);
  const raw = atLevel(first, 'raw');
  const { classified: again, recording: about } = await openOrThrow(await exportBytes(to, raw, 'raw'));
  expect(about.notes).toEqual([]);
  expect(contentOf(atLevel(again, 'raw'))).toEqual(contentOf(raw));
  // speedscope's format does not mark inlined functions, which the levels depend on.
  if (to === 'pprof') expectSameFolded(again, first);
}
