import { describe, expect, test } from 'vitest';
import { libraryBuildId, libraryElf as elf } from '../../fixtures/elf.ts';
import { jitDump, jitLoad } from '../../fixtures/jitdump.ts';
import { bytesOf } from '../../fixtures/sources.ts';
import { memoryFile } from '../bytes/random-access.ts';
import type { LibraryFileKind } from './companion-kind.ts';
import { JitMemory } from './jit-memory.ts';
import { Library } from './library.ts';
import { MISSING_VDSO } from './unwind/missing-vdso.ts';

type Given = readonly [kind: LibraryFileKind, path: string, content: Uint8Array | string];

async function libraryOf(...files: readonly Given[]): Promise<Library> {
  const library = new Library();
  for (const [kind, path, content] of files)
    await library.add(kind, path, memoryFile(new Uint8Array(bytesOf(content))));
  return library;
}

function nameAt(library: Library, path: string, offset: number, buildId = '', pid = 7): string | undefined {
  const { symbols } = library.file(path, pid, buildId, true);
  const row = symbols?.find(offset) ?? -1;
  return row < 0 ? undefined : symbols?.name(row);
}

const dump = (pid: number, ...records: readonly Uint8Array[]) => jitDump({ pid, machine: 62 }, ...records);

describe('the file for a mapping', () => {
  const files: Given[] = [
    ['elf', 'usr/lib/libc.so.6', elf('of_path', 1)],
    ['elf', 'other/libc.so.6', elf('of_id', 2)],
    ['elf', 'libm.so.6', elf('of_name', 3)],
  ];

  test.each([
    ['is found by its build ID', '/usr/lib/libc.so.6', libraryBuildId(2), 'of_id'],
    ['is found by its path', '/usr/lib/libc.so.6', '', 'of_path'],
    ['is not found if only other builds are open', '/usr/lib/libc.so.6', libraryBuildId(9), undefined],
    ['is found by its name', '/elsewhere/libm.so.6', '', 'of_name'],
    ['is not found if no file matches', '/usr/lib/libz.so', '', undefined],
  ])('%s', async (_, path, buildId, name) => {
    expect(nameAt(await libraryOf(...files), path, 0x1010, buildId)).toBe(name);
  });

  test('is found by build ID among files with the same path or name', async () => {
    const path = '/usr/lib/libc.so.6';
    const same: Given[] = [1, 2, 3].map((id) => ['elf', 'usr/lib/libc.so.6', elf(`f${id}`, id)]);
    const elsewhere: Given[] = [4, 5].map((id) => ['elf', `lib${id}/libc.so.6`, elf(`f${id}`, id)]);
    const library = await libraryOf(...elsewhere, ...same);
    const names = [1, 2, 3, 4, 5, 6].map((id) => nameAt(library, path, 0x1010, libraryBuildId(id)));
    expect(names).toEqual(['f1', 'f2', 'f3', 'f4', 'f5', undefined]);
    expect(nameAt(library, path, 0x1010)).toBe('f1');
  });

  test('is found by a zero-padded build ID', async () => {
    const library = await libraryOf(...files);
    expect(nameAt(library, '/renamed', 0x1010, `${libraryBuildId(2)}0000`)).toBe('of_id');
    expect([...library.openSymbols().otherBuilds]).toEqual([]);
  });

  test('is found by name if perf inject wrote it, since its files may share a build ID', async () => {
    const jitted = [1, 2].map((i): Given => ['elf', `jitted-7-${i}.so`, elf(`f${i}`, 1)]);
    const library = await libraryOf(...jitted);
    const names = [1, 2, 3].map((i) => nameAt(library, `/tmp/jitted-7-${i}.so`, 0x1010, libraryBuildId(1)));
    expect(names).toEqual(['f1', 'f2', undefined]);
  });

  test('is never a debug file, which lacks the file offsets of the program', async () => {
    const library = await libraryOf(
      ['elf', 'debug', elf('of_debug', 2, { isDebug: true })],
      ['elf', 'libc.so.6', elf('of_name', 1)],
    );
    expect(nameAt(library, '/usr/lib/libc.so.6', 0x1010, libraryBuildId(1))).toBe('of_name');
    expect(nameAt(library, '/usr/lib/libc.so.6', 0x1010, libraryBuildId(2))).toBeUndefined();
    expect(nameAt(library, '/usr/lib/libz.so', 0x1010, libraryBuildId(2))).toBeUndefined();
  });

  test('is the perf map for executable memory without a file', async () => {
    const library = await libraryOf(['perf map', '/tmp/perf-7.map', '7000 100 py::f\n']);
    expect(library.file('//anon', 7, '', true).name).toBe('/tmp/perf-7.map');
    expect(nameAt(library, '//anon', 0x7010)).toBe('py::f');
    expect(nameAt(library, '//anon', 0x7010, '', 8)).toBeUndefined();
    expect(library.file('[heap]', 7, '', false).name).toBe('[heap]');
  });

  test('tells how to unwind code without rules', async () => {
    const library = await libraryOf(['perf map', '/tmp/perf-7.map', '7000 f py::f:/a.py\n7010 f js::f\n']);
    const kindsIn = (path: string, isExecutable = true) => {
      const { unwinding } = library.file(path, 7, '', isExecutable);
      if (!(unwinding instanceof JitMemory)) return unwinding;
      return [0x7000, 0x7010, 0x7020].map((address) => unwinding.kindAt(address));
    };
    expect(kindsIn('//anon')).toEqual(['trampoline', 'other', 'unnamed']);
    expect(kindsIn('/tmp/jitted-7-1.so')).toEqual(['unnamed', 'unnamed', 'unnamed']);
    expect(kindsIn('[vdso]')).toBe(MISSING_VDSO);
    expect([kindsIn('[heap]', false), kindsIn('/usr/lib/libc.so.6')]).toEqual([undefined, undefined]);
  });
});

