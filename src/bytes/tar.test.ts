import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../../fixtures/seed.ts';
import { fuzzedOffsets, fuzzRuns, triesAllRecordings } from '../../fixtures/fuzz.ts';
import { bytesAt, filesIn, folders, HAS_PROFILES, plainAt, SKIP_NOTE } from '../../fixtures/profiles.ts';
import { bytesOf, fixture, concatBytes, sourceOf } from '../../fixtures/sources.ts';
import { readArchive, quotaOf } from '../../fixtures/archive.ts';
import { fill, memoryStream } from './byte-stream.ts';
import { compressionOf, decompressedStream } from './decompress.ts';
import type { Quota } from './quota.ts';
import { isTar } from './tar-header.ts';
import { readTar } from './tar.ts';

const ID = '5e5b51f4c39af9ac589408c1dc432ba390a273cc';
const LONG = 'd'.repeat(60);

async function read(content: Uint8Array, pieces: readonly number[] = [], head = 0, quota?: Quota) {
  const stream = sourceOf(content, 'x.tar', pieces).stream();
  const { buffer, count } = await fill(stream, new Uint8Array(head), 0, head);
  return readArchive(stream, buffer.subarray(0, count), quota);
}

/** One line per file: path and text. */
function linesOf({ files }: Awaited<ReturnType<typeof read>>): string[] {
  const text = new TextDecoder();
  return files.map(({ path, bytes }) => `${path}: ${text.decode(bytes).trim()}`).sort();
}

interface MemberSpec {
  name: string;
  type?: string;
  data?: Uint8Array | string;
  target?: string;
  /** Overrides the size field; defaults to the length of the data. */
  size?: string | Uint8Array;
  magic?: string;
  prefix?: string;
  signed?: boolean;
}

/** Header, content and padding of one member. */
function member({
  name,
  type = '0',
  data = '',
  target = '',
  size,
  magic = '',
  prefix = '',
  signed,
}: MemberSpec) {
  const bytes = bytesOf(data);
  const block = new Uint8Array(512 + Math.ceil(bytes.length / 512) * 512);
  block.set(bytesOf(name), 0);
  block.set(bytesOf('0000644\0'), 100);
  block.set(bytesOf(size ?? `${bytes.length.toString(8).padStart(11, '0')} `), 124);
  block.set(bytesOf('        '), 148);
  block.set(bytesOf(type), 156);
  block.set(bytesOf(target), 157);
  block.set(bytesOf(magic), 257);
  block.set(bytesOf(prefix), 345);
  const sum = block.subarray(0, 512).reduce((sum, byte) => sum + (signed ? (byte << 24) >> 24 : byte), 0);
  block.set(bytesOf(`${sum.toString(8).padStart(6, '0')}\0 `), 148);
  block.set(bytes, 512);
  return block;
}

function archive(...members: readonly (MemberSpec | Uint8Array)[]): Uint8Array {
  const parts = members.map((spec) => (spec instanceof Uint8Array ? spec : member(spec)));
  return concatBytes(...parts, new Uint8Array(1024));
}

/** A pax header for the next member. */
function pax(values: Record<string, string>, type = 'x'): MemberSpec {
  let data = '';
  for (const [key, value] of Object.entries(values)) {
    const rest = ` ${key}=${value}\n`;
    let length = rest.length;
    while (`${length}${rest}`.length !== length) length = `${length}${rest}`.length;
    data += `${length}${rest}`;
  }
  return { name: 'PaxHeader', type, data };
}

