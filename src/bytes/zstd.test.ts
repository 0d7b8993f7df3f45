import { describe, expect, test } from 'vitest';
import { expectUnpacked, MANY, TEXT } from '../../fixtures/packed.ts';
import { bytesOf, fixture, joined, unpack } from '../../fixtures/sources.ts';

/** Most plain bytes of a zstd block: what comes before the block with the damage is never lost. */
const BLOCK = 128 << 10;

function packed(name: string): Uint8Array {
  return fixture('compressed', `${name}.zst`);
}

describe('zstd is unpacked', () => {
  test('when it is one block', () => expectUnpacked(packed('one'), TEXT));
  test('when it is several blocks', () => expectUnpacked(packed('many'), MANY));
  test('when it has no checksum', () => expectUnpacked(packed('unchecked'), MANY));
  test('when its window is 128 MB, as of --long=27', () => expectUnpacked(packed('long'), MANY));

  test('when frames to be skipped stand before, between and behind the others', () =>
    expectUnpacked(packed('frames'), TEXT));

  test('when it is several frames, as of cat', () =>
    expectUnpacked(joined(packed('one'), packed('long'), packed('one')), joined(TEXT, MANY, TEXT)));

  test('again and again in one process', async () => {
    for (let i = 0; i < 50; i++) expect((await unpack(packed('one'))).bytes).toHaveLength(TEXT.length);
  });

  test('two at a time', async () => {
    const both = await Promise.all([unpack(packed('many'), [100]), unpack(packed('frames'), [100])]);
    expect(both.map(({ bytes }) => bytes.length)).toEqual([MANY.length, TEXT.length]);
  });
});

/** Where the blocks of a frame start whose header is six bytes long, as it is when it was made of a pipe. */
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

describe('damaged zstd gives what comes before the damage, and says so', () => {
  test('cut anywhere', async () => {
    const content = packed('many');
    for (let end = 4; end < content.length; end += 97) {
      const { bytes, damage } = await unpack(content.subarray(0, end));
      expect(damage, `cut at ${end}`).toBe('its zstd data are cut');
      expect(bytes.length % BLOCK === 0 || bytes.length === MANY.length, `cut at ${end}`).toBe(true);
      expect(Buffer.compare(bytes, MANY.subarray(0, bytes.length))).toBe(0);
    }
  });

  test('cut in its checksum, it gives all', () =>
    expectUnpacked(packed('many').subarray(0, -1), MANY, /^its zstd data are cut$/));

  test('cut in a later frame, it gives the earlier ones', () =>
    expectUnpacked(joined(packed('one'), packed('one').subarray(0, 20)), TEXT, /^its zstd data are cut$/));

  test('a byte changed anywhere never hangs, and what is given before it is right', async () => {
    for (let at = 4; at < packed('unchecked').length; at += 61) {
      const content = packed('unchecked');
      content[at] ^= 0x55;
      const { bytes, damage } = await unpack(content);
      if (damage) expect(damage, `changed at ${at}`).toMatch(/^its zstd /);
      expect(bytes.length).toBeLessThanOrEqual(2 * MANY.length);
    }
  });

  test('a block that cannot be read loses none of those before it', async () => {
    for (const [number, at] of blocksOf(packed('unchecked')).entries()) {
      const content = packed('unchecked');
      // Block type 3 is reserved (RFC 8878 §3.1.1.2.2).
      content[at] |= 6;
      const { bytes, damage } = await unpack(content);
      expect(damage).toMatch(/^its zstd data are corrupt/);
      expect(bytes.length, `damaged in block ${number}`).toBe(number * BLOCK);
    }
  });

  test('a wrong checksum is said, and all is given', async () => {
    const content = packed('many');
    content[content.length - 1] ^= 1;
    const { bytes, damage } = await unpack(content);
    expect(damage).toMatch(/^its zstd data are corrupt \(error 22\)$/);
    expect(bytes.length).toBeGreaterThanOrEqual(MANY.length - BLOCK);
    expect(Buffer.compare(bytes, MANY.subarray(0, bytes.length))).toBe(0);
  });

  test('a window of more than 128 MB is refused, with what to do', async () => {
    const { bytes, damage } = await unpack(packed('too-long'));
    expect(bytes).toHaveLength(0);
    expect(damage).toBe('its zstd window is larger than 128 MB; compress it again with --long=27 or less');
  });

  test.each([
    ['text', bytesOf('this is no frame'), /corrupt/],
    ['zeros', new Uint8Array(64), /corrupt/],
    ['a byte', bytesOf('x'), /cut|corrupt/],
  ])('behind the last frame stands %s', (_what, garbage, damage) =>
    expectUnpacked(joined(packed('one'), garbage), TEXT, damage),
  );

  test('after a damage the next file is unpacked all the same', async () => {
    await unpack(packed('many').subarray(0, 300));
    await expectUnpacked(packed('one'), TEXT);
  });
});
