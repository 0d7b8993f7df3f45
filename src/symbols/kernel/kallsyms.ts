// Reads /proc/kallsyms, the symbols of the running kernel, into one table for the kernel and one per module. Lines are
// `ADDRESS TYPE NAME` or `ADDRESS TYPE NAME\t[MODULE]`, without sizes: a symbol ends where the next begins
// (tools/perf/util/symbol.c, dso__load_kallsyms, v6.12).

import { BUDGET } from '../../model/budget.ts';
import { KERNEL } from '../../model/code.ts';
import { Float64Column, Int32Column } from '../../model/columns.ts';
import { HexParser } from '../hex-parser.ts';
import { guessEnd, orderOf, SymbolTableBuilder, type SymbolTable } from '../symbol-table.ts';

export interface Kallsyms {
  /**
   * Non-empty tables by perf's name for the file: KERNEL, or the module in brackets, such as `[ext4]`.
   */
  readonly tables: ReadonlyMap<string, SymbolTable>;
  /**
   * Addresses of `_text` and `_stext`: a recording stores one of them, and the difference relocates all symbols; and of
   * `_etext` and `_edata`, where the code and the data end.
   */
  readonly references: ReadonlyMap<string, number>;
  /** True if the file has more symbols than the limit; only the first ones are kept. */
  readonly exceedsLimit: boolean;
}

const NEWLINE = 10;
const TAB = 9;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const BRACKET = 91;
/** Text, weak, data and bss: the types that perf uses. */
const TYPES = new Set(Array.from('TtWwDdBb', (letter) => letter.charCodeAt(0)));
const REFERENCES = ['_text', '_stext', '_etext', '_edata'];
const MAX_REFERENCE_LENGTH = 6;

/** Kernels have hundreds of modules; module names have fewer than 64 bytes (MODULE_NAME_LEN). */
const MAX_MODULES = 4096;
const MAX_MODULE_NAME = 64;

const ADDRESS = /^0*[1-9a-f][0-9a-f]* /m;

/** False if the kernel replaced all addresses with zeros, as it does for users other than root. */
export function hasAddresses(text: string): boolean {
  return ADDRESS.test(text);
}

/** Never throws; skips invalid lines. The result refers to `bytes`, from which it decodes names on demand. */
export function readKallsyms(bytes: Uint8Array, limit = BUDGET.symbols): Kallsyms {
  const lines = new KallsymsLines(bytes, limit);
  return { tables: tablesOf(lines), references: lines.references, exceedsLimit: lines.exceedsLimit };
}

class KallsymsLines {
  readonly bytes: Uint8Array;
  readonly starts = new Float64Column();
  /** Offsets of the names in the bytes. */
  readonly names = new Int32Column();
  /** Indices into `files`. */
  readonly fileColumn = new Int32Column();
  readonly files: string[] = [KERNEL];
  readonly references = new Map<string, number>();
  readonly exceedsLimit: boolean;
  private readonly fileIndex = new Map<string, number>();
  private readonly decoder = new TextDecoder();

  constructor(bytes: Uint8Array, limit: number) {
    this.bytes = bytes;
    const hex = new HexParser();
    let at = 0;
    while (at < bytes.length && this.starts.length < limit) {
      const newline = bytes.indexOf(NEWLINE, at);
      const end = newline < 0 ? bytes.length : newline;
      if (hex.read(bytes, at)) this.readLine(hex.signed, hex.end, end);
      at = end + 1;
    }
    this.exceedsLimit = at < bytes.length;
  }

  /** `at` is the offset after the address. */
  private readLine(address: number, at: number, end: number): void {
    const { bytes } = this;
    const name = at + 3;
    if (name >= end || bytes[at] !== SPACE || bytes[at + 2] !== SPACE || !TYPES.has(bytes[at + 1])) return;
    const nameEnd = nameEndIn(bytes, name, end);
    if (nameEnd === name) return;
    const file = this.fileAt(nameEnd, end);
    if (file < 0) return;
    this.starts.push(address);
    this.names.push(name);
    this.fileColumn.push(file);
    if (nameEnd - name > MAX_REFERENCE_LENGTH || file > 0) return;
    const text = this.decoder.decode(bytes.subarray(name, nameEnd));
    if (REFERENCES.includes(text)) this.references.set(text, address);
  }

  /** Index of the module at the end of a line, 0 for the kernel; -1 if there are too many modules. */
  private fileAt(from: number, end: number): number {
    const bracket = from + 1;
    if (bracket >= end || this.bytes[bracket] !== BRACKET) return 0;
    const stop = Math.min(nameEndIn(this.bytes, bracket, end), bracket + MAX_MODULE_NAME);
    const module = this.decoder.decode(this.bytes.subarray(bracket, stop));
    const known = this.fileIndex.get(module);
    if (known !== undefined) return known;
    if (this.files.length > MAX_MODULES) return -1;
    this.fileIndex.set(module, this.files.length);
    return this.files.push(module) - 1;
  }
}

function nameEndIn(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && bytes[at] !== TAB && bytes[at] !== SPACE && bytes[at] !== CARRIAGE_RETURN) at++;
  return at;
}

/**
 * Of several symbols at one address, perf keeps the last, which is the only one with a size. The last symbol of a
 * module extends to the end of the next page, since no module owns the memory between modules.
 */
function tablesOf({ bytes, starts, names, fileColumn, files }: KallsymsLines): Map<string, SymbolTable> {
  const builders = files.map(() => new SymbolTableBuilder());
  const bases = builders.map((builder) => builder.names.add(bytes, [NEWLINE, TAB, SPACE, CARRIAGE_RETURN]));
  const order = orderOf(starts.take());
  for (let i = 0; i < starts.length; i++) {
    const row = order ? order[i] : i;
    const following = order ? order[i + 1] : i + 1;
    const start = starts.at(row);
    const file = fileColumn.at(row);
    const next = i + 1 < starts.length && fileColumn.at(following) === file ? starts.at(following) : NaN;
    const end = next >= start ? next : guessEnd(start);
    if (end !== start) builders[file].add(start, end - start, bases[file] + names.at(row));
  }
  const tables = new Map<string, SymbolTable>();
  builders.forEach((builder, file) => {
    if (builder.length > 0) tables.set(files[file], builder.finish('newest'));
  });
  return tables;
}
