// A program, library or debug file as far as it names code and describes unwinding: which of its parts hold that is
// decided here, as perf decides it. Reads only those parts, so that a file may be hundreds of megabytes.

import { memoryFile, type RandomAccess } from '../bytes/random-access.ts';
import type { Machine, Section, UnwindSections } from '../model/code.ts';
import {
  readLayout,
  SectionFlag,
  SectionReader,
  SectionType,
  SegmentType,
  textAt,
  viewOf,
  type ElfLayout,
  type ElfSection,
  type Segment,
} from './elf-layout.ts';
import type { RawSymbols } from './elf-places.ts';
import type { Plt } from './elf-plt.ts';
import { symbolsOf } from './elf-symbols.ts';
import type { SymbolTable } from './symbol-table.ts';

/** Unpacks xz; throws when `packed` is none. */
export type Unxz = (packed: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>;

export interface ElfFile {
  readonly machine: Machine;
  /** ET_*: 1 object, 2 program at fixed addresses, 3 library or program at any, 4 core. */
  readonly type: number;
  /** Lower-case hex, of at most 20 bytes as perf keeps them; '' when the file has none. */
  readonly buildId: string;
  /** The file name in .gnu_debuglink; '' when there is none. */
  readonly debugLink: string;
  /** What is mapped (PT_LOAD), in the order of the file. Made up from .text where perf inject wrote none or a wrong one. */
  readonly loads: readonly Segment[];
  /** Has it a .symtab of its own? Where not, a debug file may know more. */
  readonly hasSymtab: boolean;
  /** Offsets are those of the file. Sorted when first asked for. A debug file's own mean nothing: see withDebugFile(). */
  readonly symbols: SymbolTable;
  readonly unwind: UnwindSections;
  /** What the symbols are made of, for withDebugFile(). */
  readonly parts: ElfParts;
}

/** The parts of a file that name code, as bytes. */
export interface ElfParts {
  readonly sections: readonly ElfSection[];
  readonly symtab: RawSymbols | undefined;
  readonly dynsym: RawSymbols | undefined;
  /** The .symtab of the file packed into .gnu_debugdata; only read when there is no other. */
  readonly packed: RawSymbols | undefined;
  readonly plt: Plt | undefined;
}

/** Of the build id, in bytes: BUILD_ID_SIZE of perf, and all that recordings have room for. */
const MAX_BUILD_ID = 20;
const BUILD_ID_NOTE = 3;
const LONGEST_LINK = 4096;
/** Notes are a few hundred bytes; what says more is damaged. */
const MAX_NOTES = 1 << 20;

/**
 * Throws an Error whose message says what is wrong with the file and what to do, when it is none of 64-bit x86 or ARM.
 * Parts that are missing or damaged are left out. Without `unxz`, names in .gnu_debugdata are not read.
 */
export async function openElf(file: RandomAccess, unxz?: Unxz): Promise<ElfFile> {
  const layout = await readLayout(file);
  const reader = new SectionReader(file, layout);
  const parts = await partsOf(reader, unxz);
  const about = {
    machine: layout.machine,
    type: layout.type,
    buildId: await buildIdOf(reader),
    debugLink: textAt((await reader.bytes(reader.named('.gnu_debuglink'))) ?? NOTHING, 0, LONGEST_LINK),
    loads: loadsOf(layout),
    hasSymtab: parts.symtab !== undefined,
    unwind: await unwindOf(reader),
  };
  return withLazySymbols(about, parts);
}

/**
 * The file as it was mapped, with the names of its debug file and, where it has none, that file's unwinding. As with perf
 * its own .dynsym names nothing any more. The caller has compared the build ids. A debug file without .symtab, or for
 * another machine, adds no name.
 */
export function withDebugFile(runtime: ElfFile, debug: ElfFile): ElfFile {
  if (debug.machine !== runtime.machine) return runtime;
  const about = { ...aboutOf(runtime), unwind: { ...debug.unwind, ...runtime.unwind } };
  if (!debug.parts.symtab) return withLazySymbols(about, runtime.parts);
  const { sections, plt } = runtime.parts;
  const parts = { sections, plt, symtab: debug.parts.symtab, dynsym: debug.parts.dynsym, packed: undefined };
  return withLazySymbols({ ...about, hasSymtab: true }, parts);
}

type About = Omit<ElfFile, 'symbols' | 'parts'>;

function aboutOf({ machine, type, buildId, debugLink, loads, hasSymtab, unwind }: ElfFile): About {
  return { machine, type, buildId, debugLink, loads, hasSymtab, unwind };
}

function withLazySymbols(about: About, parts: ElfParts): ElfFile {
  let symbols: SymbolTable | undefined;
  return {
    ...about,
    parts,
    get symbols() {
      const sources = [parts.symtab ?? parts.packed, parts.dynsym].filter((source) => source !== undefined);
      symbols ??= symbolsOf(sources, { ...about, sections: parts.sections }, parts.plt);
      return symbols;
    },
  };
}

async function partsOf(reader: SectionReader, unxz: Unxz | undefined): Promise<ElfParts> {
  const symtab = await rawSymbols(reader, reader.named('.symtab'), SectionType.symtab);
  const dynsym = await rawSymbols(reader, reader.named('.dynsym'), SectionType.dynsym);
  return {
    sections: reader.layout.sections,
    symtab,
    dynsym,
    packed: symtab || !unxz ? undefined : await packedSymbols(reader, unxz),
    plt: await pltOf(reader, symtab, dynsym),
  };
}

async function rawSymbols(
  reader: SectionReader,
  section: ElfSection | undefined,
  type: number,
): Promise<RawSymbols | undefined> {
  const { sections } = reader.layout;
  if (section?.type !== type) return undefined;
  const entries = await reader.bytes(section);
  const strings = await reader.bytes(sections[section.link]);
  return entries && strings && { entries, strings, sections };
}

/** .gnu_debugdata: a whole ELF file with a .symtab and little else, packed. */
async function packedSymbols(reader: SectionReader, unxz: Unxz): Promise<RawSymbols | undefined> {
  const packed = await reader.bytes(reader.named('.gnu_debugdata'));
  if (!packed) return undefined;
  try {
    const file = memoryFile(await unxz(packed));
    const inner = new SectionReader(file, await readLayout(file));
    return await rawSymbols(inner, inner.named('.symtab'), SectionType.symtab);
  } catch {
    // Names that cannot be unpacked are names that are not there.
    return undefined;
  }
}

async function pltOf(
  reader: SectionReader,
  symtab: RawSymbols | undefined,
  dynsym: RawSymbols | undefined,
): Promise<Plt | undefined> {
  const plt = reader.named('.plt');
  if (!plt || plt.type === SectionType.noBits) return undefined;
  const { sections } = reader.layout;
  const got = reader.named('.plt.got');
  const relaPlt = reader.named('.rela.plt');
  const relaDyn = got ? reader.named('.rela.dyn') : undefined;
  const symbolsFor = (section: ElfSection | undefined) => {
    // A static program has relocations of its IFUNCs, which speak of .symtab.
    const type = sections[section?.link ?? 0]?.type;
    if (type === SectionType.dynsym) return dynsym;
    return type === SectionType.symtab ? symtab : undefined;
  };
  return {
    plt,
    sec: reader.named('.plt.sec'),
    got,
    gotCode: await reader.bytes(got),
    relocations: relaPlt?.type === SectionType.rela ? await reader.bytes(relaPlt) : undefined,
    symbols: symbolsFor(relaPlt),
    dynRelocations: relaDyn?.type === SectionType.rela ? await reader.bytes(relaDyn) : undefined,
    dynSymbols: symbolsFor(relaDyn),
  };
}

/** perf inject wrote files without segments, or with one that lies: there, .text's address is the offset in recordings. */
function loadsOf(layout: ElfLayout): readonly Segment[] {
  const loads: Segment[] = layout.segments
    .filter(({ type }) => type === SegmentType.load)
    .map(({ offset, address, fileSize, memorySize }) => ({ offset, address, fileSize, memorySize }));
  const text = layout.sections.find(({ name }) => name === '.text');
  const [only] = loads;
  const lies = loads.length === 1 && only.offset === 0 && only.address === 0 && text?.address === JIT_ADDRESS;
  const isJit = loads.length === 0 || (lies && text.offset === JIT_OFFSET);
  if (!isJit || !text || layout.type !== SHARED || text.offset > JIT_OFFSET) return loads;
  return [{ offset: text.address, address: text.address, fileSize: text.size, memorySize: text.size }];
}

/** Where .text lies in files of perf inject 6.0 and backports of it, and what is said of it (GEN_ELF_TEXT_OFFSET). */
const JIT_OFFSET = 0x80;
const JIT_ADDRESS = 0x40;
const SHARED = 3;

async function buildIdOf(reader: SectionReader): Promise<string> {
  const { segments, sections } = reader.layout;
  const named = ['.note.gnu.build-id', '.notes', '.note'].map((name) => reader.named(name));
  const notes = named.find((section) => section?.type === SectionType.note);
  if (notes) return buildIdIn((notes.size < MAX_NOTES && (await reader.bytes(notes))) || NOTHING);
  if (sections.length > 0) return '';
  for (const { type, offset, fileSize } of segments) {
    if (type !== SegmentType.note || fileSize > MAX_NOTES) continue;
    const id = buildIdIn((await reader.range(offset, fileSize)) ?? NOTHING);
    if (id) return id;
  }
  return '';
}

const NOTHING = new Uint8Array(0);

/** Notes are: length of the name, of the text, type; name and text, each filled up to 4 bytes. */
function buildIdIn(notes: Uint8Array): string {
  const view = viewOf(notes);
  for (let at = 0; at + 12 <= notes.length;) {
    const nameLength = view.getUint32(at, true);
    const length = view.getUint32(at + 4, true);
    const name = at + 12;
    const id = name + Math.ceil(nameLength / 4) * 4;
    const isBuildId = view.getUint32(at + 8, true) === BUILD_ID_NOTE && nameLength === 4;
    if (isBuildId && textAt(notes, name, 4) === 'GNU' && id + length <= notes.length)
      return hex(notes.subarray(id, id + Math.min(length, MAX_BUILD_ID)));
    at = id + Math.ceil(length / 4) * 4;
  }
  return '';
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function unwindOf(reader: SectionReader): Promise<UnwindSections> {
  if (reader.layout.sections.length === 0) return unwindBySegment(reader);
  const ehFrame = await sectionAt(reader, '.eh_frame');
  const ehFrameHdr = await sectionAt(reader, '.eh_frame_hdr');
  const debugFrame = await sectionAt(reader, '.debug_frame');
  return {
    ...(ehFrame && { ehFrame }),
    ...(ehFrameHdr && { ehFrameHdr }),
    ...(debugFrame && { debugFrame }),
  };
}

/** Compressed ones are left out. */
async function sectionAt(reader: SectionReader, name: string): Promise<Section | undefined> {
  const section = reader.named(name);
  if (!section || section.flags & SectionFlag.compressed) return undefined;
  const bytes = await reader.bytes(section);
  return bytes && { address: section.address, bytes };
}

/** A header of .eh_frame that says by a signed 32-bit distance from itself where .eh_frame begins. */
const EH_FRAME_HERE = 0x1b;

/** Without section headers nothing says where .eh_frame ends: it is read as far as its segment reaches. */
async function unwindBySegment(reader: SectionReader): Promise<UnwindSections> {
  const { segments } = reader.layout;
  const segment = segments.find(({ type }) => type === SegmentType.ehFrame);
  const bytes = segment && (await reader.range(segment.offset, segment.fileSize));
  if (!segment || !bytes) return {};
  const ehFrameHdr = { address: segment.address, bytes };
  if (bytes.length < 8 || bytes[0] !== 1 || bytes[1] !== EH_FRAME_HERE) return { ehFrameHdr };
  const address = segment.address + 4 + viewOf(bytes).getInt32(4, true);
  for (const load of segments) {
    const into = address - load.address;
    if (load.type !== SegmentType.load || into < 0 || into >= load.fileSize) continue;
    const frames = await reader.range(load.offset + into, load.fileSize - into);
    return frames ? { ehFrameHdr, ehFrame: { address, bytes: frames } } : { ehFrameHdr };
  }
  return { ehFrameHdr };
}
