// The symbols of an ELF file as perf chooses and places them: all in file offsets, as recordings name places in files.
// tools/perf/util/symbol-elf.c (dso__load_sym_internal), v6.12.

import { signed64, unsigned64 } from '../bytes/numbers.ts';
import { SectionFlag, SectionType, viewOf } from './elf-layout.ts';
import { offsetOf, SYMBOL_SIZE, type Places, type RawSymbols } from './elf-places.ts';
import { addPltSymbols, type Plt } from './elf-plt.ts';
import { SymbolTrait, SymbolTableBuilder, type SymbolTable } from './symbol-table.ts';

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
  const builder = new SymbolTableBuilder();
  for (const source of sources) {
    addSymbols(builder, source, places);
    builder.settle();
  }
  if (plt && builder.length > 0) addPltSymbols(builder, plt, places);
  return builder.finish('nearest');
}

function addSymbols(builder: SymbolTableBuilder, source: RawSymbols, places: Places): void {
  const { entries, strings } = source;
  const view = viewOf(entries);
  const names = builder.names.add(strings, [0]);
  const homes = homesOf(source, places);
  for (let at = 0; at + SYMBOL_SIZE <= entries.length; at += SYMBOL_SIZE) {
    const name = view.getUint32(at, true);
    const section = view.getUint16(at + 6, true);
    if (name === 0 || name >= strings.length || section === UNDEFINED || section >= NO_SECTION) continue;
    const home = homes.get(section);
    const info = entries[at + 4];
    if (!home || !isCode(info & 15, entries[at + 5] & 3, home)) continue;
    if (places.machine === 'arm64' && isMapping(strings, name)) continue;
    const address = signed64(view, at + 8);
    const start = offsetOf(address, places.loads) ?? address - home.address + home.offset;
    builder.add(start, unsigned64(view, at + 16), names + name, traitsOf(info));
  }
}

interface Home {
  readonly address: number;
  readonly offset: number;
  /** Is its name one whose labels count? */
  readonly labels: boolean;
}

/**
 * The sections whose symbols count. Where a debug file has left a section out, the offset of it is that of the same
 * section in the file that is mapped.
 */
function homesOf(source: RawSymbols, places: Places): Map<number, Home> {
  const homes = new Map<number, Home>();
  source.sections.forEach((section, i) => {
    if (i >= NO_SECTION || !(section.flags & SectionFlag.alloc)) return;
    const home = section.type === SectionType.noBits ? (places.sections[i] ?? section) : section;
    const labels = home.name.includes('text') || home.name.includes('data');
    homes.set(i, { address: home.address, offset: home.offset, labels });
  });
  return homes;
}

/** Data count too, as with perf: a sample may be of an access to them, and they end the code before them. */
function isCode(type: number, visibility: number, home: Home): boolean {
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
