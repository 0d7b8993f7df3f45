// Reads the headers, segments and sections of an ELF file on demand, since perf inject may have written thousands of ELF
// files, one per JIT-compiled function. ELF-64, little-endian: man 5 elf, and include/uapi/linux/elf.h of Linux v6.12.

import { isElf } from '../../bytes/magic.ts';
import { readInt64, readUint64, viewOf } from '../../bytes/numbers.ts';
import {
  CachedRanges,
  type CachedFile,
  type ByteRange,
  type RandomAccess,
} from '../../bytes/random-access.ts';
import { decodeText } from '../../bytes/text.ts';
import type { Machine } from '../../model/code.ts';

export const SectionType = { symtab: 2, rela: 4, note: 7, noBits: 8, dynsym: 11 } as const;
export const SectionFlag = { alloc: 2, compressed: 0x800 } as const;
export const SegmentType = { load: 1, note: 4, ehFrame: 0x6474e550 } as const;

export interface ElfSection {
  /** Index in the section header table. */
  readonly index: number;
  readonly type: number;
  readonly flags: number;
  /** Signed: addresses in the upper half are negative. */
  readonly address: number;
  /** File offset of its first byte; meaningless for noBits. */
  readonly offset: number;
  readonly size: number;
  /** sh_link: index of a related section, such as a symbol table's string table or a relocation section's symbol table. */
  readonly link: number;
  readonly align: number;
  readonly entrySize: number;
}

/** A program header. A segment of SegmentType.load is a part of the file that is mapped into memory unchanged. */
export interface Segment {
  readonly type: number;
  /** File offset. */
  readonly offset: number;
  /** In the file's own address space; signed. */
  readonly address: number;
  readonly fileSize: number;
  readonly memorySize: number;
}

const HEADER_SIZE = 64;
const SEGMENT_HEADER_SIZE = 56;
const SECTION_HEADER_SIZE = 64;
/** PN_XNUM and SHN_XINDEX: the number does not fit its ELF header field, so the first section header holds it. */
const EXTENDED = 0xffff;
/** More than any linker writes; every symbol lookup scans them all. */
const MAX_SEGMENTS = 512;
const MAX_NAME_LENGTH = 64;

export class ElfLayout {
  readonly machine: Machine;
  /** ET_*: 1 relocatable object, 2 executable at fixed addresses, 3 shared library or PIE, 4 core. */
  readonly type: number;
  /** 0 without section headers or section names. */
  readonly sectionCount: number;
  /** Byte ranges of the segment and section headers. */
  readonly tables: readonly ByteRange[];
  private readonly file: CachedFile;
  private readonly nameSectionIndex: number;
  /** Parts read so far. */
  private knownHeaders: DataView | undefined;
  private knownNames: Uint8Array | undefined;
  private knownSegments: readonly Segment[] | undefined;

  /** Reads the ELF header. Throws an Error if the file is truncated or not a supported ELF file. */
  constructor(file: CachedFile) {
    const header = file.range(0, Math.min(HEADER_SIZE, file.size)) ?? NOTHING;
    this.file = file;
    this.machine = machineOf(header);
    const view = viewOf(header);
    this.type = view.getUint16(16, true);
    const segmentsAt = readUint64(view, 32);
    const sectionsAt = readUint64(view, 40);
    let segmentCount = view.getUint16(56, true);
    let sectionCount = view.getUint16(60, true);
    let nameSectionIndex = view.getUint16(62, true);
    if (sectionsAt > 0) {
      const first = viewOf(file.range(sectionsAt, SECTION_HEADER_SIZE) ?? throwTruncated());
      if (sectionCount === 0) sectionCount = readUint64(first, 32);
      if (nameSectionIndex === EXTENDED) nameSectionIndex = first.getUint32(40, true);
      if (segmentCount === EXTENDED) segmentCount = first.getUint32(44, true);
    } else sectionCount = 0;
    if (segmentsAt === 0) segmentCount = 0;
    this.tables = [
      { from: segmentsAt, to: segmentsAt + Math.min(segmentCount, MAX_SEGMENTS) * SEGMENT_HEADER_SIZE },
      { from: sectionsAt, to: sectionsAt + sectionCount * SECTION_HEADER_SIZE },
    ];
    if (this.tables.some(({ from, to }) => from < to && to > file.size)) throwTruncated();
    this.sectionCount = nameSectionIndex < sectionCount ? sectionCount : 0;
    this.nameSectionIndex = nameSectionIndex;
  }

  /** The section that holds the section names; undefined if there is none. */
  get nameSection(): ElfSection | undefined {
    return this.sectionCount > 0 ? this.section(this.nameSectionIndex) : undefined;
  }

