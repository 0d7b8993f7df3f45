// Reads the symbols of an ELF file, selected as perf selects them, by file offset as in recordings
// (tools/perf/util/symbol-elf.c: dso__load_sym_internal, v6.12).

import { readInt64, readUint64, viewOf } from '../../bytes/numbers.ts';
import { decodeText } from '../../bytes/text.ts';
import {
  SectionFlag,
  SectionType,
  type ElfLayout,
  type ElfSection,
  fileOffsetOf,
  SYMBOL_SIZE,
  type MappedFile,
  type RawSymbols,
  type Segment,
} from './elf-layout.ts';
import { MAX_NAME_BYTES } from '../symbol-names.ts';
import {
  guessEnd,
  singleSymbol,
  SymbolTrait,
  SymbolTableBuilder,
  type SymbolTable,
} from '../symbol-table.ts';
import { NONE } from '../../model/profile.ts';

const NOTYPE = 0;
const OBJECT = 1;
const FUNC = 2;
const IFUNC = 10;
const GLOBAL = 1;
const WEAK = 2;
const INTERNAL = 1;
const HIDDEN = 2;
const UNDEFINED = 0;
/** Section indices from here on are reserved, for example SHN_ABS and SHN_COMMON. */
const FIRST_RESERVED = 0xff00;
const DOLLAR = 36;
const DOT = 46;
const MAPPING_LETTERS = 'adtx';

/**
 * Merges the symbol tables of `sources` in order: at the same address, a symbol from a later table wins only if it
 * ranks higher. PLT entries are added only if there are other symbols.
 */
export function symbolsOf(sources: readonly RawSymbols[], mapped: MappedFile, plt?: Plt): SymbolTable {
  const only = sources.length === 1 && !plt ? onlySymbol(sources[0], mapped) : undefined;
  if (only) return only;
  const builder = new SymbolTableBuilder();
  for (const source of sources) {
    addSymbols(builder, source, mapped);
    builder.settle();
  }
  if (plt && builder.length > 0) addPltSymbols(builder, plt, mapped);
  return builder.finish('nearest');
}

/**
 * A table for a file with only one symbol besides the null symbol that starts every table; undefined for other files. A
 * recording may have thousands of JIT files with one symbol each.
 */
function onlySymbol(source: RawSymbols, mapped: MappedFile): SymbolTable | undefined {
  const { entries, strings } = source;
  if (entries.length !== 2 * SYMBOL_SIZE) return undefined;
  const reader = new SymbolReader(source, mapped);
  if (reader.read(0) || !reader.read(SYMBOL_SIZE)) return undefined;
  const { start, size, name } = reader;
  const end = size === 0 ? guessEnd(start) : start + size;
  return singleSymbol(start, end, () => decodeText(strings, name, name + MAX_NAME_BYTES));
}

function addSymbols(builder: SymbolTableBuilder, source: RawSymbols, mapped: MappedFile): void {
  const { entries, strings } = source;
  const names = builder.names.add(strings, [0]);
  const reader = new SymbolReader(source, mapped);
  builder.reserve(Math.floor(entries.length / SYMBOL_SIZE));
  for (let at = 0; at + SYMBOL_SIZE <= entries.length; at += SYMBOL_SIZE)
    if (reader.read(at))
      builder.add(reader.start, reader.size, names + reader.name, traitsOf(entries[at + 4]));
}

/** The properties of a section that determine which of its symbols are used, and their file offsets. */
interface SymbolSection {
  readonly address: number;
  readonly offset: number;
  /** True if its symbols are used. */
  readonly isAllocated: boolean;
  /** True if its untyped symbols are used as well. */
  readonly hasLabels: boolean;
}

const NOT_ALLOCATED: SymbolSection = { address: 0, offset: 0, isAllocated: false, hasLabels: false };

/** Reads the entries of a symbol table one by one. */
class SymbolReader {
  /** File offset of the last symbol read. */
  start = 0;
  /** Its size in bytes. */
  size = 0;
  /** Offset of its name in the string table. */
  name = 0;
  private readonly source: RawSymbols;
  private readonly mapped: MappedFile;
  private readonly view: DataView;
  /** By section index, filled on demand. */
  private readonly sections: SymbolSection[] = [];

  constructor(source: RawSymbols, mapped: MappedFile) {
    this.source = source;
    this.mapped = mapped;
    this.view = viewOf(source.entries);
  }

