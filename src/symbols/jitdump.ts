// A jitdump, jit-PID.dump: what code a program made while it ran, under which name, and how to unwind it. Format:
// tools/perf/Documentation/jitdump-specification.txt of Linux, but the unwinding bytes lie as perf reads and CPython
// writes them: .eh_frame first, .eh_frame_hdr last. The code itself is not kept. Little-endian only.

import { signed64, unsigned64 } from '../bytes/numbers.ts';
import { BUDGET } from '../model/budget.ts';
import type { Machine, UnwindSections } from '../model/code.ts';
import { CfiEntries } from './cfi-entries.ts';
import { machineReturningBy } from './cfi-row.ts';
import { MACHINES } from './elf-layout.ts';
import {
  DEBUG_FIELDS,
  HEADER,
  LOAD_FIELDS,
  MAGIC,
  MOVE_FIELDS,
  PREFIX,
  RecordId,
  RecordScanner,
  UNWIND_FIELDS,
} from './jitdump-scan.ts';

export interface JitDump {
  /** Undefined for one whose code cannot be unwound, and where neither the header nor an .eh_frame tells. */
  readonly machine: Machine | undefined;
  /** As the program saw itself: in a container not the number perf recorded. */
  readonly pid: number;
  /** In the order of the file. */
  readonly codes: readonly JitCode[];
  readonly moves: readonly JitMove[];
  /** Whether times are ticks of the processor instead of nanoseconds (flag 1 of the header). */
  readonly hasTicks: boolean;
  /** Whether the end is missing, as when the program was killed, or makes no sense. */
  readonly isCut: boolean;
  /** Bytes between records that are no record themselves: they were passed over. */
  readonly skippedBytes: number;
  /** Codes that are missing for it, as far as their numbers tell. */
  readonly missingCodes: number;
  /** Has it more functions and moves than may be kept? Then the first ones are there. */
  readonly isFull: boolean;
}

/** Code that was made. */
export interface JitCode {
  /**
   * When, in nanoseconds of CLOCK_MONOTONIC. Behind 104 days of uptime a double rounds it, by less than a
   * microsecond in a lifetime; what was earlier never becomes later.
   */
  readonly time: number;
  /** Where it starts; signed, as in `model/code`. */
  readonly address: number;
  /** In bytes. */
  readonly size: number;
  readonly name: string;
  /** The number of the code in its dump; perf names the file it makes of it by it: jitted-PID-INDEX.so. */
  readonly index: number;
  readonly unwind?: JitUnwind;
}

export interface JitUnwind {
  /** Addresses count from the start of the code; the bytes are views of the dump. */
  readonly sections: UnwindSections;
  /** How many bytes are mapped for it behind the code, which ends at a multiple of 8; 0 when none are. */
  readonly mappedSize: number;
}

/** Code that was put elsewhere. */
export interface JitMove {
  /** As of `JitCode`. */
  readonly time: number;
  readonly from: number;
  readonly to: number;
  readonly size: number;
  readonly index: number;
}

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Reads what is there; records that make no sense in themselves are left out, and what a fork repeated counts once.
 * Throws an Error with one sentence when the bytes are no jitdump that can be read. The time of the header is not looked
 * at: CPython writes that of another clock.
 */
export function readJitDump(bytes: Uint8Array, most = BUDGET.jitFunctions): JitDump {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  checkHeader(view);
  const pid = view.getUint32(20, true);
  const reader = new RecordReader(bytes, view, new RecordScanner(bytes, view, pid), most);
  // The header says how long it is, so that it can grow.
  const isCut = !reader.readAll(view.getUint32(8, true));
  const { moves, skippedBytes } = reader;
  const codes = reader.isDamaged ? distinct(reader.codes) : reader.codes;
  return {
    machine: machineOf(view.getUint32(12, true), codes),
    pid,
    codes,
    moves,
    hasTicks: (view.getUint32(32, true) & 1) === 1,
    isCut: isCut && !reader.isFull,
    isFull: reader.isFull,
    skippedBytes,
    missingCodes: missingOf(codes, skippedBytes),
  };
}