describe('archives written by GNU tar', () => {
  const common = [
    `usr/bin/python3.13/${ID}/elf: elf`,
    `usr/bin/python3.13/${ID}/probes: probes`,
    `usr/lib/block: ${'\0'.repeat(512)}`,
    'usr/lib/empty: ',
    'usr/lib/libc.so.6: libc',
  ].sort();
  const prefixed = [...common, `usr/${LONG}/${LONG}: long`].sort();
  const longest = `usr/${LONG}/${'n'.repeat(200)}`;
  const all = [...prefixed, `${longest}: very long`, 'usr/käse: umlaut'].sort();
  const expected = { v7: common, ustar: prefixed, gnu: all, pax: all };

  for (const [name, lines] of Object.entries(expected)) {
    test(`${name}: yield the same files in one piece and in several`, async () => {
      const content = fixture('archives', `${name}.tar`);
      expect(isTar(content)).toBe(true);
      for (const pieces of [[], [64], [1], [511, 7]]) {
        for (const head of [0, 1, 512, 700, 4096, 1 << 20]) {
          const found = await read(content, pieces, head);
          expect(found.damage).toBeUndefined();
          expect(linesOf(found)).toEqual(lines);
        }
      }
    });

    test(`${name}: yield the files before a truncation, and report it`, async () => {
      const content = fixture('archives', `${name}.tar`);
      const whole = await read(content);
      for (const end of fuzzedOffsets(0, content.length - 1024, 101)) {
        const { files, damage } = await read(content.subarray(0, end));
        expect(damage).toMatch(/^its tar data is truncated (in|after) (“.+”|its start)$/);
        expect(files).toEqual(whole.files.slice(0, files.length));
      }
    });
  }

  test('have their sparse files skipped and reported', async () => {
    for (const name of ['sparse.tar', 'sparse-pax.tar']) {
      const found = await read(fixture('archives', name));
      expect(linesOf(found)).toEqual(['z-after: after']);
      expect(found.damage).toMatch(/it contains the sparse file “.*holes”, which was skipped/);
    }
  });
});

describe('headers', () => {
  async function expectRead(content: Uint8Array, lines: readonly string[]) {
    const found = await read(content);
    expect(found.damage).toBeUndefined();
    expect(linesOf(found)).toEqual(lines);
  }

  test('may have a size in base 256', () =>
    expectRead(archive({ name: 'a', data: 'text', size: Uint8Array.of(0x80, ...Array(10).fill(0), 4) }), [
      'a: text',
    ]));

  test('may have a pax size that overrides their own', () =>
    expectRead(
      archive(
        pax({ size: '4', mtime: '1.5' }),
        { name: 'a', data: 'text', size: '0' },
        { name: 'b', data: 'b' },
      ),
      ['a: text', 'b: b'],
    ));

  test('may have pax values for all members or for one; an empty value cancels them', () =>
    expectRead(
      archive(
        pax({ path: 'all' }, 'g'),
        { name: 'x', data: '1' },
        pax({ path: 'one' }),
        { name: 'y', data: '2' },
        pax({ path: '' }),
        { name: 'z', data: '3' },
      ),
      ['all: 1', 'one: 2', 'z: 3'],
    ));

  test('have a name prefix only in ustar', () =>
    expectRead(
      archive(
        { name: 'a', prefix: 'p', magic: 'ustar\x0000' },
        { name: 'b', prefix: 'p', magic: 'ustar  \0' },
        { name: 'c', prefix: 'p' },
      ),
      ['b: ', 'c: ', 'p/a: '],
    ));

  test('may have a checksum computed from signed bytes', () =>
    expectRead(archive({ name: 'ä', signed: true }), ['ä: ']));

  test('may have a name of 100 bytes and no terminating NUL', () =>
    expectRead(archive({ name: 'x'.repeat(100) }), [`${'x'.repeat(100)}: `]));

  test('have paths relative to the root', () =>
    expectRead(archive({ name: './a/../b//c' }, { name: '/../d' }, { name: './' }), ['b/c: ', 'd: ']));

  test('may repeat a path, in which case the last file wins', () =>
    expectRead(
      archive(
        { name: 'a', data: '1' },
        { name: 'b', type: '2', target: 'c' },
        { name: 'c' },
        { name: './a', data: '2' },
        { name: 'b', data: '3' },
        { name: 'c', type: '2', target: 'a' },
      ),
      ['a: 2', 'b: 3'],
    ));

  test('of members other than files and links are skipped', () =>
    expectRead(
      archive(
        ...['3', '4', '5', '6', 'V'].map((type) => ({ name: 'x', type })),
        { name: 'x', type: 'D', data: 'Yname\0' },
        { name: 'folder/' },
        { name: 'last' },
      ),
      ['last: '],
    ));

  test('of hard links have no content, regardless of their size field', () =>
    expectRead(archive({ name: 'a', data: 'text' }, { name: 'b', type: '1', target: 'a', size: '4' }), [
      'a: text',
    ]));
});