/** Looks up a symbol in the file, as a sample would. */
function sampleIn(library: Library, path: string, buildId: string): void {
  library.file(path, 7, buildId, true).symbols?.find(0);
}

/** The text of all notes after process 7 had samples in the given files. */
async function notesOf(
  files: readonly Given[],
  arch = '',
  ...sampled: readonly (readonly [string, string])[]
) {
  const library = await libraryOf(...files);
  library.file('/bin/app', 7, '', true);
  library.jitCode('/tmp/jit-7.dump', 7);
  for (const [path, buildId] of sampled) sampleIn(library, path, buildId);
  return library
    .notes(arch)
    .map(({ text, count, line }) => `${text}${count > 1 || line > 0 ? ` ${count} ${line}` : ''}`);
}

describe('notes', () => {
  test('are empty if there are no problems', async () => {
    const files: Given[] = [
      ['perf map', 'perf-7.map', '7000 100 py::f\n'],
      ['jitdump', 'jit-7.dump', dump(7)],
      ['kallsyms', 'kallsyms', 'ffffffff81000000 T _text\n'],
      ['elf', 'libc.so.6', elf('f', 1)],
    ];
    expect(await notesOf(files, 'x86_64', ['/lib/libc.so.6', libraryBuildId(1)])).toEqual([]);
  });

  test('report a perf map with invalid lines', async () => {
    const map = '7000 100 py::f\nnonsense\n\n7100 zz x\n';
    expect(await notesOf([['perf map', '/tmp/perf-7.map', map]])).toEqual([
      '“/tmp/perf-7.map” has invalid lines, which were skipped 2 2',
    ]);
  });

  test('report dumps and maps of processes that were not recorded', async () => {
    expect(await notesOf([['jitdump', 'jit-9.dump', dump(9)]])).toEqual([
      '“jit-9.dump” is not from any recorded process: add the files that belong to this recording',
    ]);
    const maps = [1, 2, 3].map((pid): Given => ['perf map', `perf-${pid}.map`, '']);
    expect(await notesOf([['jitdump', 'jit-9.dump', dump(9)], ...maps])).toEqual([
      '“jit-9.dump”, “perf-1.map”, “perf-2.map” and 1 more are not from any recorded process: add the files that belong to this recording',
    ]);
  });

  test('ignore unrecorded processes if the recording is incomplete, since they may start later', async () => {
    const library = await libraryOf(['jitdump', 'jit-9.dump', dump(9)], ['perf map', 'perf-8.map', '']);
    expect(library.notes('', false)).toEqual([]);
  });

  test('report a truncated dump', async () => {
    expect(await notesOf([['jitdump', 'jit-7.dump', dump(7, new Uint8Array(5))]])).toEqual([
      '“jit-7.dump” is truncated, as happens when a program is killed: the last functions have no names',
    ]);
  });

  test('report a kallsyms file without addresses, which does not replace a good one', async () => {
    const hidden = '0000000000000000 T _text\n0000000000000000 t abc\n';
    const files: Given[] = [
      ['kallsyms', 'kallsyms', 'ffffffff81000000 T _text\n'],
      ['kallsyms', 'hidden', hidden],
    ];
    expect(await notesOf(files)).toEqual([
      '“hidden” is missing the addresses, which only root can read: copy it with sudo cat /proc/kallsyms > kallsyms',
    ]);
    expect((await libraryOf(...files)).kernel?.find(-0x7f000000)).toEqual({
      name: '_text',
      module: '[kernel.kallsyms]',
    });
    expect((await libraryOf(files[1])).kernel).toBeUndefined();
  });

  test('list kernel symbols only if they are of the recorded build', async () => {
    const of = async (size: number) => {
      const symbols = 'ffffffff81000000 T _text\nffffffff81002000 T _etext\n';
      const library = await libraryOf(['kallsyms', 'kallsyms', symbols]);
      library.checkKernel({ symbol: '_text', address: -4096, size });
      const { kernel, kernels } = library;
      const isMissing = library.missing('kallsyms') !== undefined;
      return [kernel !== undefined, kernels.other, isMissing, library.openSymbols().hasKernel];
    };
    expect(await of(0x2000)).toEqual([true, undefined, false, true]);
    expect(await of(0x2008)).toEqual([false, 'kallsyms', true, false]);
  });

  test('report several kallsyms files, only the last of which is used', async () => {
    const files = ['one', 'two', 'three'].map((name): Given => [
      'kallsyms',
      name,
      `0000000000000000 A percpu\nffffffff81000000 T ${name}\n`,
    ]);
    expect(await notesOf(files)).toEqual([
      '“one” and “two” are ignored: only the last kallsyms file is used',
    ]);
    expect((await libraryOf(...files)).kernel?.find(-0x7f000000)?.name).toBe('three');
  });

  test('report a dump damaged by a fork', async () => {
    const load = (index: bigint) => jitLoad({ name: 'f', index, pid: 7 });
    const damaged = dump(7, load(1n), bytesOf('garbage'), load(4n));
    expect(await notesOf([['jitdump', 'jit-7.dump', damaged]], '', ['/lib/a.so', ''])).toEqual([
      '“jit-7.dump” is damaged, as can happen when a program forks: 7 bytes of invalid data were skipped',
    ]);
    const larger = dump(7, load(1n), bytesOf('garbage'.repeat(20)), load(4n));
    expect(await notesOf([['jitdump', 'jit-7.dump', larger]], '', ['/lib/a.so', ''])).toEqual([
      '“jit-7.dump” is damaged, as can happen when a program forks: 140 bytes of invalid data were skipped and the names of 2 functions were lost',
    ]);
  });

  test('report a file from a different build', async () => {
    expect(
      await notesOf([['elf', 'libc.so.6', elf('f', 1)]], '', ['/lib/libc.so.6', libraryBuildId(2)]),
    ).toEqual([
      '“/lib/libc.so.6” is from a different build than the recorded file, and not used: add the same build',
    ]);
  });

  test('count a file as missing if only another build of it is open', async () => {
    const library = await libraryOf(['elf', 'libc.so.6', elf('f', 1)]);
    const path = '/lib/libc.so.6';
    expect(library.missing(path)).toBeUndefined();
    sampleIn(library, path, libraryBuildId(2));
    expect(library.missing(path)).toBe(path);
  });

  test('report a file from a different build if the recording lists build IDs at its end', async () => {
    const library = await libraryOf(
      ['elf', 'libc.so.6', elf('f', 1)],
      ['elf', 'libm.so.6', elf('g', 3)],
      ['elf', 'unsampled.so', elf('h', 4)],
    );
    for (const path of ['/lib/libc.so.6', '/lib/libm.so.6']) sampleIn(library, path, '');
    library.file('/lib/unsampled.so', 7, '', true);
    const recordedIds = new Map([
      ['/lib/libc.so.6', libraryBuildId(2)],
      ['/lib/libm.so.6', libraryBuildId(3)],
      ['/lib/unsampled.so', libraryBuildId(5)],
      ['/lib/unmapped.so', libraryBuildId(4)],
    ]);
    // A recording that can be read again is read without it.
    expect(library.identifiesOtherFiles(recordedIds)).toBe(true);
    library.checkBuildIds(recordedIds);
    expect([...library.otherBuilds]).toEqual(['/lib/libc.so.6']);
    expect(library.notes()[0].text).toContain('names may be wrong');
  });

  test('report a file identified only by a build ID at the end of a piped recording', async () => {
    const library = await libraryOf(['elf', 'renamed.so', elf('f', 2)]);
    sampleIn(library, '/lib/libc.so.6', '');
    const recordedIds = new Map([['/lib/libc.so.6', libraryBuildId(2)]]);
    expect(library.missing('/lib/libc.so.6')).toBe('/lib/libc.so.6');
    expect(library.identifiesOtherFiles(recordedIds)).toBe(true);
    library.checkBuildIds(recordedIds);
    expect(library.missing('/lib/libc.so.6')).toBeUndefined();
    expect(library.notes().map(({ text }) => text)).toEqual([
      '“/lib/libc.so.6” is found only by build ID, which this piped recording lists at the end: save the recording to a file and open that file',
    ]);
  });

  test('do not report a file as missing if it was found by its build ID', async () => {
    const library = await libraryOf(['elf', 'renamed.so', elf('f', 2)]);
    sampleIn(library, '/lib/libc.so.6', libraryBuildId(2));
    expect(library.missing('/lib/libc.so.6')).toBeUndefined();
    expect(library.notes()).toEqual([]);
  });

  test('name the missing dump of a process that writes one, or else its perf map', async () => {
    const library = await libraryOf(['jitdump', 'jit-9.dump', dump(9)], ['perf map', 'perf-6.map', '']);
    library.jitCode('/home/me/jit-7.dump', 7);
    library.jitCode('/home/me/jit-9.dump', 9);
    const missing = [6, 7, 8, 9].map((pid) => library.missing(`/tmp/perf-${pid}.map`));
    expect(missing).toEqual([undefined, '/home/me/jit-7.dump', '/tmp/perf-8.map', undefined]);
  });

  test('report a file for a different machine', async () => {
    const files: Given[] = [['elf', 'libc.so.6', elf('f', 1, { machine: 183 })]];
    expect(await notesOf(files, 'x86_64', ['/lib/libc.so.6', ''])).toEqual([
      '“/lib/libc.so.6” is for a different machine than the recording (x86_64): add files from the recorded machine',
    ]);
    expect(await notesOf(files, 'aarch64', ['/lib/libc.so.6', ''])).toEqual([]);
    expect(await notesOf([['jitdump', 'jit-7.dump', dump(7)]], 'aarch64', ['/lib/libc.so.6', ''])).toEqual([
      '“jit-7.dump” is for a different machine than the recording (aarch64): add files from the recorded machine',
    ]);
    expect(await notesOf(files, '', ['/lib/libc.so.6', ''])).toEqual([]);
  });
});

