import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../../fixtures/seed.ts';
import { bytesAt, filesIn, folders, HAS_PROFILES, plainAt, WITHOUT } from '../../fixtures/profiles.ts';
import { bytesOf, fixture, joined, sourceOf } from '../../fixtures/sources.ts';
import { fill } from './byte-stream.ts';
import { compressionOf, inflate } from './inflate.ts';
import { isTar } from './tar-header.ts';
import { readTar, type TarContent } from './tar.ts';

const MOST = 1 << 30;
const ID = '5e5b51f4c39af9ac589408c1dc432ba390a273cc';
const LONG = 'd'.repeat(60);

async function read(content: Uint8Array, pieces: readonly number[] = [], head = 0, most = MOST) {
  const stream = sourceOf(content, 'x.tar', pieces).stream();
  const { buffer, count } = await fill(stream, new Uint8Array(head), 0, head);
  return readTar(stream, buffer.subarray(0, count), most);
}

/** As one line each: files with their text, links with where they lead. */
function drawn({ files, links }: TarContent): string[] {
  const text = new TextDecoder();
  return [
    ...files.map(({ path, bytes }) => `${path}: ${text.decode(bytes).trim()}`),
    ...links.map(({ path, target }) => `${path} → ${target}`),
  ].sort();
}

interface Made {
  name: string;
  type?: string;
  data?: Uint8Array | string;
  target?: string;
  /** The field itself; by default the length of the data. */
  size?: string | Uint8Array;
  magic?: string;
  prefix?: string;
  signed?: boolean;
}