describe('damage', () => {
  test('a header with a wrong checksum stops reading', async () => {
    const content = archive({ name: 'a', data: 'text' }, { name: 'b' }, { name: 'c' });
    content[1024] ^= 1;
    const found = await read(content);
    expect(linesOf(found)).toEqual(['a: text']);
    expect(found.damage).toBe('its tar data is corrupt after “a”');
  });

  test('an invalid size stops reading', async () => {
    for (const size of ['12x', Uint8Array.of(0xff, ...Array(11).fill(0xff))]) {
      const { damage } = await read(archive({ name: 'a' }, { name: 'b', size }));
      expect(damage).toBe('its tar data is corrupt after “a”');
    }
  });

  test('a size beyond the end of the archive allocates no memory', async () => {
    const { files, damage } = await read(archive({ name: 'a', size: '77777777777' }));
    expect(files).toEqual([]);
    expect(damage).toBe('its tar data is truncated in “a”');
  });

  test('damage to the compressed data is reported first, even after the end marker', async () => {
    const packed = bytesOf(
      new Uint8Array(execFileSync('gzip', ['-c'], { input: fixture('archives', 'gnu.tar') })),
    );
    packed[packed.length - 5] ^= 1;
    const stream = await decompressedStream(sourceOf(new Uint8Array(0)).stream(), packed, 'gzip');
    const found = await readArchive(stream);
    expect(found.files.length).toBeGreaterThan(5);
    expect(found.damage).toMatch(/checksum/);
  });

  test('errors from the source are rethrown', async () => {
    const stream = { damage: undefined, bytesRead: 0, read: () => Promise.reject(new Error('gone')) };
    await expect(readArchive(stream)).rejects.toThrow('gone');
  });
});

describe('beyond the quota', () => {
  const large = (name: string) => member({ name, data: new Uint8Array(2e6) });
  const pathsOf = ({ files }: { files: readonly { path: string }[] }) => files.map(({ path }) => path);

  test('reading stops at the first file that does not fit', async () => {
    const content = archive({ name: 'a', data: 'a' }, large('b'), { name: 'c', data: 'c' });
    const found = await read(content, [], 0, quotaOf(1.5e6, 1234));
    expect(pathsOf(found)).toEqual(['a']);
    expect(found.damage).toBeUndefined();
    expect(found.omitted).toBe(
      'exceeds the limit of 1 MB or 1,234 files in total, so reading stopped at “b”: unpack it and open its files',
    );
    expect((await read(content, [], 0, quotaOf(4e6, 3))).omitted).toBeUndefined();
  });

  test('empty files count as well', async () => {
    const content = archive(...Array.from({ length: 100 }, (_, i) => ({ name: `f${i}` })));
    const found = await read(content, [], 0, quotaOf(1e9, 5));
    expect(pathsOf(found)).toEqual(['f0', 'f1', 'f2', 'f3', 'f4']);
    expect(found.omitted).toMatch(/reading stopped at “f5”/);
  });

  test('unneeded files use no quota but still replace earlier ones with the same path', async () => {
    const content = archive({ name: 'a', data: 'a' }, { name: 'b', data: 'b' }, large('no/c'), large('a'));
    const beginnings: [string, number][] = [];
    const isWanted = (path: string, head: Uint8Array) => {
      beginnings.push([path, head.length]);
      return path === 'b' || head.length === 1;
    };
    const { files, omitted, damage } = await readTar(
      sourceOf(content).stream(),
      new Uint8Array(0),
      quotaOf(1.1e6, 2),
      isWanted,
    );
    expect([pathsOf({ files }), omitted, damage]).toEqual([['b'], undefined, undefined]);
    expect(beginnings).toEqual([
      ['a', 1],
      ['b', 1],
      ['no/c', 65_536],
      ['a', 65_536],
    ]);
  });

  test('a small file uses the quota of the whole block that it keeps in memory', async () => {
    const small = (i: number) => ({ name: `f${i}`, data: 'f' });
    const content = archive(...[0, 1, 2, 3].flatMap((i) => [small(i), large(`no/${i}`)]));
    const isWanted = (path: string) => path.startsWith('f');
    const quota = quotaOf(3 << 20, 10);
    const { files, omitted } = await readTar(sourceOf(content).stream(), new Uint8Array(0), quota, isWanted);
    expect(pathsOf({ files })).toEqual(['f0', 'f1', 'f2']);
    expect(omitted).toMatch(/reading stopped at “f3”/);
  });
});

