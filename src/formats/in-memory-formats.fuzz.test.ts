// Any file in an in-memory format, however damaged or malicious, opens or reports a problem, in bounded memory.

import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzzedOffsets, fuzzRuns, triesAllRecordings } from '../../fixtures/fuzz.ts';
import { mutate, arbitraryMutation, MUTATIONS } from '../../fixtures/mutate.ts';
import { pprofOf } from '../../fixtures/pprof.ts';
import { rawOf } from '../../fixtures/raw.ts';
import { sourceOf } from '../../fixtures/sources.ts';
import { openProfile, profileAtLevel, buildCallTree, type OpenProfile } from '../../workers/pipeline.ts';
import { NO_LISTENER } from '../../workers/reading/read-recording.ts';
import { BUDGET, type Budget } from '../model/budget.ts';
import { LEVELS } from '../model/levels.ts';
import { Form, headerOf } from './compact/layout.ts';
import { NumberWriter } from './compact/number-writer.ts';
import { writeCompact } from './compact/write-compact.ts';
import { writePprof } from './pprof/write-pprof.ts';
import { SCHEMA } from './speedscope/schema.ts';
import { writeSpeedscope } from './speedscope/write-speedscope.ts';
import '../../fixtures/seed.ts';

/** Smaller than the default, so that unbounded reading fails quickly. */
const SMALL: Budget = {
  ...BUDGET,
  functions: 2 ** 16,
  modules: 2 ** 16,
  characters: 2 ** 22,
  stacks: 2 ** 21,
  samples: 2 ** 20,
  threads: 2 ** 12,
};

/** Opens the file; undefined if it reports a problem. */
async function opened(bytes: Uint8Array | string): Promise<OpenProfile | undefined> {
  const outcome = await openProfile([sourceOf(bytes)], NO_LISTENER, { budget: SMALL });
  if (!outcome.ok) {
    expect(outcome.problem.text).toMatch(/^[^\n]+\.$/);
    return undefined;
  }
  const { stacks, samples, funcs, strings } = outcome.value.classified.profile;
  // No file may exceed the budget.
  expect(stacks.length).toBeLessThanOrEqual(SMALL.stacks);
  expect(samples.length).toBeLessThanOrEqual(SMALL.samples);
  // Levels add functions, and readable names add characters.
  expect(funcs.length).toBeLessThan(SMALL.functions * 4);
  expect(strings.reduce((sum, text) => sum + text.length, 0)).toBeLessThan(SMALL.characters * 2);
  return outcome.value;
}

function expectConsistent(open: OpenProfile): void {
  const { events, samples, notes } = open.recording;
  expect(events.reduce((sum, event) => sum + event.samples, 0)).toBe(samples);
  expect(new Set(notes.map(({ kind }) => kind)).size).toBe(notes.length);
  for (const { name } of LEVELS) {
    const shown = profileAtLevel(open, name);
    for (const [event, { weight }] of events.entries()) {
      expect(Number.isFinite(weight)).toBe(true);
      const [total] = buildCallTree(shown, event).tree.total;
      expect(Math.abs(total - weight)).toBeLessThanOrEqual(weight * 1e-9);
    }
  }
}

const PROFILE = rawOf(`
  worker 7/8 | cycles 1 | main@/bin/app;py::A.f:/app/main.py@/tmp/perf-7.map;_PyEval_EvalFrameDefault@/lib/libpython3.13.so;do_idle@[kernel] ^ 10
  worker 7/9 | cycles 2 | main@/bin/app;py::A.f:/app/main.py@/tmp/perf-7.map;g (inlined) 5
  | cpu-clock 3 | [no stack] 1`);
const PPROF = new Uint8Array(Buffer.concat([...writePprof(PROFILE, 'raw').chunks]));
const SPEEDSCOPE = new TextEncoder().encode([...writeSpeedscope(PROFILE, 'raw', 'out.perf')].join(''));

const COMPACT = [Form.summed, Form.individual].map((form) =>
  writeCompact(PROFILE, { form, level: undefined, minShare: 0 }),
);

const change = arbitraryMutation(
  fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 12 }),
    // Long varints, and JSON tokens.
    fc.constantFrom(...[9, 10, 11].map((length) => new Uint8Array(length).fill(0xff).fill(1, -1))),
    fc
      .constantFrom('[', ']', '{', '}', ',', '"', 'null', '-1', '1e999', '[[', '{}', '0', '.5', '"a"', ':')
      .map((text) => new TextEncoder().encode(text)),
  ),
);
const moreChanges = fc.array(change, { maxLength: 5 });

