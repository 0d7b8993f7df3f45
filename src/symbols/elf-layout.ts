// The plan of an ELF file: what it is for, its segments and its sections, and how bytes of them are read. Nothing else
// of the file is touched. ELF-64, little-endian: man 5 elf, and include/uapi/linux/elf.h of Linux v6.12.

import { signed64, unsigned64 } from '../bytes/numbers.ts';
import type { RandomAccess } from '../bytes/random-access.ts';
import type { Machine } from '../model/code.ts';

export const SectionType = { symtab: 2, strings: 3, rela: 4, note: 7, noBits: 8, dynsym: 11 } as const;
export const SectionFlag = { alloc: 2, compressed: 0x800 } as const;
export const SegmentType = { load: 1, note: 4, ehFrame: 0x6474e550 } as const;

/** A section header. */
export interface ElfSection {
  readonly name: string;
  readonly type: number;
  readonly flags: number;
  /** Signed: those of the upper half are negative. */
  readonly address: number;
  /** Of its first byte in the file; says nothing where the type is noBits. */
  readonly offset: number;
  readonly size: number;
  /** Another section by its place in the list: the strings of symbols, the symbols of relocations. */
  readonly link: number;
  readonly align: number;
  readonly entrySize: number;
}

/** A part of the file that is mapped into memory as it is. */
export interface Segment {
  /** In the file, in bytes. */
  readonly offset: number;
  /** In the file's own address space; signed. */
  readonly address: number;
  readonly fileSize: number;
  readonly memorySize: number;
}

export interface TypedSegment extends Segment {
  readonly type: number;
}

export interface ElfLayout {
  readonly machine: Machine;
  /** ET_*: 1 object, 2 program at fixed addresses, 3 library or program at any, 4 core. */
  readonly type: number;
  readonly segments: readonly TypedSegment[];
  /** By the numbers that the file uses; empty when it has no section headers. */
  readonly sections: readonly ElfSection[];
}

const HEADER = 64;
const SEGMENT_HEADER = 56;
const SECTION_HEADER = 64;
/** Stands in the ELF header for a number that does not fit; it is in the first section header then. */
const TOO_MANY_SEGMENTS = 0xffff;
const NAMES_ELSEWHERE = 0xffff;
/** More than any linker makes; symbols are looked up in each. */
const MAX_SEGMENTS = 512;
const LONGEST_NAME = 64;

/** Throws an Error that says what the file is instead, or that it is cut. */
export async function readLayout(file: RandomAccess): Promise<ElfLayout> {
  const header = await file.read(0, HEADER);
  const machine = machineOf(header);
  const view = viewOf(header);
  const sectionsAt = unsigned64(view, 40);
  const segmentsAt = unsigned64(view, 32);
  let segmentCount = view.getUint16(56, true);
  let sectionCount = view.getUint16(60, true);
  let namesIn = view.getUint16(62, true);
  if (sectionsAt > 0) {
    const first = viewOf(await readWhole(file, sectionsAt, SECTION_HEADER));
    if (sectionCount === 0) sectionCount = unsigned64(first, 32);
    if (namesIn === NAMES_ELSEWHERE) namesIn = first.getUint32(40, true);
    if (segmentCount === TOO_MANY_SEGMENTS) segmentCount = first.getUint32(44, true);
  } else sectionCount = 0;
  if (segmentsAt === 0) segmentCount = 0;
  const segmentBytes = await readWhole(
    file,
    segmentsAt,
    Math.min(segmentCount, MAX_SEGMENTS) * SEGMENT_HEADER,
  );
  const sectionBytes = await readWhole(file, sectionsAt, sectionCount * SECTION_HEADER);
  return {
    machine,
    type: view.getUint16(16, true),
    segments: segmentsOf(segmentBytes),
    sections: await sectionsOf(sectionBytes, namesIn, file),
  };
}