describe('garbage', () => {
  test('is not recognized as an archive', () => {
    expect(isTar(new Uint8Array(0))).toBe(false);
    expect(isTar(new Uint8Array(512))).toBe(false);
    expect(isTar(new Uint8Array(512).fill(32))).toBe(false);
    expect(isTar(fixture('recordings', 'jit.perf'))).toBe(false);
    expect(isTar(fixture('archives', 'gnu.tar').subarray(0, 511))).toBe(false);
  });

  test('in an archive causes neither errors nor hangs', async () => {
    const sound = fixture('archives', 'pax.tar');
    const change = fc.tuple(fc.nat(sound.length - 1), fc.nat(255), fc.boolean());
    const property = fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
      const content = sound.slice();
      for (const [at, byte, isRepaired] of changes) {
        content[at] = byte;
        if (isRepaired) repair(content, at - (at % 512));
      }
      const { files } = await read(content, [], 0, quotaOf(1 << 16, 100));
      const paths = new Set(files.map(({ path }) => path));
      expect(paths.size).toBe(files.length);
    });
    await fc.assert(property, { numRuns: fuzzRuns(1000) });
  });
});

/** Corrects the checksum of the block at `at`, as if it were a header. */
function repair(content: Uint8Array, at: number): void {
  content.set(bytesOf('        '), at + 148);
  const sum = content.subarray(at, at + 512).reduce((sum, byte) => sum + byte, 0);
  content.set(bytesOf(`${sum.toString(8).padStart(6, '0')}\0 `), at + 148);
}

describe.skipIf(!HAS_PROFILES)(`archives of the sample recordings${SKIP_NOTE}`, () => {
  // One archive of each size, since several folders contain the same archive. Omits the largest, which take seconds, and by default
  // most of the others: the same program wrote them.
  const packed = new Map<number, [string, string]>();
  for (const folder of folders()) {
    for (const file of filesIn(folder).filter((file) => file.endsWith('.tar.gz'))) {
      const { length } = bytesAt(folder, file);
      if (length < 1e6) packed.set(length, [folder, file]);
    }
  }

  test('are compressed', async () => {
    const content = bytesAt('jit-script', 'jitted.tar.gz');
    expect(compressionOf(content)).toBe('gzip');
    const stream = await decompressedStream(memoryStream(new Uint8Array(0)), content, 'gzip');
    const [packed, plain] = [
      await readArchive(stream),
      await readArchive(memoryStream(plainAt('jit-script', 'jitted.tar.gz'))),
    ];
    expect(packed.files.map(({ path }) => path)).toEqual(plain.files.map(({ path }) => path));
    const contents = [packed, plain].map(({ files }) => Buffer.concat(files.map(({ bytes }) => bytes)));
    expect(Buffer.compare(contents[0], contents[1])).toBe(0);
  });

  const archives = [...packed.values()].slice(0, triesAllRecordings ? undefined : 4);
  test.each(archives)('%s/%s gives the same files as tar', async (folder, file) => {
    const plain = plainAt(folder, file);
    const { files, damage } = await readArchive(memoryStream(plain));
    expect(damage).toBeUndefined();
    const options = { input: plain, maxBuffer: 1 << 30 };
    const list = execFileSync('tar', ['tf', '-'], options).toString().trimEnd().split('\n');
    expect(files.map(({ path }) => path)).toEqual(list.filter((path) => !path.endsWith('/')));
    const contents = execFileSync('tar', ['xOf', '-'], options);
    expect(Buffer.compare(contents, Buffer.concat(files.map(({ bytes }) => bytes)))).toBe(0);
  });
});
