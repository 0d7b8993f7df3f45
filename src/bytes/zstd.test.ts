import { describe, expect, test } from 'vitest';
import { fuzzedOffsets } from '../../fixtures/fuzz.ts';
import { expectUnpacked, REPEATED_TEXT, RULES_TEXT } from '../../fixtures/packed.ts';
import { bytesOf, fixture, concatBytes, unpack } from '../../fixtures/sources.ts';
import { ZstdDecoder } from './zstd.ts';

/** Maximum decompressed size of a block. */
const BLOCK = 128 << 10;

function packed(name: string): Uint8Array {
  return fixture('compressed', `${name}.zst`);
}

describe('zstd is decompressed', () => {
  test('with one block', () => expectUnpacked(packed('one'), RULES_TEXT));
  test('with several blocks', () => expectUnpacked(packed('many'), REPEATED_TEXT));
  test('without a checksum', () => expectUnpacked(packed('unchecked'), REPEATED_TEXT));
  test('with a 128 MB window, as written by zstd --long=27', () =>
    expectUnpacked(packed('long'), REPEATED_TEXT));

  test('with skippable frames before, between and after the others', () =>
    expectUnpacked(packed('frames'), RULES_TEXT));

  test('with several frames, as concatenated by cat', () =>
    expectUnpacked(
      concatBytes(packed('one'), packed('long'), packed('one')),
      concatBytes(RULES_TEXT, REPEATED_TEXT, RULES_TEXT),
    ));

  test('many times in one process', async () => {
    for (let i = 0; i < 50; i++) expect((await unpack(packed('one'))).bytes).toHaveLength(RULES_TEXT.length);
  });

  test('after many streams that were not read to their end', async () => {
    const content = packed('long');
    for (let i = 0; i < 40; i++) {
      const decoder = await ZstdDecoder.create();
      decoder.feed(content.subarray(0, content.length - 1));
      expect(decoder.take(new Uint8Array(100))).toBeGreaterThan(0);
    }
    await expectUnpacked(content, REPEATED_TEXT);
  });

  test('concurrently', async () => {
    const both = await Promise.all([unpack(packed('many'), [100]), unpack(packed('frames'), [100])]);
    expect(both.map(({ bytes }) => bytes.length)).toEqual([REPEATED_TEXT.length, RULES_TEXT.length]);
  });
});

/** Offsets of the blocks of a frame with a six-byte header, as written for piped input. */
function blocksOf(frame: Uint8Array): number[] {
  const starts: number[] = [];
  for (let at = 6, last = false; !last;) {
    const header = frame[at] | (frame[at + 1] << 8) | (frame[at + 2] << 16);
    last = (header & 1) === 1;
    starts.push(at);
    at += 3 + (((header >> 1) & 3) === 1 ? 1 : header >> 3);
  }
  return starts;
}

describe('damaged zstd yields the data before the damage, and reports it', () => {
  test('truncated anywhere', async () => {
    const content = packed('many');
    for (const end of fuzzedOffsets(4, content.length, 97)) {
      const { bytes, damage } = await unpack(content.subarray(0, end));
      expect(damage, `cut at ${end}`).toBe('its zstd data is truncated');
      expect(bytes.length % BLOCK === 0 || bytes.length === REPEATED_TEXT.length, `cut at ${end}`).toBe(true);
      expect(Buffer.compare(bytes, REPEATED_TEXT.subarray(0, bytes.length))).toBe(0);
    }
  });

  test('truncated in its checksum, it yields everything', () =>
    expectUnpacked(packed('many').subarray(0, -1), REPEATED_TEXT, /^its zstd data is truncated$/));

  test('truncated in a later frame, it yields the earlier ones', () =>
    expectUnpacked(
      concatBytes(packed('one'), packed('one').subarray(0, 20)),
      RULES_TEXT,
      /^its zstd data is truncated$/,
    ));

  test('a changed byte never hangs', async () => {
    for (const at of fuzzedOffsets(4, packed('unchecked').length, 61)) {
      const content = packed('unchecked');
      content[at] ^= 0x55;
      const { bytes, damage } = await unpack(content);
      if (damage) expect(damage, `changed at ${at}`).toMatch(/^its zstd /);
      expect(bytes.length).toBeLessThanOrEqual(2 * REPEATED_TEXT.length);
    }
  });

  test('blocks before an invalid block are not lost', async () => {
    for (const [number, at] of blocksOf(packed('unchecked')).entries()) {
      const content = packed('unchecked');
      // Block type 3 is reserved (RFC 8878 §3.1.1.2.2).
      content[at] |= 6;
      const { bytes, damage } = await unpack(content);
      expect(damage).toMatch(/^its zstd data is corrupt/);
      expect(bytes.length, `damaged in block ${number}`).toBe(number * BLOCK);
    }
  });

  test('with a wrong checksum, it yields everything', async () => {
    const content = packed('many');
    content[content.length - 1] ^= 1;
    const { bytes, damage } = await unpack(content);
    expect(damage).toMatch(/^its zstd data is corrupt \(error 22\)$/);
    expect(bytes.length).toBeGreaterThanOrEqual(REPEATED_TEXT.length - BLOCK);
    expect(Buffer.compare(bytes, REPEATED_TEXT.subarray(0, bytes.length))).toBe(0);
  });

  test('a window over 128 MB is rejected with advice', async () => {
    const { bytes, damage } = await unpack(packed('too-long'));
    expect(bytes).toHaveLength(0);
    expect(damage).toBe('its zstd window is larger than 128 MB; recompress it with --long=27 or less');
  });

  test.each([
    ['text', bytesOf('this is no frame'), /corrupt/],
    ['zeros', new Uint8Array(64), /corrupt/],
    ['a byte', bytesOf('x'), /truncated|corrupt/],
  ])('with %s after the last frame', (_what, garbage, damage) =>
    expectUnpacked(concatBytes(packed('one'), garbage), RULES_TEXT, damage),
  );

  test('a file after a damaged one is decompressed', async () => {
    await unpack(packed('many').subarray(0, 300));
    await expectUnpacked(packed('one'), RULES_TEXT);
  });
});
