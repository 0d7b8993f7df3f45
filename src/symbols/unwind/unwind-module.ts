// Looks up the unwind rules for an address in the sections of one file. Caches rows of rules by address: a recording has
// millions of frames, but only thousands of distinct addresses.

import type { CodeMap, Machine, UnwindSections, Section } from '../../model/code.ts';
import { NONE } from '../../model/profile.ts';
import { CfiEntries, type Fde } from './cfi-entries.ts';
import { CfiProgram, REGISTER_COUNT } from './cfi-program.ts';
import { CfiRows } from './cfi-rows.ts';
import { viewOf } from '../../bytes/numbers.ts';
import { CfiCursor, OMITTED } from './cfi-cursor.ts';
import { lastAtMost, lastRowAtMost } from '../../model/sorted.ts';

/** Cache size, a power of two. A full cache is cleared. */
const MAX_ADDRESSES = 1 << 18;
const INITIAL_SLOTS = 4;

/** Shared by all modules, since there may be thousands, one per file of JIT-compiled code. */
const PROGRAMS: Readonly<Record<Machine, CfiProgram>> = {
  'x86-64': new CfiProgram(REGISTER_COUNT['x86-64']),
  arm64: new CfiProgram(REGISTER_COUNT.arm64),
};

export class UnwindModule {
  /** True for the vdso, whose functions in assembly language have no rules. */
  isVdso = false;
  readonly rows: CfiRows;
  private readonly program: CfiProgram;
  /** In lookup order. */
  private readonly tables: CfiTable[] = [];
  /** Open-addressing hash table by address, at most half full; NaN marks an empty slot. */
  private keys = new Float64Array(INITIAL_SLOTS).fill(NaN);
  private values = new Int32Array(INITIAL_SLOTS);
  private used = 0;

  constructor(sections: UnwindSections, machine: Machine) {
    this.rows = new CfiRows(machine);
    const { ehFrame, ehFrameHdr, debugFrame } = sections;
    this.program = PROGRAMS[machine];
    if (ehFrame) {
      const entries = new CfiEntries(ehFrame, 'eh');
      this.tables.push((ehFrameHdr && headerTable(ehFrameHdr, entries)) ?? entryTable(entries));
    }
    if (debugFrame) this.tables.push(entryTable(new CfiEntries(debugFrame, 'debug')));
  }

  /** True if the file has no unwind sections. */
  get isEmpty(): boolean {
    return this.tables.length === 0;
  }

  /**
   * The row for an address in the file's own address space, as an index into `rows` (valid until the next
   * call); NONE if no valid rules cover the address.
   */
  rowAt(address: number): number {
    const { keys } = this;
    const mask = keys.length - 1;
    let slot = slotOf(address) & mask;
    for (; keys[slot] === keys[slot]; slot = (slot + 1) & mask) {
      if (keys[slot] === address) return this.values[slot];
    }
    return this.addRow(address);
  }

  private addRow(address: number): number {
    // NaN marks empty slots, so it would never be found.
    if (!Number.isFinite(address)) return NONE;
    if (this.used === MAX_ADDRESSES) this.clear();
    if (2 * (this.used + 1) > this.keys.length) this.grow();
    const row = this.computeRow(address);
    this.insert(address, row);
    this.used++;
    return row;
  }

  private computeRow(address: number): number {
    const { program } = this;
    for (const table of this.tables) {
      const { cursor, section } = table.entries;
      const fde = table.find(address);
      if (fde && program.run(fde, cursor, address)) return this.rows.add(program, fde.cie, section);
    }
    return NONE;
  }

  private insert(address: number, row: number): void {
    const mask = this.keys.length - 1;
    let slot = slotOf(address) & mask;
    while (!Number.isNaN(this.keys[slot])) slot = (slot + 1) & mask;
    this.keys[slot] = address;
    this.values[slot] = row;
  }

