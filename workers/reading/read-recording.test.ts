// A recording reads the same in pieces of any size and up to any damage, even if it is unusual or very large.

import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { fuzzedOffsets } from '../../fixtures/fuzz.ts';
import { bytesOf, fixture, concatBytes, open, read, sourceOf } from '../../fixtures/sources.ts';
import { samplesOf } from '../../fixtures/text.ts';
import type { ByteStream, ReadResult } from '../../src/bytes/byte-stream.ts';
import { BUDGET } from '../../src/model/budget.ts';
import type { Profile } from '../../src/model/profile.ts';
import type { Progress } from '../../src/model/session.ts';
import { Library } from '../../src/symbols/library.ts';
import { NO_LISTENER, readRecording } from './read-recording.ts';
import { sniff, type Source } from './sniff.ts';

const RECORDINGS = ['jit', 'inlined', 'columns', 'names-only', 'events', 'lines', 'rules'];

function recording(name: string): Uint8Array {
  return fixture('recordings', `${name}.perf`);
}

function gzip(content: Uint8Array): Uint8Array {
  return new Uint8Array(gzipSync(content));
}

function notesOf({ notes }: Profile): string[] {
  return notes.map(({ kind, count, line }) => `${kind} ${count} at line ${line}`);
}

describe.each(RECORDINGS)('%s.perf', (name) => {
  const bytes = recording(name);

  test('is read the same in one go, in pieces and in blocks', async () => {
    const whole = await read(bytes);
    expect(whole.samples.length).toBeGreaterThan(10);
    expect(notesOf(whole)).toEqual([]);
    expect(await read(bytes, { pieces: [64] })).toEqual(whole);
    expect(await read(bytes, { pieces: [bytes.length >> 1, bytes.length] })).toEqual(whole);
    for (const block of [9001, 12_345, 20_000, bytes.length - 1, bytes.length]) {
      const blocks = await read(bytes, { block });
      expect(samplesOf(blocks), `in blocks of ${block}`).toEqual(samplesOf(whole));
      expect(notesOf(blocks)).toEqual([]);
      expect(blocks.printed).toEqual({ hasCpu: name === 'events', hasPeriods: true, isTruncated: false });
    }
  });

  test('is read the same with Windows line endings', async () => {
    const text = new TextDecoder().decode(bytes).replaceAll('\n', '\r\n');
    expect(samplesOf(await read(text))).toEqual(samplesOf(await read(bytes)));
  });

  test('shows all complete samples and at most one note when truncated at any position', async () => {
    const whole = samplesOf(await read(bytes));
    let before = 0;
    for (const end of fuzzedOffsets(6001, bytes.length, 311)) {
      const profile = await read(bytes.subarray(0, end));
      const samples = samplesOf(profile);
      expect(samples.length, `cut at ${end}`).toBeGreaterThanOrEqual(before);
      expect(samples.slice(0, -1), `cut at ${end}`).toEqual(whole.slice(0, Math.max(0, samples.length - 1)));
      expect(profile.notes.map(({ kind }) => kind).filter((kind) => kind !== 'cut')).toEqual([]);
      expect(profile.notes.length).toBeLessThanOrEqual(1);
      expect(profile.printed?.isTruncated).toBe(profile.notes.length === 1);
      expect((await read(bytes.subarray(0, end), { block: 9001 })).printed).toEqual(profile.printed);
      // A sample truncated between two frame lines looks complete.
      before = samples.length - 1;
    }
  });
});

describe('a compressed recording reads the same as its text:', () => {
  const text = recording('rules');
  test.each([
    ['gzip', gzip(text)],
    ['gzip of several members', concatBytes(gzip(text.subarray(0, 5000)), gzip(text.subarray(5000)))],
    ['zstd', fixture('compressed', 'one.zst')],
    ['zstd of several frames', fixture('compressed', 'frames.zst')],
    ['gzip in gzip', gzip(gzip(text))],
    ['zstd in gzip', gzip(fixture('compressed', 'one.zst'))],
  ])('%s', async (_what, packed) => {
    const whole = await read(text);
    expect(await read(packed, { block: text.length + 1 })).toEqual(whole);
    expect(await read(packed, { block: text.length + 1, pieces: [64] })).toEqual(whole);
    expect(samplesOf(await read(packed, { block: 3000 }))).toEqual(samplesOf(whole));
  });

  test('zstd with --long=27', async () => {
    const many = concatBytes(...Array.from({ length: 24 }, () => text));
    expect(samplesOf(await read(fixture('compressed', 'long.zst'), { block: 100_000 }))).toEqual(
      samplesOf(await read(many)),
    );
  });
});

