// The plan of an ELF file: what it is for, its segments and its sections, and where their bytes are. What is not asked for
// is not read: a program may have made thousands of files. ELF-64, little-endian: man 5 elf, and
// include/uapi/linux/elf.h of Linux v6.12.

import { isElf } from '../bytes/is-elf.ts';
import { signed64, unsigned64 } from '../bytes/numbers.ts';
import { HeldParts, type HeldFile, type Part, type RandomAccess } from '../bytes/random-access.ts';
import { textIn } from '../bytes/text.ts';
import type { Machine } from '../model/code.ts';

export const SectionType = { symtab: 2, strings: 3, rela: 4, note: 7, noBits: 8, dynsym: 11 } as const;
export const SectionFlag = { alloc: 2, compressed: 0x800 } as const;
export const SegmentType = { load: 1, note: 4, ehFrame: 0x6474e550 } as const;

/** A section header. */
export interface ElfSection {
  /** Its number in the file. */
  readonly index: number;
  readonly type: number;
  readonly flags: number;
  /** Signed: those of the upper half are negative. */
  readonly address: number;
  /** Of its first byte in the file; says nothing where the type is noBits. */
  readonly offset: number;
  readonly size: number;
  /** Another section by its number: the strings of symbols, the symbols of relocations. */
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

const HEADER = 64;
const SEGMENT_HEADER = 56;
const SECTION_HEADER = 64;
/** Stands in the ELF header for a number that does not fit; it is in the first section header then. */
const TOO_MANY_SEGMENTS = 0xffff;
const NAMES_ELSEWHERE = 0xffff;
/** More than any linker makes; symbols are looked up in each. */
const MAX_SEGMENTS = 512;
const LONGEST_NAME = 64;

export class ElfLayout {
  readonly machine: Machine;
  /** ET_*: 1 object, 2 program at fixed addresses, 3 library or program at any, 4 core. */
  readonly type: number;
  /** 0 when it has no section headers, or no names in them. */
  readonly sectionCount: number;
  /** Where the headers of segments and sections are. */
  readonly tables: readonly Part[];
  private readonly file: HeldFile;
  private readonly namesIn: number;
  /** What was asked for already. */
  private knownHeaders: DataView | undefined;
  private knownNames: Uint8Array | undefined;
  private knownSegments: readonly TypedSegment[] | undefined;

  /** Throws an Error that says what the file is instead, or that it is cut. Of the rest nothing is read yet. */
  constructor(file: HeldFile) {
    const header = file.range(0, Math.min(HEADER, file.size)) ?? NOTHING;
    this.file = file;
    this.machine = machineOf(header);
    const view = viewOf(header);
    this.type = view.getUint16(16, true);
    const segmentsAt = unsigned64(view, 32);
    const sectionsAt = unsigned64(view, 40);
    let segmentCount = view.getUint16(56, true);
    let sectionCount = view.getUint16(60, true);
    let namesIn = view.getUint16(62, true);
    if (sectionsAt > 0) {
      const first = viewOf(file.range(sectionsAt, SECTION_HEADER) ?? cut());
      if (sectionCount === 0) sectionCount = unsigned64(first, 32);
      if (namesIn === NAMES_ELSEWHERE) namesIn = first.getUint32(40, true);
      if (segmentCount === TOO_MANY_SEGMENTS) segmentCount = first.getUint32(44, true);
    } else sectionCount = 0;
    if (segmentsAt === 0) segmentCount = 0;
    this.tables = [
      { from: segmentsAt, to: segmentsAt + Math.min(segmentCount, MAX_SEGMENTS) * SEGMENT_HEADER },
      { from: sectionsAt, to: sectionsAt + sectionCount * SECTION_HEADER },
    ];
    if (this.tables.some(({ from, to }) => from < to && to > file.size)) cut();
    this.sectionCount = namesIn < sectionCount ? sectionCount : 0;
    this.namesIn = namesIn;
  }

  /** The section that names the others; undefined when there are none. */
  get names(): ElfSection | undefined {
    return this.sectionCount > 0 ? this.section(this.namesIn) : undefined;
  }

