// Names the entries of procedure linkage tables: short jumps to functions in other libraries, which symbol tables do not
// list. perf names them after their relocations: tools/perf/util/symbol-elf.c (dso__synthesize_plt_symbols),
// v6.12.
//  .plt      header, entry, entry, …     one entry per relocation of .rela.plt, in order of target address
//  .plt.sec  entry, entry, …             replaces .plt's entries if present
//  .plt.got  entry, entry, …             matched with .rela.dyn by the slot each entry jumps through

import { NONE } from '../../model/profile.ts';
import { readInt64, viewOf } from '../../bytes/numbers.ts';
import {
  type ElfSection,
  type Segment,
  fileOffsetOf,
  SYMBOL_SIZE,
  type MappedFile,
  type RawSymbols,
} from './elf-layout.ts';
import type { SymbolTableBuilder } from '../symbol-table.ts';

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

export function addPltSymbols(builder: SymbolTableBuilder, parts: Plt, mapped: MappedFile): void {
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