function machineOf(header: Uint8Array): Machine {
  const isElf = header[0] === 0x7f && header[1] === 0x45 && header[2] === 0x4c && header[3] === 0x46;
  if (!isElf) throw new Error('it is no ELF file, so drop the program, library or debug file itself');
  if (header.length < HEADER) throw new Error(CUT);
  if (header[4] !== 2) throw new Error('it is a 32-bit ELF file, and only 64-bit ones can be read');
  if (header[5] !== 1)
    throw new Error('it is a big-endian ELF file, and only little-endian ones can be read');
  const machine = viewOf(header).getUint16(18, true);
  if (machine === 62) return 'x86-64';
  if (machine === 183) return 'arm64';
  throw new Error(`it is for another machine (ELF number ${machine}) than x86-64 or arm64`);
}

const CUT = 'it is cut, so copy the whole file again';

async function readWhole(file: RandomAccess, from: number, length: number): Promise<Uint8Array> {
  if (length === 0) return new Uint8Array(0);
  if (from + length > file.size) throw new Error(CUT);
  const bytes = await file.read(from, from + length);
  if (bytes.length < length) throw new Error(CUT);
  return bytes;
}

function segmentsOf(bytes: Uint8Array): TypedSegment[] {
  const view = viewOf(bytes);
  return Array.from({ length: bytes.length / SEGMENT_HEADER }, (_, i) => {
    const at = i * SEGMENT_HEADER;
    return {
      type: view.getUint32(at, true),
      offset: unsigned64(view, at + 8),
      address: signed64(view, at + 16),
      fileSize: unsigned64(view, at + 32),
      memorySize: unsigned64(view, at + 40),
    };
  });
}

async function sectionsOf(bytes: Uint8Array, namesIn: number, file: RandomAccess): Promise<ElfSection[]> {
  const view = viewOf(bytes);
  const count = bytes.length / SECTION_HEADER;
  if (namesIn >= count) return [];
  const namesAt = unsigned64(view, namesIn * SECTION_HEADER + 24);
  const namesEnd = namesAt + unsigned64(view, namesIn * SECTION_HEADER + 32);
  const names = namesEnd <= file.size ? await file.read(namesAt, namesEnd) : new Uint8Array(0);
  return Array.from({ length: count }, (_, i) => {
    const at = i * SECTION_HEADER;
    return {
      name: textAt(names, view.getUint32(at, true), LONGEST_NAME),
      type: view.getUint32(at + 4, true),
      flags: view.getUint32(at + 8, true),
      address: signed64(view, at + 16),
      offset: unsigned64(view, at + 24),
      size: unsigned64(view, at + 32),
      link: view.getUint32(at + 40, true),
      align: unsigned64(view, at + 48),
      entrySize: unsigned64(view, at + 56),
    };
  });
}

/**
 * Reads sections, each once. All of them together are no more bytes than twice the file: sections of a sound file do
 * not overlap, and those of a damaged one shall not fill the memory.
 */
export class SectionReader {
  readonly layout: ElfLayout;
  private readonly file: RandomAccess;
  private readonly known = new Map<ElfSection, Promise<Uint8Array | undefined>>();
  private left: number;

  constructor(file: RandomAccess, layout: ElfLayout) {
    this.file = file;
    this.layout = layout;
    this.left = file.size * 2;
  }

  /** The first section of that name, whatever it is; undefined when there is none. */
  named(name: string): ElfSection | undefined {
    return this.layout.sections.find((section) => section.name === name);
  }

  /** The bytes of a section; undefined when it has none in this file, or not all. */
  bytes(section: ElfSection | undefined): Promise<Uint8Array | undefined> {
    if (!section || section.type === SectionType.noBits) return Promise.resolve(undefined);
    let bytes = this.known.get(section);
    bytes ??= this.range(section.offset, section.size);
    this.known.set(section, bytes);
    return bytes;
  }

  /** `length` bytes of the file from `from` on; undefined when there are less. */
  async range(from: number, length: number): Promise<Uint8Array | undefined> {
    if (length === 0 || from + length > this.file.size || length > this.left) return undefined;
    this.left -= length;
    const bytes = await this.file.read(from, from + length);
    return bytes.length === length ? bytes : undefined;
  }
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const DECODER = new TextDecoder();

/** The text from `at` up to a NUL, at most `longest` bytes; empty when `at` is outside. */
export function textAt(bytes: Uint8Array, at: number, longest: number): string {
  const window = bytes.subarray(at, at + longest);
  const end = window.indexOf(0);
  return DECODER.decode(end < 0 ? window : window.subarray(0, end));
}