  /** Reads the entry at `at`; false if its symbol is not used. */
  read(at: number): boolean {
    const { view, mapped } = this;
    const { entries, strings } = this.source;
    const name = view.getUint32(at, true);
    const index = view.getUint16(at + 6, true);
    if (name === 0 || name >= strings.length || index === UNDEFINED || index >= FIRST_RESERVED) return false;
    const section = (this.sections[index] ??= this.symbolSection(index));
    if (!isUsed(entries[at + 4] & 15, entries[at + 5] & 3, section)) return false;
    if (mapped.layout.machine === 'arm64' && isMapping(strings, name)) return false;
    const address = readInt64(view, at + 8);
    this.start = fileOffsetOf(address, mapped.loads) ?? address - section.address + section.offset;
    this.size = readUint64(view, at + 16);
    this.name = name;
    return true;
  }

  /** Debug files have sections without content, whose offsets are in the mapped file. */
  private symbolSection(index: number): SymbolSection {
    const { layout } = this.source;
    const section = layout.section(index);
    if (!section || !(section.flags & SectionFlag.alloc)) return NOT_ALLOCATED;
    const { layout: mappedLayout } = this.mapped;
    const same = section.type === SectionType.noBits ? mappedLayout.section(index) : undefined;
    return same ? sectionIn(mappedLayout, same) : sectionIn(layout, section);
  }
}

function sectionIn(layout: ElfLayout, section: ElfSection): SymbolSection {
  const { address, offset } = section;
  const name = layout.nameOf(section);
  return { address, offset, isAllocated: true, hasLabels: name.includes('text') || name.includes('data') };
}

/** True for data as well, as in perf: memory samples refer to it, and a data symbol ends the code before it. */
function isUsed(type: number, visibility: number, section: SymbolSection): boolean {
  if (!section.isAllocated) return false;
  if (type === NOTYPE) return section.hasLabels && visibility !== HIDDEN && visibility !== INTERNAL;
  return type === FUNC || type === IFUNC || type === OBJECT;
}

/** True for mapping symbols (`$x`, `$d.12`), which separate arm64 code from data and are not names. */
function isMapping(strings: Uint8Array, name: number): boolean {
  if (strings[name] !== DOLLAR || !MAPPING_LETTERS.includes(String.fromCharCode(strings[name + 1])))
    return false;
  const after = strings[name + 2] ?? 0;
  return after === 0 || after === DOT;
}

function traitsOf(info: number): number {
  const binding = info >> 4;
  let traits: number = SymbolTrait.plain;
  if ((info & 15) === NOTYPE) traits |= SymbolTrait.untyped;
  if ((info & 15) === IFUNC) traits |= SymbolTrait.ifunc;
  if (binding === WEAK) traits |= SymbolTrait.weak;
  else if (binding !== GLOBAL) traits |= SymbolTrait.local;
  return traits;
}

// Names the entries of procedure linkage tables: short jumps to functions in other libraries, which symbol tables do not
// list. perf names them after their relocations: tools/perf/util/symbol-elf.c (dso__synthesize_plt_symbols),
// v6.12.
//  .plt      header, entry, entry, …     one entry per relocation of .rela.plt, in order of target address
//  .plt.sec  entry, entry, …             replaces .plt's entries if present
//  .plt.got  entry, entry, …             matched with .rela.dyn by the slot each entry jumps through

/** The PLT sections of a file; all but the first are optional. */
export interface Plt {
  readonly plt: ElfSection;
  readonly sec: ElfSection | undefined;
  readonly got: ElfSection | undefined;
  readonly gotCode: Uint8Array | undefined;
  readonly relaPlt: Relocations | undefined;
  readonly relaDyn: Relocations | undefined;
}

export interface Relocations {
  /** 24 bytes each. */
  readonly bytes: Uint8Array;
  /** The symbols to which they refer. */
  readonly symbols: RawSymbols;
}

const RELOCATION_SIZE = 24;
const IRELATIVE = 37;
/** More than any library has. */
const MAX_ENTRIES = 1 << 17;
const SUFFIX = '@plt';

function addPltSymbols(builder: SymbolTableBuilder, parts: Plt, mapped: MappedFile): void {
  const { plt, sec, relaPlt } = parts;
  const isX86 = mapped.layout.machine === 'x86-64';
  const header = isX86 ? entrySizeOf(plt) : 32;
  if (isX86) addGotEntries(builder, parts);
  const table = isX86 && sec ? sec : plt;
  const entry = isX86 ? entrySizeOf(table) : 16;
  const relocations = relaPlt ? relocationsOf(relaPlt.bytes) : [];
  // If the entries fill the whole section, it has no header.
  const hasNoHeader = table === plt && relocations.length * entry === plt.size;
  let at = table.offset + (table === plt && !hasNoHeader ? header : 0);
  if (!hasNoHeader) builder.add(plt.offset, table === plt ? header : plt.size, builder.names.addText('.plt'));
  if (isX86) relocations.sort((a, b) => a.target - b.target);
  for (const relocation of relocations) {
    builder.add(at, entry, nameOf(builder, at, relocation, relaPlt?.symbols, isX86 ? mapped.loads : []));
    at += entry;
  }
}