  get segments(): readonly Segment[] {
    return (this.knownSegments ??= segmentsOf(this.partBytes(this.tables[0])));
  }

  /** The section at `index`; undefined if there is none. */
  section(index: number): ElfSection | undefined {
    return index < this.sectionCount ? sectionAt(this.headers, index) : undefined;
  }

  /** The first section with this name, of any type; undefined if there is none. */
  sectionNamed(name: string): ElfSection | undefined {
    const { sectionCount, nameBytes } = this;
    for (let index = 0; index < sectionCount; index++)
      if (isTextAt(nameBytes, this.nameAt(index), name)) return this.section(index);
    return undefined;
  }

  nameOf({ index }: ElfSection): string {
    const at = this.nameAt(index);
    return decodeText(this.nameBytes, at, at + MAX_NAME_LENGTH);
  }

  /** A section's bytes; undefined if the file has no bytes for it or is truncated. */
  bytes(section: ElfSection | undefined): Uint8Array | undefined {
    return section && section.type !== SectionType.noBits
      ? this.range(section.offset, section.size)
      : undefined;
  }

  /** `length` bytes of the file at `from`; undefined if the file has fewer. */
  range(from: number, length: number): Uint8Array | undefined {
    return this.file.range(from, length);
  }

  private get headers(): DataView {
    return (this.knownHeaders ??= viewOf(this.partBytes(this.tables[1])));
  }

  private get nameBytes(): Uint8Array {
    return (this.knownNames ??= this.bytes(this.nameSection) ?? NOTHING);
  }

  private nameAt(index: number): number {
    return this.headers.getUint32(index * SECTION_HEADER_SIZE, true);
  }

  private partBytes({ from, to }: ByteRange): Uint8Array {
    return this.range(from, to - from) ?? NOTHING;
  }
}

/** Reads a file's layout; `cache` has the parts read so far. Throws like ElfLayout. */
export async function readLayout(file: RandomAccess): Promise<{ layout: ElfLayout; cache: CachedRanges }> {
  const cache = new CachedRanges(file);
  await cache.load({ from: 0, to: Math.min(HEADER_SIZE, file.size) });
  const header = cache.range(0, HEADER_SIZE);
  const from = header ? readUint64(viewOf(header), 40) : 0;
  await cache.load({ from, to: from + SECTION_HEADER_SIZE });
  const layout = new ElfLayout(cache);
  await cache.load(...layout.tables);
  const { nameSection: names } = layout;
  if (names) await cache.load({ from: names.offset, to: names.offset + names.size });
  return { layout, cache };
}

/** Machines by e_machine: EM_X86_64 and EM_AARCH64. */
export const MACHINES: ReadonlyMap<number, Machine> = new Map([
  [62, 'x86-64'],
  [183, 'arm64'],
]);

function machineOf(header: Uint8Array): Machine {
  if (!isElf(header)) throw new Error('it is not an ELF file: add the program, library or debug file itself');
  if (header.length < HEADER_SIZE) throwTruncated();
  if (header[4] !== 2) throw new Error('it is a 32-bit ELF file; only 64-bit files are supported');
  if (header[5] !== 1) throw new Error('it is a big-endian ELF file; only little-endian files are supported');
  const machine = viewOf(header).getUint16(18, true);
  const known = MACHINES.get(machine);
  if (known) return known;
  throw new Error(
    `it is for an unsupported machine (ELF machine ${machine}); only x86-64 and arm64 are supported`,
  );
}

function throwTruncated(): never {
  throw new Error('it is truncated: copy the whole file again');
}

const NOTHING = new Uint8Array(0);

function segmentsOf(bytes: Uint8Array): Segment[] {
  const view = viewOf(bytes);
  return Array.from({ length: bytes.length / SEGMENT_HEADER_SIZE }, (_, i) => {
    const at = i * SEGMENT_HEADER_SIZE;
    return {
      type: view.getUint32(at, true),
      offset: readUint64(view, at + 8),
      address: readInt64(view, at + 16),
      fileSize: readUint64(view, at + 32),
      memorySize: readUint64(view, at + 40),
    };
  });
}

function sectionAt(view: DataView, index: number): ElfSection {
  const at = index * SECTION_HEADER_SIZE;
  return {
    index,
    type: view.getUint32(at + 4, true),
    flags: view.getUint32(at + 8, true),
    address: readInt64(view, at + 16),
    offset: readUint64(view, at + 24),
    size: readUint64(view, at + 32),
    link: view.getUint32(at + 40, true),
    align: readUint64(view, at + 48),
    entrySize: readUint64(view, at + 56),
  };
}

/** True if the NUL-terminated text at `at` equals `text`. */
export function isTextAt(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return (bytes[at + text.length] ?? 0) === 0;
}

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
