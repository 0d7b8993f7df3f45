// The symbols of an ELF file as perf chooses and places them: all in file offsets, as recordings name places in files.
// tools/perf/util/symbol-elf.c (dso__load_sym_internal), v6.12.

import { signed64, unsigned64 } from '../bytes/numbers.ts';
import { SectionFlag, SectionType, viewOf, type ElfLayout, type ElfSection } from './elf-layout.ts';
import { offsetOf, SYMBOL_SIZE, type Places, type RawSymbols } from './elf-places.ts';
import { addPltSymbols, type Plt } from './elf-plt.ts';
import { OneSymbol, SymbolTrait, SymbolTableBuilder, type SymbolTable } from './symbol-table.ts';

const NOTYPE = 0;
const OBJECT = 1;
const FUNC = 2;
const IFUNC = 10;
const GLOBAL = 1;
const WEAK = 2;
const INTERNAL = 1;
const HIDDEN = 2;
const UNDEFINED = 0;
/** Section numbers from here on are no sections: absolute, common and the like. */
const NO_SECTION = 0xff00;
const DOLLAR = 36;
const DOT = 46;
const MAPPING = 'adtx';

/**
 * The tables of `sources` one after the other: of two symbols at a place, one of a later table has to be better to
 * win. PLT entries are named when there is any other symbol.
 */
export function symbolsOf(sources: readonly RawSymbols[], places: Places, plt: Plt | undefined): SymbolTable {
  const only = sources.length === 1 && !plt ? onlySymbol(sources[0], places) : undefined;
  if (only) return only;
  const builder = new SymbolTableBuilder();
  for (const source of sources) {
    addSymbols(builder, source, places);
    builder.settle();
  }
  if (plt && builder.length > 0) addPltSymbols(builder, plt, places);
  return builder.finish('nearest');
}

/** Code that a program made lies in thousands of files with one symbol each, behind the empty one that begins a table. */
function onlySymbol(source: RawSymbols, places: Places): OneSymbol | undefined {
  const { entries, strings } = source;
  if (entries.length !== 2 * SYMBOL_SIZE) return undefined;
  const reader = new SymbolReader(source, places);
  if (reader.read(0) || !reader.read(SYMBOL_SIZE)) return undefined;
  return new OneSymbol(reader.start, reader.size, strings, reader.name);
}

function addSymbols(builder: SymbolTableBuilder, source: RawSymbols, places: Places): void {
  const { entries, strings } = source;
  const names = builder.names.add(strings, [0]);
  const reader = new SymbolReader(source, places);
  builder.reserve(Math.floor(entries.length / SYMBOL_SIZE));
  for (let at = 0; at + SYMBOL_SIZE <= entries.length; at += SYMBOL_SIZE)
    if (reader.read(at))
      builder.add(reader.start, reader.size, names + reader.name, traitsOf(entries[at + 4]));
}

/** The section that a symbol is of. */
interface Home {
  readonly address: number;
  readonly offset: number;
  /** Do its symbols count? */
  readonly counts: boolean;
  /** Is its name one whose labels count? */
  readonly labels: boolean;
}

const NO_HOME: Home = { address: 0, offset: 0, counts: false, labels: false };

/** Reads the entries of a table of symbols one by one. */
class SymbolReader {
  /** Of the entry last read: in the file, in bytes. */
  start = 0;
  size = 0;
  /** Where its name begins. */
  name = 0;
  private readonly source: RawSymbols;
  private readonly places: Places;
  private readonly view: DataView;
  /** By section, once they were asked for. */
  private readonly homes: Home[] = [];

  constructor(source: RawSymbols, places: Places) {
    this.source = source;
    this.places = places;
    this.view = viewOf(source.entries);
  }

  /** Whether the entry at `at` names code. */
  read(at: number): boolean {
    const { view, places } = this;
    const { entries, strings } = this.source;
    const name = view.getUint32(at, true);
    const section = view.getUint16(at + 6, true);
    if (name === 0 || name >= strings.length || section === UNDEFINED || section >= NO_SECTION) return false;
    const home = (this.homes[section] ??= this.homeOf(section));
    if (!isCode(entries[at + 4] & 15, entries[at + 5] & 3, home)) return false;
    if (places.machine === 'arm64' && isMapping(strings, name)) return false;
    const address = signed64(view, at + 8);
    this.start = offsetOf(address, places.loads) ?? address - home.address + home.offset;
    this.size = unsigned64(view, at + 16);
    this.name = name;
    return true;
  }

  /** Where a debug file has left a section out, its place is that of the same section in the file that is mapped. */
  private homeOf(index: number): Home {
    const { layout } = this.source;
    const section = layout.section(index);
    if (!section || !(section.flags & SectionFlag.alloc)) return NO_HOME;
    const { layout: mapped } = this.places;
    const same = section.type === SectionType.noBits ? mapped?.section(index) : undefined;
    return mapped && same ? homeIn(mapped, same) : homeIn(layout, section);
  }
}

function homeIn(layout: ElfLayout, section: ElfSection): Home {
  const { address, offset } = section;
  const name = layout.nameOf(section);
  return { address, offset, counts: true, labels: name.includes('text') || name.includes('data') };
}

/** Data count too, as with perf: a sample may be of an access to them, and they end the code before them. */
function isCode(type: number, visibility: number, home: Home): boolean {
  if (!home.counts) return false;
  if (type === NOTYPE) return home.labels && visibility !== HIDDEN && visibility !== INTERNAL;
  return type === FUNC || type === IFUNC || type === OBJECT;
}

/** `$x`, `$d.12`: they tell arm64 code from data and name nothing. */
function isMapping(strings: Uint8Array, name: number): boolean {
  if (strings[name] !== DOLLAR || !MAPPING.includes(String.fromCharCode(strings[name + 1]))) return false;
  const after = strings[name + 2] ?? 0;
  return after === 0 || after === DOT;
}

function traitsOf(info: number): number {
  const binding = info >> 4;
  let traits: number = SymbolTrait.plain;
  if ((info & 15) === NOTYPE) traits |= SymbolTrait.untyped;
  if ((info & 15) === IFUNC) traits |= SymbolTrait.chooser;
  if (binding === WEAK) traits |= SymbolTrait.weak;
  else if (binding !== GLOBAL) traits |= SymbolTrait.local;
  return traits;
}
