// Finds the next record in a damaged jitdump. After a fork, parent and child each flush their copy of the stdio buffer
// (CPython's perf_jit_trampoline.c writes through a FILE). The file then repeats whole records, and the first repeated
// bytes may be the end of a record. A record is accepted only if all its fields are consistent.

import { readUint64 } from '../../bytes/numbers.ts';
import { NONE } from '../../model/profile.ts';

export const JITDUMP_MAGIC = 0x4a695444;
/** Size of the header up to the flags. */
export const HEADER_SIZE = 40;
/** Size of the common prefix of all records: id, record size, time. */
export const PREFIX_SIZE = 16;
export const RecordId = { load: 0, move: 1, debug: 2, close: 3, unwinding: 4 } as const;
/** Sizes of the fixed parts of each record. */
export const FixedSize = { load: 56, move: 64, debug: 32, unwinding: 40 } as const;
/** Minimum size of a line table entry: address, line, discriminator and an empty name. */
const MIN_DEBUG_ENTRY = 17;
/** Writers pad unwind data to a multiple of 8. */
const MAX_PADDING = 7;
/** Writers may round the mapped size up to whole pages. */
const PAGE = 4096;
/** 104 days in nanoseconds, longer than any program writes to one dump. */
const MAX_DURATION = 2 ** 53;

export class RecordScanner {
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private readonly pid: number;
  private nulFrom = 0;
  /** The first NUL at or after `nulFrom`. Scanning only moves forward, so each byte is read once. */
  private nul = -1;

  constructor(bytes: Uint8Array, view: DataView, pid: number) {
    this.bytes = bytes;
    this.view = view;
    this.pid = pid;
  }

  /**
   * Offset of the first valid record (or repeated header) at or after `from` that is followed by another one or by
   * the end; NONE if there is none. `earliest` is the time of the first record. `from` must not decrease between
   * calls, which keeps the total time linear.
   */
  next(from: number, earliest: number): number {
    const { view } = this;
    for (let at = from; at + PREFIX_SIZE <= view.byteLength; at++) {
      const id = view.getUint32(at, true);
      if (id === JITDUMP_MAGIC ? this.isHeader(at) : id <= RecordId.unwinding && this.isStart(at, earliest))
        return at;
    }
    return NONE;
  }

  /** True if the file ends at `at`, or a valid record or repeated header starts there. */
  isBoundary(at: number, earliest: number): boolean {
    const { view } = this;
    if (at === view.byteLength || this.isHeader(at) || this.isValid(at, earliest)) return true;
    // A record truncated by the end of the file.
    if (at + PREFIX_SIZE > view.byteLength) return false;
    const isTruncated = at + view.getUint32(at + 4, true) > view.byteLength;
    const isKnown = view.getUint32(at, true) <= RecordId.unwinding;
    return isTruncated && isKnown && this.hasTime(at, earliest) && this.hasPid(at);
  }

  /** True if a copy of the header starts at `at`. */
  isHeader(at: number): boolean {
    const { view } = this;
    return (
      at + HEADER_SIZE <= view.byteLength &&
      view.getUint32(at, true) === JITDUMP_MAGIC &&
      view.getUint32(at + 4, true) === 1 &&
      view.getUint32(at + 8, true) === view.getUint32(8, true) &&
      view.getUint32(at + 20, true) === this.pid
    );
  }

  private isStart(at: number, earliest: number): boolean {
    if (!this.isValid(at, earliest)) return false;
    const { view } = this;
    // The name must end exactly where the record's sizes imply.
    if (view.getUint32(at, true) === RecordId.load && this.nulAfter(at + FixedSize.load) !== this.nameEnd(at))
      return false;
    return this.isBoundary(at + view.getUint32(at + 4, true), earliest);
  }

  /** True if the fields of the record are consistent. Reads a bounded number of bytes. */
  private isValid(at: number, earliest: number): boolean {
    const { view } = this;
    if (at + PREFIX_SIZE > view.byteLength) return false;
    const size = view.getUint32(at + 4, true);
    if (size < PREFIX_SIZE || at + size > view.byteLength || !this.hasTime(at, earliest)) return false;
    switch (view.getUint32(at, true)) {
      case RecordId.load: {
        if (size <= FixedSize.load || !this.hasPid(at)) return false;
        const end = this.nameEnd(at);
        return end >= at + FixedSize.load && end < at + size - 1 && this.bytes[end] === 0;
      }
      case RecordId.move:
        return size === FixedSize.move && this.hasPid(at) && readUint64(view, at + 48) > 0;
      case RecordId.debug:
        return (
          size >= FixedSize.debug && readUint64(view, at + 24) * MIN_DEBUG_ENTRY <= size - FixedSize.debug
        );
      case RecordId.close:
        return size === PREFIX_SIZE;
      case RecordId.unwinding:
        return size >= FixedSize.unwinding && this.isValidUnwinding(at, size);
      default:
        return false;
    }
  }

  private isValidUnwinding(at: number, size: number): boolean {
    const [data, header, mapped] = [16, 24, 32].map((offset) => readUint64(this.view, at + offset));
    const padding = size - FixedSize.unwinding - data;
    if (!(data > 0 && header <= data && padding >= 0 && padding <= MAX_PADDING)) return false;
    return mapped === 0 || (mapped >= data && mapped < data + PAGE);
  }

  private hasTime(at: number, earliest: number): boolean {
    const time = readUint64(this.view, at + 8);
    return time >= earliest && time - earliest < MAX_DURATION;
  }

  /**
   * True if a load or move has the dump's process ID. Also true for other records, and for records truncated before the
   * process ID.
   */
  private hasPid(at: number): boolean {
    const { view } = this;
    const id = view.getUint32(at, true);
    const hasField =
      (id === RecordId.load || id === RecordId.move) && at + PREFIX_SIZE + 4 <= view.byteLength;
    return !hasField || view.getUint32(at + PREFIX_SIZE, true) === this.pid;
  }

  /** Offset at which the name's NUL must be: right before the code, which ends the record. */
  private nameEnd(at: number): number {
    return at + this.view.getUint32(at + 4, true) - 1 - readUint64(this.view, at + 40);
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
