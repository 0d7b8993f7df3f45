// A file that exceeds the memory budget shows its data up to the limit, with a note that names the limit, and the other
// files open. Most files here are endless, so that reading beyond a limit would never finish.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BOMBS } from '../fixtures/bombs.mjs';
import { comm, concat, fork, mmap, perfData, sample, u64, USER } from '../fixtures/perf-data.ts';
import { fuzzRuns } from '../fixtures/fuzz.ts';
import '../fixtures/seed.ts';
import { blobOf, bytesOf, sourceOf } from '../fixtures/sources.ts';
import { samplesOf, textOf } from '../fixtures/text.ts';
import { blobStream, chunkStream } from '../src/bytes/byte-stream.ts';
import { LIMIT_NOTE, splitBudget, type Budget, type TableBudget } from '../src/model/budget.ts';
import type { Note, Profile } from '../src/model/profile.ts';
import { openProfile } from './pipeline.ts';
import { NO_LISTENER, readRecording, type ChunkReaders } from './reading/read-recording.ts';
import { readText } from './reading/read-text.ts';
import { sniff, type Source } from './reading/sniff.ts';

const SMALL: Budget = {
  functions: 1000,
  modules: 800,
  characters: 100_000,
  stacks: 5000,
  samples: 3000,
  threads: 200,
  processes: 300,
  mappings: 400,
  symbols: 100,
  jitFunctions: 50,
  companionBytes: 4e6,
  members: 20,
  wholeBytes: 1e5,
};

/** A file that is generated as it is read. */
function endless(kind: string, count = Infinity, name = kind): Source {
  const parts = BOMBS[kind](count)[Symbol.iterator]();
  const next = () => {
    const { value, done } = parts.next();
    return Promise.resolve(done === true ? undefined : bytesOf(value));
  };
  return { name, size: NaN, stream: () => chunkStream(next) };
}

function contentOf(kind: string, count: number): Uint8Array {
  return new Uint8Array(Buffer.concat([...BOMBS[kind](count)].map(bytesOf)));
}

interface OpenedFiles {
  readonly profile: Profile;
  readonly notes: readonly Note[];
}

async function openOrThrow(
  sources: readonly Source[],
  budget = SMALL,
  readers?: ChunkReaders,
): Promise<OpenedFiles> {
  const outcome = await openProfile(sources, NO_LISTENER, { readers, budget });
  if (!outcome.ok) throw new Error(outcome.problem.text);
  return { profile: outcome.value.classified.profile, notes: outcome.value.recording.notes };
}

const limitsIn = ({ notes }: OpenedFiles) =>
  notes.filter(({ kind }) => kind === LIMIT_NOTE).map(({ text }) => text);
const limit = (what: string) =>
  `Only the beginning of the recording is shown, up to the limit of ${what}: record for a shorter time`;

function expectWithin({ profile }: OpenedFiles, budget = SMALL): void {
  const { funcs, modules, stacks, samples, threads, strings } = profile;
  // Some functions have a variant that depends on their position in the stack.
  expect(funcs.length).toBeLessThanOrEqual(budget.functions * 2);
  expect(modules.length).toBeLessThanOrEqual(budget.modules);
  expect(stacks.length).toBeLessThanOrEqual(budget.stacks);
  expect(samples.length).toBeLessThanOrEqual(budget.samples);
  expect(threads.length).toBeLessThanOrEqual(budget.threads);
  expect(strings.reduce((sum, text) => sum + text.length, 0)).toBeLessThanOrEqual(budget.characters * 2);
}

describe('an endless text', () => {
  test.each([
    ['names', '1,000 functions', 1000],
    ['modules', '800 modules', 800],
    ['longNames', '100,000 characters in names', 99],
    ['stacks', '3,000 samples', 3000],
    ['threads', '200 threads', 200],
    ['samples', '3,000 samples', 3000],
  ])('of the kind “%s” stops at the limit of %s', async (kind, what, samples) => {
    const opened = await openOrThrow([endless(kind)]);
    expect(limitsIn(opened)).toEqual([limit(what)]);
    expect(opened.profile.samples.length).toBe(samples);
    expectWithin(opened);
  });

  test('of the kind “stacks” stops at the limit of stacks', async () => {
    const opened = await openOrThrow([endless('stacks')], { ...SMALL, stacks: 1000 });
    expect(limitsIn(opened)).toEqual([limit('1,000 stacks')]);
    expectWithin(opened, { ...SMALL, stacks: 1000 });
  });

  test('shows the data before the limit as if the text ended there', async () => {
    const { profile } = await openOrThrow([endless('names')]);
    const whole = await openOrThrow([sourceOf(contentOf('names', 1000))]);
    expect(limitsIn(whole)).toEqual([]);
    expect(textOf(profile)).toBe(textOf(whole.profile));
  });
});

