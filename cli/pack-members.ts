// The contents of an archive written by `pyrograph pack`.

import { memoryFile, type ByteRange, type RandomAccess } from '../src/bytes/random-access.ts';
import type { TarMember } from '../src/bytes/tar-writer.ts';
import { neededParts } from '../src/symbols/elf-needed-parts.ts';
import { textSymbols } from './kernel-lookup.ts';
import type { Companion } from './lookup.ts';

/** Bytes per read or write. */
const PIECE = 1 << 20;

/** An archive member at `path`: a file, or parts of it. */
export function memberOf(path: string, file: RandomAccess, parts = wholeRange(file)): TarMember {
  return { path: path.replace(/^\/+/, ''), size: file.size, content: () => piecesOf(file, parts) };
}

/**
 * Unless `keepAll` is set, an ELF file keeps only its names and unwind information, and kallsyms loses its data symbols.
 * Sorted by path, so that the same files always produce the same archive.
 */
export async function membersOf(companions: readonly Companion[], keepAll: boolean): Promise<TarMember[]> {
  const members: TarMember[] = [];
  for (const { kind, source } of companions) {
    const { name, file } = source;
    if (kind === 'elf' && !keepAll) members.push(memberOf(name, file, await neededParts(file)));
    else if (kind === 'kallsyms' && !keepAll)
      members.push(memberOf(name, memoryFile(textSymbols(await file.read(0, file.size)))));
    else members.push(memberOf(name, file));
  }
  return members.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function wholeRange({ size }: RandomAccess): ByteRange[] {
  return [{ from: 0, to: size }];
}

/** The bytes of the parts at their original offsets, with zeros between them. */
async function* piecesOf(file: RandomAccess, parts: readonly ByteRange[]): AsyncGenerator<Uint8Array> {
  const zeros = new Uint8Array(PIECE);
  let at = 0;
  for (const { from, to } of [...parts, { from: file.size, to: file.size }]) {
    for (; at < from; at = Math.min(from, at + PIECE)) yield zeros.subarray(0, from - at);
    while (at < to) {
      const piece = await file.read(at, Math.min(to, at + PIECE));
      // The file has shrunk; the archive writer detects it.
      if (piece.length === 0) return;
      yield piece;
      at += piece.length;
    }
  }
}
