// The evaluator frames of one interpreter. The first ones are kept with the values of all places, until these tell where the
// pointers are. Of later ones, only the pointer is kept, and equal calls once:
//
//   frames 1 … 4500: 129 values each ──► learn the places ──► frames from 4501 on: the row of a call
//
// At return addresses that were rare among the first frames, frames are still kept with all values, until there are enough to
// learn from. For large functions, the first frames are, because the stack may have the address of their code.
//
// Equal calls have one number, which is in the stacks until their line is known. The first frames, and interrupted evaluators,
// have one each.

import { Int32Column } from '../model/columns.ts';
import { EVALUATOR_REGISTERS, type CallSite, type EvaluatorCall, type PlaceValues } from '../model/code.ts';
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

/** The calls of a trampoline that return to one address. */
class Site implements CallSite {
  readonly trampoline: number;
  /** NONE for interrupted evaluators. */
  readonly returnAddress: number;
  /** The last call, which is often the next one, too. */
  next = NaN;
  row: number = NONE;
  private readonly frames: InterpreterFrames;

  constructor(frames: InterpreterFrames, trampoline: number, returnAddress: number) {
    this.frames = frames;
    this.trampoline = trampoline;
    this.returnAddress = returnAddress;
  }

  add(values: PlaceValues): number {
    return this.frames.add(this, values);
  }
}

export class InterpreterFrames {
  /** The numbers that were given out, in order. */
  readonly numbers = new Int32Column();
  private readonly tables: readonly LineTable[];
  private readonly takeNumber: () => number;
  private readonly ids = new CallNumbers();
  /** By trampoline, if a table has its function: by return address + 1. */
  private readonly sites: (Site[] | undefined)[] = [];
  /** By number: the row of a call; LEAVES plus that of a leaf; or minus one minus that of a window that has to be read yet. */
  private readonly rows = new Int32Column();
  /** By call: its number. */
  private readonly numberOfCall = new Int32Column();
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

  /** `takeNumber` returns the next number; 0 if there are no more. */
  constructor(tables: readonly LineTable[], takeNumber: () => number) {
    this.tables = tables;
    this.takeNumber = takeNumber;
    this.windows = new FrameTable(this.ids);
    this.leaves = new FrameTable(this.ids);
  }

  private nameOf(trampoline: number): string {
    return this.ids.trampolines[trampoline].name;
  }

  /** Undefined if no table has the function. */
  siteOf({ name, trampoline: address, returnOffset }: EvaluatorCall): CallSite | undefined {
    const { ids, sites, tables } = this;
    const trampoline = ids.trampolineOf(name, address);
    if (!(trampoline in sites)) sites.push(tables.some(({ codes }) => codes.has(name)) ? [] : undefined);
    const returnAddress = ids.returnAddressOf(returnOffset);
    const there = sites[trampoline];
    return there && (there[returnAddress + 1] ??= new Site(this, trampoline, returnAddress));
  }

  /** Adds a frame and returns its number, 0 if it has none. */
  add(site: Site, values: PlaceValues): number {
    const { learned, calls, leaves, places } = this;
    if (!learned) return this.addFirst(site, values);
    const { trampoline, returnAddress } = site;
    if (returnAddress === NONE) return this.number(LEAVES + leaves.add(trampoline, returnAddress, values));
    const place = places[returnAddress];
    if (place === undefined) return this.addWaiting(site, values, learned);
    const next = place === NONE ? 0 : values.value(place);
    if (next === site.next) calls.addAgain(site.row);
    else this.addCall(site, next, values, learned);
    return this.numberOfCall.at(site.row);
  }

  private addCall(site: Site, next: number, values: PlaceValues, learned: LearnedPlaces): void {
    const { calls, windows, numberOfCall } = this;
    const { trampoline, returnAddress } = site;
    site.next = next;
    site.row = calls.add(trampoline, returnAddress, next);
    if (site.row < numberOfCall.length) return;
    numberOfCall.push(this.number(site.row));
    if (this.needsWindow(trampoline, learned)) windows.add(trampoline, returnAddress, values);
  }

  private addFirst({ trampoline, returnAddress }: Site, values: PlaceValues): number {
    const { windows } = this;
    // No table fits.
    if (windows.length === MAX_LEARNING_FRAMES) return 0;
    const number = this.number(-1 - windows.add(trampoline, returnAddress, values));
    if (windows.length === this.learningFrames) this.learnEarly();
    return number;
  }

  private addWaiting(
    { trampoline, returnAddress }: Site,
    values: PlaceValues,
    learned: LearnedPlaces,
  ): number {
    const waiting = (this.waiting[returnAddress] ??= []);
    const window = this.windows.add(trampoline, returnAddress, values);
    if (waiting.push(window) >= MAX_ADDRESS_FRAMES) this.settle(returnAddress, learned);
    return this.number(-1 - window);
  }

  private number(row: number): number {
    const number = this.takeNumber();
    if (number === 0) return 0;
    this.rows.push(row);
    this.numbers.push(number);
    return number;
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
    const leaves = new FrameTable(this.ids, [...new Set([...REGISTERS, ...leafPlaces])]);
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

  /** The lines of `numbers`, 0 if unknown, and the table that has them; undefined if no table fits. */
  infer(): { readonly table: LineTable; readonly lines: Int32Array } | undefined {
    if (!this.learned) this.learnLate();
    for (let returnAddress = 0; returnAddress < this.ids.returnAddressCount; returnAddress++)
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
