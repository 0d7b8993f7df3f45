import { describe, expect, test } from 'vitest';
import { fuzzedOffsets } from '../../fixtures/fuzz.ts';
import { expectUnpacked, REPEATED_TEXT, RULES_TEXT } from '../../fixtures/packed.ts';
import { bytesOf, fixture, concatBytes, unpack } from '../../fixtures/sources.ts';
import { unxz } from './xz.ts';

/** Decompressed size of each block of `many.xz`. */
const BLOCK = 300_000;

function packed(name: string): Uint8Array {
  return fixture('compressed', `${name}.xz`);
}

function comparePrefix(found: Uint8Array, plain: Uint8Array): number {
  return Buffer.compare(found, plain.subarray(0, found.length));
}

describe('xz is decompressed', () => {
  test('with one block', () => expectUnpacked(packed('one'), RULES_TEXT));
  test('with several blocks', () => expectUnpacked(packed('many'), REPEATED_TEXT));
  test('with a 64 MB dictionary, as written by xz -9', () => expectUnpacked(packed('long'), REPEATED_TEXT));

  test('with several streams, as concatenated by cat, and stream padding', () =>
    expectUnpacked(
      concatBytes(packed('one'), packed('long'), new Uint8Array(8), packed('one'), new Uint8Array(4)),
      concatBytes(RULES_TEXT, REPEATED_TEXT, RULES_TEXT),
    ));

  test('many times in one process', async () => {
    for (let i = 0; i < 50; i++) expect((await unpack(packed('one'))).bytes).toHaveLength(RULES_TEXT.length);
  });

  test('concurrently', async () => {
    const both = await Promise.all([unpack(packed('many'), [100]), unpack(packed('one'), [100])]);
    expect(both.map(({ bytes }) => bytes.length)).toEqual([REPEATED_TEXT.length, RULES_TEXT.length]);
  });
});

describe('damaged xz yields the data before the damage, and reports it', () => {
  test('truncated anywhere', async () => {
    const content = packed('many');
    for (const end of fuzzedOffsets(6, content.length, 97)) {
      const { bytes, damage } = await unpack(content.subarray(0, end));
      expect(damage, `cut at ${end}`).toBe('its xz data is truncated');
      expect(comparePrefix(bytes, REPEATED_TEXT)).toBe(0);
    }
  });

  test('truncated before its last byte, it yields everything', () =>
    expectUnpacked(packed('many').subarray(0, -1), REPEATED_TEXT, /^its xz data is truncated$/));

  test('truncated in a later stream, it yields the earlier ones', () =>
    expectUnpacked(
      concatBytes(packed('one'), packed('one').subarray(0, 20)),
      RULES_TEXT,
      /^its xz data is truncated$/,
    ));

  test('a changed byte never hangs and is always detected', async () => {
    for (const at of fuzzedOffsets(6, packed('many').length, 61)) {
      const content = packed('many');
      content[at] ^= 0x55;
      const { bytes, damage } = await unpack(content);
      expect(damage, `changed at ${at}`).toMatch(/^its xz /);
      expect(bytes.length).toBeLessThanOrEqual(REPEATED_TEXT.length);
      const sound = Math.max(0, bytes.length - BLOCK);
      expect(comparePrefix(bytes.subarray(0, sound), REPEATED_TEXT), `changed at ${at}`).toBe(0);
    }
  });

  test('a dictionary over 64 MB is rejected with advice', async () => {
    const { bytes, damage } = await unpack(packed('too-long'));
    expect(bytes).toHaveLength(0);
    expect(damage).toBe('its xz dictionary is larger than 64 MB; recompress it with -9 or less');
  });

  test.each(['sha256', 'x86'])('unsupported %s is rejected with advice', async (name) => {
    const { bytes, damage } = await unpack(packed(name));
    expect(bytes).toHaveLength(0);
    expect(damage).toMatch(/uses an unsupported filter or check; recompress it with: xz --check=crc64$/);
  });

  test.each([
    ['text', bytesOf('this is no stream'), /corrupt/],
    ['three zeros', new Uint8Array(3), /corrupt/],
    ['a byte', bytesOf('x'), /truncated|corrupt/],
  ])('with %s after the last stream', (_what, garbage, damage) =>
    expectUnpacked(concatBytes(packed('one'), garbage), RULES_TEXT, damage),
  );

  test('a file after a damaged one is decompressed', async () => {
    await unpack(packed('many').subarray(0, 300));
    await expectUnpacked(packed('one'), RULES_TEXT);
  });
});

describe('unxz()', () => {
  test('returns the content of a file in memory', async () => {
    expect(Buffer.compare(await unxz(packed('many')), REPEATED_TEXT)).toBe(0);
    expect(Buffer.compare(await unxz(packed('one')), RULES_TEXT)).toBe(0);
  });

  test.each([
    ['truncated', packed('one').subarray(0, -1), /truncated/],
    ['not xz', bytesOf('this is no stream'), /corrupt/],
    ['empty', new Uint8Array(0), /truncated/],
  ])('rejects a file that is %s', (_what, content, reason) => expect(unxz(content)).rejects.toThrow(reason));
});