describe('folded text with many lines and few stacks', () => {
  test('is read to its end, with samples aggregated by stack', async () => {
    const opened = await openOrThrow([endless('repeated', 100_000)]);
    expect(limitsIn(opened)).toEqual([]);
    expect(opened.notes.map(({ text, count }) => [text, count])).toEqual([
      ['Samples with the same stack are shown as one sample', 1],
    ]);
    const { weight, length } = opened.profile.samples;
    expect(length).toBeLessThanOrEqual(SMALL.samples);
    expect(weight.reduce((sum, each) => sum + each, 0)).toBe(100_000);
  });

  test('has the same weights as with an unlimited budget', async () => {
    const stacks = fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.nat({ max: 20 }), fc.nat({ max: 9 })), {
      minLength: 1,
      maxLength: 200,
    });
    const property = fc.asyncProperty(stacks, async (lines) => {
      const text = lines.map(([name, stack, weight]) => `${name};main;f${stack} ${weight}\n`).join('');
      const [few, all] = [
        await openOrThrow([sourceOf(text)], { ...SMALL, samples: 50 }),
        await openOrThrow([sourceOf(text)]),
      ];
      expect(limitsIn(few)).toEqual([]);
      expect(weights(few.profile)).toEqual(weights(all.profile));
    });
    await fc.assert(property, { numRuns: fuzzRuns(150) });
  });
});

/** The weight of each stack of each thread. */
function weights({ samples, threads }: Profile): Map<string, number> {
  const sums = new Map<string, number>();
  for (let i = 0; i < samples.length; i++) {
    const key = `${threads[samples.thread[i]].comm} ${samples.stack[i]}`;
    sums.set(key, (sums.get(key) ?? 0) + samples.weight[i]);
  }
  return sums;
}

describe('text read in chunks', () => {
  const shares: TableBudget[] = [];
  const readers: ChunkReaders = {
    maxChunks: 4,
    read: (text, chunk, budget) => {
      shares.push(budget);
      return readText(text, blobStream(blobOf(chunk)), { size: 4000, budget }, () => {});
    },
  };
  const readAs = async (content: Uint8Array, budget: Budget, chunks?: ChunkReaders) => {
    const sniffed = await sniff(sourceOf(content), 4000);
    if (sniffed.kind !== 'recording') throw new Error(sniffed.kind);
    const sizes = { piece: 4000, chunk: 8000 };
    const reading = { library: undefined, listener: NO_LISTENER, readers: chunks, sizes, budget };
    return readRecording(sniffed.opened, reading);
  };

  test.each(['names', 'threads', 'stacks', 'samples'])(
    'of the kind “%s” is truncated as if it were read in one go',
    async (kind) => {
      const content = contentOf(kind, 6000);
      const inOneGo = await readAs(content, SMALL);
      const inChunks = await readAs(content, SMALL, readers);
      expect(inOneGo.notes.map((note) => note.kind)).toEqual([LIMIT_NOTE]);
      expect([samplesOf(inChunks), inChunks.notes]).toEqual([samplesOf(inOneGo), inOneGo.notes]);
    },
  );

  test('has the same samples as if read in one go', async () => {
    shares.length = 0;
    const largeBudget = { ...SMALL, functions: 4000, characters: 1e6, stacks: 4000, samples: 4000 };
    const inChunks = await readAs(contentOf('names', 990), largeBudget, readers);
    expect([inChunks.samples.length, inChunks.notes]).toEqual([990, []]);
    expect(shares).toEqual(shares.map(() => splitBudget(largeBudget, 4)));
    expect(shares.length).toBe(4);
  });
});

