import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bytesOf, concatBytes, open, read, sourceOf } from '../../../fixtures/sources.ts';
import { trimLines, samplesOf } from '../../../fixtures/text.ts';
import { openProfile } from '../../../workers/pipeline.ts';
import { NO_LISTENER } from '../../../workers/reading/read-recording.ts';
import { SCHEMA } from './schema.ts';

const FRAMES = [{ name: 'f' }, { name: 'g' }, { name: 'h' }];

function fileOf(profiles: unknown, frames: unknown = FRAMES): string {
  return JSON.stringify({ $schema: SCHEMA, profiles, shared: { frames } });
}

function sampled(samples: unknown, weights: unknown, members: object = {}) {
  return {
    type: 'sampled',
    name: 'main',
    unit: 'none',
    startValue: 0,
    endValue: 9,
    samples,
    weights,
    ...members,
  };
}

function evented(events: readonly unknown[], members: object = {}) {
  return { type: 'evented', name: 'main', unit: 'none', startValue: 0, endValue: 9, events, ...members };
}

const openEvent = (at: number, frame: unknown) => ({ type: 'O', at, frame });
const closeEvent = (at: number, frame: unknown) => ({ type: 'C', at, frame });

async function expectRead(file: string, samples: string, notes: readonly string[] = []): Promise<void> {
  const { profile, format } = await open(file);
  expect(format).toBe('speedscope');
  expect(samplesOf(profile).join('\n')).toBe(trimLines(samples));
  expect(profile.notes.map(({ kind, count }) => `${kind} ${count}`)).toEqual(notes);
}

describe('sampled profiles', () => {
  test('may have weights above 2^64 if sums stay finite', () =>
    expectRead(
      fileOf([
        sampled([[0], [1], [2]], [2 ** 64, 1e299, 1e300]),
        sampled([[0], [1]], [1e290, 1e292], { unit: 'seconds' }),
      ]),
      `main | weight | f ${2 ** 64}\nmain | weight | g 1e+299\nmain (2) | time (nanoseconds) | f 1e+299`,
      ['sample 2'],
    ));

  test('drop invalid process and thread IDs', async () => {
    const profileFor = (pid: unknown, tid: unknown) =>
      sampled([[0]], [1], { pyrograph: { event: 'x', comm: 'a', pid, tid } });
    await expectRead(
      fileOf([profileFor(-5, 2 ** 40), profileFor(1.5, 7), profileFor(3, 1e200)]),
      'a -5/1099511627776 | x | f 1\na -/7 | x | f 1\na 3/- | x | f 1',
      ['id 2'],
    );
  });

  test('have stacks, root first, and weights', () =>
    expectRead(
      fileOf([sampled([[0, 1], [2], []], [3, 0, 1.5])]),
      'main | weight | f;g 3\nmain | weight | h 0\nmain | weight | [no stack] 1.5',
    ));

  test('each become a thread', () =>
    expectRead(
      fileOf([sampled([[0]], [1]), sampled([[1]], [1], { name: 'worker' }), sampled([[2]], [1])]),
      'main | weight | f 1\nworker | weight | g 1\nmain (2) | weight | h 1',
    ));

  test.each([
    ['seconds', 'time (nanoseconds)', 10_020_000],
    ['milliseconds', 'time (nanoseconds)', 10_020],
    ['microseconds', 'time (nanoseconds)', 10],
    ['nanoseconds', 'time (nanoseconds)', 0],
    ['bytes', 'memory (bytes)', 0.01002],
  ])('in %s are converted', (unit, event, weight) =>
    expectRead(fileOf([sampled([[0]], [0.01002], { unit })]), `main | ${event} | f ${weight}`),
  );

  test('in an unknown unit have plain numbers as weights', () =>
    expectRead(fileOf([sampled([[0]], [2], { unit: 'joules' })]), 'main | weight | f 2', ['unit 1']));

  test('may have samples without a valid stack or weight, which are skipped', () => {
    const file = fileOf([sampled([[0], [0], [0], [0], 'f', null, [1]], [-1, null, '1', 0, 1, 1])]);
    return expectRead(file.replace('[-1,', '[1e999,'), 'main | weight | f 0', ['sample 6']);
  });

  test('have no times', async () => {
    const { samples } = await read(fileOf([sampled([[0], [0]], [1, 1], { unit: 'seconds' })]));
    expect([...samples.time]).toEqual([NaN, NaN]);
  });
});