  get segments(): readonly TypedSegment[] {
    return (this.knownSegments ??= segmentsOf(this.whole(this.tables[0])));
  }

  /** The section of a number of the file; undefined when there is none. */
  section(index: number): ElfSection | undefined {
    return index < this.sectionCount ? sectionAt(this.headers, index) : undefined;
  }

  /** The first section of that name, whatever it is; undefined when there is none. */
  named(name: string): ElfSection | undefined {
    const { sectionCount, nameBytes } = this;
    for (let index = 0; index < sectionCount; index++)
      if (isTextAt(nameBytes, this.nameAt(index), name)) return this.section(index);
    return undefined;
  }

  nameOf({ index }: ElfSection): string {
    const at = this.nameAt(index);
    return textIn(this.nameBytes, at, at + LONGEST_NAME);
  }

  /** The bytes of a section; undefined when it has none in this file, or not all. */
  bytes(section: ElfSection | undefined): Uint8Array | undefined {
    return section && section.type !== SectionType.noBits
      ? this.range(section.offset, section.size)
      : undefined;
  }

  /** `length` bytes of the file from `from` on; undefined when there are less, or none. */
  range(from: number, length: number): Uint8Array | undefined {
    return this.file.range(from, length);
  }

  private get headers(): DataView {
    return (this.knownHeaders ??= viewOf(this.whole(this.tables[1])));
  }

  private get nameBytes(): Uint8Array {
    return (this.knownNames ??= this.bytes(this.names) ?? NOTHING);
  }

  /** Where in the names that of a section begins. */
  private nameAt(index: number): number {
    return this.headers.getUint32(index * SECTION_HEADER, true);
  }

  private whole({ from, to }: Part): Uint8Array {
    return this.range(from, to - from) ?? NOTHING;
  }
}

/** The layout of a file of which `held` has nothing yet: what was read for it is then there. Throws as ElfLayout does. */
export async function layoutOf(file: RandomAccess): Promise<{ layout: ElfLayout; held: HeldParts }> {
  const held = new HeldParts(file);
  await held.hold({ from: 0, to: Math.min(HEADER, file.size) });
  const header = held.range(0, HEADER);
  const from = header ? unsigned64(viewOf(header), 40) : 0;
  await held.hold({ from, to: from + SECTION_HEADER });
  const layout = new ElfLayout(held);
  await held.hold(...layout.tables);
  const { names } = layout;
  if (names) await held.hold({ from: names.offset, to: names.offset + names.size });
  return { layout, held };
}

/** By e_machine: EM_X86_64 and EM_AARCH64. */
export const MACHINES: ReadonlyMap<number, Machine> = new Map([
  [62, 'x86-64'],
  [183, 'arm64'],
]);

function machineOf(header: Uint8Array): Machine {
  if (!isElf(header)) throw new Error('it is no ELF file, so drop the program, library or debug file itself');
  if (header.length < HEADER) cut();
  if (header[4] !== 2) throw new Error('it is a 32-bit ELF file, and only 64-bit ones can be read');
  if (header[5] !== 1)
    throw new Error('it is a big-endian ELF file, and only little-endian ones can be read');
  const machine = viewOf(header).getUint16(18, true);
  const known = MACHINES.get(machine);
  if (known) return known;
  throw new Error(`it is for another machine (ELF number ${machine}) than x86-64 or arm64`);
}

function cut(): never {
  throw new Error('it is cut, so copy the whole file again');
}

const NOTHING = new Uint8Array(0);

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

function sectionAt(view: DataView, index: number): ElfSection {
  const at = index * SECTION_HEADER;
  return {
    index,
    type: view.getUint32(at + 4, true),
    flags: view.getUint32(at + 8, true),
    address: signed64(view, at + 16),
    offset: unsigned64(view, at + 24),
    size: unsigned64(view, at + 32),
    link: view.getUint32(at + 40, true),
    align: unsigned64(view, at + 48),
    entrySize: unsigned64(view, at + 56),
  };
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Is the text at `at`, up to a NUL, this one? */
export function isTextAt(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return (bytes[at + text.length] ?? 0) === 0;
}
