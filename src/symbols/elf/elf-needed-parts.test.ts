import { describe, expect, test } from 'vitest';
import { ALLOC, buildIdNote, CODE, makeElf, SHT } from '../../../fixtures/elf.ts';
import { bytesAt, HAS_PROFILES, plainAt, SKIP_NOTE } from '../../../fixtures/profiles.ts';
import { memoryStream } from '../../bytes/byte-stream.ts';
import { memoryFile } from '../../bytes/random-access.ts';
import { readArchive } from '../../../fixtures/archive.ts';
import { neededParts } from './elf-needed-parts.ts';
import { openElf } from './elf.ts';

async function packed(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const copy = new Uint8Array(bytes.length);
  for (const { from, to } of await neededParts(memoryFile(bytes))) copy.set(bytes.subarray(from, to), from);
  return copy;
}

/** Everything that symbolizing and unwinding read from a file. */
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

describe('a copy with only the needed parts', () => {
  test('gives the same results as the original', async () => {
    const bytes = makeElf({ sections: SECTIONS, segments: [LOAD], symbols: SYMBOLS });
    const copy = await packed(bytes);
    expect(await readOf(copy)).toEqual(await readOf(bytes));
    expect(copy.subarray(0x1000, 0x1100)).toEqual(new Uint8Array(0x100));
    expect(copy.subarray(0x2000, 0x2080)).toEqual(filled(0x80));
    expect(copy.subarray(0x3000, 0x3500)).toEqual(new Uint8Array(0x500));
  });

  test('is a complete copy if the file has no section headers', async () => {
    const bytes = makeElf({ sections: SECTIONS, segments: [LOAD], symbols: SYMBOLS });
    // Clears the offset and the count of the section headers.
    bytes.fill(0, 40, 48);
    bytes.fill(0, 60, 64);
    expect(await packed(bytes)).toEqual(bytes);
  });

  test('can only be made from an ELF file', async () => {
    await expect(neededParts(memoryFile(filled(64)))).rejects.toThrow('it is not an ELF file');
  });

  test.skipIf(!HAS_PROFILES)(`gives the same results for real files${SKIP_NOTE}`, async () => {
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
