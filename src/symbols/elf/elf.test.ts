import { describe, expect, test } from 'vitest';
import { ALLOC, buildIdNote, CODE, makeElf, relocations, SHT, type ElfSpec } from '../../../fixtures/elf.ts';
import { memoryFile } from '../../bytes/random-access.ts';
import { NONE } from '../../model/profile.ts';
import { openElf, type ElfFile, type Unxz } from './elf.ts';

const TEXT = { name: '.text', flags: CODE, address: 0x401000, offset: 0x1000, bytes: new Uint8Array(0x100) };
const LOAD = { offset: 0x1000, address: 0x401000, fileSize: 0x100 };

function open(made: ElfSpec, unxz?: Unxz): Promise<ElfFile> {
  return openElf(memoryFile(makeElf(made)), unxz);
}

/** All symbols, by start: `name@offset`. */
function namesIn({ symbols }: ElfFile): string {
  return Array.from(
    { length: symbols.length },
    (_, row) => `${symbols.name(row)}@${symbols.start(row).toString(16)}`,
  ).join(' ');
}

function at({ symbols }: ElfFile, offset: number): string {
  const row = symbols.find(offset);
  return row === NONE ? '-' : `${symbols.name(row)}+${(offset - symbols.start(row)).toString(16)}`;
}

describe('symbols', () => {
  test('have file offsets, not addresses', async () => {
    const elf = await open({
      sections: [TEXT],
      segments: [LOAD],
      symbols: [
        { name: 'g', value: 0x401020, size: 8 },
        { name: 'f', value: 0x401010, size: 16, binding: 0 },
      ],
    });
    expect(namesIn(elf)).toBe('f@1010 g@1020');
    expect([at(elf, 0x100f), at(elf, 0x101f), at(elf, 0x1027), at(elf, 0x1028)]).toEqual([
      '-',
      'f+f',
      'g+7',
      '-',
    ]);
    expect(elf.hasSymtab).toBe(true);
    expect(elf.machine).toBe('x86-64');
    expect(elf.loads).toEqual([{ ...LOAD, type: 1, memorySize: 0x100 }]);
  });

  test('get their file offsets from segments, or from their section if no segment contains them', async () => {
    const data = { name: '.data', flags: ALLOC, address: 0x9000, offset: 0x2000, bytes: new Uint8Array(32) };
    const elf = await open({
      sections: [TEXT, data],
      segments: [LOAD],
      symbols: [
        { name: 'f', value: 0x401000, size: 8 },
        { name: 'x', value: 0x9010, size: 8, section: '.data', type: 1 },
      ],
    });
    expect(namesIn(elf)).toBe('f@1000 x@2010');
  });

  test('are selected by type and section, as in perf', async () => {
    const elf = await open({
      sections: [TEXT, { name: '.note', address: 0, bytes: new Uint8Array(8) }, { ...TEXT, name: '.init' }],
      segments: [LOAD],
      symbols: [
        { name: 'func', value: 0x401000, size: 1 },
        { name: 'object', value: 0x401001, size: 1, type: 1 },
        { name: 'ifunc', value: 0x401002, size: 1, type: 10 },
        { name: 'label', value: 0x401003, size: 1, type: 0 },
        { name: 'hidden label', value: 0x401004, size: 1, type: 0, visibility: 2 },
        { name: 'label elsewhere', value: 0x401005, size: 1, type: 0, section: '.init' },
        { name: 'section', value: 0x401006, size: 1, type: 3 },
        { name: 'thread local', value: 0x401007, size: 1, type: 6 },
        { name: 'undefined', value: 0x401008, size: 1, section: 0 },
        { name: 'absolute', value: 0x401009, size: 1, section: 0xfff1 },
        { name: 'no such section', value: 0x40100a, size: 1, section: 99 },
        { name: 'not in memory', value: 0x40100b, size: 1, section: '.note' },
        { name: '', value: 0x40100c, size: 1 },
      ],
    });
    expect(namesIn(elf)).toBe('func@1000 object@1001 ifunc@1002 label@1003');
  });

  test('exclude the mapping symbols of arm64 code', async () => {
    const symbols = ['$x', '$d.12', '$xray', 'f'].map((name, i) => ({ name, value: 0x401000 + i, size: 1 }));
    const made = { sections: [TEXT], segments: [LOAD], symbols };
    expect(namesIn(await open({ ...made, machine: 183 }))).toBe('$xray@1002 f@1003');
    expect(namesIn(await open(made))).toBe('$x@1000 $d.12@1001 $xray@1002 f@1003');
  });

  test('come from .dynsym if there is no .symtab', async () => {
    const elf = await open({ sections: [TEXT], segments: [LOAD], dynamic: [{ name: 'f', value: 0x401000 }] });
    expect(namesIn(elf)).toBe('f@1000');
    expect(elf.hasSymtab).toBe(false);
  });

  test('may have negative addresses, as in the kernel', async () => {
    const address = 0xffffffff81000000n;
    const elf = await open({
      type: 2,
      sections: [{ ...TEXT, address }],
      segments: [{ ...LOAD, address }],
      symbols: [{ name: '_text', value: address, size: 8 }],
    });
    expect(elf.loads[0].address).toBe(-0x7f000000);
    expect(namesIn(elf)).toBe('_text@1000');
  });
});

