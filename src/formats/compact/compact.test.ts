// A profile written in Pyrograph's own format reads back unchanged: at every level, each node keeps its position.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectSameAfterSharing, nodesOf, openBytes } from '../../../fixtures/round-trips.ts';
import { fixture } from '../../../fixtures/sources.ts';
import { CONTRACT_FRAMES, syntheticProfile } from '../../../fixtures/synthetic.ts';
import { profileOf, samplesOf, textOf } from '../../../fixtures/text.ts';
import { LEVELS, type Level } from '../../model/levels.ts';
import { ProfileBuilder } from '../../model/builder.ts';
import { NONE, type Profile } from '../../model/profile.ts';
import { classify } from '../../python/classify.ts';
import { atLevel } from '../../python/levels.ts';
import { Form, HEADER_LENGTH, type Reduction } from './layout.ts';
import { readCompact } from './read-compact.ts';
import { writeCompact } from './write-compact.ts';
import '../../../fixtures/seed.ts';

const LEVEL_NAMES = LEVELS.map(({ name }) => name);
const UNREDUCED: Reduction = { level: undefined, minShare: 0 };

const profiles = fc
  .record({
    seed: fc.integer(),
    samples: fc.integer({ min: 0, max: 80 }),
    depth: fc.integer({ min: 0, max: 12 }),
    threads: fc.integer({ min: 1, max: 4 }),
    events: fc.subarray(['cycles', 'cpu-clock:P', 'space (bytes)'], { minLength: 1 }),
    frames: fc.subarray([...CONTRACT_FRAMES, 'py::odd "näme"\\:<string>@/tmp/perf-77.map'], { minLength: 1 }),
  })
  .map(syntheticProfile);

function expectSameGraphs(read: Profile, written: Profile, levels: readonly Level[] = LEVEL_NAMES): void {
  const [found, expected] = [classify(read), classify(written)];
  for (const level of levels)
    expect(nodesOf(atLevel(found, level)), level).toEqual(nodesOf(atLevel(expected, level)));
}

const atRawLevel = (profile: Profile) => atLevel(classify(profile), 'raw');
const roundTrip = (profile: Profile, form: Form, reduction = UNREDUCED) =>
  readCompact(writeCompact(profile, { form, ...reduction }));

