import { constants, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { gunzip } from '../../cli/gunzip.ts';
import { bytesOf, fixture, concatBytes, unpack } from '../../fixtures/sources.ts';

const TEXT = fixture('recordings', 'rules.perf');
/** Spans several deflate blocks and several reads of input. */
const LARGE = concatBytes(fixture('recordings', 'jit.perf'), fixture('recordings', 'inlined.perf'), TEXT);
/** 100 kB of incompressible data. */
const NOISE = Uint8Array.from({ length: 100_000 }, (_, i) => (Math.imul(i + 1, 0x9e3779b1) >>> 13) & 255);

function gzip(content: Uint8Array | string): Uint8Array {
  return new Uint8Array(gzipSync(content));
}

type Decoding = readonly [pieces: readonly number[], isNative: boolean, decoder?: typeof gunzip];

/** DecompressionStream and Node's decoder, which take long for input in small pieces. */
const NATIVE: readonly Decoding[] = [
  [[], true],
  [[], true, gunzip],
];

/** Expects the same bytes and damage from our decoder, for input in one piece and in several, DecompressionStream and Node's. */
async function expectUnpacked(
  packed: Uint8Array,
  plain: Uint8Array,
  damage?: RegExp,
  native: readonly Decoding[] = NATIVE,
) {
  const own = plain.length < 20_000 ? [[], [64], [65, 7]] : [[], [999]];
  for (const [pieces, isNative, decoder] of [...own.map((each) => [each, false] as const), ...native]) {
    const found = await unpack(packed, pieces, isNative, decoder);
    expect(Buffer.compare(found.bytes, plain), `${found.bytes.length} of ${plain.length} bytes`).toBe(0);
    if (damage) expect(found.damage).toMatch(damage);
    else expect(found.damage).toBeUndefined();
  }
}

describe('gzip is decompressed', () => {
  test('with one member', () => expectUnpacked(gzip(TEXT), TEXT));
  test('with one member that arrives in pieces', () => {
    const inPieces = NATIVE.map(([, ...how]) => [[65, 7], ...how] as const);
    return expectUnpacked(gzip(TEXT), TEXT, undefined, inPieces);
  });
  test('with several blocks', () => expectUnpacked(gzip(LARGE), LARGE));
  test('when incompressible', () => expectUnpacked(gzip(NOISE), NOISE));
  test('with stored blocks only', () => expectUnpacked(new Uint8Array(gzipSync(LARGE, { level: 0 })), LARGE));
  test('when empty', () => expectUnpacked(gzip(''), bytesOf('')));

  test('with several members, as concatenated by cat', () =>
    expectUnpacked(
      concatBytes(gzip(TEXT), gzip('and more'), gzip(NOISE), gzip(TEXT)),
      concatBytes(TEXT, 'and more', NOISE, TEXT),
    ));

  test('with empty members', () =>
    expectUnpacked(concatBytes(gzip(''), gzip(TEXT), gzip(''), gzip('')), TEXT));

  test('with a thousand short members, as written by bgzip', async () => {
    const member = gzip('line\n');
    const packed = concatBytes(...Array.from({ length: 1000 }, () => member));
    expect((await unpack(packed)).bytes).toEqual(bytesOf('line\n'.repeat(1000)));
  });

  test('with a name, a comment and extra fields in its header', () => {
    const plain = gzip(TEXT);
    const flags = concatBytes(plain.subarray(0, 3), Uint8Array.of(4 | 8 | 16), plain.subarray(4, 10));
    const extra = concatBytes(Uint8Array.of(3, 0), 'abc', 'out.perf\0', 'a comment\0');
    return expectUnpacked(concatBytes(flags, extra, plain.subarray(10)), TEXT);
  });
});

describe('damaged gzip yields the data before the damage, and reports it', () => {
  test.each([0.1, 0.5, 0.9, 0.99])('truncated to %d of its length', (share) => {
    const packed = gzip(LARGE);
    const cut = packed.subarray(0, Math.floor(packed.length * share));
    const plain = gunzipSync(cut, { finishFlush: constants.Z_SYNC_FLUSH });
    expect(plain.length).toBeGreaterThan(0);
    return expectUnpacked(cut, new Uint8Array(plain), /gzip data is truncated or corrupt/);
  });

  test('truncated in its trailer, it yields everything', async () => {
    const packed = gzip(TEXT);
    for (const missing of [1, 4, 8])
      await expectUnpacked(packed.subarray(0, -missing), TEXT, /a checksum is missing or wrong/);
  });

  test('truncated in its header, it yields nothing', async () => {
    for (let end = 4; end < 10; end++)
      await expectUnpacked(gzip(TEXT).subarray(0, end), bytesOf(''), /it is truncated/);
  });

  test('truncated in a later member, it yields the earlier ones', async () => {
    const first = gzip(TEXT);
    const packed = concatBytes(first, gzip(LARGE).subarray(0, 30));
    const { bytes, damage } = await unpack(packed);
    expect(damage).toContain('gzip');
    expect(Buffer.compare(bytes.subarray(0, TEXT.length), TEXT)).toBe(0);
  });

  test.each([0.3, 0.6, 0.95])('with a byte changed at %d of its length', async (share) => {
    const packed = gzip(LARGE);
    const at = Math.floor(packed.length * share);
    const before = gunzipSync(packed.subarray(0, at), { finishFlush: constants.Z_SYNC_FLUSH });
    packed[at] ^= 0x55;
    const { bytes, damage } = await unpack(packed);
    expect(damage).toContain('gzip data is truncated or corrupt');
    expect(Buffer.compare(bytes.subarray(0, before.length), before)).toBe(0);
  });

  test('with zeros in its second half', async () => {
    const packed = gzip(LARGE);
    const at = packed.length >> 1;
    const before = gunzipSync(packed.subarray(0, at), { finishFlush: constants.Z_SYNC_FLUSH });
    const { bytes, damage } = await unpack(packed.fill(0, at));
    expect(damage).toContain('gzip data is truncated or corrupt');
    // The output of the last few compressed bytes before the zeros is lost.
    expect(bytes.length).toBeGreaterThan(before.length * 0.75);
    const same = Math.min(bytes.length, before.length);
    expect(Buffer.compare(bytes.subarray(0, same), before.subarray(0, same))).toBe(0);
  });

  test('with a wrong checksum, it yields everything', () => {
    const packed = gzip(TEXT);
    packed[packed.length - 8] ^= 1;
    return expectUnpacked(packed, TEXT, /a checksum is missing or wrong/);
  });

  test('with a wrong length, it yields everything', () => {
    const packed = gzip(TEXT);
    packed[packed.length - 1] ^= 1;
    return expectUnpacked(packed, TEXT, /a checksum is missing or wrong/);
  });

  test('with a wrong checksum in an earlier member, it yields at least that member', async () => {
    const first = gzip(TEXT);
    first[first.length - 8] ^= 1;
    const { bytes, damage } = await unpack(concatBytes(first, gzip(LARGE)));
    expect(damage).toMatch(/a checksum is missing or wrong/);
    expect(Buffer.compare(bytes.subarray(0, TEXT.length), TEXT)).toBe(0);
  });

  test.each([
    ['text', bytesOf('this is no member')],
    ['a byte', bytesOf('x')],
    ['three bytes', bytesOf('xyz')],
  ])('with %s after the last member', (_what, garbage) =>
    expectUnpacked(concatBytes(gzip(TEXT), garbage), TEXT, /gzip|checksum/),
  );

  test('with zeros after the last member, as on a tape', async () => {
    // Skips Node's native decoder: unlike browsers, it ignores trailing zeros.
    const { bytes, damage } = await unpack(concatBytes(gzip(TEXT), new Uint8Array(512)));
    expect(damage).toMatch(/gzip|checksum/);
    expect(Buffer.compare(bytes, TEXT)).toBe(0);
  });
});