/** One member as a tar would write it. */
function member({ name, type = '0', data = '', target = '', size, magic = '', prefix = '', signed }: Made) {
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

function archive(...members: readonly (Made | Uint8Array)[]): Uint8Array {
  const parts = members.map((made) => (made instanceof Uint8Array ? made : member(made)));
  return joined(...parts, new Uint8Array(1024));
}

/** A pax header for the next member. */
function pax(values: Record<string, string>, type = 'x'): Made {
  let data = '';
  for (const [key, value] of Object.entries(values)) {
    const rest = ` ${key}=${value}\n`;
    let length = rest.length;
    while (`${length}${rest}`.length !== length) length = `${length}${rest}`.length;
    data += `${length}${rest}`;
  }
  return { name: 'PaxHeader', type, data };
}

describe('what GNU tar packs is read', () => {
  const common = [
    `.build-id/5e/${ID.slice(2)}/elf → usr/bin/python3.13/${ID}/elf`,
    `.build-id/5e/${ID.slice(2)}/probes → usr/bin/python3.13/${ID}/probes`,
    ...['block', 'empty', 'libc.so.6'].map((name) => `lib/${name} → usr/lib/${name}`),
    'usr/lib/c → usr/lib/libc.so.6',
    'usr/lib/libc.so → usr/lib/libc.so.6',
    'usr/lib/zz-hard → usr/lib/libc.so.6',
    `usr/bin/python3.13/${ID}/elf: elf`,
    `usr/bin/python3.13/${ID}/probes: probes`,
    `usr/lib/block: ${'\0'.repeat(512)}`,
    'usr/lib/empty: ',
    'usr/lib/libc.so.6: libc',
  ].sort();
  const prefixed = [...common, `usr/${LONG}/${LONG}: long`].sort();
  const very = `usr/${LONG}/${'n'.repeat(200)}`;
  const all = [
    ...prefixed,
    `${very}: very long`,
    `usr/link-to-very-long → ${very}`,
    'usr/käse: umlaut',
  ].sort();
  const expected = { v7: common, ustar: prefixed, gnu: all, pax: all };

  for (const [name, lines] of Object.entries(expected)) {
    test(`as ${name}, whole and in pieces`, async () => {
      const content = fixture('archives', `${name}.tar`);
      expect(isTar(content)).toBe(true);
      for (const pieces of [[], [64], [1], [511, 7]]) {
        for (const head of [0, 1, 512, 700, 4096, 1 << 20]) {
          const found = await read(content, pieces, head);
          expect(found.damage).toBeUndefined();
          expect(drawn(found)).toEqual(lines);
        }
      }
    });

    test(`as ${name}, cut anywhere: what comes before, and the damage`, async () => {
      const content = fixture('archives', `${name}.tar`);
      const whole = await read(content);
      for (let end = 0; end < content.length - 1024; end += 101) {
        const { files, damage } = await read(content.subarray(0, end));
        expect(damage).toMatch(/^its tar data are cut (in|behind) (“.+”|its start)$/);
        expect(files).toEqual(whole.files.slice(0, files.length));
      }
    });
  }

  test('but for sparse files, which are said', async () => {
    for (const name of ['sparse.tar', 'sparse-pax.tar']) {
      const found = await read(fixture('archives', name));
      expect(drawn(found)).toEqual(['z-after: after']);
      expect(found.damage).toMatch(/holes” is a sparse file in it and was left out/);
    }
  });
});

describe('headers of all kinds', () => {
  async function expectRead(content: Uint8Array, lines: readonly string[]) {
    const found = await read(content);
    expect(found.damage).toBeUndefined();
    expect(drawn(found)).toEqual(lines);
  }

  test('a size in base 256', () =>
    expectRead(archive({ name: 'a', data: 'text', size: Uint8Array.of(0x80, ...Array(10).fill(0), 4) }), [
      'a: text',
    ]));

  test('a size in pax above the one of the header', () =>
    expectRead(
      archive(
        pax({ size: '4', mtime: '1.5' }),
        { name: 'a', data: 'text', size: '0' },
        { name: 'b', data: 'b' },
      ),
      ['a: text', 'b: b'],
    ));

  test('pax for all, for one, and taken back', () =>
    expectRead(
      archive(
        pax({ linkpath: 'a' }, 'g'),
        { name: 'a', data: 'text' },
        { name: 'b', type: '2', target: 'x' },
        pax({ linkpath: 'b' }),
        { name: 'c', type: '2', target: 'x' },
        pax({ linkpath: '' }),
        { name: 'd', type: '2', target: 'x' },
      ),
      ['a: text', 'b → a', 'c → a'],
    ));

  test('a prefix is one of ustar only', () =>
    expectRead(
      archive(
        { name: 'a', prefix: 'p', magic: 'ustar\x0000' },
        { name: 'b', prefix: 'p', magic: 'ustar  \0' },
        { name: 'c', prefix: 'p' },
      ),
      ['b: ', 'c: ', 'p/a: '],
    ));

  test('a checksum of signed bytes', () => expectRead(archive({ name: 'ä', signed: true }), ['ä: ']));

  test('a name of 100 bytes has no zero behind it', () =>
    expectRead(archive({ name: 'x'.repeat(100) }), [`${'x'.repeat(100)}: `]));

  test('paths start at the root', () =>
    expectRead(archive({ name: './a/../b//c' }, { name: '/../d' }, { name: './' }), ['b/c: ', 'd: ']));

  test('of several with one path the last counts', () =>
    expectRead(
      archive(
        { name: 'a', data: '1' },
        { name: 'b', type: '2', target: 'c' },
        { name: 'c' },
        { name: './a', data: '2' },
        { name: 'b', data: '3' },
        { name: 'c', type: '2', target: 'a' },
      ),
      ['a: 2', 'b: 3', 'c → a'],
    ));

  test('what is neither file nor link is left out', () =>
    expectRead(
      archive(
        ...['3', '4', '5', '6', 'V'].map((type) => ({ name: 'x', type })),
        { name: 'x', type: 'D', data: 'Yname\0' },
        { name: 'folder/' },
        { name: 'last' },
      ),
      ['last: '],
    ));

  test('a hard link has no bytes, whatever it says', () =>
    expectRead(archive({ name: 'a', data: 'text' }, { name: 'b', type: '1', target: 'a', size: '4' }), [
      'a: text',
      'b → a',
    ]));
});

describe('damage', () => {
  test('a header with a wrong checksum ends it', async () => {
    const content = archive({ name: 'a', data: 'text' }, { name: 'b' }, { name: 'c' });
    content[1024] ^= 1;
    const found = await read(content);
    expect(drawn(found)).toEqual(['a: text']);
    expect(found.damage).toBe('its tar data are corrupt behind “a”');
  });

  test('a size that makes no sense ends it', async () => {
    for (const size of ['12x', Uint8Array.of(0xff, ...Array(11).fill(0xff))]) {
      const { damage } = await read(archive({ name: 'a' }, { name: 'b', size }));
      expect(damage).toBe('its tar data are corrupt behind “a”');
    }
  });

  test('a size that is a lie takes no memory', async () => {
    const { files, damage } = await read(archive({ name: 'a', size: '77777777777' }), [], 0, Infinity);
    expect(files).toEqual([]);
    expect(damage).toBe('its tar data are cut in “a”');
  });

  test('more than may be kept', async () => {
    const content = archive(
      { name: 'a', data: new Uint8Array(2e6) },
      { name: 'b', data: 'b' },
      { name: 'c' },
    );
    const found = await read(content, [], 0, 2_000_512);
    expect(found.files.map(({ path }) => path)).toEqual(['a']);
    expect(found.damage).toBe(
      'it holds more than 2 MB, the most that is read of one, and what comes from “b” on is left out',
    );
    expect((await read(content, [], 0, 2_000_512 + 513 + 512)).damage).toBeUndefined();
  });

  test('more links than anybody makes', async () => {
    const files = Array.from({ length: 3000 }, (_, i) => member({ name: `a/${i}` }));
    const links = Array.from({ length: 3000 }, (_, i) => member({ name: `l${i}`, type: '2', target: 'a' }));
    const content = new Uint8Array(Buffer.concat([...files, ...links, new Uint8Array(1024)]));
    const found = await read(content);
    expect(found.damage).toBe('it has more links than can be followed');
    expect(found.links.length).toBeLessThan(1 << 20);
  });

  test('of the compression comes first, even behind the end', async () => {
    const packed = bytesOf(
      new Uint8Array(execFileSync('gzip', ['-c'], { input: fixture('archives', 'gnu.tar') })),
    );
    packed[packed.length - 5] ^= 1;
    const stream = await inflate(sourceOf(new Uint8Array(0)).stream(), packed, 'gzip');
    const found = await readTar(stream, new Uint8Array(0), MOST);
    expect(found.files.length).toBeGreaterThan(5);
    expect(found.damage).toMatch(/checksum/);
  });

  test('what the stream throws is thrown', async () => {
    const stream = { damage: undefined, taken: 0, read: () => Promise.reject(new Error('gone')) };
    await expect(readTar(stream, new Uint8Array(0), MOST)).rejects.toThrow('gone');
  });
});

describe('garbage', () => {
  test('is no archive', () => {
    expect(isTar(new Uint8Array(0))).toBe(false);
    expect(isTar(new Uint8Array(512))).toBe(false);
    expect(isTar(new Uint8Array(512).fill(32))).toBe(false);
    expect(isTar(fixture('recordings', 'jit.perf'))).toBe(false);
    expect(isTar(fixture('archives', 'gnu.tar').subarray(0, 511))).toBe(false);
  });

  test('in an archive neither hangs nor throws, and links lead to files', async () => {
    const sound = fixture('archives', 'pax.tar');
    const change = fc.tuple(fc.nat(sound.length - 1), fc.nat(255), fc.boolean());
    const property = fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
      const content = sound.slice();
      for (const [at, byte, isRight] of changes) {
        content[at] = byte;
        if (isRight) repair(content, at - (at % 512));
      }
      const { files, links } = await read(content, [], 0, 1 << 16);
      const paths = new Set(files.map(({ path }) => path));
      expect(paths.size).toBe(files.length);
      expect(links.every(({ target }) => paths.has(target))).toBe(true);
    });
    await fc.assert(property, { numRuns: 1000 });
  });
});

