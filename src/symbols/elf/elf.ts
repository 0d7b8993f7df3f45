// Reads the data that symbolizing and unwinding need from a program, library or debug file, choosing sections as perf
// does. Files may be hundreds of megabytes large, or number in the thousands, so only the needed parts of a file on disk
// are read. The parts of a file in memory are decoded on demand.

import { CachedRange, type CachedFile, type RandomAccess } from '../../bytes/random-access.ts';
import { hexOf, viewOf } from '../../bytes/numbers.ts';
import { decodeText } from '../../bytes/text.ts';
import type { Machine, Section, UnwindSections } from '../../model/code.ts';
import {
  ElfLayout,
  isTextAt,
  readLayout,
  SectionFlag,
  SectionType,
  SegmentType,
  type ElfSection,
  type Segment,
  type RawSymbols,
} from './elf-layout.ts';
import { neededPartsOf } from './elf-needed-parts.ts';
import { type Plt, type Relocations, symbolsOf } from './elf-symbols.ts';
import type { SymbolTable } from '../symbol-table.ts';
import { UnwindModule } from '../unwind/unwind-module.ts';

/** Unpacks xz; throws on invalid data. */
export type Unxz = (packed: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>;

/** perf's BUILD_ID_SIZE, the most bytes that recordings store. */
const MAX_BUILD_ID = 20;
const BUILD_ID_NOTE = 3;
const MAX_LINK = 4096;
/** Real notes have only a few hundred bytes; larger ones are corrupt. */
const MAX_NOTES = 1 << 20;

/**
 * Throws an Error with a message for the user unless the file is 64-bit ELF for x86 or ARM. Ignores missing or damaged
 * parts. Without `unxz`, it does not read the names in .gnu_debugdata.
 */
export async function openElf(file: RandomAccess, unxz?: Unxz): Promise<ElfFile> {
  if (file.inMemory) return elfFromLayout(new ElfLayout(new CachedRange(file.inMemory)), unxz);
  const { layout, cache } = await readLayout(file);
  await cache.load(...neededPartsOf(layout, file.size));
  return elfFromLayout(layout, unxz);
}

/** Like openElf(), but synchronous, for a file in memory; undefined if its symbols must be unpacked first. */
export function elfInMemory(file: CachedFile): ElfFile | undefined {
  const layout = new ElfLayout(file);
  return debugDataIn(layout) ? undefined : new ElfFile(layout);
}

async function elfFromLayout(layout: ElfLayout, unxz: Unxz | undefined): Promise<ElfFile> {
  const packed = unxz && debugDataIn(layout);
  return new ElfFile(layout, packed && (await unpackedSymbols(packed, unxz)));
}

/** A program, library or debug file, whose parts are read on first use. */
export class ElfFile {
  private readonly layout: ElfLayout;
  /** The .symtab in .gnu_debugdata. */
  private readonly packed: RawSymbols | undefined;
  private readonly debug: ElfFile | undefined;
  private knownId: string | undefined;
  private knownLoads: readonly Segment[] | undefined;
  private knownSources: SymbolSources | undefined;
  private knownSymbols: SymbolTable | undefined;
  private knownUnwinding: UnwindModule | undefined;

  constructor(layout: ElfLayout, packed?: RawSymbols, debug?: ElfFile) {
    this.layout = layout;
    this.packed = packed;
    this.debug = debug;
  }

  get machine(): Machine {
    return this.layout.machine;
  }

  /** In lowercase hex, at most 20 bytes as in perf; '' if the file has none. */
  get buildId(): string {
    return (this.knownId ??= buildIdOf(this.layout));
  }

  /** The file name in .gnu_debuglink; '' if there is none. */
  get debugLink(): string {
    const { layout } = this;
    return decodeText(layout.bytes(layout.sectionNamed('.gnu_debuglink')) ?? NOTHING, 0, MAX_LINK);
  }

  /** The mapped segments (PT_LOAD), in file order. If perf inject wrote none or a wrong one, derived from .text. */
  get loads(): readonly Segment[] {
    return (this.knownLoads ??= loadsOf(this.layout));
  }

  /** True for a separate debug file, which has names but neither code nor file offsets. */
  get isDebug(): boolean {
    return this.layout.sectionNamed('.text')?.type === SectionType.noBits;
  }

  /** True if the file or its debug file has a .symtab; otherwise a debug file may have more names. */
  get hasSymtab(): boolean {
    return this.sources.hasSymtab;
  }

  /** Symbols by file offset. A debug file's own offsets are meaningless: see withDebugFile(). */
  get symbols(): SymbolTable {
    const { layout, loads, sources } = this;
    return (this.knownSymbols ??= symbolsOf(sources.tables, { layout, loads }, sources.plt));
  }

  get unwind(): UnwindSections {
    return { ...this.debug?.unwind, ...unwindOf(this.layout) };
  }

  get unwinding(): UnwindModule {
    return (this.knownUnwinding ??= new UnwindModule(this.unwind, this.machine));
  }

  /**
   * Returns this mapped file with the names of its debug file, which replace its own .dynsym, as in perf. Unwind sections
   * that the mapped file lacks come from the debug file. A debug file without .symtab, or for a different machine, adds
   * no names. The caller must compare the build IDs.
   */
  withDebugFile(debug: ElfFile): ElfFile {
    return debug.machine === this.machine ? new ElfFile(this.layout, this.packed, debug) : this;
  }

  private get sources(): SymbolSources {
    return (this.knownSources ??= sourcesOf(this.layout, this.packed, this.debug?.sources));
  }
}

interface SymbolSources {
  readonly hasSymtab: boolean;
  /** .symtab, or its replacement in .gnu_debugdata, and .dynsym. */
  readonly tables: readonly RawSymbols[];
  readonly plt: Plt | undefined;
}

function sourcesOf(
  layout: ElfLayout,
  packed: RawSymbols | undefined,
  debug: SymbolSources | undefined,
): SymbolSources {
  const symtab = symbolsNamed('.symtab', SectionType.symtab, layout);
  const dynsym = symbolsNamed('.dynsym', SectionType.dynsym, layout);
  const plt = pltOf(layout, symtab, dynsym);
  if (debug?.hasSymtab) return { ...debug, plt };
  const tables = [symtab ?? packed, dynsym].filter((table) => table !== undefined);
  return { hasSymtab: symtab !== undefined, tables, plt };
}

function symbolsNamed(name: string, type: number, layout: ElfLayout): RawSymbols | undefined {
  const section = layout.sectionNamed(name);
  if (section?.type !== type) return undefined;
  const entries = layout.bytes(section);
  const strings = layout.bytes(layout.section(section.link));
  return entries && strings && { entries, strings, layout };
}

/** .gnu_debugdata (an xz-compressed ELF file with little besides a .symtab), if the file itself has no .symtab. */
function debugDataIn(layout: ElfLayout): Uint8Array | undefined {
  const packed = layout.bytes(layout.sectionNamed('.gnu_debugdata'));
  return packed && !symbolsNamed('.symtab', SectionType.symtab, layout) ? packed : undefined;
}

async function unpackedSymbols(packed: Uint8Array, unxz: Unxz): Promise<RawSymbols | undefined> {
  try {
    const inner = new ElfLayout(new CachedRange(await unxz(packed)));
    return symbolsNamed('.symtab', SectionType.symtab, inner);
  } catch {
    // The file is still usable without these names.
    return undefined;
  }
}

function pltOf(
  layout: ElfLayout,
  symtab: RawSymbols | undefined,
  dynsym: RawSymbols | undefined,
): Plt | undefined {
  const plt = layout.sectionNamed('.plt');
  if (!plt || plt.type === SectionType.noBits) return undefined;
  const got = layout.sectionNamed('.plt.got');
  // In static programs, IFUNC relocations refer to .symtab.
  const tables = new Map<number | undefined, RawSymbols | undefined>([
    [SectionType.symtab, symtab],
    [SectionType.dynsym, dynsym],
  ]);
  const relocationsIn = (section: ElfSection | undefined): Relocations | undefined => {
    const symbols = tables.get(layout.section(section?.link ?? 0)?.type);
    const bytes = section?.type === SectionType.rela ? layout.bytes(section) : undefined;
    return symbols && bytes && { bytes, symbols };
  };
  return {
    plt,
    sec: layout.sectionNamed('.plt.sec'),
    got,
    gotCode: layout.bytes(got),
    relaPlt: relocationsIn(layout.sectionNamed('.rela.plt')),
    relaDyn: got && relocationsIn(layout.sectionNamed('.rela.dyn')),
  };
}

/**
 * Some versions of perf inject wrote files with no segment, or with one wrong segment. For these files, recordings use
 * the address of .text as the offset.
 */
function loadsOf(layout: ElfLayout): readonly Segment[] {
  const loads = layout.segments.filter(({ type }) => type === SegmentType.load);
  const text = layout.sectionNamed('.text');
  const [only] = loads;
  const isWrong =
    loads.length === 1 && only.offset === 0 && only.address === 0 && text?.address === JIT_ADDRESS;
  const isJit = loads.length === 0 || (isWrong && text.offset === JIT_OFFSET);
  if (!isJit || !text || layout.type !== SHARED || text.offset > JIT_OFFSET) return loads;
  const { address, size } = text;
  return [{ type: SegmentType.load, offset: address, address, fileSize: size, memorySize: size }];
}

/**
 * In files from perf inject 6.0 and its backports: the file offset of .text (GEN_ELF_TEXT_OFFSET), and its address
 * according to the section headers.
 */
const JIT_OFFSET = 0x80;
const JIT_ADDRESS = 0x40;
const SHARED = 3;

function buildIdOf(layout: ElfLayout): string {
  for (const name of ['.note.gnu.build-id', '.notes', '.note']) {
    const section = layout.sectionNamed(name);
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
 * The GNU build ID in these ELF notes as lowercase hex; '' if there is none. A note consists of the length of its
 * name, the length of its content, its type, name and content, the last two padded to 4 bytes.
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

/** Ignores compressed sections. */
function sectionOf(layout: ElfLayout, name: string): Section | undefined {
  const section = layout.sectionNamed(name);
  const bytes = section && section.flags & SectionFlag.compressed ? undefined : layout.bytes(section);
  return section && bytes && { address: section.address, bytes };
}

/** Encoding of the .eh_frame pointer as a signed 32-bit distance from the pointer itself. */
const PC_RELATIVE = 0x1b;

/** Without section headers, .eh_frame is read up to the end of its segment. */
function unwindBySegment(layout: ElfLayout): UnwindSections {
  const { segments } = layout;
  const segment = segments.find(({ type }) => type === SegmentType.ehFrame);
  const bytes = segment && layout.range(segment.offset, segment.fileSize);
  if (!segment || !bytes) return {};
  const ehFrameHdr = { address: segment.address, bytes };
  if (bytes.length < 8 || bytes[0] !== 1 || bytes[1] !== PC_RELATIVE) return { ehFrameHdr };
  const address = segment.address + 4 + viewOf(bytes).getInt32(4, true);
  for (const load of segments) {
    const into = address - load.address;
    if (load.type !== SegmentType.load || into < 0 || into >= load.fileSize) continue;
    const frames = layout.range(load.offset + into, load.fileSize - into);
    return frames ? { ehFrameHdr, ehFrame: { address, bytes: frames } } : { ehFrameHdr };
  }
  return { ehFrameHdr };
}