describe('a damaged file shows the data before the damage, with one note:', () => {
  const text = concatBytes(recording('jit'), recording('inlined'), recording('rules'));
  const block = text.length + 1;

  async function expectPart(packed: Uint8Array, whole: readonly string[], minSamples: number) {
    const profile = await read(packed, { block });
    const samples = samplesOf(profile);
    expect(samples.length).toBeGreaterThanOrEqual(minSamples);
    // The last sample may be truncated between two frame lines.
    expect(samples.slice(0, -1)).toEqual(whole.slice(0, Math.max(0, samples.length - 1)));
    expect(profile.notes).toHaveLength(1);
    expect(profile.notes[0]).toMatchObject({ kind: 'damage', count: 1 });
    expect(profile.notes[0].text).toMatch(
      /^The file is damaged; only the data before the damage is shown: its /,
    );
  }

  test.each([0.3, 0.5, 0.8, 0.999])('gzip truncated at %d of its length', async (share) => {
    const packed = gzip(text);
    const whole = samplesOf(await read(text));
    await expectPart(
      packed.subarray(0, Math.floor(packed.length * share)),
      whole,
      whole.length * share * 0.3,
    );
  });

  test.each([0.5, 0.8])('gzip with zeros from %d of its length on', async (share) => {
    const packed = gzip(text);
    const whole = samplesOf(await read(text));
    await expectPart(packed.fill(0, Math.floor(packed.length * share)), whole, whole.length * share * 0.3);
  });

  test('gzip with trailing data', async () => {
    const whole = samplesOf(await read(text));
    await expectPart(concatBytes(gzip(text), 'garbage'), whole, whole.length);
  });

  test('zstd truncated after its first block', async () => {
    const many = fixture('compressed', 'many.zst');
    const whole = samplesOf(await read(many));
    await expectPart(many.subarray(0, -4), whole, whole.length / 2);
  });

  test('zstd with a wrong checksum', async () => {
    const many = fixture('compressed', 'many.zst');
    const whole = samplesOf(await read(many));
    many[many.length - 1] ^= 1;
    await expectPart(many, whole, whole.length / 2);
  });
});

describe('a file without data before its damage is a problem:', () => {
  const one = fixture('compressed', 'one.zst');
  test.each([
    ['gzip', gzip(recording('rules')).subarray(0, 15), /gzip data is truncated or corrupt/],
    ['zstd', one.subarray(0, 100), /zstd data is truncated/],
    ['a zstd window of 2 GB', fixture('compressed', 'too-long.zst'), /recompress it with --long=27/],
    [
      'gzip truncated in the first line of text',
      new Uint8Array(gzipSync(recording('jit'), { level: 0 })).subarray(0, 35),
      /gzip data is truncated or corrupt/,
    ],
  ])('%s', async (_what, packed, why) => {
    const error: unknown = await read(packed, { block: 30_000 }).catch((each: unknown) => each);
    expect(String(error)).toMatch(/^Error: “out.perf” could not be decompressed: /);
    expect(String(error)).toMatch(why);
  });
});

describe('an error identifies a file that is not a recording:', () => {
  test.each([
    ['an empty file', bytesOf(''), /is empty/],
    ['a truncated perf.data file', bytesOf('PERFILE2\x68\0\0\0\0\0\0\0'), /damaged header/],
    ['a truncated perf.data file in gzip', gzip(bytesOf('PERFILE2\x68\0\0\0\0\0\0\0')), /damaged header/],
    [
      'a perf.data file from a big-endian machine',
      bytesOf('2ELIFREP\0\0\0\0\0\0\0\x68'),
      /run perf script there/,
    ],
    ['prose', bytesOf('Dear diary,\n'), /without samples or folded stacks/],
    ['a program with comments', bytesOf('# one\n# two\nimport os\n'), /without samples or folded stacks/],
    ['random bytes', Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) & 255), /binary data/],
  ])('%s', async (_what, bytes, why) => {
    await expect(open(bytes)).rejects.toThrow(why);
  });
});

test('progress is reported in bytes of the file and of the text, and never decreases', async () => {
  const packed = gzip(recording('jit'));
  const reports: Progress[] = [];
  const sniffed = await sniff(sourceOf(packed), 20_000);
  if (sniffed.kind !== 'recording') throw new Error(sniffed.kind);
  const listener = { ...NO_LISTENER, progress: (progress: Progress) => reports.push(progress) };
  const sizes = { piece: 2000, chunk: 1 << 30 };
  await readRecording(sniffed.opened, { library: new Library(), listener, sizes, budget: BUDGET });
  expect(reports.length).toBeGreaterThan(0);
  for (const [i, progress] of reports.entries()) {
    const before = reports[i - 1] ?? { plain: 0, samples: 0, taken: 0 };
    expect(progress).toMatchObject({ name: 'out.perf', size: packed.length });
    expect(progress.taken).toBeLessThanOrEqual(packed.length);
    for (const key of ['plain', 'samples', 'taken'] as const)
      expect(progress[key]).toBeGreaterThanOrEqual(before[key]);
  }
});

