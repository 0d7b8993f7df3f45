// Tests where the lookup finds symbol files, and which it accepts, in folders that mirror a machine.

import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CODE, buildIdNote, makeElf, SHT, type SectionSpec } from '../fixtures/elf.ts';
import { bytesOf } from '../fixtures/sources.ts';
import { runningKernelAddress, textSymbols } from './kernel-lookup.ts';
import type { MappedInode } from '../src/model/code.ts';
import { openElf } from '../src/symbols/elf/elf.ts';
import { lookUp } from './lookup.ts';
import { ownVdso } from './image-lookup.ts';
import type { LocalMachine, RecordedMachine } from './provenance.ts';
import { SearchRoot } from './search-root.ts';
import type { RequiredFiles } from './required-files.ts';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pyrograph-lookup-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const UNKNOWN: RecordedMachine = { hostname: '', release: '', arch: '', kernel: undefined, lastTime: NaN };
const NOTHING: RequiredFiles = {
  images: [],
  unwindsStacks: false,
  pids: [],
  processes: [],
  dumps: [],
  kernel: undefined,
  machine: UNKNOWN,
};
const ID = [0xaa, 0xbb, 0xcc, 0xdd, 1, 2, 3, 4];
const ID_TEXT = 'aabbccdd01020304';
const OTHER = [9, 9, 9, 9];
const BIN = '/usr/bin/python3';
const TEXT = { name: '.text', flags: CODE, address: 0x1000, offset: 0x1000, bytes: new Uint8Array(16) };
const LINK: SectionSpec = { name: '.gnu_debuglink', bytes: bytesOf('python3.dbg\0') };

function put(path: string, content: Uint8Array | string): void {
  const where = join(root, path);
  mkdirSync(dirname(where), { recursive: true });
  writeFileSync(where, content);
}

function elf(id: readonly number[], hasNames: boolean, ...more: SectionSpec[]): Uint8Array {
  const note = { name: '.note.gnu.build-id', type: SHT.note, bytes: buildIdNote(id) };
  const symbols = hasNames ? { symbols: [{ name: 'f', value: 0x1000, size: 16 }] } : {};
  return makeElf({ sections: [TEXT, note, ...more], ...symbols });
}

/** Names of found and missing files, and reasons with the folder removed. By default, the folder is trusted. */
async function found(
  required: Partial<RequiredFiles>,
  searchRoot = new SearchRoot(root),
  local?: LocalMachine,
) {
  const { companions, missing, reasons } = await lookUp({ ...NOTHING, ...required }, searchRoot, local);
  const names = await Promise.all(
    companions.map(async ({ source: { name, file } }) => {
      expect((await file.read(0, 4)).length).toBe(4);
      return name;
    }),
  );
  return { found: names, missing, reasons: reasons.map((each) => each.replaceAll(root, '')) };
}

const only = (...names: string[]) => ({ found: names, missing: [], reasons: [] });
const images = (buildId: string, path = BIN, ...inodes: MappedInode[]) => ({
  images: [{ path, buildId, inodes }],
});
const dumps = (...paths: string[]) => paths.map((path) => ({ path, inodes: [] }));