describe.each([
  ['a pprof profile', PPROF],
  ['a speedscope file', SPEEDSCOPE],
  ['a Pyrograph file with aggregated samples', COMPACT[0]],
  ['a Pyrograph file with individual samples', COMPACT[1]],
])('%s', (_format, intact) => {
  test('opens', async () => {
    const open = await opened(intact);
    expect(open?.recording.samples).toBe(3);
    expectConsistent(open!);
  });

  test.each(MUTATIONS)('opens or reports a problem after random changes, first: %s', async (kind) => {
    await fc.assert(
      fc.asyncProperty(change, moreChanges, async (first, more) => {
        const open = await opened(mutate(intact, [{ ...first, kind }, ...more], 5));
        if (open) expectConsistent(open);
      }),
      { numRuns: fuzzRuns(20) },
    );
  });

  test('opens or reports a problem when truncated', async () => {
    for (const end of fuzzedOffsets(1, intact.length)) {
      const open = await opened(intact.slice(0, end));
      if (open) expectConsistent(open);
    }
  });

  test('reports a problem when its gzip data is truncated', async () => {
    const packed = new Uint8Array(gzipSync(intact));
    for (const end of fuzzedOffsets(20, packed.length, 7))
      expect(await opened(packed.slice(0, end))).toBe(undefined);
  });
});

const id = fc.oneof(fc.nat({ max: 5 }), fc.constantFrom(2 ** 53, 2n ** 64n - 1n));
const value = fc.oneof(fc.nat({ max: 3 }), fc.constantFrom(-1n, -(2n ** 63n), 2n ** 63n - 1n, 1000));
const word = fc.constantFrom('', 'f', 'py::', 'py::f:/a.py', '/a.py', '[no stack]', '[unknown]');

/** IDs are never 0, which the encoder omits. */
describe('a pprof profile with arbitrary numbers', () => {
  test('opens', async () => {
    const profile = fc.record({
      types: fc.array(fc.constantFrom('samples/count', 'cpu/nanoseconds', 'a/'), {
        minLength: 1,
        maxLength: 3,
      }),
      modules: fc.array(word, { maxLength: 2 }),
      functions: fc.array(fc.record({ name: word, system: word, file: word }), { maxLength: 3 }),
      locations: fc.array(
        fc.record({
          id: id.map((each) => each || 9),
          module: fc.nat({ max: 3 }),
          lines: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
        }),
        { maxLength: 4 },
      ),
      samples: fc.array(
        fc.record({
          stack: fc.array(id, { maxLength: 4 }),
          values: fc.array(value, { minLength: 1, maxLength: 4 }),
          labels: fc.dictionary(
            fc.constantFrom('thread', 'tid', 'pid', 'comm', 'event', '__proto__'),
            fc.oneof(word, fc.integer()),
          ),
        }),
        { maxLength: 5 },
      ),
    });
    await fc.assert(
      fc.asyncProperty(profile, async (made) => {
        const open = await opened(pprofOf(made));
        expectConsistent(open!);
      }),
      { numRuns: fuzzRuns(100) },
    );
  });
});

describe('a speedscope file with arbitrary values', () => {
  const anyValue = fc.oneof(
    fc.constantFrom(null, true, -1, 0, 1, 2, 1e300, '', 'O', 'C', 'sampled', 'seconds', [], {}),
    fc.double(),
  );
  const event = fc.record(
    { type: fc.constantFrom('O', 'C'), at: anyValue, frame: anyValue },
    { requiredKeys: [] },
  );
  const profile = fc.record(
    {
      type: fc.constantFrom('sampled', 'evented', 'other', 7),
      name: anyValue,
      unit: fc.oneof(fc.constantFrom('seconds', 'bytes', 'none'), anyValue),
      endValue: anyValue,
      samples: fc.oneof(anyValue, fc.array(fc.oneof(anyValue, fc.array(anyValue)))),
      weights: fc.oneof(anyValue, fc.array(anyValue)),
      events: fc.oneof(anyValue, fc.array(fc.oneof(anyValue, event))),
      pyrograph: fc.oneof(
        anyValue,
        fc.record({ event: anyValue, pid: anyValue, tid: anyValue, comm: anyValue }),
      ),
    },
    { requiredKeys: ['type'] },
  );
  const file = fc.record(
    {
      profiles: fc.oneof(anyValue, fc.array(fc.oneof(anyValue, profile))),
      shared: fc.oneof(anyValue, fc.record({ frames: fc.array(anyValue) })),
      pyrograph: anyValue,
    },
    { requiredKeys: ['profiles'] },
  );

  test('opens or reports a problem', async () => {
    await fc.assert(
      fc.asyncProperty(file, async (made) => {
        const open = await opened(JSON.stringify({ $schema: SCHEMA, ...made }));
        if (open) expectConsistent(open);
        else expect(made.profiles).not.toBeInstanceOf(Array);
      }),
      { numRuns: fuzzRuns(100) },
    );
  });
});

