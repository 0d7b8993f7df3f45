import { describe, expect, test } from 'vitest';
import { expectUnpacked, MANY, TEXT } from '../../fixtures/packed.ts';
import { bytesOf, fixture, joined, unpack } from '../../fixtures/sources.ts';
import { unxz } from './xz.ts';

/** Plain bytes of each block of `many.xz`. */
const BLOCK = 300_000;

function packed(name: string): Uint8Array {
  return fixture('compressed', `${name}.xz`);
}

function gaugeOf(found: Uint8Array, plain: Uint8Array): number {
  return Buffer.compare(found, plain.subarray(0, found.length));
}

describe('xz is unpacked', () => {
  test('when it is one block', () => expectUnpacked(packed('one'), TEXT));
  test('when it is several blocks', () => expectUnpacked(packed('many'), MANY));
  test('when its dictionary is 64 MB, as of -9', () => expectUnpacked(packed('long'), MANY));

  test('when it is several streams, as of cat, with what fills them up to four bytes', () =>
    expectUnpacked(
      joined(packed('one'), packed('long'), new Uint8Array(8), packed('one'), new Uint8Array(4)),
      joined(TEXT, MANY, TEXT),
    ));

  test('again and again in one process', async () => {
    for (let i = 0; i < 50; i++) expect((await unpack(packed('one'))).bytes).toHaveLength(TEXT.length);
  });

  test('two at a time', async () => {
    const both = await Promise.all([unpack(packed('many'), [100]), unpack(packed('one'), [100])]);
    expect(both.map(({ bytes }) => bytes.length)).toEqual([MANY.length, TEXT.length]);
  });
});

describe('damaged xz gives what comes before the damage, and says so', () => {
  test('cut anywhere', async () => {
    const content = packed('many');
    for (let end = 6; end < content.length; end += 97) {
      const { bytes, damage } = await unpack(content.subarray(0, end));
      expect(damage, `cut at ${end}`).toBe('its xz data are cut');
      expect(gaugeOf(bytes, MANY)).toBe(0);
    }
  });

  test('cut before its last byte, it gives all', () =>
    expectUnpacked(packed('many').subarray(0, -1), MANY, /^its xz data are cut$/));

  test('cut in a later stream, it gives the earlier ones', () =>
    expectUnpacked(joined(packed('one'), packed('one').subarray(0, 20)), TEXT, /^its xz data are cut$/));

  test('a byte changed anywhere never hangs, and is found', async () => {
    for (let at = 6; at < packed('many').length; at += 61) {
      const content = packed('many');
      content[at] ^= 0x55;
      const { bytes, damage } = await unpack(content);
      expect(damage, `changed at ${at}`).toMatch(/^its xz /);
      expect(bytes.length).toBeLessThanOrEqual(MANY.length);
      const sound = Math.max(0, bytes.length - BLOCK);
      expect(gaugeOf(bytes.subarray(0, sound), MANY), `changed at ${at}`).toBe(0);
    }
  });

  test('a dictionary of more than 64 MB is refused, with what to do', async () => {
    const { bytes, damage } = await unpack(packed('too-long'));
    expect(bytes).toHaveLength(0);
    expect(damage).toBe('its xz dictionary is larger than 64 MB; compress it again with -9 or less');
  });

  test.each(['sha256', 'x86'])('%s, which cannot be read, is said, with what to do', async (name) => {
    const { bytes, damage } = await unpack(packed(name));
    expect(bytes).toHaveLength(0);
    expect(damage).toMatch(/have a filter or a check .* again with: xz --check=crc64$/);
  });

  test.each([
    ['text', bytesOf('this is no stream'), /corrupt/],
    ['three zeros', new Uint8Array(3), /corrupt/],
    ['a byte', bytesOf('x'), /cut|corrupt/],
  ])('behind the last stream stands %s', (_what, garbage, damage) =>
    expectUnpacked(joined(packed('one'), garbage), TEXT, damage),
  );

  test('after a damage the next file is unpacked all the same', async () => {
    await unpack(packed('many').subarray(0, 300));
    await expectUnpacked(packed('one'), TEXT);
  });
});

describe('a whole xz file in memory', () => {
  test('is unpacked', async () => {
    expect(Buffer.compare(await unxz(packed('many')), MANY)).toBe(0);
    expect(Buffer.compare(await unxz(packed('one')), TEXT)).toBe(0);
  });

  test.each([
    ['cut', packed('one').subarray(0, -1), /cut/],
    ['no xz', bytesOf('this is no stream'), /corrupt/],
    ['empty', new Uint8Array(0), /cut/],
  ])('is refused when it is %s', (_what, content, reason) => expect(unxz(content)).rejects.toThrow(reason));
});
