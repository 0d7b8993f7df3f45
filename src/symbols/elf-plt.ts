// Names for the entries of procedure linkage tables: short jumps to functions of other libraries, which symbol tables
// do not list. perf names them after their relocations: tools/perf/util/symbol-elf.c (dso__synthesize_plt_symbols),
// v6.12.
//  .plt      header, entry, entry, …     one entry per relocation of .rela.plt, in order of target address
//  .plt.sec  entry, entry, …             replaces .plt's entries if present
//  .plt.got  entry, entry, …             matched with .rela.dyn by the address each jumps through

import { NONE } from '../model/profile.ts';
import { signed64, viewOf } from '../bytes/numbers.ts';
import type { ElfSection, Segment } from './elf-layout.ts';
import { fileOffsetOf, SYMBOL_SIZE, type MappedFile, type RawSymbols } from './mapped-file.ts';
import type { SymbolTableBuilder } from './symbol-table.ts';

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
  /** The symbols they refer to. */
  readonly symbols: RawSymbols;
}

const RELOCATION_SIZE = 24;
const IRELATIVE = 37;
/** More entries than any library has. */
const MAX_ENTRIES = 1 << 17;
const SUFFIX = '@plt';

export function addPltSymbols(builder: SymbolTableBuilder, parts: Plt, mapped: MappedFile): void {
  const { plt, sec, relaPlt } = parts;
  const x86 = mapped.layout.machine === 'x86-64';
  const header = x86 ? entrySizeOf(plt) : 32;
  if (x86) addGotEntries(builder, parts);
  const table = x86 && sec ? sec : plt;
  const entry = x86 ? entrySizeOf(table) : 16;
  const fills = relaPlt ? relocationsOf(relaPlt.bytes) : [];
  // If the entries fill the whole section, it has no header.
  const hasNoHeader = table === plt && fills.length * entry === plt.size;
  let at = table.offset + (table === plt && !hasNoHeader ? header : 0);
  if (!hasNoHeader) builder.add(plt.offset, table === plt ? header : plt.size, builder.names.addText('.plt'));
  if (x86) fills.sort((a, b) => a.target - b.target);
  for (const fill of fills) {
    builder.add(at, entry, nameOf(builder, at, fill, relaPlt?.symbols, x86 ? mapped.loads : []));
    at += entry;
  }
}

/** Entries have 8 or 16 bytes; without a size in the section header, the alignment decides. */
function entrySizeOf({ entrySize, align }: ElfSection): number {
  if (entrySize === 8 || entrySize === 16) return entrySize;
  return align === 8 ? 8 : 16;
}

interface Relocation {
  /** Address of the slot it fills. */
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
    target: signed64(view, at),
    type: view.getUint32(at + 8, true),
    symbol: view.getUint32(at + 12, true),
    addend: signed64(view, at + 16),
  };
}

/** The name of the entry at `offset`; `fill` is the relocation of the slot it jumps through. */
function nameOf(
  builder: SymbolTableBuilder,
  offset: number,
  fill: Relocation | undefined,
  symbols: RawSymbols | undefined,
  loads: readonly Segment[],
): number {
  const { names } = builder;
  const named = symbols && fill ? nameAt(symbols, fill.symbol) : 0;
  if (symbols && named > 0) return names.add(symbols.strings, [0], SUFFIX) + named;
  const ifuncAt = fill?.type === IRELATIVE ? fileOffsetOf(fill.addend, loads) : undefined;
  const ifunc = ifuncAt === undefined ? NONE : builder.ifuncAt(ifuncAt);
  return ifunc === NONE
    ? names.addText(`offset_0x${offset.toString(16)}${SUFFIX}`)
    : names.withSuffix(ifunc, SUFFIX);
}

/** Offset of a symbol's name in the strings; 0 if it has none. */
function nameAt({ entries, strings }: RawSymbols, symbol: number): number {
  const at = symbol * SYMBOL_SIZE;
  if (at + SYMBOL_SIZE > entries.length) return 0;
  const name = viewOf(entries).getUint32(at, true);
  return name < strings.length && strings[name] !== 0 ? name : 0;
}

function addGotEntries(builder: SymbolTableBuilder, { got, gotCode, relaDyn }: Plt): void {
  const step = got?.entrySize;
  if (!got || !gotCode || (step !== 8 && step !== 16)) return;
  const count = Math.min(MAX_ENTRIES, Math.ceil(gotCode.length / step));
  const targets = Array.from({ length: count }, (_, i) => targetOf(got, gotCode, i * step));
  const fills = relaDyn ? fillsOf(relaDyn.bytes, new Set(targets)) : undefined;
  targets.forEach((target, i) => {
    const at = got.offset + i * step;
    builder.add(at, step, nameOf(builder, at, fills?.get(target), relaDyn?.symbols, []));
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

/** The .rela.dyn relocations with a symbol that fill one of these slots, by slot address. */
function fillsOf(relocations: Uint8Array, targets: ReadonlySet<number>): Map<number, Relocation> {
  const fills = new Map<number, Relocation>();
  const view = viewOf(relocations);
  for (let at = 0; at + RELOCATION_SIZE <= relocations.length; at += RELOCATION_SIZE) {
    const fill = relocationAt(view, at);
    if (fill.symbol !== 0 && targets.has(fill.target)) fills.set(fill.target, fill);
  }
  return fills;
}