test('errors of the source are rethrown', async () => {
  const broken: ByteStream = {
    damage: undefined,
    bytesRead: 0,
    read: () => Promise.reject(new Error('the disk is gone')),
  };
  const source: Source = { name: 'x', size: 1, stream: () => broken };
  await expect(sniff(source)).rejects.toThrow('the disk is gone');
});

/** Text of any length, generated as it is read. */
function generatedSource(lines: Iterator<Uint8Array>, size = NaN): Source {
  let left: Uint8Array = new Uint8Array(0);
  const stream: ByteStream = {
    damage: undefined,
    bytesRead: 0,
    read(buffer, at, until): Promise<ReadResult> {
      let count = 0;
      while (at + count < until) {
        if (left.length === 0) {
          const next = lines.next();
          if (next.done) break;
          left = next.value;
        }
        const some = left.subarray(0, until - at - count);
        buffer.set(some, at + count);
        left = left.subarray(some.length);
        count += some.length;
      }
      return Promise.resolve({ buffer, count });
    },
  };
  return { name: 'made', size, stream: () => stream };
}

async function readGenerated(lines: Iterator<Uint8Array>): Promise<Profile> {
  const sniffed = await sniff(generatedSource(lines));
  if (sniffed.kind !== 'recording') throw new Error(sniffed.kind);
  return readRecording(sniffed.opened, { library: new Library(), listener: NO_LISTENER, budget: BUDGET });
}

const SAMPLE = bytesOf(
  'app      77     1.000005:         10 cycles: \n\t    7f0000000010 main+0x1f (/usr/bin/app)\n\n',
);

describe('a large text file opens:', () => {
  test('a line of 100 MB is skipped and counted once', async () => {
    function* lines() {
      const part = new Uint8Array(1 << 20).fill(120);
      yield SAMPLE;
      for (let i = 0; i < 100; i++) yield part;
      yield bytesOf('\n');
      yield SAMPLE;
    }
    const profile = await readGenerated(lines());
    expect(profile.samples.length).toBe(2);
    expect(notesOf(profile)).toEqual(['long 1 at line 4']);
  });

  // Memory and time are linear in the number of threads, so this many are enough.
  test('twenty thousand threads with one sample each', async () => {
    const count = 20_000;
    function* lines() {
      for (let i = 0; i < count; i++) {
        const header = `t${i}`.padEnd(8) + String(i).padStart(7);
        yield bytesOf(
          `${header}     1.000005:         10 cycles: \n\t    7f0000000010 main+0x1f (/usr/bin/app)\n\n`,
        );
      }
    }
    const profile = await readGenerated(lines());
    expect(profile.threads).toHaveLength(count);
    expect(profile.samples.length).toBe(count);
    expect(profile.stacks.length).toBe(1);
  });

  test('a sample of a hundred thousand frames', async () => {
    function* lines() {
      yield bytesOf('app      77     1.000005:         10 cycles: \n');
      for (let i = 0; i < 100_000; i++)
        yield bytesOf(`\t${(i + 4096).toString(16).padStart(16)} f${i % 50} (/x.so)\n`);
      yield bytesOf('\n');
      yield SAMPLE;
    }
    const profile = await readGenerated(lines());
    expect(profile.samples.length).toBe(2);
    expect(profile.samples.stack[0]).toBe(99_999);
  });
});

describe('a preview', () => {
  function* lines() {
    const part = concatBytes(...Array.from({ length: 1000 }, () => SAMPLE));
    for (let i = 0; i < 240; i++) yield part;
  }
  async function previewsOf(size: number): Promise<number[]> {
    const sniffed = await sniff(generatedSource(lines(), size));
    if (sniffed.kind !== 'recording') throw new Error(sniffed.kind);
    const previews: number[] = [];
    const preview = ({ samples }: Profile) => previews.push(samples.length);
    const listener = { ...NO_LISTENER, preview };
    const whole = await readRecording(sniffed.opened, { library: new Library(), listener, budget: BUDGET });
    expect(whole.samples.length).toBe(240_000);
    return previews;
  }

  test('is shown once while a much longer rest is read', async () => {
    const [samples, ...others] = await previewsOf(1e12);
    expect(samples).toBeGreaterThan(100_000);
    expect(samples).toBeLessThan(240_000);
    expect(others).toEqual([]);
  });

  test('is not shown if the size is unknown', async () => {
    expect(await previewsOf(NaN)).toEqual([]);
  });
});
