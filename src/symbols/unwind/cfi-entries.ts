// Parses the entries of .eh_frame or .debug_frame: the code range of each FDE, and the position of its and its CIE's
// instructions. Layout: Linux Standard Base "Exception Frames" and DWARF 5 §6.4.1.

import type { Section } from '../../model/code.ts';
import { ABSOLUTE, CfiCursor, OMITTED } from './cfi-cursor.ts';

/** Common information entry: the data that several FDEs share. */
export interface Cie {
  /** Multiplier of DW_CFA_advance_loc distances. */
  readonly codeAlign: number;
  /** Multiplier of DW_CFA_offset offsets. */
  readonly dataAlign: number;
  /** DWARF number of the register whose rule recovers the return address. */
  readonly returnRegister: number;
  /** True for a signal frame (`S`), to which a signal handler returns; its caller was interrupted and made no call. */
  readonly isSignal: boolean;
  /** Range of its instructions, as section offsets. */
  readonly from: number;
  readonly to: number;
  /** Encoding of the pointers in its FDEs. */
  readonly encoding: number;
  /** True if its FDEs have augmentation data (`z`). */
  readonly isAugmented: boolean;
}

/** Frame description entry: a range of code and how to unwind from it. */
export interface Fde {
  readonly cie: Cie;
  /** Addresses in the file's own address space; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Range of its instructions, as section offsets. */
  readonly from: number;
  readonly to: number;
}

/** Section offsets of an entry's parts. */
interface Entry {
  /** Offset of its CIE; NaN for a CIE itself. */
  readonly cie: number;
  /** Start of the content after the CIE id or pointer. */
  readonly body: number;
  readonly end: number;
}

/** The CIE id in .debug_frame. */
const DEBUG_CIE = 0xffffffff;
/** The same in 64-bit entries: 64 one bits, read as a signed number. */
const DEBUG_CIE_64 = -1;

/** Longer than any combination of the eight defined letters. */
const MAX_AUGMENTATION = 16;

export class CfiEntries {
  readonly section: Section;
  readonly cursor: CfiCursor;
  readonly kind: 'eh' | 'debug';
  /** By offset; undefined marks offsets without a valid CIE. */
  private readonly cies = new Map<number, Cie | undefined>();

  constructor(section: Section, kind: 'eh' | 'debug') {
    this.section = section;
    this.kind = kind;
    this.cursor = new CfiCursor(section);
  }

  /** The FDE at `offset`; undefined if there is none or it is invalid. */
  fdeAt(offset: number): Fde | undefined {
    const entry = this.entryAt(offset);
    return entry && this.fde(entry);
  }

  /** Visits all valid FDEs up to the first entry with an invalid length. */
  visit(found: (offset: number, fde: Fde) => void): void {
    for (let offset = 0; offset < this.cursor.length;) {
      const entry = this.entryAt(offset);
      if (entry) {
        const fde = this.fde(entry);
        if (fde) found(offset, fde);
        offset = entry.end;
      } else {
        // Linkers may leave terminators of the object files in the middle.
        if (!this.isTerminator(offset)) return;
        offset += 4;
      }
    }
  }

  private isTerminator(offset: number): boolean {
    this.cursor.seek(offset, this.cursor.length);
    return this.cursor.u32() === 0 && !this.cursor.failed;
  }

  private entryAt(offset: number): Entry | undefined {
    const { cursor } = this;
    cursor.seek(offset, cursor.length);
    let length = cursor.u32();
    const is64Bit = length === 0xffffffff;
    if (is64Bit) length = cursor.s64();
    const end = cursor.at + length;
    if (cursor.failed || length <= 0 || !(end <= cursor.length)) return undefined;
    const here = cursor.at;
    const id = is64Bit ? cursor.s64() : cursor.u32();
    const body = cursor.at;
    if (cursor.failed || body > end) return undefined;
    if (this.kind === 'eh') return { cie: id === 0 ? NaN : here - id, body, end };
    return { cie: id === (is64Bit ? DEBUG_CIE_64 : DEBUG_CIE) ? NaN : id, body, end };
  }

  private fde(entry: Entry): Fde | undefined {
    if (Number.isNaN(entry.cie)) return undefined;
    const cie = this.cieAt(entry.cie);
    if (!cie) return undefined;
    const { cursor } = this;
    cursor.seek(entry.body, entry.end);
    const start = cursor.pointer(cie.encoding);
    const length = cursor.number(cie.encoding & 0x0f);
    if (cie.isAugmented) cursor.skip(cursor.uleb());
    if (cursor.failed || !(length > 0)) return undefined;
    return { cie, start, end: start + length, from: cursor.at, to: entry.end };
  }

  private cieAt(offset: number): Cie | undefined {
    if (this.cies.has(offset)) return this.cies.get(offset);
    const entry = this.entryAt(offset);
    const cie = entry && Number.isNaN(entry.cie) ? this.cie(entry) : undefined;
    this.cies.set(offset, cie);
    return cie;
  }

  private cie(entry: Entry): Cie | undefined {
    const { cursor } = this;
    cursor.seek(entry.body, entry.end);
    const version = cursor.u8();
    const letters = this.letters();
    if (letters === 'eh') cursor.skip(8);
    // Version 4 adds the sizes of addresses and segment selectors: only flat 64-bit addresses are supported.
    if (version === 4 && (cursor.u8() !== 8 || cursor.u8() !== 0)) return undefined;
    const codeAlign = cursor.uleb();
    const dataAlign = cursor.sleb();
    const returnRegister = version === 1 ? cursor.u8() : cursor.uleb();
    if (cursor.failed || version === 0 || version === 2 || version > 4) return undefined;
    const isAugmented = letters.startsWith('z');
    if (!isAugmented && letters !== '' && letters !== 'eh') return undefined;
    const augmentation = isAugmented ? this.augmentation(letters) : { encoding: ABSOLUTE, isSignal: false };
    if (cursor.failed) return undefined;
    const instructions = { from: cursor.at, to: entry.end };
    return { codeAlign, dataAlign, returnRegister, isAugmented, ...instructions, ...augmentation };
  }

  private letters(): string {
    let letters = '';
    for (let byte = this.cursor.u8(); byte !== 0; byte = this.cursor.u8()) {
      letters += String.fromCharCode(byte);
      if (letters.length > MAX_AUGMENTATION) this.cursor.failed = true;
      if (this.cursor.failed) return '';
    }
    return letters;
  }

  /** Reads the data of the letters after `z`, stopping at an unknown letter, and skips the rest. */
  private augmentation(letters: string): { encoding: number; isSignal: boolean } {
    const { cursor } = this;
    const length = cursor.uleb();
    const after = cursor.at + length;
    let encoding = ABSOLUTE;
    let isSignal = false;
    for (const letter of letters.slice(1)) {
      if (letter === 'R') encoding = cursor.u8();
      else if (letter === 'P') this.skipPersonality();
      else if (letter === 'L') cursor.skip(1);
      else if (letter === 'S') isSignal = true;
      // On arm64, B selects the key that signs return addresses, and G marks memory tagging.
      else if (letter !== 'B' && letter !== 'G') break;
    }
    if (cursor.at > after) cursor.failed = true;
    else cursor.skip(after - cursor.at);
    return { encoding, isSignal };
  }

  private skipPersonality(): void {
    const encoding = this.cursor.u8();
    if (encoding !== OMITTED) this.cursor.number(encoding);
  }
}
