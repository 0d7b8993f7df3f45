// A program, library or debug file as far as it names code and describes unwinding: which of its parts hold that is
// decided here, as perf decides it. A file may be hundreds of megabytes, or one of thousands: of one that is not in memory
// only those parts are read, of one that is each part when it is asked for.

import { HeldPart, type HeldFile, type RandomAccess } from '../bytes/random-access.ts';
import { hexOf } from '../bytes/numbers.ts';
import { textIn } from '../bytes/text.ts';
import type { Machine, Section, UnwindSections } from '../model/code.ts';
import {
  ElfLayout,
  isTextAt,
  layoutOf,
  SectionFlag,
  SectionType,
  SegmentType,
  viewOf,
  type ElfSection,
  type Segment,
} from './elf-layout.ts';
import { partsIn } from './elf-pack.ts';
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
  /** Is it a separate debug file? That has the names of a program, but not its code, nor where in the program that lies. */
  readonly isDebug: boolean;
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
  /** Of the file that is mapped into programs. */
  readonly layout: ElfLayout;
  readonly symtab: RawSymbols | undefined;
  readonly dynsym: RawSymbols | undefined;
  /** The .symtab of the file packed into .gnu_debugdata; only where there is no other. */
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
  if (file.inMemory) return elfIn(new ElfLayout(new HeldPart(file.inMemory)), unxz);
  const { layout, held } = await layoutOf(file);
  await held.hold(...partsIn(layout, file.size));
  return elfIn(layout, unxz);
}

/** The same at once, of a file in memory; undefined when names in it have to be unpacked first. */
export function elfInMemory(held: HeldFile): ElfFile | undefined {
  const layout = new ElfLayout(held);
  return packedIn(layout) ? undefined : new OpenElf(layout);
}

async function elfIn(layout: ElfLayout, unxz: Unxz | undefined): Promise<ElfFile> {
  const packed = unxz && packedIn(layout);
  return new OpenElf(layout, packed && (await unpackedSymbols(packed, unxz)));
}

/**
 * The file as it was mapped, with the names of its debug file and, where it has none, that file's unwinding. As with perf
 * its own .dynsym names nothing any more. The caller has compared the build ids. A debug file without .symtab, or for
 * another machine, adds no name.
 */
export function withDebugFile(runtime: ElfFile, debug: ElfFile): ElfFile {
  if (debug.machine !== runtime.machine) return runtime;
  const { machine, type, buildId, debugLink, loads } = runtime;
  const { symtab, dynsym } = debug.parts;
  const parts = symtab ? { ...runtime.parts, symtab, dynsym, packed: undefined } : runtime.parts;
  let symbols: SymbolTable | undefined;
  return {
    machine,
    type,
    buildId,
    debugLink,
    loads,
    parts,
    isDebug: runtime.isDebug,
    hasSymtab: runtime.hasSymtab || symtab !== undefined,
    unwind: { ...debug.unwind, ...runtime.unwind },
    get symbols() {
      return (symbols ??= symbolsIn(parts, runtime));
    },
  };
}

class OpenElf implements ElfFile {
  readonly machine: Machine;
  readonly type: number;
  private readonly layout: ElfLayout;
  private readonly packed: RawSymbols | undefined;
  /** What was asked for already. */
  private knownId: string | undefined;
  private knownLoads: readonly Segment[] | undefined;
  private knownParts: ElfParts | undefined;
  private knownSymbols: SymbolTable | undefined;
  private knownUnwind: UnwindSections | undefined;

  constructor(layout: ElfLayout, packed?: RawSymbols) {
    this.layout = layout;
    this.machine = layout.machine;
    this.type = layout.type;
    this.packed = packed;
  }

  get buildId(): string {
    return (this.knownId ??= buildIdOf(this.layout));
  }

  get debugLink(): string {
    const { layout } = this;
    return textIn(layout.bytes(layout.named('.gnu_debuglink')) ?? NOTHING, 0, LONGEST_LINK);
  }

