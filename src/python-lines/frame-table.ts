// The evaluator frames of one interpreter, with the values of all places, and the trampolines that called them.

import { Int32Column } from '../model/columns.ts';
import { PLACE_COUNT, type EvaluatorFrame } from '../model/evaluator-frames.ts';
import { NONE } from '../model/profile.ts';

/** One code object's trampoline; processes that were forked share it. */
interface Trampoline {
  readonly name: string;
}

/** Frames whose values are allocated together, a power of two. */
const CHUNK_BITS = 8;
const CHUNK = 1 << CHUNK_BITS;

export class FrameTable {
  readonly trampolines: Trampoline[] = [];
  /** Row of the sample table, by frame. */
  readonly sample = new Int32Column();
  /** Number of the Python frame in its stack. */
  readonly pythonFrame = new Int32Column();
  /** Index into `trampolines`, by frame. */
  readonly trampoline = new Int32Column();
  /** Number of the return address in the evaluator, by frame; NONE for an interrupted evaluator. */
  readonly returnAddress = new Int32Column();
  /** Number of return addresses. */
  returnAddressCount = 0;
  /** Values by frame and kept place. */
  private chunks: Float64Array[] = [];
  /** Index of each place among the kept ones; NONE if it is dropped. */
  private columns = Int32Array.from({ length: PLACE_COUNT }, (_, place) => place);
  private width = PLACE_COUNT;
  private readonly trampolineIds = new Map<string, number>();
  private readonly returnIds = new Map<number, number>();

  get length(): number {
    return this.sample.length;
  }

  add(frame: EvaluatorFrame, values: Float64Array): void {
    const { name, returnOffset } = frame;
    this.store(this.length, (place) => values[place]);
    this.sample.push(frame.sample);
    this.pythonFrame.push(frame.pythonFrame);
    const trampoline = numberOf(this.trampolineIds, `${frame.trampoline} ${name}`);
    if (trampoline === this.trampolines.length) this.trampolines.push({ name });
    this.trampoline.push(trampoline);
    this.returnAddress.push(Number.isNaN(returnOffset) ? NONE : numberOf(this.returnIds, returnOffset));
    this.returnAddressCount = this.returnIds.size;
  }

  /** The value of a place in a frame; 0 if it cannot be a pointer, or the place was dropped. */
  value(frame: number, place: number): number {
    const column = this.columns[place];
    return column === NONE
      ? 0
      : this.chunks[frame >>> CHUNK_BITS][(frame & (CHUNK - 1)) * this.width + column];
  }

  /** The values of a frame by place. */
  readValues(frame: number, into: Float64Array): void {
    const { columns } = this;
    const chunk = this.chunks[frame >>> CHUNK_BITS];
    const from = (frame & (CHUNK - 1)) * this.width;
    for (let place = 0; place < PLACE_COUNT; place++)
      into[place] = columns[place] === NONE ? 0 : chunk[from + columns[place]];
  }

  /** Drops the values of all other places, also of frames that are added later. */
  keepOnly(places: ReadonlySet<number>): void {
    const { chunks, columns, width } = this;
    const valueIn = (frame: number, place: number) =>
      chunks[frame >>> CHUNK_BITS][(frame & (CHUNK - 1)) * width + columns[place]];
    const kept = [...places].filter((place) => columns[place] !== NONE);
    this.columns = new Int32Array(PLACE_COUNT).fill(NONE);
    for (const [column, place] of kept.entries()) this.columns[place] = column;
    this.width = kept.length;
    this.chunks = [];
    for (let frame = 0; frame < this.length; frame++) this.store(frame, (place) => valueIn(frame, place));
  }

  private store(frame: number, valueOf: (place: number) => number): void {
    if (frame % CHUNK === 0) this.chunks.push(new Float64Array(CHUNK * this.width));
    const chunk = this.chunks[frame >>> CHUNK_BITS];
    const from = (frame & (CHUNK - 1)) * this.width;
    for (let place = 0; place < PLACE_COUNT; place++) {
      const column = this.columns[place];
      if (column !== NONE) chunk[from + column] = valueOf(place);
    }
  }
}

function numberOf<T>(numbers: Map<T, number>, key: T): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size);
  return numbers.size - 1;
}
