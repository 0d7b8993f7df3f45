// A pprof profile is recognized by its fields, in any order, and nothing else is mistaken for one.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pprofOf } from '../../../fixtures/pprof.ts';
import { bytesOf, concatBytes, open } from '../../../fixtures/sources.ts';
import '../../../fixtures/seed.ts';
import { isPprof } from './is-pprof.ts';

const PROFILE = pprofOf({
  modules: ['/bin/app'],
  samples: [
    { stack: [1, 2], values: [1, 10], labels: { thread: 'main' } },
    { stack: [3], values: [2, 20] },
  ],
});

/** Splits a message into its fields, which must have one-byte tags and lengths. */
function fieldsOf(message: Uint8Array): Uint8Array[] {
  const fields: Uint8Array[] = [];
  for (let at = 0; at < message.length;) {
    expect(message[at] & 7).toBe(2);
    const end = at + 2 + message[at + 1];
    fields.push(message.subarray(at, end));
    at = end;
  }
  return fields;
}

/** The fields grouped by number. Each group keeps its order, because fields refer to strings by index. */
const GROUPS = [1, 2, 3, 4, 5, 6].map((number) =>
  concatBytes(...fieldsOf(PROFILE).filter(([tag]) => tag >> 3 === number)),
);

describe('recognizes a profile', () => {
  test('with its fields in any order, with the same result', async () => {
    const { profile: expected } = await open(PROFILE);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(GROUPS, { minLength: GROUPS.length }), async (groups) => {
        const { format, profile } = await open(concatBytes(...groups));
        expect(format).toBe('pprof');
        expect(profile).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  // The first row has the order in which async-profiler writes fields for Pyroscope.
  test.each<[string, readonly (number | string)[]]>([
    ['time, duration, strings', [0x48, 1, 0x50, 1, 0x32, 0, 0x32, 3, 'cpu', 0x0a, 2, 8, 1]],
    ['a comment, a period', [0x68, 1, 0x60, 100, 0x0a, 4, 8, 1, 16, 2]],
    ['packed comments, the default sample type', [0x6a, 2, 1, 2, 0x70, 1, 0x12, 4, 10, 2, 1, 2]],
    ['a mapping, then locations', [0x1a, 4, 8, 1, 0x28, 3, 0x22, 6, 8, 1, 0x22, 2, 8, 1]],
    ['a documentation URL, functions', [0x78, 2, 0x2a, 4, 8, 1, 16, 2]],
    ['an empty sample type, no sample', [0x0a, 0, 0x32, 0]],
    [
      'unknown fields of any wire type, last',
      [0x32, 0, 0x82, 1, 1, 7, 0x81, 1, 1, 2, 3, 4, 5, 6, 7, 8, 0x85, 1, 1, 2, 3, 4],
    ],
    ['unknown fields of a sample', [0x0a, 2, 8, 1, 0x12, 4, 8, 1, 0x40, 9]],
  ])('%s', (_, parts) => {
    expect(
      isPprof(concatBytes(...parts.map((part) => (typeof part === 'string' ? part : Uint8Array.of(part))))),
    ).toBe(true);
  });

  test('truncated anywhere after its first distinctive field', () => {
    const [first] = fieldsOf(PROFILE);
    for (let end = first.length; end <= PROFILE.length; end++)
      expect(isPprof(PROFILE.subarray(0, end)), `${end} bytes`).toBe(true);
  });
});

describe('rejects everything else', () => {
  const message = (...bytes: number[]) => Uint8Array.from(bytes);

  test.each<[string, Uint8Array]>([
    ['an empty file', message()],
    ['no distinctive field', message(0x48, 1)],
    ['an unknown field before the first distinctive one', message(0x82, 1, 0, 0x32, 0)],
    ['a field number of 0', message(0x32, 0, 0, 0)],
    ['a group', message(0x32, 0, 0x83, 1)],
    ['a number with a different wire type', message(0x32, 0, 0x4d, 1, 2, 3, 4)],
    ['a number in place of a message', message(8, 1, 0x32, 0)],
    ['a sample type that contains a string', message(0x0a, 4, 10, 2, 0x61, 0x62)],
    ['a message that extends beyond its parent', message(0x12, 4, 0x1a, 9, 8, 1)],
    ['a number with too many bytes', message(0x32, 0, 0x48, ...Array<number>(12).fill(0xff))],
    ['OTLP, whose first field is a message, too', message(0x0a, 8, 0x0a, 4, 0x0a, 2, 0x0a, 0, 0x12, 0)],
    ['spaces and asterisks', bytesOf(`*${' '.repeat(33)}*${' '.repeat(33)}`)],
    ['numbers', bytesOf('2 22 222 2222\n'.repeat(300))],
  ])('%s', (_, bytes) => expect(isPprof(bytes)).toBe(false));

  test('random bytes', () => {
    const bytes = fc.uint8Array({ minLength: 48, maxLength: 400 });
    fc.assert(
      fc.property(bytes, (random) => !isPprof(random)),
      { numRuns: 2000 },
    );
  });

  test('text in any script', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        // Real text has no control characters other than white space.
        const printable = text.replaceAll(/\p{Cc}/gu, '\n');
        expect(isPprof(bytesOf(`\n${printable}`)) || isPprof(bytesOf(printable))).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  test('the files in this repository', () => {
    const root = join(import.meta.dirname, '../../..');
    let files = 0;
    for (const folder of ['src', 'docs', 'fixtures', 'e2e', 'public']) {
      for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const bytes = readFileSync(join(entry.parentPath, entry.name));
        files++;
        for (const end of [64, 4096, 65_536]) expect(isPprof(bytes.subarray(0, end)), entry.name).toBe(false);
      }
    }
    expect(files).toBeGreaterThan(300);
  });
});
