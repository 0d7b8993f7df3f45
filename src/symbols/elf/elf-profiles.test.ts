// Lookups in the programs, libraries and debug files of real recordings must match perf's output.

import { describe, expect, test } from 'vitest';
import { bytesAt, HAS_PROFILES, plainAt, SKIP_NOTE } from '../../../fixtures/profiles.ts';
import type { ByteStream } from '../../bytes/byte-stream.ts';
import { memoryFile } from '../../bytes/random-access.ts';
import { readArchive } from '../../../fixtures/archive.ts';
import { NONE } from '../../model/profile.ts';
import { openElf } from './elf.ts';
import type { SymbolTable } from '../symbol-table.ts';

type Files = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

const ENDED: ByteStream = {
  read: (buffer) => Promise.resolve({ buffer, count: 0 }),
  damage: undefined,
  bytesRead: 0,
};

async function unpacked(folder: string, archive: string): Promise<Files> {
  const { files } = await readArchive(ENDED, plainAt(folder, archive));
  return new Map(files.map(({ path, bytes }) => [path, bytes]));
}

/** The symbols of a file as perf finds them, including those of its debug file. */
async function symbolsIn(files: Files, path: string): Promise<SymbolTable | undefined> {
  const bytes = files.get(path.slice(1));
  if (!bytes) return undefined;
  const elf = await openElf(memoryFile(bytes));
  const id = elf.buildId;
  const debug = files.get(`usr/lib/debug/.build-id/${id.slice(0, 2)}/${id.slice(2)}.debug`);
  return debug ? elf.withDebugFile(await openElf(memoryFile(debug))).symbols : elf.symbols;
}

interface Frame {
  readonly name: string;
  readonly offset: number;
  readonly module: string;
}

/** The distinct frames in perf's output. */
function framesOf(folder: string): Frame[] {
  const text = new TextDecoder().decode(plainAt(folder, 'expected.perf.gz'));
  const lines = new Set(text.match(/(?<=^\s+[0-9a-f]+ ).*\+0x[0-9a-f]+ \(.*\)$/gm));
  return Array.from(lines, (line) => {
    const [, name = '', offset = '', module = ''] = /^(.*)\+0x([0-9a-f]+) \((.*)\)$/.exec(line) ?? [];
    return { name, offset: parseInt(offset, 16), module };
  });
}

interface Named {
  readonly symbols: SymbolTable;
  readonly rows: ReadonlyMap<string, number[]>;
}

function named(symbols: SymbolTable | undefined): Named | undefined {
  if (!symbols) return undefined;
  const rows = new Map<string, number[]>();
  for (let row = 0; row < symbols.length; row++) {
    const name = symbols.name(row);
    const same = rows.get(name);
    if (same) same.push(row);
    else rows.set(name, [row]);
  }
  return { symbols, rows };
}

/** True if a lookup at the frame's offset finds the symbol with its name. */
function isFound({ symbols, rows }: Named, { name, offset }: Frame): boolean {
  return rows.get(name)?.some((row) => symbols.find(symbols.start(row) + offset) === row) ?? false;
}

describe.skipIf(!HAS_PROFILES)(`real files${SKIP_NOTE}`, () => {
  test.each(['fp-script', 'fp3.15-workers'])('%s: finds the symbol of every frame', async (folder) => {
    const files = await unpacked(folder, 'symbols.tar.gz');
    const known = new Map<string, Named | undefined>();
    const missed: Frame[] = [];
    let found = 0;
    for (const frame of framesOf(folder)) {
      if (!known.has(frame.module)) known.set(frame.module, named(await symbolsIn(files, frame.module)));
      const module = known.get(frame.module);
      if (!module) continue;
      if (isFound(module, frame)) found++;
      else missed.push(frame);
    }
    expect(missed).toEqual([]);
    expect(found).toBeGreaterThan(200);
  });

  test('openElf() reads the vDSO', async () => {
    const elf = await openElf(memoryFile(bytesAt('.', 'vdso.so').slice()));
    const row = elf.symbols.find(elf.symbols.start(0));
    expect(row).toBe(0);
    expect(elf.buildId).toMatch(/^[0-9a-f]{40}$/);
    expect(elf.unwind.ehFrame?.bytes.length).toBeGreaterThan(100);
    expect(elf.unwind.ehFrameHdr?.bytes.length).toBeGreaterThan(8);
  });

  test('openElf() finds one function in each file from perf inject, at the offset of its code', async () => {
    const files = await unpacked('jit-script', 'jitted.tar.gz');
    expect(files.size).toBeGreaterThan(100);
    for (const bytes of files.values()) {
      const { symbols, unwind, loads } = await openElf(memoryFile(bytes));
      expect(symbols.length).toBe(1);
      expect(symbols.name(0)).toMatch(/^py::/);
      expect([symbols.start(0), symbols.find(0x7f), symbols.find(0x80)]).toEqual([0x80, NONE, 0]);
      expect(loads).toEqual([expect.objectContaining({ offset: 0x80, address: 0x80 })]);
      expect(unwind.ehFrame?.address).toBeGreaterThan(0x80);
      expect(unwind.ehFrameHdr?.bytes).toHaveLength(20);
    }
  });
});
