import { describe, expect, test } from 'vitest';
import { zipSync } from 'fflate';
import { fuzzedOffsets } from '../../fixtures/fuzz.ts';
import { isZip } from './magic.ts';
import { readZip } from './zip.ts';

const TEXT = new TextEncoder().encode('main;f 3\n'.repeat(100));
const FILES = { 'a/perf.folded': TEXT, '../b.folded': TEXT, '__MACOSX/a': TEXT, empty: new Uint8Array(0) };

function quotaOf(bytes: number, members = 10) {
  return { bytes, members, limit: { bytes, members } };
}

const read = (bytes: Uint8Array, quota = quotaOf(1e6), isNeeded = () => true) =>
  readZip(bytes, quota, isNeeded);

describe('a zip archive', () => {
  test.each([
    ['stored', 0],
    ['deflated', 6],
  ] as const)('may be %s', (_what, level) => {
    const zip = zipSync(FILES, { level });
    expect(isZip(zip)).toBe(true);
    const quota = quotaOf(1e6);
    const { files, damage, omitted } = read(zip, quota);
    expect(files.map(({ path }) => path)).toEqual(['a/perf.folded', 'b.folded']);
    expect(files[0].content.inMemory).toEqual(TEXT);
    expect([damage, omitted]).toEqual([undefined, undefined]);
    expect(quota.bytes).toBe(1e6 - 2 * TEXT.length);
  });

  test.each([
    // printf 'a;b 1\\n' | zip -fz out.zip -
    [
      'of a stream',
      '-',
      'a;b 1\n',
      'UEsDBC0AAAAAAP1MfF0PY3Er//////////8BABQALQEAEAAGAAAAAAAAAAYAAAAAAAAAYTtiIDEKUEsBAh4DLQAAAAAA/Ux8XQ9jcSsGAAAA/////wEADAAAAAAAAQAAAIARAAAAAC0BAAgABgAAAAAAAABQSwYGLAAAAAAAAAAeAy0AAAAAAAAAAAABAAAAAAAAAAEAAAAAAAAAOwAAAAAAAAA5AAAAAAAAAFBLBgcAAAAAdAAAAAAAAAABAAAAUEsFBgAAAAABAAEAOwAAAP////8AAA==',
    ],
    // All sizes, counts and offsets that ZIP64 can hold are only there.
    [
      'with a directory in ZIP64',
      'a.folded',
      'main;f 3\n',
      'UEsDBC0AAAAAAAAAIQDiXvuf//////////8IABQAYS5mb2xkZWQBABAACQAAAAAAAAAJAAAAAAAAAG1haW47ZiAzClBLAQItAC0AAAAAAAAAIQDiXvuf//////////8IABwAAAAAAAAAAAAAAP////9hLmZvbGRlZAEAGAAJAAAAAAAAAAkAAAAAAAAAAAAAAAAAAABQSwYGLAAAAAAAAAAtAC0AAAAAAAAAAAABAAAAAAAAAAEAAAAAAAAAUgAAAAAAAABDAAAAAAAAAFBLBgcAAAAAlQAAAAAAAAABAAAAUEsFBgAAAAD///////////////8AAA==',
    ],
  ])('may be ZIP64, %s', (_what, path, text, base64) => {
    const { files, damage, omitted } = read(Uint8Array.from(Buffer.from(base64, 'base64')));
    expect(files.map((file) => [file.path, new TextDecoder().decode(file.content.inMemory)])).toEqual([
      [path, text],
    ]);
    expect([damage, omitted]).toEqual([undefined, undefined]);
  });

  test('does not keep what is not needed', () => {
    const quota = quotaOf(1e6);
    expect(read(zipSync(FILES), quota, () => false).files).toEqual([]);
    expect(quota.bytes).toBe(1e6);
  });

  test('that unpacks to more than the quota is not unpacked', () => {
    const bomb = zipSync({ first: TEXT, bomb: new Uint8Array(5_000_000) }, { level: 9 });
    expect(bomb.length).toBeLessThan(10_000);
    const { files, omitted } = read(bomb, quotaOf(1e6));
    expect(files.map(({ path }) => path)).toEqual(['first']);
    expect(omitted).toMatch(/^exceeds the limit of 1 MB or 10 files in total, so reading stopped at “bomb”/);
    const { length } = read(zipSync(FILES), quotaOf(1e6, 1)).files;
    expect(length).toBe(1);
  });

  test('truncated or damaged anywhere never throws', () => {
    const zip = zipSync(FILES);
    for (const end of fuzzedOffsets(0, zip.length)) {
      expect(read(zip.subarray(0, end)).damage).toMatch(/^its zip data is truncated or corrupt/);
      const damaged = zip.slice();
      damaged[end] ^= 0xff;
      expect(read(damaged).files.length).toBeLessThanOrEqual(3);
    }
  });
});