describe('a round trip of a generated profile', () => {
  test.each([
    ['summed', Form.summed],
    ['individual', Form.individual],
  ])('with %s samples keeps the graph at all levels', (_name, form) => {
    fc.assert(
      fc.property(profiles, (profile) => expectSameGraphs(roundTrip(atRawLevel(profile), form), profile)),
      { numRuns: 80 },
    );
  });

  test('keeps every sample with its thread, time and weight', () => {
    fc.assert(
      fc.property(profiles, (profile) => {
        const first = atRawLevel(profile);
        expect(samplesOf(roundTrip(first, Form.individual))).toEqual(samplesOf(first));
      }),
      { numRuns: 80 },
    );
  });

  test.each(LEVEL_NAMES)('keeps the graph of a profile reduced to level %s', (level) => {
    fc.assert(
      fc.property(profiles, (profile) => {
        const shown = atLevel(classify(profile), level);
        const read = roundTrip(shown, Form.summed, { level, minShare: 0 });
        expect(nodesOf(atLevel(classify(read), level))).toEqual(nodesOf(shown));
      }),
      { numRuns: 40 },
    );
  });

  test('keeps sample counts and total weights in the summed form, even of huge or fractional weights', () => {
    const text = ['a;b 3', 'a;b 4', 'a 0.1', 'a 0.2', 'a;b | x 7', 'a;b | x 7', 'a;c 9007199254740993'].join(
      '\n',
    );
    const first = atRawLevel(profileOf(text));
    const { samples, events } = roundTrip(first, Form.summed);
    const sum = (of: number) =>
      samples.weight.reduce((total, weight, i) => total + (samples.event[i] === of ? weight : 0), 0);
    expect(samples.length).toBe(first.samples.length);
    expect(events).toEqual(first.events);
    for (const event of events.keys())
      expect(sum(event)).toBe(
        first.samples.weight.reduce((total, w, i) => total + (first.samples.event[i] === event ? w : 0), 0),
      );
    expectSameGraphs(roundTrip(first, Form.individual), profileOf(text));
  });

  test('a count beyond the integers does not make the file unreadable', () => {
    const note = { kind: 'lost', text: 'Samples were lost', count: 2 ** 64, line: NONE };
    const profile = { ...atRawLevel(profileOf('a 1')), notes: [note] };
    expect(roundTrip(profile, Form.individual).notes).toEqual([{ ...note, count: Number.MAX_SAFE_INTEGER }]);
  });

  test('says that long names of events and threads were cut', () => {
    const long = 'x'.repeat(300);
    const { events, threads, notes } = roundTrip(
      atRawLevel(profileOf(`${long} 1/1 | ${long} 1 | a 1`)),
      Form.individual,
    );
    expect([events, threads[0].comm]).toEqual([['x'.repeat(256)], 'x'.repeat(256)]);
    expect(notes.map(({ text, count }) => [text, count])).toEqual([
      ['Names of events and threads were cut after 256 characters', 2],
    ]);
  });

  test('keeps the notes in the individual form, and adds notes about a reduction', () => {
    const notes = [{ kind: 'cut', text: 'Stacks were cut', count: 3, line: 7 }];
    const first = { ...atRawLevel(profileOf('a 1')), notes };
    expect(roundTrip(first, Form.individual).notes).toEqual(notes);
    expect(roundTrip(first, Form.summed).notes).toEqual([]);
    const reduced = roundTrip(first, Form.summed, { level: 'python', minShare: 0.001 }).notes.map(
      ({ text }) => text,
    );
    expect(reduced).toEqual([
      'Only the level “Python only” was shared; other levels add no detail, and costs are those of its frames',
      'Boxes below 0.1% were merged into their callers before sharing, and cost what these cost',
    ]);
  });
});

describe('source lines', () => {
  const lined = fc
    .array(
      fc.array(fc.tuple(fc.nat({ max: 6 }), fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 2 ** 23 - 1 }))), {
        maxLength: 8,
      }),
      {
        minLength: 1,
        maxLength: 40,
      },
    )
    .map((stacks) => {
      const builder = new ProfileBuilder();
      const [thread, event] = [builder.thread(1, 2, 'a'), builder.event('cycles')];
      const frame = ([func, line]: readonly [number, number]) => {
        const isPython = func > 2;
        const name = isPython ? `py::f${func}:/srv/app.py` : `c${func}`;
        return builder.frame(
          builder.func(name, isPython ? NONE : builder.module('/bin/python3'), 0),
          isPython ? line : 0,
        );
      };
      for (const [i, frames] of stacks.entries()) {
        const stack = frames.reduce((parent, each) => builder.stack(parent, frame(each)), NONE as number);
        builder.sample(stack, thread, event, i, 1 + i);
      }
      return builder.finish();
    });

  test('are kept, in both forms', () => {
    fc.assert(
      fc.property(lined, fc.constantFrom(Form.individual, Form.summed), (profile, form) => {
        const read = roundTrip(profile, form);
        expect(textOf(read).split('\n').sort()).toEqual(textOf(profile).split('\n').sort());
      }),
      { numRuns: 150 },
    );
  });

  test('have a version of their own, so that files without them are read by older programs', () => {
    const versionOf = (text: string) =>
      writeCompact(profileOf(text), { form: Form.individual, ...UNREDUCED })[HEADER_LENGTH - 2];
    expect([versionOf('py::f:/a.py 1'), versionOf('py::f:/a.py L7 1')]).toEqual([1, 2]);
  });

  test('that are damaged are rejected', () => {
    const bytes = writeCompact(profileOf('py::f:/a.py L7 1'), { form: Form.summed, ...UNREDUCED });
    const at = bytes.indexOf(14, HEADER_LENGTH);
    // Zigzag: -1.
    expect(() => readCompact(bytes.with(at, 1))).toThrow(/damaged/);
  });
});