/** Makes the checksum right of what may be a header. */
function repair(content: Uint8Array, at: number): void {
  content.set(bytesOf('        '), at + 148);
  const sum = content.subarray(at, at + 512).reduce((sum, byte) => sum + byte, 0);
  content.set(bytesOf(`${sum.toString(8).padStart(6, '0')}\0 `), at + 148);
}

describe.skipIf(!HAS_PROFILES)(`archives beside the recordings${WITHOUT}`, () => {
  // Several folders have the same archive. The largest are of the same make and take seconds.
  const packed = new Map<number, [string, string]>();
  for (const folder of folders()) {
    for (const file of filesIn(folder).filter((file) => file.endsWith('.tar.gz'))) {
      const { length } = bytesAt(folder, file);
      if (length < 1e6) packed.set(length, [folder, file]);
    }
  }

  test.each([...packed.values()])('%s/%s is read as tar reads it', async (folder, file) => {
    const content = bytesAt(folder, file);
    expect(compressionOf(content)).toBe('gzip');
    const stream = await inflate(sourceOf(new Uint8Array(0)).stream(), content, 'gzip');
    const { files, links, damage } = await readTar(stream, new Uint8Array(0), MOST);
    expect(damage).toBeUndefined();
    expect(links).toEqual([]);
    const plain = plainAt(folder, file);
    const options = { input: plain, maxBuffer: 1 << 30 };
    const list = execFileSync('tar', ['tf', '-'], options).toString().trimEnd().split('\n');
    expect(files.map(({ path }) => path)).toEqual(list);
    const contents = execFileSync('tar', ['xOf', '-'], options);
    expect(Buffer.compare(contents, Buffer.concat(files.map(({ bytes }) => bytes)))).toBe(0);
  });
});
