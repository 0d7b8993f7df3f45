// A copy in which only what is kept is left says the same of itself as the file.

import { describe, expect, test } from 'vitest';
import { ALLOC, buildIdNote, CODE, makeElf, SHT } from '../../fixtures/elf.ts';
import { bytesAt, HAS_PROFILES, plainAt, WITHOUT } from '../../fixtures/profiles.ts';
import { memoryStream } from '../bytes/byte-stream.ts';
import { memoryFile } from '../bytes/random-access.ts';
import { readArchive } from '../../fixtures/archive.ts';
import { partsToKeep } from './elf-pack.ts';
import { openElf } from './elf.ts';

async function packed(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const copy = new Uint8Array(bytes.length);
  for (const { from, to } of await partsToKeep(memoryFile(bytes))) copy.set(bytes.subarray(from, to), from);
  return copy;
}

/** All that naming and unwinding ask of a file. */
async function readOf(bytes: Uint8Array<ArrayBuffer>) {
  const { symbols, unwind, buildId, debugLink, loads, hasSymtab } = await openElf(memoryFile(bytes));
  const rows = Array.from(
    { length: symbols.length },
    (_, row) => `${symbols.start(row)} ${symbols.name(row)}`,
  );
  return { rows: rows.join('\n'), unwind, buildId, debugLink, loads, hasSymtab };
}

async function filesOf(archive: string): Promise<Uint8Array<ArrayBuffer>[]> {
  const tar = await readArchive(memoryStream(plainAt('jit-script', archive)));
  return tar.files.map(({ bytes }) => bytes);
}

const filled = (size: number) => new Uint8Array(size).fill(0xab);
const TEXT = { name: '.text', flags: CODE, address: 0x401000, offset: 0x1000, bytes: filled(0x100) };
const SECTIONS = [
  TEXT,
  { name: '.rodata', flags: ALLOC, address: 0x403000, offset: 0x3000, bytes: filled(0x500) },
  { name: '.eh_frame', flags: ALLOC, address: 0x402000, offset: 0x2000, bytes: filled(0x80) },
  { name: '.note.gnu.build-id', type: SHT.note, bytes: buildIdNote([1, 2, 3, 4, 5, 6, 7, 8]) },
];
const LOAD = { offset: 0x1000, address: 0x401000, fileSize: 0x100 };
const SYMBOLS = [{ name: 'f', value: 0x401010, size: 16 }];

describe('a file of which only the needed is kept', () => {
  test('reads the same', async () => {
    const bytes = makeElf({ sections: SECTIONS, segments: [LOAD], symbols: SYMBOLS });
    const copy = await packed(bytes);
    expect(await readOf(copy)).toEqual(await readOf(bytes));
    expect(copy.subarray(0x1000, 0x1100)).toEqual(new Uint8Array(0x100));
    expect(copy.subarray(0x2000, 0x2080)).toEqual(filled(0x80));
    expect(copy.subarray(0x3000, 0x3500)).toEqual(new Uint8Array(0x500));
  });

  test('is kept whole when nothing says what is where in it', async () => {
    const bytes = makeElf({ sections: SECTIONS, segments: [LOAD], symbols: SYMBOLS });
    // Neither place nor number of section headers.
    bytes.fill(0, 40, 48);
    bytes.fill(0, 60, 64);
    expect(await packed(bytes)).toEqual(bytes);
  });

  test('has to be one', async () => {
    await expect(partsToKeep(memoryFile(filled(64)))).rejects.toThrow('it is no ELF file');
  });

  test.skipIf(!HAS_PROFILES)(`reads the same when it is a real one${WITHOUT}`, async () => {
    const jitted = await filesOf('jitted.tar.gz');
    const files = [
      bytesAt('.', 'vdso.so').slice(),
      ...(await filesOf('symbols.tar.gz')).filter(({ length }) => length < 2e6),
      ...jitted.slice(0, 5),
    ];
    expect(files.length).toBeGreaterThan(8);
    for (const bytes of files) expect(await readOf(await packed(bytes))).toEqual(await readOf(bytes));
  });
});