  get loads(): readonly Segment[] {
    return (this.knownLoads ??= loadsOf(this.layout));
  }

  get isDebug(): boolean {
    return this.layout.named('.text')?.type === SectionType.noBits;
  }

  get hasSymtab(): boolean {
    return this.parts.symtab !== undefined;
  }

  get parts(): ElfParts {
    return (this.knownParts ??= partsOf(this.layout, this.packed));
  }

  get symbols(): SymbolTable {
    return (this.knownSymbols ??= symbolsIn(this.parts, this));
  }

  get unwind(): UnwindSections {
    return (this.knownUnwind ??= unwindOf(this.layout));
  }
}

function partsOf(layout: ElfLayout, packed: RawSymbols | undefined): ElfParts {
  const symtab = symbolsNamed('.symtab', SectionType.symtab, layout);
  const dynsym = symbolsNamed('.dynsym', SectionType.dynsym, layout);
  return { layout, symtab, dynsym, packed: symtab ? undefined : packed, plt: pltOf(layout, symtab, dynsym) };
}

function symbolsIn(
  { layout, symtab, packed, dynsym, plt }: ElfParts,
  { loads }: Pick<ElfFile, 'loads'>,
): SymbolTable {
  const sources = [symtab ?? packed, dynsym].filter((source) => source !== undefined);
  return symbolsOf(sources, { machine: layout.machine, loads, layout }, plt);
}

function symbolsNamed(name: string, type: number, layout: ElfLayout): RawSymbols | undefined {
  const section = layout.named(name);
  if (section?.type !== type) return undefined;
  const entries = layout.bytes(section);
  const strings = layout.bytes(layout.section(section.link));
  return entries && strings && { entries, strings, layout };
}

/** .gnu_debugdata, where names are in nothing else: a whole ELF file with a .symtab and little else, packed. */
function packedIn(layout: ElfLayout): Uint8Array | undefined {
  const packed = layout.bytes(layout.named('.gnu_debugdata'));
  return packed && !symbolsNamed('.symtab', SectionType.symtab, layout) ? packed : undefined;
}

async function unpackedSymbols(packed: Uint8Array, unxz: Unxz): Promise<RawSymbols | undefined> {
  try {
    const inner = new ElfLayout(new HeldPart(await unxz(packed)));
    return symbolsNamed('.symtab', SectionType.symtab, inner);
  } catch {
    // Names that cannot be unpacked are names that are not there.
    return undefined;
  }
}

function pltOf(
  layout: ElfLayout,
  symtab: RawSymbols | undefined,
  dynsym: RawSymbols | undefined,
): Plt | undefined {
  const plt = layout.named('.plt');
  if (!plt || plt.type === SectionType.noBits) return undefined;
  const got = layout.named('.plt.got');
  const relaPlt = layout.named('.rela.plt');
  const relaDyn = got ? layout.named('.rela.dyn') : undefined;
  const symbolsFor = (section: ElfSection | undefined) => {
    // A static program has relocations of its IFUNCs, which speak of .symtab.
    const type = layout.section(section?.link ?? 0)?.type;
    if (type === SectionType.dynsym) return dynsym;
    return type === SectionType.symtab ? symtab : undefined;
  };
  return {
    plt,
    sec: layout.named('.plt.sec'),
    got,
    gotCode: layout.bytes(got),
    relocations: relaPlt?.type === SectionType.rela ? layout.bytes(relaPlt) : undefined,
    symbols: symbolsFor(relaPlt),
    dynRelocations: relaDyn?.type === SectionType.rela ? layout.bytes(relaDyn) : undefined,
    dynSymbols: symbolsFor(relaDyn),
  };
}