describe('evented profiles', () => {
  test('become a sample for each interval between events', () =>
    expectRead(
      fileOf([
        evented([
          openEvent(1, 0),
          openEvent(2, 1),
          closeEvent(4, 1),
          openEvent(4, 2),
          closeEvent(5, 2),
          closeEvent(8, 0),
          openEvent(9, 0),
          closeEvent(9, 0),
        ]),
      ]),
      `main | weight | f 1
       main | weight | f;g 2
       main | weight | f;h 1
       main | weight | f 3`,
    ));

  test('have times if their unit is a time unit', () =>
    expectRead(
      fileOf([
        evented([openEvent(0.5, 0), closeEvent(0.75, 0), openEvent(1, 1), closeEvent(1.5, 1)], {
          unit: 'seconds',
        }),
      ]),
      `main | time (nanoseconds) 0.5 | f 250000000
       main | time (nanoseconds) 1 | g 500000000`,
    ));

  test('end at endValue, where all open frames are closed', () =>
    expectRead(
      fileOf([evented([openEvent(1, 0), openEvent(3, 1)])]),
      'main | weight | f 2\nmain | weight | f;g 6',
    ));

  test('close the innermost frame if frames are closed in the wrong order', () =>
    expectRead(
      fileOf([
        evented([openEvent(0, 0), openEvent(1, 1), closeEvent(2, 0), closeEvent(3, 1), closeEvent(4, 1)]),
      ]),
      'main | weight | f 1\nmain | weight | f;g 1\nmain | weight | f 1',
      ['events 3'],
    ));

  test('may have missing or decreasing times, which are ignored', () =>
    expectRead(
      fileOf([
        evented([
          openEvent(5, 0),
          openEvent(3, 1),
          { type: 'O', frame: 2 },
          closeEvent(7, 2),
          closeEvent(8, 1),
          closeEvent(8, 0),
        ]),
      ]),
      'main | weight | f;g;h 2\nmain | weight | f;g 1',
      ['at 2'],
    ));
});

describe('frames', () => {
  const expectFrame = (frame: unknown, name: string, notes: readonly string[] = []) =>
    expectRead(fileOf([sampled([[0]], [1])], [frame]), `main | weight | ${name} 1`, notes);

  test.each([
    [{ name: 'work', file: 'app/main.py', line: 7 }, 'py::work:app/main.py L7'],
    [{ name: 'work', file: 'main.rb', line: 8 }, 'work@main.rb L8'],
    [{ name: 'work', line: -1 }, 'work'],
    [{ name: 'work', line: 'x' }, 'work'],
    [{ name: '<module>', file: '<frozen os>' }, 'py::<module>:<frozen os>'],
    [{ name: 'py::f:<string>', file: '<string>' }, 'py::f:<string>'],
    [{ name: 'malloc', file: '/usr/lib/libc.so.6' }, 'malloc@/usr/lib/libc.so.6'],
    [{ name: 'malloc', file: null }, 'malloc'],
    [{ name: 'malloc', file: '' }, 'malloc'],
    [{ name: '[no stack]' }, '[no stack]'],
  ])('%j become %s', (frame, name) => expectFrame(frame, name));

  test('on different lines of a function become one function', async () => {
    const frames = [
      { name: 'f', file: 'a.py', line: 1 },
      { name: 'f', file: 'a.py', line: 2 },
    ];
    expect((await read(fileOf([sampled([[0], [1]], [1, 1])], frames))).funcs.length).toBe(1);
  });

  test.each([[undefined], ['f'], [{ line: 0 }], [{ name: 7 }]])('without a name (%j) are unknown', (frame) =>
    expectFrame(frame, '[unknown]', ['unnamed 1']),
  );

  test('that do not exist are unknown', () =>
    expectRead(
      fileOf([sampled([[3, -1, 0.5, 'f', null]], [1])]),
      'main | weight | [unknown];[unknown];[unknown];[unknown];[unknown] 1',
      ['unnamed 5'],
    ));
});

describe('a file', () => {
  const file = fileOf([sampled([[0, 1]], [1])]);

  test('may be compressed, indented, escaped, or begin with a byte order mark', async () => {
    const plain = samplesOf(await read(file));
    expect(samplesOf(await read(gzipSync(file)))).toEqual(plain);
    expect(samplesOf(await read(JSON.stringify(JSON.parse(file), null, 2)))).toEqual(plain);
    expect(samplesOf(await read(concatBytes('\uFEFF', bytesOf(file))))).toEqual(plain);
    expect(samplesOf(await read(file.replaceAll('/', '\\/')))).toEqual(plain);
  });

  test('may have profiles of other types, which are skipped', () =>
    expectRead(fileOf([null, 7, { type: 'heap' }, sampled([[0]], [1])]), 'main | weight | f 1', ['type 3']));

  const errorOf = async (content: string) => {
    const outcome = await openProfile([sourceOf(content, 'a.json')], NO_LISTENER);
    return outcome.ok ? undefined : outcome.problem.text;
  };

  test('that is truncated is rejected with an explanation', async () =>
    expect(await errorOf(file.slice(0, -9))).toBe(
      '“a.json” cannot be opened: its JSON is truncated or damaged.',
    ));

  test('without profiles is rejected with an explanation', async () =>
    expect(await errorOf(`{"$schema":"${SCHEMA}"}`)).toBe(
      '“a.json” cannot be opened: it looks like a speedscope file, but has no list of profiles.',
    ));

  test('with a different schema is reported as JSON', async () =>
    expect(await errorOf('{"$schema":"https://json-schema.org/draft-07/schema","profiles":[]}')).toMatch(
      /“a.json” is JSON; /,
    ));
});
