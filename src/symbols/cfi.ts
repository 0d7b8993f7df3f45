// How the code of one file unwinds: the sections in, a row of rules for any address out. Rows are kept by address: a
// recording has millions of frames but some thousands of places.

import type { Machine, UnwindSections } from '../model/code.ts';
import { NONE } from '../model/profile.ts';
import { CfiEntries } from './cfi-entries.ts';
import { CfiProgram, REGISTER_COUNT } from './cfi-program.ts';
import { CfiRows } from './cfi-row.ts';
import { type CfiTable, entryTable, headerTable } from './cfi-table.ts';

/** Addresses that are kept; then it begins anew. A power of two. */
const MOST_ADDRESSES = 1 << 18;
const FIRST_SLOTS = 4;

/** What is run for one address at a time serves all: a program may have made thousands of files. */
const PROGRAMS: Readonly<Record<Machine, CfiProgram>> = {
  'x86-64': new CfiProgram(REGISTER_COUNT['x86-64']),
  arm64: new CfiProgram(REGISTER_COUNT.arm64),
};

/** A section that has entries. */
interface Source {
  readonly entries: CfiEntries;
  readonly table: CfiTable;
}

export class UnwindModule {
  readonly rows: CfiRows;
  private readonly program: CfiProgram;
  /** In the order they are asked. */
  private readonly sources: Source[] = [];
  /** By address, at most half full; NaN is empty. */
  private keys = new Float64Array(FIRST_SLOTS).fill(NaN);
  private values = new Int32Array(FIRST_SLOTS);
  private used = 0;

  /** A file that has none of the sections is one that says nothing of unwinding: `isSilent`. */
  constructor(sections: UnwindSections, machine: Machine) {
    this.rows = new CfiRows(machine);
    const { ehFrame, ehFrameHdr, debugFrame } = sections;
    this.program = PROGRAMS[machine];
    if (ehFrame) {
      const entries = new CfiEntries(ehFrame, 'eh');
      const table = (ehFrameHdr && headerTable(ehFrameHdr, entries)) ?? entryTable(entries);
      this.sources.push({ entries, table });
    }
    if (debugFrame) {
      const entries = new CfiEntries(debugFrame, 'debug');
      this.sources.push({ entries, table: entryTable(entries) });
    }
  }

  get isSilent(): boolean {
    return this.sources.length === 0;
  }

  /**
   * The row for an address in the file's own address space, to be looked up in `rows` (valid until the next call); NONE
   * when nothing describes it, or what does makes no sense.
   */
  rowAt(address: number): number {
    const { keys } = this;
    const mask = keys.length - 1;
    let slot = slotOf(address) & mask;
    for (; keys[slot] === keys[slot]; slot = (slot + 1) & mask) {
      if (keys[slot] === address) return this.values[slot];
    }
    return this.learn(address);
  }

  private learn(address: number): number {
    // NaN would be found in no slot, ever.
    if (!Number.isFinite(address)) return NONE;
    if (this.used === MOST_ADDRESSES) this.forget();
    if (2 * (this.used + 1) > this.keys.length) this.grow();
    const row = this.make(address);
    this.put(address, row);
    this.used++;
    return row;
  }

  private make(address: number): number {
    const { program } = this;
    for (const { entries, table } of this.sources) {
      const fde = table.find(address);
      if (fde && program.run(fde, entries.cursor, address))
        return this.rows.add(program, fde.cie, entries.section);
    }
    return NONE;
  }

  private put(address: number, row: number): void {
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
      if (!Number.isNaN(keys[slot])) this.put(keys[slot], values[slot]);
    }
  }

  private forget(): void {
    this.keys.fill(NaN);
    this.used = 0;
    this.rows.clear();
  }
}

function slotOf(address: number): number {
  const mixed = Math.imul(address | 0, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}