describe('a program', () => {
  test('is found at its mapped path', async () => {
    put(BIN, elf(ID, true));
    expect(await found(images(ID_TEXT))).toEqual(only(BIN));
    expect(await found(images(''))).toEqual(only(BIN));
    expect(await found(images(`${ID_TEXT}0000`))).toEqual(only(BIN));
  });

  test('of a different build is rejected', async () => {
    put(BIN, elf(OTHER, true));
    const reasons = [`${BIN} is a different build than the recorded one and was not used`];
    expect(await found(images(ID_TEXT))).toEqual({ found: [], missing: [], reasons });
  });

  test('of a different build is counted in one sentence with all others', async () => {
    const paths = Array.from({ length: 40 }, (_, i) => `/usr/lib/lib${i + 10}.so`);
    for (const path of paths) put(path, elf(OTHER, true));
    const required = { images: paths.flatMap((path) => images(ID_TEXT, path).images) };
    expect((await found(required)).reasons).toEqual([
      '/usr/lib/lib10.so, /usr/lib/lib11.so, /usr/lib/lib12.so and 37 more are different builds than the recorded ones and were not used',
    ]);
  });

  test.each([
    [`.debug/.build-id/aa/bbccdd01020304/elf`],
    [`.debug/.build-id/aa/bbccdd01020304`],
    [`.debug${BIN}/${ID_TEXT}/elf`],
  ])('of a different build is replaced by perf’s cached copy: %s', async (path) => {
    put(BIN, elf(OTHER, true));
    put(path, elf(ID, true));
    expect(await found(images(ID_TEXT))).toEqual(only(BIN));
  });

  test('that is invalid or missing is reported', async () => {
    put(BIN, 'a script');
    const reasons = [
      `${BIN} cannot be used: it is not an ELF file: add the program, library or debug file itself`,
    ];
    expect(await found(images(''))).toEqual({ found: [], missing: [], reasons });
    expect(await found(images('', '/lib/none.so'))).toEqual({
      found: [],
      missing: ['/lib/none.so'],
      reasons: [],
    });
  });

  test('without symbols is found with its debug file, in perf’s search order', async () => {
    put(BIN, elf(ID, false, LINK));
    expect(await found(images(ID_TEXT))).toEqual(only(BIN));
    const byId = '/usr/lib/debug/.build-id/aa/bbccdd01020304.debug';
    const locations = [
      [byId, byId],
      [`/usr/lib/debug${BIN}`, `/usr/lib/debug${BIN}`],
      [`/usr/lib/debug${BIN}.debug`, `/usr/lib/debug${BIN}.debug`],
      ['.debug/.build-id/aa/bbccdd01020304/debug', byId],
      ['/usr/lib/debug/usr/bin/python3.dbg', '/usr/lib/debug/usr/bin/python3.dbg'],
      ['/usr/bin/.debug/python3.dbg', '/usr/bin/.debug/python3.dbg.debug'],
      ['/usr/bin/python3.dbg', '/usr/bin/python3.dbg.debug'],
    ];
    // Each location takes precedence over the previous ones.
    for (const [path, name] of locations) {
      put(path, elf(ID, true));
      expect(await found(images(''))).toEqual(only(BIN, name));
    }
  });

  test('with symbols needs no debug file, and a debug file of a different build is rejected', async () => {
    const debug = `/usr/lib/debug${BIN}.debug`;
    put(debug, elf(ID, true));
    put(BIN, elf(ID, true));
    expect(await found(images(ID_TEXT))).toEqual(only(BIN));
    put(BIN, elf(OTHER, false));
    expect(await found(images(''))).toEqual(only(BIN));
  });

  test('named [vdso] is found in perf’s cache', async () => {
    put(`.debug/[vdso]/${ID_TEXT}/vdso`, elf(ID, false));
    expect(await found(images(ID_TEXT, '[vdso]'))).toEqual(only('[vdso]'));
    expect(await found(images('', '[vdso]'))).toEqual({ found: [], missing: ['[vdso]'], reasons: [] });
  });

  test.skipIf(process.platform !== 'linux')('named [vdso] can be that of this machine', async () => {
    const { buildId } = await openElf(ownVdso('[vdso]')!.file);
    const here = new SearchRoot(undefined, true);
    expect(await found(images(buildId, '[vdso]'), here)).toEqual(only('[vdso]'));
    expect(await found(images('', '[vdso]'), here)).toEqual(only('[vdso]'));
    expect((await found(images('', '[vdso]'), new SearchRoot(undefined, false))).missing).toEqual(['[vdso]']);
    expect((await found(images(ID_TEXT, '[vdso]'), here)).missing).toEqual(['[vdso]']);
  });

  test('mapped as data is used if it is one, and not missed otherwise', async () => {
    const data = { images: [{ path: BIN, buildId: '', inodes: [], isData: true }] };
    put(BIN, 'not an ELF file');
    expect(await found(data)).toEqual(only());
    put(BIN, elf(ID, true));
    expect(await found(data)).toEqual(only(BIN));
  });

  test('in anonymous memory is not looked up', async () => {
    expect(await found(images('', '/memfd:doublemapper (deleted)'))).toEqual(only());
    expect(await found(images('', '[vsyscall]'))).toEqual(only());
  });
});