describe('add() rejects', () => {
  const bits32 = Uint8Array.from(elf('f', 1), (byte, i) => (i === 4 ? 1 : byte));

  test.each<[string, Given, RegExp]>([
    [
      'a 32-bit ELF file',
      ['elf', 'lib', bits32],
      /^it is a 32-bit ELF file; only 64-bit files are supported$/,
    ],
    [
      'an ELF file of an unsupported machine',
      ['elf', 'lib', elf('f', 1, { machine: 8 })],
      /^it is for an unsupported machine/,
    ],
    [
      'a perf map without a process ID',
      ['perf map', 'functions', '7000 10 f\n'],
      /rename it to perf-PID.map$/,
    ],
    [
      'a jitdump with a truncated header',
      ['jitdump', 'jit-7.dump', dump(7).subarray(0, 20)],
      /with a truncated header$/,
    ],
  ])('%s', async (_, given, why) => {
    await expect(libraryOf(given)).rejects.toThrow(why);
  });
});

describe('in a PID namespace', () => {
  const MAP: Given = ['perf map', 'perf-1.map', '7000 100 py::f\n'];

  test('the perf map of a process is named after its own ID', async () => {
    const library = await libraryOf(MAP);
    library.nameInNamespace(27, 1);
    expect(nameAt(library, '//anon', 0x7010, '', 27)).toBe('py::f');
    expect(nameAt(library, '//anon', 0x7010, '', 28)).toBeUndefined();
    expect([library.missing('/tmp/perf-27.map'), library.notes()]).toEqual([undefined, []]);
    const without = await libraryOf();
    without.nameInNamespace(27, 1);
    expect(without.missing('/tmp/perf-27.map')).toBe('/tmp/perf-1.map');
  });

  test('or after that of perf, if it was renamed', async () => {
    const library = await libraryOf(['perf map', 'perf-27.map', '7000 100 py::copy\n'], MAP);
    library.nameInNamespace(27, 1);
    expect(nameAt(library, '//anon', 0x7010, '', 27)).toBe('py::copy');
  });

  test('the jitdump is named after the ID in the mapped path', async () => {
    const load = jitLoad({ name: 'py::f:/a.py', index: 1n, pid: 1 });
    const library = await libraryOf(['jitdump', 'jit-1.dump', dump(1, load)]);
    expect(library.jitCode('/tmp/jit-1.dump', 27)).toHaveLength(1);
    expect([library.missing('/tmp/perf-27.map'), library.notes()]).toEqual([undefined, []]);
    const without = await libraryOf();
    expect(without.jitCode('/tmp/jit-1.dump', 27)).toBeUndefined();
    expect(without.missing('/tmp/perf-27.map')).toBe('/tmp/jit-1.dump');
  });
});

