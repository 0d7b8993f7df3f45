// What naming needs of an ELF file before any symbol is read: tables of symbols as bytes, and which place in the file an
// address is.

import type { Machine } from '../model/code.ts';
import type { ElfLayout, Segment } from './elf-layout.ts';

/** Of an entry of a table of symbols, in bytes. */
export const SYMBOL_SIZE = 24;

/** A symbol table as it lies in a file. */
export interface RawSymbols {
  /** 24 bytes each. */
  readonly entries: Uint8Array;
  /** Names, each up to a NUL. */
  readonly strings: Uint8Array;
  /** Of the file that it lies in. */
  readonly layout: ElfLayout;
}

/** What the file that is mapped into programs says of places in it. */
export interface Places {
  readonly machine: Machine;
  readonly loads: readonly Segment[];
  readonly layout: ElfLayout | undefined;
}

/** The place in the file of an address; undefined when no segment holds it. */
export function offsetOf(address: number, loads: readonly Segment[]): number | undefined {
  for (const load of loads) {
    const into = address - load.address;
    if (into >= 0 && into < Math.max(load.fileSize, load.memorySize)) return load.offset + into;
  }
  return undefined;
}
