// Where the files that name code are looked for, and which of them are taken: in folders that stand for a machine.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CODE, buildIdNote, makeElf, SHT, type MadeSection } from '../fixtures/elf.ts';
import { bytesOf } from '../fixtures/sources.ts';
import { textSymbols } from './kernel-lookup.ts';
import { lookUp } from './lookup.ts';
import { Place } from './place.ts';
import type { Wanted } from './wanted.ts';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pyrograph-lookup-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const NOTHING: Wanted = { images: [], isWalked: false, pids: [], dumps: [], kernel: undefined };
const ID = [0xaa, 0xbb, 0xcc, 0xdd, 1, 2, 3, 4];
const ID_TEXT = 'aabbccdd01020304';
const OTHER = [9, 9, 9, 9];
const BIN = '/usr/bin/python3';
const TEXT = { name: '.text', flags: CODE, address: 0x1000, offset: 0x1000, bytes: new Uint8Array(16) };
const LINK: MadeSection = { name: '.gnu_debuglink', bytes: bytesOf('python3.dbg\0') };

function put(path: string, content: Uint8Array | string): void {
  const where = join(root, path);
  mkdirSync(dirname(where), { recursive: true });
  writeFileSync(where, content);
}

function elf(id: readonly number[], hasNames: boolean, ...more: MadeSection[]): Uint8Array {
  const note = { name: '.note.gnu.build-id', type: SHT.note, bytes: buildIdNote(id) };
  const symbols = hasNames ? { symbols: [{ name: 'f', value: 0x1000, size: 16 }] } : {};
  return makeElf({ sections: [TEXT, note, ...more], ...symbols });
}

/** The names of what is found, what is missing, and the sentences without the folder. */
async function found(wanted: Partial<Wanted>) {
  const { companions, missing, why } = await lookUp({ ...NOTHING, ...wanted }, new Place(root));
  const sizes = await Promise.all(
    companions.map(async ({ source: { name, file } }) => {
      expect((await file.read(0, 4)).length).toBe(4);
      return name;
    }),
  );
  return { found: sizes, missing, why: why.map((each) => each.replaceAll(root, '')) };
}

const only = (...names: string[]) => ({ found: names, missing: [], why: [] });
const images = (buildId: string, path = BIN) => ({ images: [{ path, buildId }] });

describe('a program', () => {
  test('is where it was mapped from', async () => {
    put(BIN, elf(ID, true));
    expect(await found(images(ID_TEXT))).toEqual(only(BIN));
    expect(await found(images(''))).toEqual(only(BIN));
    expect(await found(images(`${ID_TEXT}0000`))).toEqual(only(BIN));
  });

  test('of another build is not taken', async () => {
    put(BIN, elf(OTHER, true));
    const why = [`${BIN} is another build than the one that was recorded, and was not used`];
    expect(await found(images(ID_TEXT))).toEqual({ found: [], missing: [], why });
  });

  test.each([
    [`.debug/.build-id/aa/bbccdd01020304/elf`],
    [`.debug/.build-id/aa/bbccdd01020304`],
    [`.debug${BIN}/${ID_TEXT}/elf`],
  ])('is taken from perf’s cache then: %s', async (path) => {
    put(BIN, elf(OTHER, true));
    put(path, elf(ID, true));
    expect(await found(images(ID_TEXT))).toEqual(only(BIN));
  });

  test('that is none, or not there, is said', async () => {
    put(BIN, 'a script');
    const why = [
      `${BIN} cannot be used: it is no ELF file, so drop the program, library or debug file itself`,
    ];
    expect(await found(images(''))).toEqual({ found: [], missing: [], why });
    expect(await found(images('', '/lib/none.so'))).toEqual({
      found: [],
      missing: ['/lib/none.so'],
      why: [],
    });
  });

  test('without names comes with its debug file, from where perf looks', async () => {
    put(BIN, elf(ID, false, LINK));
    expect(await found(images(ID_TEXT))).toEqual(only(BIN));
    const byId = '/usr/lib/debug/.build-id/aa/bbccdd01020304.debug';
    const places = [
      [byId, byId],
      [`/usr/lib/debug${BIN}`, `/usr/lib/debug${BIN}`],
      [`/usr/lib/debug${BIN}.debug`, `/usr/lib/debug${BIN}.debug`],
      ['.debug/.build-id/aa/bbccdd01020304/debug', byId],
      ['/usr/lib/debug/usr/bin/python3.dbg', '/usr/lib/debug/usr/bin/python3.dbg'],
      ['/usr/bin/.debug/python3.dbg', '/usr/bin/.debug/python3.dbg.debug'],
      ['/usr/bin/python3.dbg', '/usr/bin/python3.dbg.debug'],
    ];
    // Each comes before those that were there until then.
    for (const [path, name] of places) {
      put(path, elf(ID, true));
      expect(await found(images(''))).toEqual(only(BIN, name));
    }
  });

  test('with names needs none, and none of another build is taken', async () => {
    const debug = `/usr/lib/debug${BIN}.debug`;
    put(debug, elf(ID, true));
    put(BIN, elf(ID, true));
    expect(await found(images(ID_TEXT))).toEqual(only(BIN));
    put(BIN, elf(OTHER, false));
    expect(await found(images(''))).toEqual(only(BIN));
  });

  test('that is the vdso is in perf’s cache only', async () => {
    put(`.debug/[vdso]/${ID_TEXT}/vdso`, elf(ID, false));
    expect(await found(images(ID_TEXT, '[vdso]'))).toEqual(only('[vdso]'));
    expect(await found(images('', '[vdso]'))).toEqual({ found: [], missing: ['[vdso]'], why: [] });
  });

  test('that is in memory only is not looked for', async () => {
    expect(await found(images('', '/memfd:doublemapper (deleted)'))).toEqual(only());
    expect(await found(images('', '[vsyscall]'))).toEqual(only());
  });
});

