// Evaluator frames with the values of all places, or of some.

import { Int32Column } from '../model/columns.ts';
import { PLACE_COUNT, type PlaceValues } from '../model/code.ts';
import { NONE } from '../model/profile.ts';
import type { CallNumbers } from './call-numbers.ts';

/** Frames whose values are allocated together, a power of two. */
const CHUNK_BITS = 8;
const CHUNK = 1 << CHUNK_BITS;
const ALL_PLACES = Array.from({ length: PLACE_COUNT }, (_, place) => place);

export class FrameTable {
  private readonly numbers: CallNumbers;
  /** Index into `trampolines`, by frame. */
  readonly trampoline = new Int32Column();
  /** Number of the return address in the evaluator, by frame; NONE for an interrupted evaluator. */
  readonly returnAddress = new Int32Column();
  private readonly places: readonly number[];
  /** Values by frame and kept place. */
  private readonly chunks: Float64Array[] = [];
  /** Index of each place among the kept ones; NONE if it is not kept. */
  private readonly columns = new Int32Array(PLACE_COUNT).fill(NONE);

  /** Keeps the values of these places only. */
  constructor(numbers: CallNumbers, places: readonly number[] = ALL_PLACES) {
    this.numbers = numbers;
    this.places = places;
    for (const [column, place] of places.entries()) this.columns[place] = column;
  }

  get length(): number {
    return this.trampoline.length;
  }

  get trampolines(): CallNumbers['trampolines'] {
    return this.numbers.trampolines;
  }

  get returnAddressCount(): number {
    return this.numbers.returnAddressCount;
  }

  /** Returns the row of the frame. */
  add(trampoline: number, returnAddress: number, frame: PlaceValues): number {
    const { places, chunks, length } = this;
    const { length: width } = places;
    if (length % CHUNK === 0) chunks.push(new Float64Array(CHUNK * width));
    const chunk = chunks[length >>> CHUNK_BITS];
    const from = (length & (CHUNK - 1)) * width;
    if (places === ALL_PLACES) frame.copyTo(chunk, from);
    else for (let column = 0; column < width; column++) chunk[from + column] = frame.value(places[column]);
    this.trampoline.push(trampoline);
    this.returnAddress.push(returnAddress);
    return length;
  }

  /** The value of a place in a frame; 0 if it cannot be a pointer, or is not kept. */
  value(frame: number, place: number): number {
    const column = this.columns[place];
    if (column === NONE) return 0;
    return this.chunks[frame >>> CHUNK_BITS][(frame & (CHUNK - 1)) * this.places.length + column];
  }

  valuesOf(frame: number): PlaceValues {
    return {
      value: (place) => this.value(frame, place),
      copyTo: (target, from) => {
        for (const place of ALL_PLACES) target[from + place] = this.value(frame, place);
      },
    };
  }

  /**
   * Writes the places whose values are above `low` and at most `high` to `found`, and returns their number. Few places point into
   * an object, so whatever searches all of them does this first; the loop is fast because all share it.
   */
  placesWithin(frame: number, low: number, high: number, found: Int32Array): number {
    const { places } = this;
    const width = places.length;
    const chunk = this.chunks[frame >>> CHUNK_BITS];
    const from = (frame & (CHUNK - 1)) * width;
    let count = 0;
    for (let column = 0; column < width; column++) {
      const value = chunk[from + column];
      if (value > low && value <= high) found[count++] = places[column];
    }
    return count;
  }
}
