// Reads a jitdump, jit-PID.dump: the names and unwind information of code that a program generated at run time. Format:
// tools/perf/Documentation/jitdump-specification.txt of Linux, except that perf reads and CPython writes the
// unwind data in this order: .eh_frame first, .eh_frame_hdr last. The code itself is not kept. Little-endian only.

import { readInt64, readUint64, viewOf } from '../../bytes/numbers.ts';
import { BUDGET } from '../../model/budget.ts';
import type { Machine, UnwindSections } from '../../model/code.ts';
import { CfiEntries } from '../unwind/cfi-entries.ts';
import { machineByReturnRegister } from '../unwind/cfi-rows.ts';
import { MACHINES } from '../elf/elf-layout.ts';
import {
  FixedSize,
  HEADER_SIZE,
  JITDUMP_MAGIC,
  PREFIX_SIZE,
  RecordId,
  RecordScanner,
} from './record-scanner.ts';

export interface JitDump {
  /** Undefined if neither the header nor an .eh_frame section identifies it. */
  readonly machine: Machine | undefined;
  /** Process ID as the program sees it; in a container, it differs from the one that perf recorded. */
  readonly pid: number;
  /** In file order. */
  readonly codes: readonly JitCodeLoad[];
  readonly moves: readonly JitCodeMove[];
  /** True if the end is missing, for example after a crash, or invalid. */
  readonly isTruncated: boolean;
  /** Bytes skipped between valid records. */
  readonly skippedBytes: number;
  /** Number of code records lost in the skipped bytes, judging by the gaps in code indices. */
  readonly missingCodes: number;
  /** True if the dump has more records than the limit; only the first ones are kept. */
  readonly exceedsLimit: boolean;
}

/** A JIT_CODE_LOAD record: code was generated. */
export interface JitCodeLoad {
  /**
   * CLOCK_MONOTONIC nanoseconds. After 104 days of uptime, a double rounds them by less than a microsecond, which
   * preserves the order.
   */
  readonly time: number;
  /** Start address; signed, as in `model/code`. */
  readonly address: number;
  /** In bytes. */
  readonly size: number;
  readonly name: string;
  /** Index of the code in its dump; perf names the file it writes for it jitted-PID-INDEX.so. */
  readonly index: number;
  readonly unwind?: JitUnwind;
}

interface JitUnwind {
  /** Addresses are relative to the start of the code; the bytes are views of the dump. */
  readonly sections: UnwindSections;
  /** Number of bytes mapped for the unwind data, which follows the code, aligned to 8; 0 if none. */
  readonly mappedSize: number;
}

interface JitCodeMove {
  /** As in JitCodeLoad. */
  readonly time: number;
  /** The new address; signed, as in `model/code`. */
  readonly to: number;
  readonly index: number;
}

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Reads all valid records, ignoring copies that a fork wrote. Throws an Error with a message for the user if
 * the file is not a supported jitdump. Ignores the header's time, for which CPython uses a different clock.
 */
export function readJitDump(bytes: Uint8Array, limit = BUDGET.jitFunctions): JitDump {
  const view = viewOf(bytes);
  checkHeader(view);
  const pid = view.getUint32(20, true);
  const reader = new RecordReader(bytes, view, new RecordScanner(bytes, view, pid), limit);
  // The header has a size field, so future versions can extend it.
  const isTruncated = !reader.readAll(view.getUint32(8, true));
  const { moves, skippedBytes } = reader;
  const codes = reader.isDamaged ? distinct(reader.codes) : reader.codes;
  return {
    machine: machineOf(view.getUint32(12, true), codes),
    pid,
    codes,
    moves,
    isTruncated: isTruncated && !reader.exceedsLimit,
    exceedsLimit: reader.exceedsLimit,
    skippedBytes,
    missingCodes: missingCodesIn(codes, skippedBytes),
  };
}

/** CPython 3.13.0 writes machine 0; the return address register of the .eh_frame then identifies the machine. */
function machineOf(number: number, codes: readonly JitCodeLoad[]): Machine | undefined {
  if (number !== 0) return MACHINES.get(number);
  const ehFrame = codes.find(({ unwind }) => unwind?.sections.ehFrame)?.unwind?.sections.ehFrame;
  let machine: Machine | undefined;
  if (ehFrame)
    new CfiEntries(ehFrame, 'eh').visit((_, { cie }) => {
      machine = machineByReturnRegister(cie.returnRegister);
    });
  return machine;
}