/** CPython 3.13.0 writes 0 as the machine: the register of the return address then tells. */
function machineOf(number: number, codes: readonly JitCode[]): Machine | undefined {
  if (number !== 0) return MACHINES.get(number);
  const ehFrame = codes.find(({ unwind }) => unwind?.sections.ehFrame)?.unwind?.sections.ehFrame;
  let machine: Machine | undefined;
  if (ehFrame)
    new CfiEntries(ehFrame, 'eh').visit((_, { cie }) => {
      machine = machineReturningBy(cie.returnRegister);
    });
  return machine;
}

/** Without the codes that are there more than once. */
function distinct(codes: readonly JitCode[]): JitCode[] {
  const known = new Map<string, JitCode>();
  for (const code of codes) {
    const key = `${code.index} ${code.time} ${code.address}`;
    // A copy may begin between a code and what describes its unwinding.
    if (!known.get(key)?.unwind) known.set(key, code);
  }
  return [...known.values()];
}

/**
 * How many numbers of codes are left out; 0 where they are not counted through: there was no room for so many records in
 * what was skipped.
 */
function missingOf(codes: readonly JitCode[], skippedBytes: number): number {
  if (codes.length === 0 || skippedBytes === 0) return 0;
  const numbers = new Set(codes.map(({ index }) => index));
  let [least, most] = [Infinity, -Infinity];
  for (const index of numbers) {
    least = Math.min(least, index);
    most = Math.max(most, index);
  }
  const missing = most - least + 1 - numbers.size;
  return missing * LOAD_FIELDS < skippedBytes ? missing : 0;
}

function checkHeader(view: DataView): void {
  const magic = view.byteLength < 4 ? 0 : view.getUint32(0, true);
  if (magic === 0x4454694a) throw new Error('it is a jitdump of a big-endian machine, which cannot be read');
  if (magic !== MAGIC) throw new Error('it is no jitdump');
  if (view.byteLength < HEADER) throw new Error('it is a jitdump that ends within its header');
  const version = view.getUint32(4, true);
  if (version !== 1) throw new Error(`it is a jitdump of version ${version}, and only version 1 can be read`);
  if (view.getUint32(8, true) < HEADER) throw new Error('it is a jitdump with a header that makes no sense');
}

class RecordReader {
  readonly codes: JitCode[] = [];
  readonly moves: JitMove[] = [];
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private readonly scanner: RecordScanner;
  /** How to unwind the code of the next CODE_LOAD. */
  private unwinding: Unwinding | undefined;
  skippedBytes = 0;
  /** Whether anything was skipped or repeated. */
  isDamaged = false;
  /** The time of the first record; all others are later. */
  private earliest: number | undefined;

  private readonly most: number;

  constructor(bytes: Uint8Array, view: DataView, scanner: RecordScanner, most: number) {
    this.bytes = bytes;
    this.view = view;
    this.scanner = scanner;
    this.most = most;
  }

  get isFull(): boolean {
    return this.codes.length + this.moves.length > this.most;
  }