describe('PLT entries', () => {
  const sections = [
    { ...TEXT, name: '.plt', entrySize: 16, bytes: new Uint8Array(64) },
    { ...TEXT, address: 0x401040, offset: 0x1040 },
    {
      name: '.rela.plt',
      type: SHT.rela,
      link: '.dynsym',
      bytes: relocations([
        { target: 0x5010, symbol: 2, type: 7 },
        { target: 0x5008, symbol: 1, type: 7 },
        { target: 0x5018, symbol: 0, type: 37, addend: 0x401050 },
      ]),
    },
  ];
  const made = {
    sections,
    segments: [{ ...LOAD, fileSize: 0x1000 }],
    dynamic: ['read', 'write'].map((name) => ({ name, value: 0, section: 0 })),
    symbols: [{ name: 'choose', value: 0x401050, size: 8, type: 10 }],
  };

  test('are named after their targets, in the order of the slots', async () => {
    expect(namesIn(await open(made))).toBe(
      '.plt@1000 read@plt@1010 write@plt@1020 choose@plt@1030 choose@1050',
    );
  });

  test('follow no header if they fill the section', async () => {
    const [plt, ...rest] = sections;
    const elf = await open({ ...made, sections: [{ ...plt, bytes: new Uint8Array(48) }, ...rest] });
    expect(namesIn(elf)).toBe('read@plt@1000 write@plt@1010 choose@plt@1020 choose@1050');
  });

  test('on arm64, follow a longer header and keep the order of the relocations', async () => {
    expect(namesIn(await open({ ...made, machine: 183 }))).toBe(
      '.plt@1000 write@plt@1020 read@plt@1030 offset_0x1040@plt@1040 choose@1050',
    );
  });

  test('are in .plt.sec if it exists', async () => {
    const bytes = new Uint8Array(48);
    const sec = { ...TEXT, name: '.plt.sec', entrySize: 16, address: 0x401080, offset: 0x1080, bytes };
    const elf = await open({ ...made, sections: [...sections, sec] });
    expect(namesIn(elf)).toBe('.plt@1000 choose@1050 read@plt@1080 write@plt@1090 choose@plt@10a0');
    expect(at(elf, 0x103f)).toBe('.plt+3f');
  });

  test('in .plt.got are named after the slots that they jump through', async () => {
    const code = new Uint8Array(16);
    code.set([0xff, 0x25, 0x7a, 0x3f, 0, 0]); // jmp *0x3f7a(%rip): 0x401086 + 0x3f7a
    const got = { ...TEXT, name: '.plt.got', entrySize: 8, address: 0x401080, offset: 0x1080, bytes: code };
    const fill = { target: 0x405000, symbol: 2, type: 6 };
    const dyn = { name: '.rela.dyn', type: SHT.rela, link: '.dynsym', bytes: relocations([fill]) };
    const elf = await open({ ...made, sections: [...sections, got, dyn] });
    expect(namesIn(elf)).toContain('write@plt@1080 offset_0x1088@plt@1088');
  });
});