  private grow(): void {
    const { keys, values } = this;
    this.keys = new Float64Array(keys.length * 2).fill(NaN);
    this.values = new Int32Array(keys.length * 2);
    for (let slot = 0; slot < keys.length; slot++) {
      if (!Number.isNaN(keys[slot])) this.insert(keys[slot], values[slot]);
    }
  }

  private clear(): void {
    this.keys.fill(NaN);
    this.used = 0;
    this.rows.clear();
  }
}

/** The file with rules for the code that made the call with this return address; undefined if there is none. */
export function callingModule(returnAddress: number, map: CodeMap): UnwindModule | undefined {
  const range = map.find(returnAddress - 1);
  const module = range === NONE ? undefined : map.module(range);
  if (!(module instanceof UnwindModule)) return undefined;
  return module.rowAt(returnAddress - 1 - map.bias(range)) === NONE ? undefined : module;
}

function slotOf(address: number): number {
  const mixed = Math.imul(address | 0, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

/** sdata4, relative to .eh_frame_hdr: the only encoding linkers write. */
const TABLE_ENCODING = 0x3b;
const TABLE_ENTRY = 8;

interface CfiTable {
  readonly entries: CfiEntries;
  /** The FDE that covers the address; undefined if none does. */
  find(address: number): Fde | undefined;
}

/** The search table in .eh_frame_hdr; undefined if there is none in the usual encoding. */
function headerTable(header: Section, entries: CfiEntries): CfiTable | undefined {
  const cursor = new CfiCursor(header);
  cursor.seek(0, cursor.length);
  const version = cursor.u8();
  const frameEncoding = cursor.u8();
  const countEncoding = cursor.u8();
  const tableEncoding = cursor.u8();
  if (version !== 1 || tableEncoding !== TABLE_ENCODING) return undefined;
  if (frameEncoding === OMITTED || countEncoding === OMITTED) return undefined;
  cursor.number(frameEncoding);
  const count = Math.min(cursor.number(countEncoding), Math.floor((cursor.length - cursor.at) / TABLE_ENTRY));
  if (cursor.failed || !(count > 0)) return undefined;
  const rows = viewOf(header.bytes.subarray(cursor.at, cursor.at + count * TABLE_ENTRY));
  const base = header.address - entries.section.address;
  return {
    entries,
    find(address) {
      const row = lastRowAtMost(
        count,
        (row) => rows.getInt32(row * TABLE_ENTRY, true),
        address - header.address,
      );
      if (row === NONE) return undefined;
      const fde = entries.fdeAt(base + rows.getInt32(row * TABLE_ENTRY + 4, true));
      // There may be gaps between functions.
      return fde && address >= fde.start && address < fde.end ? fde : undefined;
    },
  };
}

/** A table of all entries in the section, built when first used. */
function entryTable(entries: CfiEntries): CfiTable {
  let table: { starts: Float64Array; offsets: Float64Array } | undefined;
  return {
    entries,
    find(address) {
      table ??= sortedEntries(entries);
      const { starts, offsets } = table;
      const row = lastAtMost(starts, starts.length, address);
      const fde = row === NONE ? undefined : entries.fdeAt(offsets[row]);
      return fde && address < fde.end ? fde : undefined;
    },
  };
}

function sortedEntries(entries: CfiEntries): { starts: Float64Array; offsets: Float64Array } {
  const starts: number[] = [];
  const offsets: number[] = [];
  entries.visit((offset, fde) => {
    // In .debug_frame, functions that the linker discarded start at 0.
    if (entries.kind === 'debug' && fde.start === 0) return;
    starts.push(fde.start);
    offsets.push(offset);
  });
  const order = Uint32Array.from(starts, (_, row) => row).sort((a, b) => starts[a] - starts[b]);
  return {
    starts: Float64Array.from(order, (row) => starts[row]),
    offsets: Float64Array.from(order, (row) => offsets[row]),
  };
}