describe('JIT-compiled code', () => {
  test('gets names from the perf map of its process, or from the jitdump at its recorded path', async () => {
    put('/tmp/perf-12.map', '1000 10 f\n');
    put('/home/me/jit-13.dump', 'JiTD');
    const required = { pids: [12, 13], dumps: dumps('/home/me/jit-13.dump', '/home/me/jit-14.dump') };
    expect(await found(required)).toEqual({
      found: ['/home/me/jit-13.dump', '/tmp/perf-12.map'],
      missing: ['/home/me/jit-14.dump'],
      reasons: [],
    });
  });

  test('is reported as missing only if samples hit it', async () => {
    expect((await found({ pids: [12] })).missing).toEqual(['/tmp/perf-12.map']);
    expect((await found({ pids: [12], unwindsStacks: true })).missing).toEqual([]);
    expect((await found({ pids: [12], ownPids: new Map([[12, 1]]) })).missing).toEqual(['/tmp/perf-1.map']);
  });
});

describe('the kernel', () => {
  const SYMBOLS = 'ffffffff81000000 T _text\nffffffff81000010 t f\t[ext4]\nffffffff82000000 D data\n';

  test('is the running one if the build IDs match or are unknown', async () => {
    put('/proc/kallsyms', SYMBOLS);
    expect(await found({ kernel: '' })).toEqual(only('/proc/kallsyms'));
    put('/sys/kernel/notes', buildIdNote(ID));
    expect(await found({ kernel: ID_TEXT })).toEqual(only('/proc/kallsyms'));
    const machine = { ...UNKNOWN, hostname: 'web1', release: '5.4.0', arch: 'aarch64' };
    const reasons = [
      'Kernel functions have no names: this machine may be running a different kernel than the recorded one (web1, Linux 5.4.0, aarch64)',
    ];
    expect(await found({ kernel: 'ffff', machine })).toEqual({ found: [], missing: [], reasons });
  });

  test('comes from perf’s cache if the running kernel differs or hides its addresses', async () => {
    put('/sys/kernel/notes', buildIdNote(OTHER));
    put(`.debug/[kernel.kallsyms]/${ID_TEXT}/kallsyms`, SYMBOLS);
    expect(await found({ kernel: ID_TEXT })).toEqual(only('/proc/kallsyms'));
    put('/sys/kernel/notes', buildIdNote(ID));
    put('/proc/kallsyms', '0000000000000000 T _text\n');
    expect(await found({ kernel: ID_TEXT })).toEqual(only('/proc/kallsyms'));
  });

  test('is reported if it hides its addresses', async () => {
    put('/proc/kallsyms', '0000000000000000 T _text\n0000000000000000 A fixed\n');
    const { found: none, reasons } = await found({ kernel: '' });
    expect(none).toEqual([]);
    expect(reasons).toEqual([
      '/proc/kallsyms hides kernel addresses: run pyrograph as root, or set kernel.kptr_restrict to 0',
    ]);
  });

  test('is packed without data symbols', () => {
    const kept = (symbols: string) => new TextDecoder().decode(textSymbols(bytesOf(symbols)));
    expect(kept(SYMBOLS)).toBe('ffffffff81000000 T _text\nffffffff81000010 t f\t[ext4]\n');
    // It tells one build from another.
    const end = 'ffffffff82000000 D _edata\n';
    expect(kept(`ffffffff81f00000 D _edata_other\n${end}`)).toBe(end);
  });
});