describe('a perf.data file beyond the budget', () => {
  const at = (pid: number, time: number) => sample({ pid, time, chain: [USER, 0x1010] });
  const many = <T>(count: number, of: (i: number) => T) => Array.from({ length: count }, (_, i) => of(i));

  test.each([
    ['thread names', many(1000, (i) => comm(i + 1, 'a', i)), '300 processes'],
    ['forks', many(1000, (i) => fork([1, 1], [i + 2, i + 2], i)), '300 processes'],
    ['processes with one sample each', many(1000, (i) => at(i + 1, i)), '200 threads'],
    [
      'mappings of one file',
      many(1000, (i) => mmap({ pid: 7, start: 4096 * i, size: 4096, path: '/bin/app', time: i })),
      '400 mappings',
    ],
    [
      'files mapped at one address',
      many(1000, (i) => mmap({ pid: 7, start: 4096, size: 4096, path: `/bin/app${i}`, time: i })),
      '400 mappings',
    ],
    [
      'mappings of forked processes',
      [
        ...many(50, (i) => mmap({ pid: 1, start: 4096 * i, size: 4096, path: '/bin/app', time: i })),
        ...many(20, (i) => i + 2).flatMap((pid) => [
          fork([1, 1], [pid, pid], 50 + pid),
          mmap({ pid, start: 2 ** 30, size: 4096, path: '/bin/app', time: 50 + pid }),
        ]),
      ],
      '400 mappings',
    ],
  ])('with too many %s shows the data before the limit', async (_what, records, what) => {
    const first = [mmap({ pid: 7, start: 4096, size: 4096, path: '/bin/first' }), at(7, 0)];
    const bytes = perfData({ records: [...first, ...records, at(7, 1e6)] });
    const opened = await openOrThrow([sourceOf(bytes, 'perf.data')]);
    expect(limitsIn(opened)).toEqual([limit(what)]);
    expect(opened.profile.samples.length).toBeGreaterThan(0);
    expectWithin(opened);
    // The last sample is beyond the limit.
    expect(Math.max(...opened.profile.samples.time)).toBeLessThan(1e6);
  });

  test('a process that reuses a process ID also reuses its share of the budget', async () => {
    const records = many(1000, (i) => [
      fork([1, 1], [2, 2], i),
      mmap({ pid: 2, start: 4096, size: 4096, path: '/bin/app', time: i }),
    ]).flat();
    const opened = await openOrThrow([
      sourceOf(perfData({ records: [...records, at(2, 1e6)] }), 'perf.data'),
    ]);
    expect(limitsIn(opened)).toEqual([]);
    expect(opened.profile.samples.length).toBe(1);
  });
});

const RECORDING = sourceOf(
  perfData({
    records: [
      mmap({ pid: 7, start: 0x1000, size: 0x8000, path: '//anon' }),
      sample({ pid: 7, time: 5, chain: [USER, 0x1000] }),
      sample({ pid: 7, time: 6, chain: [USER, 0x7000] }),
    ],
  }),
  'perf.data',
);