/** Repeats the bytes until the result has at least this length. */
function many(bytes: Uint8Array, length: number): Uint8Array {
  const result = new Uint8Array(Math.ceil(length / bytes.length) * bytes.length);
  for (let at = 0; at < result.length; at += bytes.length) result.set(bytes, at);
  return result;
}

/** Encodes a length-delimited field. */
function field(number: number, content: Uint8Array): Uint8Array {
  const length: number[] = [];
  let rest = content.length;
  for (; rest > 127; rest = rest >>> 7) length.push((rest & 127) | 128);
  const result = new Uint8Array(1 + length.length + 1 + content.length);
  result.set([number * 8 + 2, ...length, rest]);
  result.set(content, result.length - content.length);
  return result;
}

const HEAD = pprofOf({ samples: [] });
const MB = 1 << 20;
/** Bytes of rows. Half a MB has more functions than SMALL allows. */
const ROWS = triesAllRecordings ? 2 * MB : MB / 2;
/** More frames than SMALL allows functions. */
const FRAMES = triesAllRecordings ? 3e5 : 1e5;

describe('a malicious pprof profile', () => {
  test.each<[string, Uint8Array[]]>([
    [
      'a stack of a million frames',
      [field(2, concat(field(1, many(Uint8Array.of(1), 1e6)), field(2, Uint8Array.of(1, 1))))],
    ],
    [
      'a stack of five million frames',
      [field(2, concat(field(1, many(Uint8Array.of(1), 5 * MB)), field(2, Uint8Array.of(1, 1))))],
    ],
    [
      'more functions than the limit, inlined at one location, on a deep stack',
      [
        field(4, concat(Uint8Array.of(8, 9), many(field(4, Uint8Array.of(8, 1)), ROWS))),
        field(2, concat(field(1, many(Uint8Array.of(9), ROWS)), field(2, Uint8Array.of(1, 1)))),
      ],
    ],
    ['only empty strings', [many(Uint8Array.of(0x32, 0), ROWS)]],
    ['only empty functions', [many(Uint8Array.of(0x2a, 0), ROWS)]],
    ['only empty locations', [many(Uint8Array.of(0x22, 0), ROWS)]],
    ['only empty lines', [field(4, many(Uint8Array.of(0x22, 0), ROWS))]],
    ['only empty samples', [many(Uint8Array.of(0x12, 0), ROWS)]],
    ['only empty types', [many(Uint8Array.of(0x0a, 0), ROWS)]],
    ['more values than types', [field(2, field(2, many(Uint8Array.of(1), ROWS)))]],
    ['samples with a count of a thousand', [many(field(2, Uint8Array.of(0x12, 3, 0xe8, 7, 1)), ROWS)]],
    ['many samples', [many(field(2, Uint8Array.of(0x0a, 1, 1, 0x12, 2, 1, 1)), ROWS)]],
    ['one long name in many functions', [field(6, new Uint8Array(4 * MB).fill(97)), manyFunctions(20_000)]],
    [
      'one long label on many samples',
      [
        field(6, new TextEncoder().encode('thread')),
        field(6, new Uint8Array(4 * MB).fill(97)),
        many(field(2, Uint8Array.of(0x0a, 1, 1, 0x12, 2, 1, 1, 0x1a, 4, 8, 8, 16, 9)), ROWS),
      ],
    ],
  ])('%s', async (_what, parts) => {
    const open = await opened(concat(HEAD, ...parts));
    if (open) expect(open.recording.samples).toBeLessThanOrEqual(2 ** 24);
  });
});

/** Encodes functions that share the name in row 8, each with one location and sample. */
function manyFunctions(count: number): Uint8Array {
  const rows = Array.from({ length: count }, (_, i) => {
    const id = [0x80 | (i & 127), 0x80 | ((i >> 7) & 127), (i >> 14) | 4];
    return concat(
      field(5, Uint8Array.of(8, ...id, 16, 8)),
      field(4, Uint8Array.of(8, ...id, 0x10, ...id, 0x22, 4, 8, ...id)),
      field(3, Uint8Array.of(8, ...id)),
      field(2, Uint8Array.of(0x0a, 3, ...id, 0x12, 2, 1, 1)),
    );
  });
  return concat(...rows);
}