/** Entries are 8 or 16 bytes long; without an entry size in the section header, the alignment decides. */
function entrySizeOf({ entrySize, align }: ElfSection): number {
  if (entrySize === 8 || entrySize === 16) return entrySize;
  return align === 8 ? 8 : 16;
}

interface Relocation {
  /** Address of the slot that it fills. */
  readonly target: number;
  readonly symbol: number;
  readonly type: number;
  readonly addend: number;
}

function relocationsOf(bytes: Uint8Array): Relocation[] {
  const view = viewOf(bytes);
  const length = Math.min(MAX_ENTRIES, Math.floor(bytes.length / RELOCATION_SIZE));
  return Array.from({ length }, (_, i) => relocationAt(view, i * RELOCATION_SIZE));
}

function relocationAt(view: DataView, at: number): Relocation {
  return {
    target: readInt64(view, at),
    type: view.getUint32(at + 8, true),
    symbol: view.getUint32(at + 12, true),
    addend: readInt64(view, at + 16),
  };
}

/** The name of the entry at `offset`, which jumps through the slot that `relocation` fills. */
function nameOf(
  builder: SymbolTableBuilder,
  offset: number,
  relocation: Relocation | undefined,
  symbols: RawSymbols | undefined,
  loads: readonly Segment[],
): number {
  const { names } = builder;
  const nameOffset = symbols && relocation ? nameAt(symbols, relocation.symbol) : 0;
  if (symbols && nameOffset > 0) return names.add(symbols.strings, [0], SUFFIX) + nameOffset;
  const ifuncAt = relocation?.type === IRELATIVE ? fileOffsetOf(relocation.addend, loads) : undefined;
  const ifunc = ifuncAt === undefined ? NONE : builder.ifuncAt(ifuncAt);
  return ifunc === NONE
    ? names.addText(`offset_0x${offset.toString(16)}${SUFFIX}`)
    : names.withSuffix(ifunc, SUFFIX);
}

/** Offset of a symbol's name in the string table; 0 if it has none. */
function nameAt({ entries, strings }: RawSymbols, symbol: number): number {
  const at = symbol * SYMBOL_SIZE;
  if (at + SYMBOL_SIZE > entries.length) return 0;
  const name = viewOf(entries).getUint32(at, true);
  return name < strings.length && strings[name] !== 0 ? name : 0;
}

function addGotEntries(builder: SymbolTableBuilder, { got, gotCode, relaDyn }: Plt): void {
  const entrySize = got?.entrySize;
  if (!got || !gotCode || (entrySize !== 8 && entrySize !== 16)) return;
  const count = Math.min(MAX_ENTRIES, Math.ceil(gotCode.length / entrySize));
  const targets = Array.from({ length: count }, (_, i) => targetOf(got, gotCode, i * entrySize));
  const relocations = relaDyn ? relocationsByTarget(relaDyn.bytes, new Set(targets)) : undefined;
  targets.forEach((target, i) => {
    const at = got.offset + i * entrySize;
    builder.add(at, entrySize, nameOf(builder, at, relocations?.get(target), relaDyn?.symbols, []));
  });
}

/** Address of the slot that the entry at `i` jumps through, `[endbr64] [bnd] jmp *x(%rip)`; NaN for other code. */
function targetOf(got: ElfSection, code: Uint8Array, i: number): number {
  let at = i;
  const isEndbr =
    code[at] === 0xf3 && code[at + 1] === 0x0f && code[at + 2] === 0x1e && code[at + 3] === 0xfa;
  if (isEndbr) at += 4;
  if (code[at] === 0xf2) at++;
  if (code[at] !== 0xff || code[at + 1] !== 0x25 || at + 6 > code.length) return NaN;
  return got.address + at + 6 + viewOf(code).getInt32(at + 2, true);
}

/** The relocations with a symbol that fill one of these slots, by slot address. */
function relocationsByTarget(bytes: Uint8Array, targets: ReadonlySet<number>): Map<number, Relocation> {
  const relocations = new Map<number, Relocation>();
  const view = viewOf(bytes);
  for (let at = 0; at + RELOCATION_SIZE <= bytes.length; at += RELOCATION_SIZE) {
    const relocation = relocationAt(view, at);
    if (relocation.symbol !== 0 && targets.has(relocation.target))
      relocations.set(relocation.target, relocation);
  }
  return relocations;
}
