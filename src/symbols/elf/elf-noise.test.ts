// Damaged files: changed bytes, truncation, and excessive numbers.

import { describe, expect, test } from 'vitest';
import { ALLOC, buildIdNote, CODE, makeElf, relocations, SHT } from '../../../fixtures/elf.ts';
import { fuzzedOffsets, fuzzRuns } from '../../../fixtures/fuzz.ts';
import { CachedRange, memoryFile, type RandomAccess } from '../../bytes/random-access.ts';
import { NONE } from '../../model/profile.ts';
import { openElf } from './elf.ts';
import { ElfLayout } from './elf-layout.ts';
import { symbolsOf } from './elf-symbols.ts';
import { readKallsyms } from '../kernel/kallsyms.ts';
import { readPerfMap } from '../jit/perf-maps.ts';

const INTACT = makeElf({
  segments: [
    { offset: 0x400, address: 0x1400, fileSize: 0x100 },
    { type: 0x6474e550, offset: 0x500, address: 0x1500, fileSize: 16 },
  ],
  sections: [
    { name: '.note.gnu.build-id', type: SHT.note, bytes: buildIdNote([1, 2, 3, 4, 5]) },
    { name: '.plt', flags: CODE, address: 0x1400, offset: 0x400, bytes: new Uint8Array(48), entrySize: 16 },
    { name: '.plt.got', flags: CODE, address: 0x1430, bytes: new Uint8Array(16), entrySize: 8 },
    { name: '.text', flags: CODE, address: 0x1440, offset: 0x440, bytes: new Uint8Array(0x80) },
    {
      name: '.eh_frame_hdr',
      flags: ALLOC,
      address: 0x1500,
      bytes: Uint8Array.of(1, 0x1b, 3, 0x3b, 1, 0, 0, 0),
    },
    { name: '.eh_frame', flags: ALLOC, address: 0x1510, bytes: new Uint8Array(24) },
    {
      name: '.rela.plt',
      type: SHT.rela,
      link: '.dynsym',
      bytes: relocations([
        { target: 8, symbol: 1, type: 7 },
        { target: 16, symbol: 0, type: 37, addend: 0x1450 },
      ]),
    },
    {
      name: '.rela.dyn',
      type: SHT.rela,
      link: '.dynsym',
      bytes: relocations([{ target: 8, symbol: 1, type: 6 }]),
    },
    { name: '.gnu_debuglink', bytes: new TextEncoder().encode('a.debug\0') },
  ],
  symbols: [
    { name: 'start', value: 0x1440, size: 8 },
    { name: 'label', value: 0x1444, type: 0 },
    { name: 'choose', value: 0x1450, size: 8, type: 10 },
  ],
  dynamic: [{ name: 'read', value: 0, section: 0 }],
});

/** Copies on each read, as a Blob does, and counts the bytes. */
class CountedFile implements RandomAccess {
  readonly size: number;
  copied = 0;
  private readonly bytes: Uint8Array<ArrayBuffer>;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes;
    this.size = bytes.length;
  }

  read(from: number, to: number) {
    const bytes = this.bytes.slice(from, to);
    this.copied += bytes.length;
    return Promise.resolve(bytes);
  }
}

/** Expects that the file is rejected with a message, or that all its names can be read. */
async function expectRobust(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const file = new CountedFile(bytes);
  const opened = await openElf(file).catch((error: unknown) => String(error));
  // openElf() reads the headers and section names in addition to the needed parts.
  expect(file.copied).toBeLessThanOrEqual(bytes.length * 5 + 256);
  if (typeof opened === 'string') return expect(opened).toMatch(/^Error: it is /);
  const intact = await openElf(memoryFile(INTACT));
  for (const { symbols } of [opened, intact.withDebugFile(opened), opened.withDebugFile(intact)]) {
    expect(symbols.length).toBeLessThan(bytes.length);
    for (let row = 0; row < symbols.length; row++) symbols.name(row);
    for (const offset of [0, 0x440, 0x450, 0x1440, -1, 2 ** 40]) {
      const row = symbols.find(offset);
      if (row !== NONE) expect(symbols.start(row)).toBeLessThanOrEqual(offset);
    }
  }
}

function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const SEED = Number(process.env.PYROGRAPH_SEED ?? 1);

describe('a damaged file is rejected, or its symbols can be read', () => {
  test('the original file has all symbols', async () => {
    const { symbols } = await openElf(new CountedFile(INTACT));
    const names = Array.from({ length: symbols.length }, (_, row) => symbols.name(row));
    expect(names.join(' ')).toBe(
      '.plt read@plt choose@plt offset_0x430@plt offset_0x438@plt start label choose',
    );
  });

  test('truncated anywhere', async () => {
    for (const end of fuzzedOffsets(0, INTACT.length, 7)) await expectRobust(INTACT.slice(0, end));
  });

  test('with any byte changed', async () => {
    const random = randomFrom(SEED);
    for (const at of fuzzedOffsets(0, INTACT.length)) {
      if (INTACT[at] === 0 && at > 0x200 && random(4) > 0) continue;
      const bytes = INTACT.slice();
      bytes[at] = [0, 0xff, 1, 0x7f][random(4)];
      await expectRobust(bytes);
    }
  });

  test('with several huge numbers', async () => {
    const random = randomFrom(SEED + 1);
    for (let round = 0; round < fuzzRuns(500); round++) {
      const bytes = INTACT.slice();
      const view = new DataView(bytes.buffer);
      for (let n = random(6); n >= 0; n--) {
        const at = random((bytes.length - 8) / 4) * 4;
        const huge = [
          0xffffffffffffffffn,
          0x7fffffffffffffffn,
          0xffffffffn,
          0x100000000n,
          BigInt(bytes.length),
        ];
        view.setBigUint64(at, huge[random(huge.length)], true);
      }
      await expectRobust(bytes);
    }
  });
});

test('symbols with the same address and long name are read quickly', async () => {
  const count = 100_000;
  const bytes = makeElf({
    segments: [{ offset: 0, address: 0, fileSize: 1 << 24 }],
    sections: [{ name: '.text', flags: CODE, bytes: new Uint8Array(8) }],
    symbols: [{ name: 'x'.repeat(100_000), value: 0 }],
  });
  const layout = new ElfLayout(new CachedRange(bytes));
  const [symtab, strings] = ['.symtab', '.strtab'].map((name) => layout.bytes(layout.sectionNamed(name))!);
  const entries = new Uint8Array(count * 24);
  for (let i = 0; i < count; i++) entries.set(symtab.subarray(24, 48), i * 24);
  const symbols = symbolsOf([{ entries, strings, layout }], { layout, loads: layout.segments });
  expect(symbols.length).toBe(1);
});

test('random text can be read as kallsyms and as a perf map', () => {
  const random = randomFrom(SEED + 2);
  const letters = new TextEncoder().encode('0019afx \n\tTt[]\r\0');
  for (let round = 0; round < 300; round++) {
    const bytes = Uint8Array.from({ length: random(2000) }, () => letters[random(letters.length)]);
    for (const table of readKallsyms(bytes).tables.values())
      for (let row = 0; row < table.length; row++) table.name(row);
    const { symbols, badLines } = readPerfMap(bytes);
    expect(symbols.length + badLines).toBeLessThanOrEqual(bytes.filter((byte) => byte === 10).length + 1);
  }
});