  /** Whether the last record is whole and none is missing that has to follow it. */
  readAll(from: number): boolean {
    const { view } = this;
    let at = from;
    let last = { at, codes: 0, moves: 0 };
    while (at < view.byteLength && !this.isFull) {
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
      // The last record was cut: what begins within it is not its own.
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

  /** Bytes to go on by from what begins here; 0 when that makes no sense. */
  private sizeAt(at: number): number {
    const { view, scanner } = this;
    if (scanner.isHeader(at)) {
      this.isDamaged = true;
      return view.getUint32(at + 8, true);
    }
    if (at + PREFIX > view.byteLength) return 0;
    const size = view.getUint32(at + 4, true);
    if (size < PREFIX || at + size > view.byteLength) return 0;
    if (this.isPlausible(view.getUint32(at, true), at, size)) {
      this.earliest ??= unsigned64(view, at + 8);
      return size;
    }
    // Of a kind that is not known, or broken in itself.
    if (!scanner.leadsOn(at + size, this.earliest ?? 0)) return 0;
    if (view.getUint32(at, true) <= RecordId.unwinding) {
      this.isDamaged = true;
      this.skippedBytes += size;
    }
    return size;
  }

  private isPlausible(id: number, at: number, size: number): boolean {
    if (id === RecordId.load) return this.shiftOf(at, size) !== undefined;
    if (id === RecordId.move) return size === MOVE_FIELDS;
    if (id === RecordId.debug) return size >= DEBUG_FIELDS;
    if (id === RecordId.close) return size === PREFIX;
    return id === RecordId.unwinding && this.unwindingOf(at, size) !== undefined;
  }

  /** Other records, such as of source lines, say nothing that is needed. */
  private readRecord(id: number, at: number, size: number): void {
    if (id === MAGIC) return;
    if (id === RecordId.load) {
      const code = this.codeOf(at, size);
      if (code) this.codes.push(code);
      this.unwinding = undefined;
    } else if (id === RecordId.move && size >= MOVE_FIELDS) {
      this.moves.push(this.moveOf(at));
    } else if (id === RecordId.unwinding) {
      this.unwinding = this.unwindingOf(at, size);
    }
  }

  /** Prefix, pid, tid, vma, address, code size, index, name, 0, code. */
  private codeOf(at: number, size: number): JitCode | undefined {
    const shift = this.shiftOf(at, size);
    if (shift === undefined) return undefined;
    const fields = at + shift;
    const name = fields + LOAD_FIELDS;
    const codeSize = unsigned64(this.view, fields + 40);
    const unwind = this.unwinding && placed(this.unwinding, codeSize);
    return {
      time: unsigned64(this.view, at + 8),
      address: signed64(this.view, fields + 32),
      size: codeSize,
      name: UTF8.decode(this.bytes.subarray(name, this.bytes.indexOf(0, name))),
      index: unsigned64(this.view, fields + 48),
      ...(unwind && { unwind }),
    };
  }

  /**
   * By how many bytes the fields of a CODE_LOAD are shifted: CPython 3.15 on macOS writes a thread id of 8 bytes, at
   * a multiple of 8 (cpython#150723). The sizes tell. Undefined when they make no sense either way.
   */
  private shiftOf(at: number, size: number): number | undefined {
    const plain = this.slack(at, size, 0);
    if (plain === 0 || this.slack(at, size, 8) !== 0) return plain >= 0 ? 0 : undefined;
    return 8;
  }

  /** Bytes of a CODE_LOAD that are neither fields, name nor code; negative when it is too short for them. */
  private slack(at: number, size: number, shift: number): number {
    const name = at + shift + LOAD_FIELDS;
    if (name >= at + size) return -1;
    const nameEnd = this.bytes.subarray(name, at + size).indexOf(0);
    return nameEnd < 0
      ? -1
      : size - shift - LOAD_FIELDS - nameEnd - 1 - unsigned64(this.view, at + shift + 40);
  }

  /** Prefix, pid, tid, vma, old address, new address, code size, index. */
  private moveOf(at: number): JitMove {
    return {
      time: unsigned64(this.view, at + 8),
      from: signed64(this.view, at + 32),
      to: signed64(this.view, at + 40),
      size: unsigned64(this.view, at + 48),
      index: unsigned64(this.view, at + 56),
    };
  }

  /** Prefix, size of the data, size of the .eh_frame_hdr at their end, mapped size, data. */
  private unwindingOf(at: number, size: number): Unwinding | undefined {
    if (size < UNWIND_FIELDS) return undefined;
    const dataSize = unsigned64(this.view, at + 16);
    const hdrSize = unsigned64(this.view, at + 24);
    if (UNWIND_FIELDS + dataSize > size || hdrSize > dataSize) return undefined;
    const data = this.bytes.subarray(at + UNWIND_FIELDS, at + UNWIND_FIELDS + dataSize);
    return { data, frameSize: dataSize - hdrSize, mappedSize: unsigned64(this.view, at + 32) };
  }
}

/** What UNWINDING_INFO says, before it is known which code it is of. */
interface Unwinding {
  /** .eh_frame and behind it .eh_frame_hdr. */
  readonly data: Uint8Array;
  /** Of .eh_frame, in bytes. */
  readonly frameSize: number;
  readonly mappedSize: number;
}

/** Puts it where perf puts it, which its relative pointers are made for: behind the code, at a multiple of 8. */
function placed({ data, frameSize, mappedSize }: Unwinding, codeSize: number): JitUnwind | undefined {
  if (data.length === 0) return undefined;
  const address = Math.ceil(codeSize / 8) * 8;
  const ehFrame = { address, bytes: data.subarray(0, frameSize) };
  const ehFrameHdr = { address: address + frameSize, bytes: data.subarray(frameSize) };
  const sections = { ...(frameSize > 0 && { ehFrame }), ...(frameSize < data.length && { ehFrameHdr }) };
  return { sections, mappedSize };
}
