// What goes into an archive of `pyrograph pack`, and what is left out of it.

import { memoryFile, type Part, type RandomAccess } from '../src/bytes/random-access.ts';
import type { TarMember } from '../src/bytes/tar-writer.ts';
import { partsToKeep } from '../src/symbols/elf-pack.ts';
import { textSymbols } from './kernel-lookup.ts';
import type { Companion } from './lookup.ts';

/** Bytes read or written at a time. */
const PIECE = 1 << 20;

/** All of a file, under a path. */
export function memberOf(path: string, file: RandomAccess, parts: readonly Part[] = whole(file)): TarMember {
  return { path: path.replace(/^\/+/, ''), size: file.size, content: () => piecesOf(file, parts) };
}

/** By path, so that the same files make the same archive. */
export async function membersOf(companions: readonly Companion[], all: boolean): Promise<TarMember[]> {
  const members: TarMember[] = [];
  for (const { kind, source } of companions) {
    const { name, file } = source;
    if (kind === 'elf' && !all) members.push(memberOf(name, file, await partsToKeep(file)));
    else if (kind === 'kallsyms' && !all)
      members.push(memberOf(name, memoryFile(textSymbols(await file.read(0, file.size)))));
    else members.push(memberOf(name, file));
  }
  return members.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function whole({ size }: RandomAccess): Part[] {
  return [{ from: 0, to: size }];
}

/** The bytes of the parts where they are, and zeros between them. */
async function* piecesOf(file: RandomAccess, parts: readonly Part[]): AsyncGenerator<Uint8Array> {
  const zeros = new Uint8Array(PIECE);
  let at = 0;
  for (const { from, to } of [...parts, { from: file.size, to: file.size }]) {
    for (; at < from; at = Math.min(from, at + PIECE)) yield zeros.subarray(0, from - at);
    while (at < to) {
      const piece = await file.read(at, Math.min(to, at + PIECE));
      // The file has become shorter; who writes the archive sees it.
      if (piece.length === 0) return;
      yield piece;
      at += piece.length;
    }
  }
}