/** perf inject wrote files without segments, or with one that lies: there, .text's address is the offset in recordings. */
function loadsOf(layout: ElfLayout): readonly Segment[] {
  const loads: Segment[] = layout.segments
    .filter(({ type }) => type === SegmentType.load)
    .map(({ offset, address, fileSize, memorySize }) => ({ offset, address, fileSize, memorySize }));
  const text = layout.named('.text');
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

function buildIdOf(layout: ElfLayout): string {
  for (const name of ['.note.gnu.build-id', '.notes', '.note']) {
    const section = layout.named(name);
    if (section?.type !== SectionType.note) continue;
    return buildIdIn((section.size < MAX_NOTES && layout.bytes(section)) || NOTHING);
  }
  if (layout.sectionCount > 0) return '';
  for (const { type, offset, fileSize } of layout.segments) {
    if (type !== SegmentType.note || fileSize > MAX_NOTES) continue;
    const id = buildIdIn(layout.range(offset, fileSize) ?? NOTHING);
    if (id) return id;
  }
  return '';
}

const NOTHING = new Uint8Array(0);

/**
 * The GNU build id among these ELF notes in lower-case hex, '' when there is none. Notes are: length of the name, of the
 * text, type; name and text, each filled up to 4 bytes.
 */
export function buildIdIn(notes: Uint8Array): string {
  const view = viewOf(notes);
  for (let at = 0; at + 12 <= notes.length;) {
    const nameLength = view.getUint32(at, true);
    const length = view.getUint32(at + 4, true);
    const name = at + 12;
    const id = name + Math.ceil(nameLength / 4) * 4;
    const isBuildId = view.getUint32(at + 8, true) === BUILD_ID_NOTE && nameLength === 4;
    if (isBuildId && isTextAt(notes, name, 'GNU') && id + length <= notes.length)
      return hexOf(notes.subarray(id, id + Math.min(length, MAX_BUILD_ID)));
    at = id + Math.ceil(length / 4) * 4;
  }
  return '';
}

function unwindOf(layout: ElfLayout): UnwindSections {
  if (layout.sectionCount === 0) return unwindBySegment(layout);
  const ehFrame = sectionOf(layout, '.eh_frame');
  const ehFrameHdr = sectionOf(layout, '.eh_frame_hdr');
  const debugFrame = sectionOf(layout, '.debug_frame');
  return {
    ...(ehFrame && { ehFrame }),
    ...(ehFrameHdr && { ehFrameHdr }),
    ...(debugFrame && { debugFrame }),
  };
}

/** Compressed ones are left out. */
function sectionOf(layout: ElfLayout, name: string): Section | undefined {
  const section = layout.named(name);
  const bytes = section && section.flags & SectionFlag.compressed ? undefined : layout.bytes(section);
  return section && bytes && { address: section.address, bytes };
}

/** A header of .eh_frame that says by a signed 32-bit distance from itself where .eh_frame begins. */
const EH_FRAME_HERE = 0x1b;

/** Without section headers nothing says where .eh_frame ends: it is read as far as its segment reaches. */
function unwindBySegment(layout: ElfLayout): UnwindSections {
  const { segments } = layout;
  const segment = segments.find(({ type }) => type === SegmentType.ehFrame);
  const bytes = segment && layout.range(segment.offset, segment.fileSize);
  if (!segment || !bytes) return {};
  const ehFrameHdr = { address: segment.address, bytes };
  if (bytes.length < 8 || bytes[0] !== 1 || bytes[1] !== EH_FRAME_HERE) return { ehFrameHdr };
  const address = segment.address + 4 + viewOf(bytes).getInt32(4, true);
  for (const load of segments) {
    const into = address - load.address;
    if (load.type !== SegmentType.load || into < 0 || into >= load.fileSize) continue;
    const frames = layout.range(load.offset + into, load.fileSize - into);
    return frames ? { ehFrameHdr, ehFrame: { address, bytes: frames } } : { ehFrameHdr };
  }
  return { ehFrameHdr };
}
