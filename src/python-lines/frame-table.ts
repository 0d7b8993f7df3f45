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
  private readonly chunks: Float64Array[] = [];
  private readonly trampolineIds = new Map<string, number>();
  private readonly returnIds = new Map<number, number>();

  get length(): number {
    return this.sample.length;
  }

  add(frame: EvaluatorFrame, values: Float64Array): void {
    const { name, returnOffset } = frame;
    const row = this.length;
    if (row % CHUNK === 0) this.chunks.push(new Float64Array(CHUNK * PLACE_COUNT));
    this.chunks[row >>> CHUNK_BITS].set(values, (row & (CHUNK - 1)) * PLACE_COUNT);
    this.sample.push(frame.sample);
    this.pythonFrame.push(frame.pythonFrame);
    const trampoline = numberOf(this.trampolineIds, `${frame.trampoline} ${name}`);
    if (trampoline === this.trampolines.length) this.trampolines.push({ name });
    this.trampoline.push(trampoline);
    this.returnAddress.push(Number.isNaN(returnOffset) ? NONE : numberOf(this.returnIds, returnOffset));
    this.returnAddressCount = this.returnIds.size;
  }

  /** The value of a place in a frame; 0 if it cannot be a pointer. */
  value(frame: number, place: number): number {
    return this.chunks[frame >>> CHUNK_BITS][(frame & (CHUNK - 1)) * PLACE_COUNT + place];
  }
}

function numberOf<T>(numbers: Map<T, number>, key: T): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size);
  return numbers.size - 1;
}