describe('facts about open symbol files', () => {
  const LIBC = '/usr/lib/libc.so.6';

  test('list perf maps, jitdumps and kernel symbols', async () => {
    const loads = [1n, 2n].map((index) => jitLoad({ name: 'py::f:/a.py', index, pid: 7 }));
    const full = dump(7, ...loads);
    const library = await libraryOf(
      ['perf map', '/tmp/perf-5.map', '1000 10 py::f:/a.py\n'],
      ['jitdump', '/tmp/jit-7.dump', full],
      ['jitdump', '/tmp/jit-8.dump', dump(8)],
      ['jitdump', '/tmp/jit-9.dump', dump(9, loads[0].subarray(0, 30))],
    );
    await expect(library.add('jitdump', '/tmp/jit-6.dump', memoryFile(new Uint8Array(0)))).rejects.toThrow(
      'it is empty',
    );
    await library.add('request', 'pyrograph-record.json', memoryFile(new Uint8Array(bytesOf('{}'))));
    const { perfMaps, jitdumps, hasKernel, request } = library.openSymbols();
    expect([[...perfMaps], hasKernel, request]).toEqual([[5], false, '{}']);
    expect(Object.fromEntries(jitdumps)).toEqual({
      6: { size: 0, functions: 0, isTruncated: true },
      7: { size: full.length, functions: 2, isTruncated: false },
      8: { size: 40, functions: 0, isTruncated: false },
      9: { size: 70, functions: 0, isTruncated: true },
    });
    await library.add(
      'kallsyms',
      'kallsyms',
      memoryFile(new Uint8Array(bytesOf('0000000000000000 T _text\n'))),
    );
    expect(library.openSymbols().hasKernel).toBe(true);
  });

  /** Other builds after using the library with a build ID, which is known at once or only at the end. */
  async function otherBuilds(buildId: string, ...files: readonly Given[]): Promise<string[][]> {
    const [early, late] = [await libraryOf(...files), await libraryOf(...files)];
    nameAt(early, LIBC, 0x1010, buildId);
    nameAt(late, LIBC, 0x1010);
    late.checkBuildIds(new Map([[LIBC, buildId]]));
    return [early, late].map((library) => [...library.openSymbols().otherBuilds]);
  }

  test('list paths at which another build is open, even if it is not used', async () => {
    const [right, wrong]: Given[] = [
      ['elf', 'usr/lib/libc.so.6', elf('right', 1)],
      ['elf', 'usr/lib/libc.so.6', elf('wrong', 2)],
    ];
    const moved: Given = ['elf', 'moved/libc.so.6', elf('wrong', 2)];
    expect(await otherBuilds(libraryBuildId(1), right)).toEqual([[], []]);
    expect(await otherBuilds(libraryBuildId(1), wrong)).toEqual([[LIBC], [LIBC]]);
    expect(await otherBuilds(libraryBuildId(1), wrong, right)).toEqual([[LIBC], [LIBC]]);
    expect(await otherBuilds(libraryBuildId(1), moved)).toEqual([[LIBC], [LIBC]]);
    expect(await otherBuilds(libraryBuildId(1), right, moved)).toEqual([[], []]);
    expect(await otherBuilds('', wrong)).toEqual([[], []]);
  });
});

test('kernel symbols in memory are not copied, so that they are parsed once for all recordings', async () => {
  const bytes = new Uint8Array(bytesOf('ffffffff81000000 T _text\n'));
  const read = () => Promise.reject(new Error('copied'));
  const [first, second] = [new Library(), new Library()];
  for (const each of [first, second])
    await each.add('kallsyms', 'kallsyms', { size: bytes.length, inMemory: bytes, read });
  expect(first.kernel?.addressOf('_text')).toBe(-0x7f000000);
  // Parsed by the first; the second does not look at the bytes again.
  bytes.fill(0);
  expect(second.kernel?.addressOf('_text')).toBe(-0x7f000000);
});