describe('symbol files beyond the budget', () => {
  const notesWithRecording = async (...sources: readonly Source[]) => {
    const opened = await openOrThrow([...sources, RECORDING]);
    expect(opened.profile.samples.length).toBe(2);
    return opened.notes.filter(({ kind }) => kind !== 'missing').map(({ text }) => text);
  };
  const names = ({ profile: { strings, funcs } }: OpenedFiles) =>
    [...funcs.name].slice(0, 2).map((name) => strings[name]);
  const TOO_LARGE = 'is too large: the last functions are ignored';

  test('the first lines of a perf map are used', async () => {
    const lines = Array.from({ length: 1000 }, (_, i) => `${(0x1000 + i * 0x40).toString(16)} 40 f${i}\n`);
    const map = sourceOf(lines.join(''), 'perf-7.map');
    const opened = await openOrThrow([map, RECORDING]);
    expect(names(opened)).toEqual(['f0', '[unknown]']);
    expect(await notesWithRecording(map)).toEqual([`“perf-7.map” ${TOO_LARGE}`]);
  });

  test('the first lines of kallsyms are used', async () => {
    const lines = Array.from(
      { length: 1000 },
      (_, i) => `ffffffff81${(i * 16).toString(16).padStart(6, '0')} T k${i}\n`,
    );
    const kernel = sample({ pid: 7, time: 5, chain: [-128, -0x7effff00] });
    const records = [
      mmap({ pid: -1, start: -(2 ** 31), size: 4096, path: '[kernel.kallsyms]_text', isKernel: true }),
      kernel,
    ];
    const { notes } = await openOrThrow([
      sourceOf(lines.join(''), 'kallsyms'),
      sourceOf(perfData({ records }), 'perf.data'),
    ]);
    expect(notes.map(({ text }) => text)).toContain(`“kallsyms” ${TOO_LARGE}`);
  });

  test('the first records of a jitdump are used', async () => {
    const dump = sourceOf(
      concat(jitHeader(), ...Array.from({ length: 100 }, (_, i) => jitCode(i))),
      'jit-7.dump',
    );
    expect(await notesWithRecording(dump)).toContain(`“jit-7.dump” ${TOO_LARGE}`);
  });

  test('a large useless member of an archive is skipped', async () => {
    expect(await notesWithRecording(endless('member', 50e6, 'a.tar'))).toEqual([
      '1 file was skipped because it contains neither samples nor symbols: d/0',
    ]);
  });

  test('thousands of members of an archive are skipped, or read up to the limit', async () => {
    expect(await notesWithRecording(endless('entries', 5000, 'a.tar'))).toEqual([
      '“a.tar” is an archive without recordings or symbols',
    ]);
    expect(await notesWithRecording(endless('notes', 5000, 'a.tar'))).toEqual([
      '“a.tar” exceeds the limit of 4 MB or 20 files in total, so reading stopped at “d/20”: unpack it and open its files',
      '20 more files were skipped because they contain neither samples nor symbols: d/0, d/1, d/2, …',
    ]);
    expect(await notesWithRecording(endless('pictures', 5000, 'a.tar'))).toEqual([
      '5000 files were skipped because they contain neither samples nor symbols: d/0, d/1, d/2, …',
    ]);
  });

  test('files that exceed the budget only together are reported', async () => {
    const map = (pid: number) => sourceOf(`1000 100 ${'f'.repeat(1.5e6)}\n`, `perf-${pid}.map`);
    const files = [7, 8, 9].map(map).map((source) => ({ ...source, stream: () => source.stream() }));
    expect(await notesWithRecording(...files)).toContainEqual(
      expect.stringMatching(
        /“perf-9.map” could not be read \(it exceeds the limit of 4 MB or 20 files in total: unpack it or open fewer files\)/,
      ),
    );
  });
});

/** A 40-byte jitdump header for process 7. */
function jitHeader(): Uint8Array {
  const header = new Uint8Array(40);
  const view = new DataView(header.buffer);
  [0x4a695444, 1, 40, 62, 0, 7].forEach((value, i) => view.setUint32(i * 4, value, true));
  return header;
}

/** A CODE_LOAD record for a one-byte function. */
function jitCode(i: number): Uint8Array {
  const name = bytesOf(`f${i}\0`);
  const body = concat(
    u64(0),
    u64(0x1000 + i * 16),
    u64(0x1000 + i * 16),
    u64(1),
    u64(i),
    name,
    new Uint8Array(1),
  );
  const prefix = new Uint8Array(16);
  new DataView(prefix.buffer).setUint32(4, prefix.length + body.length, true);
  return concat(prefix, body);
}

describe('a random part of an endless text', () => {
  test('opens within the budget', async () => {
    const kinds = Object.keys(BOMBS).filter(
      (kind) => !['entries', 'member', 'notes', 'pictures'].includes(kind),
    );
    const set = fc.record({
      kind: fc.constantFrom(...kinds),
      count: fc.integer({ min: 1, max: 5000 }),
      parts: fc.integer({ min: 1, max: 200 }),
    });
    const property = fc.asyncProperty(set, async ({ kind, count, parts }) => {
      const budget = {
        ...SMALL,
        ...splitBudget(SMALL, parts),
      };
      const opened = await openOrThrow([endless(kind, count)], budget);
      expect(limitsIn(opened).length).toBeLessThanOrEqual(1);
      const isComplete = limitsIn(opened).length === 0;
      const { weight, length } = opened.profile.samples;
      if (isComplete) expect(weight.reduce((sum, each) => sum + each, 0)).toBe(count);
      else expect(length).toBeLessThan(count);
      expect(length).toBeLessThanOrEqual(Math.max(1, budget.samples));
    });
    await fc.assert(property, { numRuns: fuzzRuns(300) });
  });
});
