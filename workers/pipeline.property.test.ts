// Property tests with recordings, intact and with random bytes changed.

import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzzRuns } from '../fixtures/fuzz.ts';
import { mutate, arbitraryMutation } from '../fixtures/mutate.ts';
import { foldNaively, stacksOf } from '../fixtures/naive-levels.ts';
import { fixture, read, sourceOf } from '../fixtures/sources.ts';
import { samplesOf } from '../fixtures/text.ts';
import { compressionOf } from '../src/bytes/decompress.ts';
import { mayNeedRewriting, sniffText } from '../src/formats/index.ts';
import { scriptRewriter } from '../src/formats/perf-script/rewriter.ts';
import { LEVELS, type Level } from '../src/model/levels.ts';
import { openProfile, profileAtLevel, buildCallTree } from './pipeline.ts';
import { NO_LISTENER } from './reading/read-recording.ts';
import '../fixtures/seed.ts';

const RECORDINGS = ['jit', 'inlined', 'columns', 'names-only', 'events', 'lines', 'rules'];

function recording(name: string): Uint8Array {
  return fixture('recordings', `${name}.perf`);
}

async function openBytes(bytes: Uint8Array) {
  return openProfile([sourceOf(bytes)], NO_LISTENER);
}

describe.each(RECORDINGS)('%s.perf', (name) => {
  test.each(LEVELS.map((level) => level.name))(
    'at %s matches the naive implementation',
    async (level: Level) => {
      const outcome = await openBytes(recording(name));
      if (!outcome.ok) throw new Error(outcome.problem.text);
      expect(stacksOf(profileAtLevel(outcome.value, level))).toEqual(
        foldNaively(await read(recording(name)), level),
      );
    },
  );
});

const change = arbitraryMutation(
  fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 8 }),
    fc
      .constantFrom(
        '\n',
        '\n\n',
        '\t',
        '\r\n',
        ' ',
        '(',
        ')',
        ' (',
        ':',
        ': ',
        '+0x',
        '\0',
        '0',
        '[',
        '#',
        'app  7 1.000000: 5 x: \n',
      )
      .map((text) => new TextEncoder().encode(text)),
  ),
);
const text = fc
  .constantFrom('jit', 'inlined', 'columns', 'names-only', 'events', 'lines')
  .map((name) => recording(name).subarray(0, 9000));
const texts = fc
  .tuple(text, fc.array(change, { minLength: 1, maxLength: 6 }))
  .map(([bytes, changes]) => mutate(bytes, changes, 40));

/** The form of perf script output, detected from its beginning. For rare forms, the rewritten text also depends on later lines. */
async function formOf(head: Uint8Array): Promise<string> {
  const text = await sniffText(head);
  const isRewritten = mayNeedRewriting(text, head) && scriptRewriter(head) !== undefined;
  return isRewritten ? 'rewritten' : JSON.stringify(text);
}

describe('a recording with changed bytes', () => {
  test('opens with the same weight at every level, or is a problem', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (bytes) => {
        const outcome = await openBytes(bytes);
        if (!outcome.ok) {
          expect(outcome.problem.text).toMatch(/\.$/);
          return;
        }
        const { recording, classified } = outcome.value;
        const { samples } = classified.profile;
        expect(recording.samples).toBe(samples.length);
        expect(recording.events.reduce((sum, each) => sum + each.samples, 0)).toBe(samples.length);
        for (const { name } of LEVELS) {
          const shown = profileAtLevel(outcome.value, name);
          for (const [event, { weight, samples }] of recording.events.entries()) {
            const { tree } = buildCallTree(shown, event);
            expect([tree.total[0], tree.samples[0]]).toEqual([weight, samples]);
          }
        }
      }),
      { numRuns: fuzzRuns(80) },
    );
  });

  test('is read the same in pieces and in blocks', async () => {
    const share = fc.double({ min: 0.5, max: 1, noNaN: true });
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 700 }), share, async (bytes, piece, share) => {
        const whole = await read(bytes).catch(() => undefined);
        const pieces = await read(bytes, { pieces: [piece] }).catch(() => undefined);
        expect(pieces).toEqual(whole);
        // Detection needs the first block to be large enough.
        const block = Math.max(3000, Math.floor(bytes.length * share));
        const form = await formOf(bytes.subarray(0, block));
        if (form === 'rewritten' || form !== (await formOf(bytes))) return;
        const blocks = await read(bytes, { block }).catch(() => undefined);
        if (!whole || !blocks) return;
        expect(samplesOf(blocks)).toEqual(samplesOf(whole));
        expect(blocks.notes).toEqual(whole.notes);
      }),
      { numRuns: fuzzRuns(50) },
    );
  });

  test('has notes that count each line at most once', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (bytes) => {
        const profile = await read(bytes).catch(() => undefined);
        if (!profile) return;
        const lines = new TextDecoder().decode(bytes).split('\n').length;
        for (const { line, count } of profile.notes) {
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(lines);
          expect(count).toBeLessThanOrEqual(lines);
        }
        expect(new Set(profile.notes.map(({ kind }) => kind)).size).toBe(profile.notes.length);
      }),
      { numRuns: fuzzRuns(50) },
    );
  });
});

describe('a compressed recording with changed bytes', () => {
  const packed = fc.constantFrom(
    new Uint8Array(gzipSync(recording('rules'))),
    fixture('compressed', 'one.zst'),
    fixture('compressed', 'frames.zst'),
    fixture('compressed', 'many.zst'),
  );

  test('opens, possibly with a note on its damage, or is a problem', async () => {
    const unchanged = await openBytes(recording('rules'));
    const whole = unchanged.ok ? samplesOf(unchanged.value.classified.profile) : [];
    await fc.assert(
      fc.asyncProperty(packed, fc.array(change, { minLength: 1, maxLength: 3 }), async (sound, changes) => {
        const bytes = mutate(sound, changes, 40);
        const outcome = await openBytes(bytes);
        if (!outcome.ok) {
          expect(outcome.problem.text).toMatch(/\.$/);
          return;
        }
        const { classified, recording } = outcome.value;
        const first = samplesOf(classified.profile)[0];
        // Valid checksums mean unchanged content, unless the change turned the file into plain text.
        const isPacked = compressionOf(bytes) !== undefined;
        if (isPacked && recording.notes.length === 0) expect(first).toBe(whole[0]);
      }),
      { numRuns: fuzzRuns(80) },
    );
  });
});
