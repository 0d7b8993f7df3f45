// Maps addresses in an ELF file to file offsets, which recordings use to locate code.

import type { ElfLayout, Segment } from './elf-layout.ts';

/** Size of a symbol table entry in bytes. */
export const SYMBOL_SIZE = 24;

/** An undecoded symbol table. */
export interface RawSymbols {
  readonly entries: Uint8Array;
  /** NUL-terminated names. */
  readonly strings: Uint8Array;
  /** Layout of the file that contains the table. */
  readonly layout: ElfLayout;
}

/** The address layout of a file that is mapped into processes. */
export interface MappedFile {
  readonly layout: ElfLayout;
  readonly loads: readonly Segment[];
}

/** The file offset of an address; undefined if no segment contains it. */
export function fileOffsetOf(address: number, loads: readonly Segment[]): number | undefined {
  for (const load of loads) {
    const into = address - load.address;
    if (into >= 0 && into < Math.max(load.fileSize, load.memorySize)) return load.offset + into;
  }
  return undefined;
}