describe('code made at run time', () => {
  test('has a map by its process, or a dump where it was recorded', async () => {
    put('/tmp/perf-12.map', '1000 10 f\n');
    put('/home/me/jit-13.dump', 'JiTD');
    const wanted = { pids: [12, 13], dumps: ['/home/me/jit-13.dump', '/home/me/jit-14.dump'] };
    expect(await found(wanted)).toEqual({
      found: ['/home/me/jit-13.dump', '/tmp/perf-12.map'],
      missing: ['/home/me/jit-14.dump'],
      why: [],
    });
  });

  test('is missing where it was hit, not where it may have been', async () => {
    expect((await found({ pids: [12] })).missing).toEqual(['/tmp/perf-12.map']);
    expect((await found({ pids: [12], isWalked: true })).missing).toEqual([]);
  });
});

describe('the kernel', () => {
  const SYMBOLS = 'ffffffff81000000 T _text\nffffffff81000010 t f\t[ext4]\nffffffff82000000 D data\n';

  test('is the running one when it says the same build id, or none', async () => {
    put('/proc/kallsyms', SYMBOLS);
    expect(await found({ kernel: '' })).toEqual(only('/proc/kallsyms'));
    put('/sys/kernel/notes', buildIdNote(ID));
    expect(await found({ kernel: ID_TEXT })).toEqual(only('/proc/kallsyms'));
    const why = ['This machine runs another kernel than the recorded one'];
    expect(await found({ kernel: 'ffff' })).toEqual({ found: [], missing: [], why });
  });

  test('is in perf’s cache when another runs, or this one hides its addresses', async () => {
    put('/sys/kernel/notes', buildIdNote(OTHER));
    put(`.debug/[kernel.kallsyms]/${ID_TEXT}/kallsyms`, SYMBOLS);
    expect(await found({ kernel: ID_TEXT })).toEqual(only('/proc/kallsyms'));
    put('/sys/kernel/notes', buildIdNote(ID));
    put('/proc/kallsyms', '0000000000000000 T _text\n');
    expect(await found({ kernel: ID_TEXT })).toEqual(only('/proc/kallsyms'));
  });

  test('that hides its addresses is said', async () => {
    put('/proc/kallsyms', '0000000000000000 T _text\n0000000000000000 A fixed\n');
    const { found: none, why } = await found({ kernel: '' });
    expect(none).toEqual([]);
    expect(why).toEqual([
      '/proc/kallsyms hides the addresses of the kernel: run this as root, or set kernel.kptr_restrict to 0',
    ]);
  });

  test('is packed without its data', () => {
    const text = new TextDecoder().decode(textSymbols(bytesOf(SYMBOLS)));
    expect(text).toBe('ffffffff81000000 T _text\nffffffff81000010 t f\t[ext4]\n');
  });
});

test('a folder that is none is refused', () => {
  expect(() => new Place('/nowhere')).toThrow('--symfs /nowhere: there is no such folder.');
});
