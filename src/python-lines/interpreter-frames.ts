// The evaluator frames of one interpreter. The first ones are kept with the values of all places, until these tell where the
// pointers are. Of later ones, only the pointer is kept, and equal calls once:
//
//   frames 1 … 4500: 129 values each ──► learn the places ──► frames from 4501 on: the row of a call
//
// At return addresses that were rare among the first frames, frames are still kept with all values, until there are enough to
// learn from. For large functions, the first frames are, because the stack may have the address of their code.

import { Int32Column } from '../model/columns.ts';
import { EVALUATOR_REGISTERS, type EvaluatorFrame } from '../model/code.ts';
import { NONE } from '../model/profile.ts';
import { CallNumbers } from './call-numbers.ts';
import { Calls } from './calls.ts';
import { FrameTable } from './frame-table.ts';
import { inferLines } from './infer-lines.ts';
import { codesIn, learnPlaces, MAX_RESIDUE_FRAMES, type LearnedPlaces } from './learn-places.ts';
import { learnLeafPlaces } from './leaves.ts';
import type { LineTable } from './line-table.ts';
import { learnReturnAddress, MAX_ADDRESS_FRAMES } from './return-addresses.ts';

/** Frames with all values, 1 KiB each, from which is learned; again from twice as many, up to the maximum, if that fails. */
const LEARNING_FRAMES = 4500;
const MAX_LEARNING_FRAMES = 8 * LEARNING_FRAMES;
/** With fewer known functions, places may be learned wrongly. */
const MIN_FUNCTIONS = 15;
/** With fewer frames, the place at a return address stays open. */
const MIN_ADDRESS_FRAMES = 16;
/** Of interrupted evaluators, any register may tell the line. */
const REGISTERS = Array.from({ length: EVALUATOR_REGISTERS }, (_, register) => register);
/** Added to the rows of leaves, to tell them from those of calls. */
const LEAVES = 2 ** 30;

export class InterpreterFrames {
  /** Row of the sample table, by frame. */
  readonly sample = new Int32Column();
  /** Number of the Python frame in its stack. */
  readonly pythonFrame = new Int32Column();
  readonly trampoline = new Int32Column();
  private readonly tables: readonly LineTable[];
  private readonly numbers = new CallNumbers();
  /** By trampoline: true if a table has its function. */
  private readonly hasCode: boolean[] = [];
  /** By frame: the row of a call; LEAVES plus that of a leaf; or minus one minus that of a window that has to be read yet. */
  private readonly rows = new Int32Column();
  private readonly calls = new Calls();
  private readonly windows: FrameTable;
  private leaves: FrameTable;
  private learned: LearnedPlaces | undefined;
  /** When places are learned next. */
  private learningFrames = LEARNING_FRAMES;
  /** By return address: the place of the pointer, if it is known. */
  private places: (number | undefined)[] = [];
  /** By return address whose place is not known: windows. */
  private waiting: number[][] = [];
  /** By trampoline: how many windows are still needed. */
  private missingWindows: number[] = [];

  constructor(tables: readonly LineTable[]) {
    this.tables = tables;
    this.windows = new FrameTable(this.numbers);
    this.leaves = new FrameTable(this.numbers);
  }

  get length(): number {
    return this.rows.length;
  }

  nameOf(trampoline: number): string {
    return this.numbers.trampolines[trampoline].name;
  }

  add(frame: EvaluatorFrame): void {
    const { numbers, hasCode } = this;
    const trampoline = numbers.trampolineOf(frame.name, frame.trampoline);
    hasCode[trampoline] ??= this.tables.some(({ codes }) => codes.has(frame.name));
    if (!hasCode[trampoline]) return;
    const returnAddress = numbers.returnAddressOf(frame.returnOffset);
    const row = this.learned
      ? this.addKnown(trampoline, returnAddress, frame, this.learned)
      : this.addWindow(trampoline, returnAddress, frame);
    if (row === undefined) return;
    this.sample.push(frame.sample);
    this.pythonFrame.push(frame.pythonFrame);
    this.trampoline.push(trampoline);
    this.rows.push(row);
    if (!this.learned && this.windows.length === this.learningFrames) this.learnEarly();
  }

  private addWindow(trampoline: number, returnAddress: number, frame: EvaluatorFrame): number | undefined {
    // No table fits.
    if (this.windows.length === MAX_LEARNING_FRAMES) return undefined;
    return -1 - this.windows.add(trampoline, returnAddress, frame);
  }