describe('a debug file', () => {
  const runtime = {
    sections: [TEXT, { name: '.eh_frame', address: 0x402000, flags: ALLOC, bytes: Uint8Array.of(1) }],
    segments: [LOAD],
    dynamic: [{ name: 'exported', value: 0x401000, size: 8 }],
  };
  const debug = {
    sections: [
      { ...TEXT, type: SHT.noBits, offset: 0x40, bytes: new Uint8Array(0), size: 0x100 },
      { name: '.eh_frame', type: SHT.noBits, address: 0x402000, flags: ALLOC, size: 1 },
      { name: '.debug_frame', bytes: Uint8Array.of(2) },
    ],
    segments: [{ ...LOAD, offset: 0, fileSize: 0, memorySize: 0x100 }],
    symbols: [
      { name: 'start@@GLIBC_2.34', value: 0x401010, size: 8 },
      { name: 'outside', value: 0x401100, size: 8 },
    ],
  };

  test('adds names at the offsets of the mapped file', async () => {
    const both = (await open(runtime)).withDebugFile(await open(debug));
    expect(namesIn(both)).toBe('start@@GLIBC_2.34@1010 outside@1100');
    expect(both.hasSymtab).toBe(true);
    expect(both.unwind).toEqual({
      ehFrame: { address: 0x402000, bytes: Uint8Array.of(1) },
      debugFrame: { address: 0, bytes: Uint8Array.of(2) },
    });
  });

  test('without names adds only unwind information', async () => {
    const both = (await open(runtime)).withDebugFile(await open({ sections: debug.sections }));
    expect(namesIn(both)).toBe('exported@1000');
    expect(both.unwind.debugFrame).toBeDefined();
  });

  test('for a different machine adds nothing', async () => {
    const file = await open(runtime);
    expect(file.withDebugFile(await open({ ...debug, machine: 183 }))).toBe(file);
  });

  test('may be embedded in the file', async () => {
    const packed = { name: '.gnu_debugdata', bytes: Uint8Array.of(9) };
    const sections = [...runtime.sections, packed];
    const unxz = (bytes: Uint8Array) =>
      bytes[0] === 9 ? Promise.resolve(makeElf(debug)) : Promise.reject(new Error('not xz'));
    const names = 'exported@1000 start@@GLIBC_2.34@1010 outside@1100';
    expect(namesIn(await open({ ...runtime, sections }, unxz))).toBe(names);
    expect(namesIn(await open({ ...runtime, sections }))).toBe('exported@1000');
    packed.bytes[0] = 8;
    expect(namesIn(await open({ ...runtime, sections }, unxz))).toBe('exported@1000');
  });
});