describe('on this machine, without --symfs,', () => {
  const BASE = 2 ** 24 - 2 ** 31;
  const SYMBOLS = 'ffffffff81000000 T _text\nffffffff81000010 t f\nffffffffc0000010 t g\t[ext4]\n';
  const LOCAL: LocalMachine = {
    hostname: 'web1',
    release: '6.1.0',
    arch: 'x86_64',
    uptime: () => 3600e9,
    addressOf: (symbol) => runningKernelAddress(symbol, here()),
  };
  const RECORDED: RecordedMachine = {
    hostname: 'web1',
    release: '6.1.0',
    arch: 'x86_64',
    kernel: { symbol: '_text', address: BASE },
    lastTime: 1e9,
  };
  const ELSEWHERE: RecordedMachine = { ...RECORDED, hostname: 'db7' };
  const here = () => new SearchRoot(root, false);
  const foundHere = (required: Partial<RequiredFiles>) =>
    found({ machine: RECORDED, ...required }, here(), LOCAL);
  const notUsed = (files: string, machine = '') =>
    `${files} not used, since only the path matches the recording${machine}: add the recorded files, or use the local ones with --symfs /`;
  const NOT_USED = notUsed(`${BIN} was`, ' from db7, Linux 6.1.0, x86_64');

  function inodeOf(path: string): MappedInode {
    const { dev, ino } = statSync(join(root, path));
    const [major, minor] = [(dev >> 8) & 0xfff, (dev & 0xff) | ((dev >> 12) & 0xfff00)];
    return { major, minor, inode: ino };
  }

  test('a program from a different machine is identified only by its build ID', async () => {
    put(BIN, elf(ID, true));
    expect(await foundHere({ ...images(ID_TEXT), machine: ELSEWHERE })).toEqual(only(BIN));
    const rejected = { found: [], missing: [], reasons: [NOT_USED] };
    expect(await foundHere({ ...images(''), machine: ELSEWHERE })).toEqual(rejected);
    // Machines cloned from one image have the same inodes.
    expect(await foundHere({ ...images('', BIN, inodeOf(BIN)), machine: ELSEWHERE })).toEqual(rejected);
    expect(await found({ ...images(''), machine: ELSEWHERE })).toEqual(only(BIN));
  });

  test('a program from this machine is identified by its inode, or by the current boot', async () => {
    put(BIN, elf(ID, true));
    const inode = inodeOf(BIN);
    expect(await foundHere(images('', BIN, inode))).toEqual(only(BIN));
    expect(await foundHere(images(''))).toEqual(only(BIN));
    const machine = { ...RECORDED, lastTime: 7200e9 };
    expect(await foundHere({ ...images('', BIN, inode), machine })).toEqual(only(BIN));
    expect((await foundHere({ ...images(''), machine })).found).toEqual([]);
  });

  test('a program that was replaced is rejected', async () => {
    put(BIN, elf(ID, true));
    const inode = { ...inodeOf(BIN), major: 8 };
    const replaced = { ...inode, inode: inode.inode + 1 };
    const reasons = [`${BIN} is not the recorded file and was not used`];
    expect(await foundHere(images('', BIN, replaced))).toEqual({ found: [], missing: [], reasons });
    expect(await foundHere(images('', BIN, inodeOf(BIN), replaced))).toEqual({
      found: [],
      missing: [],
      reasons,
    });
    expect((await foundHere(images(ID_TEXT, BIN, replaced))).found).toEqual([BIN]);
  });

  test('files that match only by path are reported in one sentence', async () => {
    const paths = ['/a', '/b', '/c', '/d', '/e'];
    for (const path of paths) put(path, elf(ID, true));
    const required = { images: paths.map((path) => ({ path, buildId: '', inodes: [] })), machine: UNKNOWN };
    expect(await foundHere(required)).toEqual({
      found: [],
      missing: [],
      reasons: [notUsed('/a, /b, /c and 2 more were')],
    });
  });

  test('perf maps and jitdumps must be from the current boot', async () => {
    put('/tmp/perf-12.map', '1000 10 f\n');
    put('/tmp/jit-13.dump', 'JiTD');
    const required = { pids: [12], dumps: dumps('/tmp/jit-13.dump') };
    expect(await foundHere(required)).toEqual(only('/tmp/jit-13.dump', '/tmp/perf-12.map'));
    for (const machine of [ELSEWHERE, { ...RECORDED, kernel: { symbol: '_text', address: BASE + 4096 } }]) {
      put('/proc/kallsyms', SYMBOLS);
      const { found, reasons } = await foundHere({ ...required, machine });
      expect(found).toEqual([]);
      expect(reasons).toEqual([
        expect.stringContaining('/tmp/jit-13.dump and /tmp/perf-12.map were not used'),
      ]);
    }
  });

  test('a recording of an unknown machine counts as local if one of its mapped files is local', async () => {
    put(BIN, elf(ID, true));
    put('/tmp/perf-12.map', '1000 10 f\n');
    const required = { pids: [12], machine: UNKNOWN };
    expect((await foundHere({ ...required, ...images('', BIN) })).found).toEqual([]);
    const all = await foundHere({ ...required, ...images('', BIN, inodeOf(BIN)) });
    expect(all).toEqual(only(BIN, '/tmp/perf-12.map'));
  });

  test.each<[string, string, Partial<RecordedMachine>, string | undefined]>([
    ['of this build', ID_TEXT, {}, undefined],
    ['without a build ID, but of this release, machine and address', '', {}, undefined],
    ['of a different host with the same kernel', '', { hostname: 'db7' }, undefined],
    ['of a different build', 'ffff', {}, 'web1, Linux 6.1.0, x86_64'],
    ['of a different release', '', { release: '5.4.0' }, 'web1, Linux 5.4.0, x86_64'],
    ['of a different architecture', '', { arch: 'aarch64' }, 'web1, Linux 6.1.0, aarch64'],
    [
      'at a different address',
      '',
      { kernel: { symbol: '_text', address: BASE + 2 ** 21 } },
      'web1, Linux 6.1.0, x86_64',
    ],
    ['at an unknown address', '', { kernel: undefined }, 'web1, Linux 6.1.0, x86_64'],
    ['of an unknown release', '', UNKNOWN, 'which the recording does not identify'],
  ])('compares the running kernel with one %s', async (_, kernel, difference, rejected) => {
    put('/proc/kallsyms', SYMBOLS);
    put('/sys/kernel/notes', buildIdNote(ID));
    const { found, reasons } = await foundHere({ kernel, machine: { ...RECORDED, ...difference } });
    expect(found).toEqual(rejected === undefined ? ['/proc/kallsyms'] : []);
    const mismatches = reasons.filter((each) => each.includes('a different kernel'));
    expect(mismatches.map((each) => each.replace(/^.* recorded one(?:, | \()(.*?)\)?$/, '$1'))).toEqual(
      rejected === undefined ? [] : [rejected],
    );
  });

  test('a running kernel without a build ID is rejected if the recorded one has one', async () => {
    put('/proc/kallsyms', SYMBOLS);
    expect((await foundHere({ kernel: ID_TEXT })).found).toEqual([]);
  });

  test('hidden addresses are reported only if the kernel may be the recorded one', async () => {
    put('/proc/kallsyms', '0000000000000000 T _text\n');
    const hidden = [expect.stringContaining('/proc/kallsyms hides kernel addresses')];
    expect((await foundHere({ kernel: '' })).reasons).toEqual(hidden);
    const { reasons } = await foundHere({ kernel: '', machine: { ...RECORDED, release: '5.4.0' } });
    expect(reasons).toEqual([expect.stringContaining('a different kernel')]);
  });

  test('kernel modules get names only in recordings of the current boot', async () => {
    put('/proc/kallsyms', SYMBOLS);
    put('/sys/kernel/notes', buildIdNote(ID));
    const symbolsFor = async (machine: RecordedMachine) => {
      const { companions, reasons } = await lookUp({ ...NOTHING, kernel: ID_TEXT, machine }, here(), LOCAL);
      const [{ source }] = companions;
      return { text: new TextDecoder().decode(await source.file.read(0, source.size)), reasons };
    };
    expect(await symbolsFor(RECORDED)).toEqual({ text: SYMBOLS, reasons: [] });
    const moved = { ...RECORDED, kernel: { symbol: '_text', address: BASE + 2 ** 21 } };
    for (const machine of [ELSEWHERE, moved])
      expect(await symbolsFor(machine)).toEqual({
        text: 'ffffffff81000000 T _text\nffffffff81000010 t f\n',
        reasons: ['Functions of kernel modules have no names, since module addresses change with every boot'],
      });
  });
});

test('--symfs rejects a missing folder', () => {
  expect(() => new SearchRoot('/nowhere')).toThrow('--symfs /nowhere: no such folder');
});
