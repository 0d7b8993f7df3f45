// Evaluator frames with the values of all places, or of some.

import { Int32Column } from '../model/columns.ts';
import { PLACE_COUNT, placeValues, pointerOf, setPointer, type PlaceValues } from '../model/code.ts';
import { NONE } from '../model/profile.ts';
import type { CallNumbers } from './call-numbers.ts';

/** Frames whose values are allocated together, a power of two. */
const CHUNK_BITS = 8;
const CHUNK = 1 << CHUNK_BITS;
const HALF = 2 ** 32;
const ALL_PLACES = Array.from({ length: PLACE_COUNT }, (_, place) => place);

export class FrameTable {
  private readonly numbers: CallNumbers;
  /** Index into `trampolines`, by frame. */
  readonly trampoline = new Int32Column();
  /** Number of the return address in the evaluator, by frame; NONE for an interrupted evaluator. */
  readonly returnAddress = new Int32Column();
  private readonly places: readonly number[];
  /** Two halves by frame and kept place, as recorded: what is no pointer is sorted out only where a value is read. */
  private readonly chunks: Uint32Array[] = [];
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

  add(trampoline: number, returnAddress: number, frame: PlaceValues): number {
    const { places, chunks, length } = this;
    const width = 2 * places.length;
    if (length % CHUNK === 0) chunks.push(new Uint32Array(CHUNK * width));
    const chunk = chunks[length >>> CHUNK_BITS];
    const from = (length & (CHUNK - 1)) * width;
    if (places === ALL_PLACES) chunk.set(frame.words(), from);
    else {
      const kept = chunk.subarray(from, from + width);
      for (const [column, place] of places.entries()) setPointer(kept, column, frame.value(place));
    }
    this.trampoline.push(trampoline);
    this.returnAddress.push(returnAddress);
    return length;
  }

  /** The value of a place in a frame; 0 if it cannot be a pointer, or is not kept. */
  value(frame: number, place: number): number {
    const column = this.columns[place];
    if (column === NONE) return 0;
    const chunk = this.chunks[frame >>> CHUNK_BITS];
    const at = 2 * ((frame & (CHUNK - 1)) * this.places.length + column);
    return pointerOf(chunk[at], chunk[at + 1]);
  }

  valuesOf(frame: number): PlaceValues {
    return placeValues((place) => this.value(frame, place));
  }

  /**
   * Writes the places whose values are above `low` and at most `high` to `found`, and returns their number. Few places point into
   * an object, so whatever searches all of them does this first; the loop is fast because all share it.
   */
  placesWithin(frame: number, low: number, high: number, found: Int32Array): number {
    const { places } = this;
    const width = places.length;
    const chunk = this.chunks[frame >>> CHUNK_BITS];
    const highest = high / HALF;
    let at = 2 * (frame & (CHUNK - 1)) * width;
    let count = 0;
    for (let column = 0; column < width; column++, at += 2) {
      if (chunk[at + 1] > highest) continue;
      const value = pointerOf(chunk[at], chunk[at + 1]);
      if (value > low && value <= high) found[count++] = places[column];
    }
    return count;
  }
}
