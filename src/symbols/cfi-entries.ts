// The entries of .eh_frame or .debug_frame: which code each FDE describes, and where its instructions and those of its
// CIE lie. Layout: Linux Standard Base "Exception Frames" and DWARF 5 §6.4.1. Given one section; evaluates nothing.

import type { Section } from '../model/code.ts';
import { ABSOLUTE, CfiCursor, OMITTED } from './cfi-cursor.ts';

/** What the FDEs of some functions share. */
export interface Cie {
  /** What the distances of DW_CFA_advance_loc are multiplied by. */
  readonly codeAlign: number;
  /** What the offsets of DW_CFA_offset are multiplied by. */
  readonly dataAlign: number;
  /** The DWARF register whose rule gives the return address. */
  readonly returnRegister: number;
  /** The frame is one a signal handler returns to (`S`): its caller was interrupted, it has not called. */
  readonly signal: boolean;
  /** Instructions: offsets in the section. */
  readonly from: number;
  readonly to: number;
  /** How the pointers of its FDEs are written. */
  readonly encoding: number;
  /** Whether its FDEs have augmentation data (`z`). */
  readonly sized: boolean;
}

/** A range of code and how to unwind from it. */
export interface Fde {
  readonly cie: Cie;
  /** Addresses in the file's own address space; `end` is the first one past it. */
  readonly start: number;
  readonly end: number;
  /** Instructions: offsets in the section. */
  readonly from: number;
  readonly to: number;
}

/** Where an entry's parts lie: offsets in the section. */
interface Entry {
  /** The offset of its CIE; NaN for a CIE itself. */
  readonly cie: number;
  /** Behind the field that tells a CIE from an FDE. */
  readonly body: number;
  readonly end: number;
}

/** Some tools write .debug_frame with the id of 64 bits, all bits set: -1 as a signed double. */
const DEBUG_CIE = 0xffffffff;
const DEBUG_CIE_64 = -1;

/** There are eight in all. */
const MOST_LETTERS = 16;

export class CfiEntries {
  readonly section: Section;
  readonly cursor: CfiCursor;
  readonly kind: 'eh' | 'debug';
  /** By offset; undefined for what is no CIE. */
  private readonly cies = new Map<number, Cie | undefined>();

  constructor(section: Section, kind: 'eh' | 'debug') {
    this.section = section;
    this.kind = kind;
    this.cursor = new CfiCursor(section);
  }

  /** The FDE at `offset`; undefined when there is none that can be understood. */
  fdeAt(offset: number): Fde | undefined {
    const entry = this.entryAt(offset);
    return entry && this.fde(entry);
  }

  /** Visits all FDEs that can be understood, up to the first entry whose length makes no sense. */
  visit(found: (offset: number, fde: Fde) => void): void {
    for (let offset = 0; offset < this.cursor.length;) {
      const entry = this.entryAt(offset);
      if (!entry) {
        if (!this.isTerminator(offset)) return;
        // Several may be inside: each object file that was linked may bring its own.
        offset += 4;
        continue;
      }
      const fde = this.fde(entry);
      if (fde) found(offset, fde);
      offset = entry.end;
    }
  }

  private isTerminator(offset: number): boolean {
    this.cursor.move(offset, this.cursor.length);
    return this.cursor.u32() === 0 && !this.cursor.bad;
  }

  private entryAt(offset: number): Entry | undefined {
    const { cursor } = this;
    cursor.move(offset, cursor.length);
    let length = cursor.u32();
    const wide = length === 0xffffffff;
    if (wide) length = cursor.s64();
    const end = cursor.at + length;
    if (cursor.bad || length <= 0 || !(end <= cursor.length)) return undefined;
    const here = cursor.at;
    const id = wide ? cursor.s64() : cursor.u32();
    const body = cursor.at;
    if (cursor.bad || body > end) return undefined;
    if (this.kind === 'eh') return { cie: id === 0 ? NaN : here - id, body, end };
    return { cie: id === (wide ? DEBUG_CIE_64 : DEBUG_CIE) ? NaN : id, body, end };
  }

  private fde(entry: Entry): Fde | undefined {
    if (Number.isNaN(entry.cie)) return undefined;
    const cie = this.cieAt(entry.cie);
    if (!cie) return undefined;
    const { cursor } = this;
    cursor.move(entry.body, entry.end);
    const start = cursor.pointer(cie.encoding);
    const length = cursor.number(cie.encoding & 0x0f);
    if (cie.sized) cursor.skip(cursor.uleb());
    if (cursor.bad || !(length > 0)) return undefined;
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
    cursor.move(entry.body, entry.end);
    const version = cursor.u8();
    const letters = this.letters();
    if (letters === 'eh') cursor.skip(8);
    // Version 4 tells the size of an address and of a segment: only what these machines have is read.
    if (version === 4 && (cursor.u8() !== 8 || cursor.u8() !== 0)) return undefined;
    const codeAlign = cursor.uleb();
    const dataAlign = cursor.sleb();
    const returnRegister = version === 1 ? cursor.u8() : cursor.uleb();
    if (cursor.bad || version === 0 || version === 2 || version > 4) return undefined;
    const sized = letters.startsWith('z');
    if (!sized && letters !== '' && letters !== 'eh') return undefined;
    const augmentation = sized ? this.augmentation(letters) : { encoding: ABSOLUTE, signal: false };
    if (cursor.bad) return undefined;
    return {
      codeAlign,
      dataAlign,
      returnRegister,
      sized,
      from: cursor.at,
      to: entry.end,
      ...augmentation,
    };
  }

  private letters(): string {
    let letters = '';
    for (let byte = this.cursor.u8(); byte !== 0; byte = this.cursor.u8()) {
      letters += String.fromCharCode(byte);
      if (letters.length > MOST_LETTERS) this.cursor.bad = true;
      if (this.cursor.bad) return '';
    }
    return letters;
  }

  /** What the letters behind `z` say, and the cursor behind their data. An unknown letter ends what is understood. */
  private augmentation(letters: string): { encoding: number; signal: boolean } {
    const { cursor } = this;
    const length = cursor.uleb();
    const after = cursor.at + length;
    let encoding = ABSOLUTE;
    let signal = false;
    loop: for (const letter of letters.slice(1)) {
      switch (letter) {
        case 'R':
          encoding = cursor.u8();
          break;
        case 'P':
          this.skipPersonality();
          break;
        case 'L':
          cursor.skip(1);
          break;
        case 'S':
          signal = true;
          break;
        // arm64: which key signs return addresses, and tagged memory.
        case 'B':
        case 'G':
          break;
        default:
          break loop;
      }
    }
    if (cursor.at > after) cursor.bad = true;
    else cursor.skip(after - cursor.at);
    return { encoding, signal };
  }

  private skipPersonality(): void {
    const encoding = this.cursor.u8();
    if (encoding !== OMITTED) this.cursor.number(encoding);
  }
}