  private addKnown(
    trampoline: number,
    returnAddress: number,
    frame: EvaluatorFrame,
    learned: LearnedPlaces,
  ): number {
    const { calls, windows, places } = this;
    if (returnAddress === NONE) return LEAVES + this.leaves.add(trampoline, returnAddress, frame);
    if (places[returnAddress] === undefined) {
      const waiting = (this.waiting[returnAddress] ??= []);
      const window = windows.add(trampoline, returnAddress, frame);
      if (waiting.push(window) >= MAX_ADDRESS_FRAMES) this.settle(returnAddress, learned);
      return -1 - window;
    }
    const place = places[returnAddress];
    const row = calls.add(trampoline, returnAddress, place === NONE ? 0 : frame.value(place));
    if (calls.count(row) === 1 && this.needsWindow(trampoline, learned))
      windows.add(trampoline, returnAddress, frame);
    return row;
  }

  /** True for the first calls of functions whose begin the stack may tell. */
  private needsWindow(trampoline: number, { table, knowledge }: LearnedPlaces): boolean {
    const { missingWindows } = this;
    if (missingWindows[trampoline] === undefined) {
      const codes = codesIn(table, this.nameOf(trampoline));
      const isInPool = codes.length === 1 && codes[0].isSmall && knowledge.usesPools;
      missingWindows[trampoline] = codes.length === 0 || isInPool ? 0 : MAX_RESIDUE_FRAMES;
    }
    return missingWindows[trampoline]-- > 0;
  }

  private learnEarly(): void {
    for (const table of this.tables) {
      const { check, ...learned } = learnPlaces(this.windows, table);
      const functions = learned.known.filter((each) => each !== undefined).length;
      if (check.isRight && functions >= MIN_FUNCTIONS) return this.use(learned);
    }
    this.learningFrames *= 2;
  }

  /** From now on, reads only the places that were learned. */
  private use(learned: LearnedPlaces): void {
    const { windows, rows } = this;
    const { addresses } = learned.knowledge;
    this.learned = learned;
    const leafPlaces = learnLeafPlaces(windows, learned.known);
    const leaves = new FrameTable(this.numbers, [...new Set([...REGISTERS, ...leafPlaces])]);
    const waiting = addresses.map((): number[] => []);
    for (let frame = 0; frame < rows.length; frame++) {
      const window = -1 - rows.at(frame);
      const returnAddress = windows.returnAddress.at(window);
      if (returnAddress !== NONE) waiting[returnAddress].push(window);
      else
        rows.set(frame, LEAVES + leaves.add(windows.trampoline.at(window), NONE, windows.valuesOf(window)));
    }
    this.leaves = leaves;
    this.waiting = waiting;
    this.places = addresses.map(({ place }, i) =>
      waiting[i].length < MIN_ADDRESS_FRAMES ? undefined : place,
    );
  }

  /** Decides on the place at a return address. */
  private settle(returnAddress: number, { table, usual, knowledge, known }: LearnedPlaces): void {
    const { windows } = this;
    const codesOf = (trampoline: number) => codesIn(table, this.nameOf(trampoline));
    const pooled = { codesOf, arenas: knowledge.arenas ?? new Set<number>() };
    const address = learnReturnAddress(windows, this.waiting[returnAddress], known, usual, pooled);
    const addresses = [...knowledge.addresses];
    addresses[returnAddress] = address;
    this.learned = { table, usual, known, knowledge: { ...knowledge, addresses } };
    this.places[returnAddress] = address.place;
  }

  /** The lines by frame, 0 if unknown, and the table that has them; undefined if no table fits. */
  infer(): { readonly table: LineTable; readonly lines: Int32Array } | undefined {
    if (!this.learned) this.learnLate();
    for (let returnAddress = 0; returnAddress < this.numbers.returnAddressCount; returnAddress++)
      if (this.learned && this.places[returnAddress] === undefined) this.settle(returnAddress, this.learned);
    const { learned, rows, calls, windows, leaves } = this;
    if (!learned) return undefined;
    this.readWindows();
    const found = inferLines({ calls, windows, leaves }, learned);
    if (!found) return undefined;
    const lines = new Int32Array(rows.length);
    for (let frame = 0; frame < lines.length; frame++) {
      const row = rows.at(frame);
      lines[frame] = row < LEAVES ? found.calls[row] : found.leaves[row - LEAVES];
    }
    return { table: learned.table, lines };
  }

  /** Learns from few frames, with the first table that fits, or with the only one. */
  private learnLate(): void {
    if (this.windows.length === 0) return;
    const all = this.tables.map((table) => learnPlaces(this.windows, table));
    const best = all.find(({ check }) => check.isRight) ?? all.at(-1);
    if (best) this.use(best);
  }

  /** Reads the pointers of the frames that are kept with all values. */
  private readWindows(): void {
    const { rows, windows, places, calls } = this;
    for (let frame = 0; frame < rows.length; frame++) {
      if (rows.at(frame) >= 0) continue;
      const window = -1 - rows.at(frame);
      const returnAddress = windows.returnAddress.at(window);
      const place = places[returnAddress] ?? NONE;
      const next = place === NONE ? 0 : windows.value(window, place);
      rows.set(frame, calls.add(windows.trampoline.at(window), returnAddress, next));
    }
  }
}