function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

describe('a malicious speedscope file', () => {
  const wrapped = (profiles: string, frames = '{"name":"f"}') =>
    `{"$schema":"${SCHEMA}","shared":{"frames":[${frames}]},"profiles":[${profiles}]}`;
  const sampled = (samples: string, weights: string) =>
    `{"type":"sampled","name":"a","unit":"none","samples":[${samples}],"weights":[${weights}]}`;
  const evented = (events: string) =>
    `{"type":"evented","name":"a","unit":"seconds","endValue":1e300,"events":[${events}]}`;
  const times = (text: string, count: number) => `${text},`.repeat(count).slice(0, -1);

  test.each<[string, string]>([
    ['nested arrays', wrapped('['.repeat(1e6) + ']'.repeat(1e6))],
    ['unclosed arrays', wrapped('['.repeat(2e6))],
    ['more arrays than the limit', wrapped(times('[]', 11e6))],
    ['a stack of a million frames', wrapped(sampled(`[${times('0', 1e6)}]`, '1'))],
    ['a stack of three million frames', wrapped(sampled(`[${times('0', 3e6)}]`, '1'))],
    ['undefined frames', wrapped(sampled(`[${times('4294967295', FRAMES)}]`, '1'))],
    ['many profiles with the same name', wrapped(times(sampled('[0]', '1'), FRAMES / 3))],
    ['many frames that are never closed', wrapped(evented(times('{"type":"O","frame":0,"at":1}', FRAMES)))],
    ['many frames that are only closed', wrapped(evented(times('{"type":"C","frame":0,"at":1}', FRAMES)))],
    [
      'times and weights that overflow',
      wrapped(
        `${evented('{"type":"O","frame":0,"at":-1e308},{"type":"C","frame":0,"at":1e308}')},${sampled('[0],[0]', '1e308,1e308')}`,
      ),
    ],
    [
      'object keys that are special in JavaScript',
      wrapped(sampled('[0]', '1'), '{"name":"__proto__","file":"constructor"}').replace(
        '"shared"',
        '"__proto__":{"profiles":[1]},"shared"',
      ),
    ],
  ])('%s', async (_what, text) => {
    const open = await opened(text);
    if (open) for (const { weight } of open.recording.events) expect(Number.isFinite(weight)).toBe(true);
  });
});

describe('a malicious Pyrograph file', () => {
  /** Encodes a file of these numbers, optionally repeated. */
  const numbers = (...parts: readonly (number | readonly [value: number, times: number])[]) => {
    const to = new NumberWriter();
    to.raw(headerOf(Form.summed));
    for (const part of parts) {
      const [value, times] = typeof part === 'number' ? [part, 1] : part;
      for (let i = 0; i < times; i++) to.varint(value);
    }
    return to.take();
  };
  /** Tables with the string `a`, no modules, and an event, a thread and a function with that name. */
  const TABLES = [0, 0, 1, 0, 1, 97, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0] as const;
  const NO_STACKS = [0, 0] as const;
  const M = MB;

  test.each<[string, Uint8Array, number | undefined]>([
    ['a frame', numbers(...TABLES, 1, 0, 0, 0, 1, 2, 0, 0, 0, 1, 0, 0), 1],
    [
      'a stack of a million frames',
      numbers(...TABLES, M, 0, 0, 0, [1, M - 2], 0, 2, 1, 2 * M, 0, 0, 0, 1, 0, 0),
      1,
    ],
    ['more stacks than it has bytes', numbers(...TABLES, 2 ** 40, [0, 100]), undefined],
    ['more samples than it has bytes', numbers(...TABLES, ...NO_STACKS, 2 ** 40, [0, 100]), undefined],
    ['a sample with a count of a billion', numbers(...TABLES, ...NO_STACKS, 1, 0, 0, 0, 2 ** 30, 1, 0, 0), 1],
    [
      'strings that each repeat and extend the previous one',
      numbers(0, 0, 100_000, ...Array.from({ length: 100_000 }, (_, i) => i), [1, 100_000], [97, 100_000]),
      undefined,
    ],
  ])('%s', async (_what, bytes, samples) => {
    const open = await opened(bytes);
    expect(open?.recording.samples).toBe(samples);
  });
});
