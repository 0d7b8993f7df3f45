// Looks up the unwind rules for an address in the sections of one file. Caches rows of rules by address: a recording has
// millions of frames, but only thousands of distinct addresses.

import type { CodeMap, Machine, UnwindSections } from '../model/code.ts';
import { NONE } from '../model/profile.ts';
import { CfiEntries } from './cfi-entries.ts';
import { CfiProgram, REGISTER_COUNT } from './cfi-program.ts';
import { CfiRows } from './cfi-rows.ts';
import { type CfiTable, entryTable, headerTable } from './cfi-table.ts';

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