/** Removes repeated records. */
function distinct(codes: readonly JitCodeLoad[]): JitCodeLoad[] {
  const known = new Map<string, JitCodeLoad>();
  for (const code of codes) {
    const key = `${code.index} ${code.time} ${code.address}`;
    // A repeated part may start between a code record and its unwind data.
    if (!known.get(key)?.unwind) known.set(key, code);
  }
  return [...known.values()];
}

/**
 * Number of missing code indices. Returns 0 if the skipped bytes could not hold that many records, since then the
 * indices were not consecutive.
 */
function missingCodesIn(codes: readonly JitCodeLoad[], skippedBytes: number): number {
  if (codes.length === 0 || skippedBytes === 0) return 0;
  const numbers = new Set(codes.map(({ index }) => index));
  let [first, last] = [Infinity, -Infinity];
  for (const index of numbers) {
    first = Math.min(first, index);
    last = Math.max(last, index);
  }
  const missing = last - first + 1 - numbers.size;
  return missing * FixedSize.load < skippedBytes ? missing : 0;
}

function checkHeader(view: DataView): void {
  const magic = view.byteLength < 4 ? 0 : view.getUint32(0, true);
  if (view.byteLength === 0) throw new Error('it is empty, as happens when a program is killed');
  if (magic === 0x4454694a) throw new Error('it is a big-endian jitdump, which is not supported');
  if (magic !== JITDUMP_MAGIC) throw new Error('it is not a jitdump');
  if (view.byteLength < HEADER_SIZE) throw new Error('it is a jitdump with a truncated header');
  const version = view.getUint32(4, true);
  if (version !== 1) throw new Error(`it is a jitdump of version ${version}: only version 1 is supported`);
  if (view.getUint32(8, true) < HEADER_SIZE) throw new Error('it is a jitdump with an invalid header');
}

class RecordReader {
  readonly codes: JitCodeLoad[] = [];
  readonly moves: JitCodeMove[] = [];
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private readonly scanner: RecordScanner;
  private unwinding: Unwinding | undefined;
  skippedBytes = 0;
  /** True after skipped or repeated data. */
  isDamaged = false;
  /** Time of the first record; no other record is earlier. */
  private earliest: number | undefined;

  private readonly limit: number;

  constructor(bytes: Uint8Array, view: DataView, scanner: RecordScanner, limit: number) {
    this.bytes = bytes;
    this.view = view;
    this.scanner = scanner;
    this.limit = limit;
  }

  get exceedsLimit(): boolean {
    return this.codes.length + this.moves.length > this.limit;
  }

  /** Reads all records; false if the last one is incomplete, or lacks the record that must follow it. */
  readAll(from: number): boolean {
    const { view } = this;
    let at = from;
    let last = { at, codes: 0, moves: 0 };
    while (at < view.byteLength && !this.exceedsLimit) {
      const size = this.sizeAt(at);
      if (size > 0) {
        last = { at, codes: this.codes.length, moves: this.moves.length };
        this.readRecord(view.getUint32(at, true), at, size);
        at += size;
        continue;
      }
      this.unwinding = undefined;
      const next = this.scanner.next(last.at + 1, this.earliest ?? 0);
      if (next < 0) return false;
      this.isDamaged = true;
      // The last record was truncated: this one starts within it.
      const isWithin = next < at;
      if (isWithin) {
        this.codes.length = last.codes;
        this.moves.length = last.moves;
      }
      this.skippedBytes += next - (isWithin ? last.at : at);
      at = next;
    }
    return at === view.byteLength && this.unwinding === undefined;
  }

  /** Size of the record at `at`; 0 if there is no valid one. */
  private sizeAt(at: number): number {
    const { view, scanner } = this;
    if (scanner.isHeader(at)) {
      this.isDamaged = true;
      return view.getUint32(at + 8, true);
    }
    if (at + PREFIX_SIZE > view.byteLength) return 0;
    const size = view.getUint32(at + 4, true);
    if (size < PREFIX_SIZE || at + size > view.byteLength) return 0;
    if (this.isPlausible(view.getUint32(at, true), at, size)) {
      this.earliest ??= readUint64(view, at + 8);
      return size;
    }
    // An unknown record type, or a corrupt record.
    if (!scanner.isBoundary(at + size, this.earliest ?? 0)) return 0;
    if (view.getUint32(at, true) <= RecordId.unwinding) {
      this.isDamaged = true;
      this.skippedBytes += size;
    }
    return size;
  }

