// Finds the next record in a damaged jitdump. A fork copies what stdio has buffered, so both processes write it: the file
// then repeats whole records, behind the rest of one whose beginning was written before (CPython's perf_jit_trampoline.c
// writes through a FILE). A record is taken for one only where all of its own fields agree.

import { unsigned64 } from '../bytes/numbers.ts';
import { NONE } from '../model/profile.ts';

export const MAGIC = 0x4a695444;
/** Bytes of the header up to the flags. */
export const HEADER = 40;
/** Bytes that every record begins with: id, size of the whole record, time. */
export const PREFIX = 16;
export const RecordId = { load: 0, move: 1, debug: 2, close: 3, unwinding: 4 } as const;
/** Bytes of each record before its parts of no fixed size. */
export const LOAD_FIELDS = 56;
export const MOVE_FIELDS = 64;
export const DEBUG_FIELDS = 32;
export const UNWIND_FIELDS = 40;
/** The least an entry of a line table takes: address, line, discriminator and an empty name. */
const LEAST_DEBUG_ENTRY = 17;
/** Writers pad what describes unwinding to a multiple of 8. */
const MOST_PADDING = 7;
/** What is mapped for it is rounded up to pages at most. */
const PAGE = 4096;
/** No program writes one dump for more than 104 days. */
const LONGEST_RUN = 2 ** 53;

export class RecordScanner {
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private readonly pid: number;
  /** The first NUL at or after `nulFrom`. Scanning only moves forward, so that each byte is looked at once. */
  private nulFrom = 0;
  private nul = -1;

  constructor(bytes: Uint8Array, view: DataView, pid: number) {
    this.bytes = bytes;
    this.view = view;
    this.pid = pid;
  }

  /**
   * Offset of the first record (or copy of the header) at or after `from` that is sound in itself and leads to another
   * one or to the end; NONE when there is none. `earliest` is the time before which no record was written. Calls must
   * not go back, which keeps the time linear.
   */
  next(from: number, earliest: number): number {
    const { view } = this;
    for (let at = from; at + PREFIX <= view.byteLength; at++) {
      const id = view.getUint32(at, true);
      if (id === MAGIC ? this.isHeader(at) : id <= RecordId.unwinding && this.isStart(at, earliest))
        return at;
    }
    return NONE;
  }

  /** Whether the file ends at `at`, or a sound record or a copy of the header begins there. */
  leadsOn(at: number, earliest: number): boolean {
    const { view } = this;
    if (at === view.byteLength || this.isHeader(at) || this.isSound(at, earliest)) return true;
    // A record that the end of the file cuts.
    if (at + PREFIX > view.byteLength) return false;
    const isCut = at + view.getUint32(at + 4, true) > view.byteLength;
    return (
      isCut && this.hasTime(at, earliest) && view.getUint32(at, true) <= RecordId.unwinding && this.hasPid(at)
    );
  }

  /** Whether the header is repeated at `at`. */
  isHeader(at: number): boolean {
    const { view } = this;
    return (
      at + HEADER <= view.byteLength &&
      view.getUint32(at, true) === MAGIC &&
      view.getUint32(at + 4, true) === 1 &&
      view.getUint32(at + 8, true) === view.getUint32(8, true) &&
      view.getUint32(at + 20, true) === this.pid
    );
  }

  private isStart(at: number, earliest: number): boolean {
    if (!this.isSound(at, earliest)) return false;
    const { view } = this;
    // The name must not end before the place where the sizes say that it does.
    if (view.getUint32(at, true) === RecordId.load && this.nulAfter(at + LOAD_FIELDS) !== this.nameEnd(at))
      return false;
    return this.leadsOn(at + view.getUint32(at + 4, true), earliest);
  }

  /** Whether the fields of a record agree with each other. Looks at a fixed number of bytes. */
  private isSound(at: number, earliest: number): boolean {
    const { view } = this;
    if (at + PREFIX > view.byteLength) return false;
    const size = view.getUint32(at + 4, true);
    if (size < PREFIX || at + size > view.byteLength || !this.hasTime(at, earliest)) return false;
    switch (view.getUint32(at, true)) {
      case RecordId.load: {
        if (size <= LOAD_FIELDS || !this.hasPid(at)) return false;
        const end = this.nameEnd(at);
        return end >= at + LOAD_FIELDS && end < at + size - 1 && this.bytes[end] === 0;
      }
      case RecordId.move:
        return size === MOVE_FIELDS && this.hasPid(at) && unsigned64(view, at + 48) > 0;
      case RecordId.debug:
        return size >= DEBUG_FIELDS && unsigned64(view, at + 24) * LEAST_DEBUG_ENTRY <= size - DEBUG_FIELDS;
      case RecordId.close:
        return size === PREFIX;
      case RecordId.unwinding:
        return size >= UNWIND_FIELDS && this.isSoundUnwinding(at, size);
      default:
        return false;
    }
  }

  private isSoundUnwinding(at: number, size: number): boolean {
    const [data, header, mapped] = [16, 24, 32].map((offset) => unsigned64(this.view, at + offset));
    const padding = size - UNWIND_FIELDS - data;
    if (!(data > 0 && header <= data && padding >= 0 && padding <= MOST_PADDING)) return false;
    return mapped === 0 || (mapped >= data && mapped < data + PAGE);
  }

  private hasTime(at: number, earliest: number): boolean {
    const time = unsigned64(this.view, at + 8);
    return time >= earliest && time - earliest < LONGEST_RUN;
  }

  /** Of a load or a move that is not cut off before it; all others have none. */
  private hasPid(at: number): boolean {
    const { view } = this;
    const id = view.getUint32(at, true);
    const has = (id === RecordId.load || id === RecordId.move) && at + PREFIX + 4 <= view.byteLength;
    return !has || view.getUint32(at + PREFIX, true) === this.pid;
  }

  /** Where the NUL of a load's name has to be: before the code, which ends the record. */
  private nameEnd(at: number): number {
    return at + this.view.getUint32(at + 4, true) - 1 - unsigned64(this.view, at + 40);
  }

  private nulAfter(at: number): number {
    if (!(at >= this.nulFrom && at <= this.nul)) {
      this.nulFrom = at;
      const nul = this.bytes.indexOf(0, at);
      this.nul = nul < 0 ? this.bytes.length : nul;
    }
    return this.nul;
  }
}