describe.each(['jit', 'inlined', 'columns', 'names-only', 'events', 'lines', 'rules'])('%s.perf', (name) => {
  test('is unchanged by a round trip', async () => {
    await expectSameAfterSharing(await openBytes(fixture('recordings', `${name}.perf`)));
  });
});

test('reads times as an older version wrote them, without a first time', () => {
  // Written by Pyrograph at commit 5da95dc.
  const written =
    'j1B5cgEBAAAGAAAAAAAAAAgDBgEEL2Jpbi9hcHBhcHBjeWNsZXNmbWFpbgEBAQMCAgAIAAkKAgUEAQAMDAAAAwECAgAAAAAAAgMEAQQAAAEAAAAA' +
    'AAABBAYIAYC8wZYL/8m17gGA7v+LUAA=';
  expect(samplesOf(readCompact(Uint8Array.from(Buffer.from(written, 'base64'))))).toEqual([
    'app 7/8 | cycles 1.5 | main@/bin/app;f 3',
    'app 7/8 | cycles 1.25 | main@/bin/app 4',
    '-/9 | cycles 12 | f 5',
  ]);
});

test.each([
  ['after 300 days of uptime', [26e15 + 4, 26e15, 26e15 + 1024]],
  ['that are not integers', [0.5, 1e30, 7]],
  ['that are far apart', [0, 2 ** 63, 1]],
  ['of which some are unknown', [NaN, 2 ** 60, NaN, 3]],
])('keeps times %s', (_which, times) => {
  const builder = new ProfileBuilder();
  const [thread, event] = [builder.thread(NONE, NONE, ''), builder.event('cycles')];
  for (const time of times) builder.sample(NONE, thread, event, time, 1);
  expect([...roundTrip(atRawLevel(builder.finish()), Form.individual).samples.time]).toEqual(times);
});

test('times after a long uptime take no extra space', () => {
  const sizeAt = (start: number) => {
    const builder = new ProfileBuilder();
    const [thread, event] = [builder.thread(NONE, NONE, ''), builder.event('cycles')];
    for (let i = 0; i < 1000; i++) builder.sample(NONE, thread, event, start + i * 1000, 1);
    return writeCompact(atRawLevel(builder.finish()), { form: Form.individual, ...UNREDUCED }).length;
  };
  expect(sizeAt(26e15)).toBe(sizeAt(1e9));
});

test('keeps thread IDs, including negative ones', () => {
  const ids = [NONE, 0, -2, 1 - 2 ** 52, 2 ** 52 - 1, 140_735_000_000_000];
  const builder = new ProfileBuilder();
  const event = builder.event('cycles');
  for (const id of ids) builder.sample(NONE, builder.thread(7, id, 'a'), event, NaN, 1);
  const { threads } = builder.finish();
  expect(roundTrip(atRawLevel(builder.finish()), Form.individual).threads).toEqual(threads);
});

test('rejects a file from a newer version with an explanation', () => {
  const bytes = writeCompact(atRawLevel(profileOf('a 1')), { form: Form.summed, ...UNREDUCED });
  bytes[4] = 3;
  expect(() => readCompact(bytes)).toThrow(/newer version/);
});

test('rejects references to missing rows', () => {
  const bytes = writeCompact(atRawLevel(profileOf('a;b 1')), { form: Form.summed, ...UNREDUCED });
  let rejected = 0;
  for (let at = 6; at < bytes.length; at++) {
    try {
      readCompact(bytes.with(at, 127));
    } catch (error) {
      rejected++;
      expect(String(error)).toMatch(/damaged|memory/);
    }
  }
  expect(rejected).toBeGreaterThan(10);
});