  private isPlausible(id: number, at: number, size: number): boolean {
    if (id === RecordId.load) return this.shiftOf(at, size) !== undefined;
    if (id === RecordId.move) return size === FixedSize.move;
    if (id === RecordId.debug) return size >= FixedSize.debug;
    if (id === RecordId.close) return size === PREFIX_SIZE;
    return id === RecordId.unwinding && this.unwindingOf(at, size) !== undefined;
  }

  /** Ignores other records, such as source lines. */
  private readRecord(id: number, at: number, size: number): void {
    if (id === JITDUMP_MAGIC) return;
    if (id === RecordId.load) {
      const code = this.codeOf(at, size);
      if (code) this.codes.push(code);
      this.unwinding = undefined;
    } else if (id === RecordId.move && size >= FixedSize.move) {
      this.moves.push(this.moveOf(at));
    } else if (id === RecordId.unwinding) {
      this.unwinding = this.unwindingOf(at, size);
    }
  }

  /** Reads a CODE_LOAD: prefix, pid, tid, vma, address, code size, index, name, 0, code. */
  private codeOf(at: number, size: number): JitCodeLoad | undefined {
    const shift = this.shiftOf(at, size);
    if (shift === undefined) return undefined;
    const fields = at + shift;
    const name = fields + FixedSize.load;
    const codeSize = readUint64(this.view, fields + 40);
    const unwind = this.unwinding && placeUnwinding(this.unwinding, codeSize);
    return {
      time: readUint64(this.view, at + 8),
      address: readInt64(this.view, fields + 32),
      size: codeSize,
      name: UTF8.decode(this.bytes.subarray(name, this.bytes.indexOf(0, name))),
      index: readUint64(this.view, fields + 48),
      ...(unwind && { unwind }),
    };
  }

  /**
   * Number of bytes by which the fields of a CODE_LOAD are shifted: CPython 3.15 on macOS writes an 8-byte thread ID,
   * aligned to 8 (cpython#150723). The record's sizes show which variant it is; undefined if neither fits.
   */
  private shiftOf(at: number, size: number): number | undefined {
    const plain = this.slack(at, size, 0);
    if (plain === 0 || this.slack(at, size, 8) !== 0) return plain >= 0 ? 0 : undefined;
    return 8;
  }

  /** Bytes of a CODE_LOAD beyond its fields, name and code; negative if it is too short. */
  private slack(at: number, size: number, shift: number): number {
    const name = at + shift + FixedSize.load;
    const length = this.bytes.subarray(name, at + size).indexOf(0);
    if (length < 0) return -1;
    return size - shift - FixedSize.load - length - 1 - readUint64(this.view, at + shift + 40);
  }

  /** Reads a CODE_MOVE: prefix, pid, tid, vma, old address, new address, code size, index. */
  private moveOf(at: number): JitCodeMove {
    return {
      time: readUint64(this.view, at + 8),
      to: readInt64(this.view, at + 40),
      index: readUint64(this.view, at + 56),
    };
  }

  /**
   * Reads an UNWINDING_INFO: prefix, data size, size of the .eh_frame_hdr at the end of the data, mapped size, data.
   */
  private unwindingOf(at: number, size: number): Unwinding | undefined {
    if (size < FixedSize.unwinding) return undefined;
    const dataSize = readUint64(this.view, at + 16);
    const hdrSize = readUint64(this.view, at + 24);
    if (FixedSize.unwinding + dataSize > size || hdrSize > dataSize) return undefined;
    const data = this.bytes.subarray(at + FixedSize.unwinding, at + FixedSize.unwinding + dataSize);
    return { data, frameSize: dataSize - hdrSize, mappedSize: readUint64(this.view, at + 32) };
  }
}

/** An UNWINDING_INFO record, which precedes the code it belongs to. */
interface Unwinding {
  /** .eh_frame followed by .eh_frame_hdr. */
  readonly data: Uint8Array;
  /** Size of .eh_frame in bytes. */
  readonly frameSize: number;
  readonly mappedSize: number;
}

/**
 * Places the unwind data after the code, aligned to 8. perf does the same, and the data's relative pointers rely on it.
 */
function placeUnwinding({ data, frameSize, mappedSize }: Unwinding, codeSize: number): JitUnwind | undefined {
  if (data.length === 0) return undefined;
  const address = Math.ceil(codeSize / 8) * 8;
  const ehFrame = { address, bytes: data.subarray(0, frameSize) };
  const ehFrameHdr = { address: address + frameSize, bytes: data.subarray(frameSize) };
  const sections = { ...(frameSize > 0 && { ehFrame }), ...(frameSize < data.length && { ehFrameHdr }) };
  return { sections, mappedSize };
}