describe('openElf reads', () => {
  test('at most 20 bytes of the build ID', async () => {
    const id = Array.from({ length: 32 }, (_, i) => i * 8);
    const note = (name: string, bytes: Uint8Array) => ({ name, type: SHT.note, bytes });
    const short = await open({ sections: [note('.note.gnu.build-id', buildIdNote([0xab, 1]))] });
    expect(short.buildId).toBe('ab01');
    const vdso = await open({ sections: [note('.note', buildIdNote(id))] });
    expect(vdso.buildId).toBe('0008101820283038404850586068707880889098');
    expect((await open({ sections: [TEXT] })).buildId).toBe('');
  });

  test('the build ID and unwind information of a file without sections', async () => {
    const file = makeElf({
      segments: [
        { offset: 0, address: 0x1000, fileSize: 0x400 },
        { type: 4, offset: 0x200, address: 0x1200, fileSize: 20 },
        { type: 0x6474e550, offset: 0x240, address: 0x1240, fileSize: 12 },
      ],
    });
    const whole = new Uint8Array(0x400);
    whole.set(file);
    whole.set(buildIdNote([1, 2, 3, 4]), 0x200);
    whole.set([1, 0x1b, 3, 0x3b, 0x0c, 0, 0, 0], 0x240);
    const elf = await openElf(memoryFile(whole));
    expect(elf.buildId).toBe('01020304');
    expect(elf.unwind.ehFrameHdr?.address).toBe(0x1240);
    expect(elf.unwind.ehFrame?.address).toBe(0x1250);
    expect(elf.unwind.ehFrame?.bytes).toHaveLength(0x400 - 0x250);
    expect(elf.symbols.length).toBe(0);
  });

  test('the name of the debug file', async () => {
    const bytes = new TextEncoder().encode('abcd.debug\0\0crc!');
    expect((await open({ sections: [{ name: '.gnu_debuglink', bytes }] })).debugLink).toBe('abcd.debug');
  });
});

test('openElf ignores a compressed .debug_frame', async () => {
  const section = { name: '.debug_frame', flags: 0x800, bytes: Uint8Array.of(1) };
  expect((await open({ sections: [section] })).unwind).toEqual({});
});

describe('a file from perf inject', () => {
  const text = { name: '.text', flags: CODE, address: 0x80, offset: 0x80, bytes: new Uint8Array(15) };
  const symbol = { name: 'py::f:/a.py', value: 0x80, size: 15, binding: 0 };

  test('has its symbol at the offset of its code', async () => {
    const elf = await open({
      segments: [{ offset: 0x80, address: 0x80, fileSize: 15 }],
      sections: [text],
      symbols: [symbol],
    });
    expect(namesIn(elf)).toBe('py::f:/a.py@80');
  });

  test('may have no segment, as before perf 6.0', async () => {
    const elf = await open({
      sections: [{ ...text, address: 0x40, offset: 0x40 }],
      symbols: [{ ...symbol, value: 0x40 }],
    });
    expect(namesIn(elf)).toBe('py::f:/a.py@40');
    expect(elf.loads).toEqual([{ type: 1, offset: 0x40, address: 0x40, fileSize: 15, memorySize: 15 }]);
  });

  test('may have a segment with wrong offsets, as since perf 6.0', async () => {
    const elf = await open({
      segments: [{ offset: 0, address: 0, fileSize: 15 }],
      sections: [{ ...text, address: 0x40 }],
      symbols: [{ ...symbol, value: 0x40 }],
    });
    expect(namesIn(elf)).toBe('py::f:/a.py@40');
  });
});

describe('openElf rejects', () => {
  const valid = makeElf({ sections: [TEXT], segments: [LOAD], symbols: [{ name: 'f', value: 0x401000 }] });
  const patched = (at: number, value: number) => {
    const bytes = valid.slice();
    bytes[at] = value;
    return bytes;
  };

  test.each([
    ['an empty file', new Uint8Array(0), 'not an ELF file'],
    ['one byte', Uint8Array.of(0x7f), 'not an ELF file'],
    ['text', new TextEncoder().encode('#!/bin/sh\n'), 'not an ELF file'],
    ['a 32-bit file', patched(4, 1), '32-bit'],
    ['a big-endian file', patched(5, 2), 'big-endian'],
    ['a file for an unsupported machine', patched(18, 40), 'an unsupported machine (ELF machine 40)'],
    ['a truncated header', valid.slice(0, 63), 'truncated'],
    ['a file without its last byte', valid.slice(0, -1), 'truncated'],
  ])('%s', async (_, bytes, message) => {
    await expect(openElf(memoryFile(bytes))).rejects.toThrow(message);
  });
});
