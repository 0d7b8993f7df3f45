// Reads the perf_event_attr of an event and derives the positions of the fields in its samples.
// Layouts: include/uapi/linux/perf_event.h and tools/perf/Documentation/perf.data-file-format.txt of Linux v6.12.

import { NONE } from '../../model/profile.ts';
import type { View } from './record.ts';

/** Bits of `sample_type`: the fields of a sample. */
export const SampleField = {
  ip: 1 << 0,
  tid: 1 << 1,
  time: 1 << 2,
  address: 1 << 3,
  read: 1 << 4,
  callchain: 1 << 5,
  id: 1 << 6,
  cpu: 1 << 7,
  period: 1 << 8,
  stream: 1 << 9,
  raw: 1 << 10,
  branches: 1 << 11,
  registers: 1 << 12,
  stack: 1 << 13,
  identifier: 1 << 16,
} as const;

export interface Attr {
  /** Size in bytes, which depends on the version of perf that wrote it. */
  readonly size: number;
  readonly type: number;
  /** Identifies the event within its type. */
  readonly config: number;
  /** Period of samples without a period field; 0 if the event was sampled by frequency. */
  readonly period: number;
  /** Samples per second; NONE if the event was sampled with a fixed period. */
  readonly frequency: number;
  /** Bits of SampleField. */
  readonly sampleType: number;
  /** Numbers of the unknown bits in `sample_type`. Their fields follow all others. */
  readonly unknownFields: readonly number[];
  readonly readFormat: number;
  /** True if records other than samples end with a trailer, which has the thread and time. */
  readonly sampleIdAll: boolean;
  /** True if threads and processes that the program starts count on their own. */
  readonly isInherited: boolean;
  /** Mask of the user registers in a sample, up to 53 bits. */
  readonly registers: number;
  /** Bytes of stack copied per sample (`sample_stack_user`). */
  readonly stackSize: number;
  /** Limit on the number of frames (`sample_max_stack`); 0 if the system's limit applied. */
  readonly maxStack: number;
  readonly excludesKernel: boolean;
  /** True if the event did not count until the program that perf started called exec. */
  readonly startsAtExec: boolean;
  /** `branch_sample_type`: bits 17 and 19 add fields. */
  readonly branchType: number;
  /** True if the user part of a call chain may follow in a separate record. */
  readonly defersChains: boolean;
  /** Clock ID of all times: 1 is CLOCK_MONOTONIC; NaN is perf's default clock. */
  readonly clock: number;
  /** True if records say when threads start and stop to run. */
  readonly hasSwitches: boolean;
}

/** PERF_TYPE_SOFTWARE. */
export const SOFTWARE = 1;
/** PERF_ATTR_SIZE_VER0. */
export const MIN_ATTR_SIZE = 64;
/** Size of the entry after each attr in a file, which locates the event's IDs. */
export const ID_ENTRY_SIZE = 16;
const INHERIT = 1 << 1;
const EXCLUDE_KERNEL = 1 << 5;
const FREQUENCY = 1 << 10;
const ENABLE_ON_EXEC = 1 << 12;
const SAMPLE_ID_ALL = 1 << 18;
const USE_CLOCKID = 1 << 25;
const CONTEXT_SWITCH = 1 << 26;
/** In the upper half of the flags. */
const DEFER_CALLCHAIN = 1 << 6;
/** PERF_SAMPLE_MAX of Linux v7.2: higher bits of `sample_type` belong to newer kernels. */
const FIRST_UNKNOWN_FIELD = 25;

/** Reads the attr of `size` bytes at `at`. Fields that an old version of perf did not write are 0; newer ones are ignored. */
export function readAttr(view: View, at: number, size: number): Attr {
  const u32 = (offset: number) => (offset + 4 <= size ? view.getUint32(at + offset, true) : 0);
  const flags = u32(40);
  const rate = u32(16) + u32(20) * 2 ** 32;
  return {
    size: u32(4),
    type: u32(0),
    config: u32(8) + u32(12) * 2 ** 32,
    period: flags & FREQUENCY ? 0 : rate,
    frequency: flags & FREQUENCY ? rate : NONE,
    sampleType: u32(24),
    unknownFields: bitsFrom(FIRST_UNKNOWN_FIELD, u32(24), u32(28)),
    readFormat: u32(32),
    isInherited: (flags & INHERIT) !== 0,
    sampleIdAll: (flags & SAMPLE_ID_ALL) !== 0,
    registers: u32(80) + (u32(84) & 0x1fffff) * 2 ** 32,
    stackSize: u32(88),
    maxStack: u32(108) & 0xffff,
    excludesKernel: (flags & EXCLUDE_KERNEL) !== 0,
    startsAtExec: (flags & ENABLE_ON_EXEC) !== 0,
    branchType: u32(72),
    defersChains: (u32(44) & DEFER_CALLCHAIN) !== 0,
    clock: flags & USE_CLOCKID ? u32(92) | 0 : NaN,
    hasSwitches: (flags & CONTEXT_SWITCH) !== 0,
  };
}

/** Numbers of the bits from `first` on that are set in a 64-bit number, given as two halves. */
function bitsFrom(first: number, low: number, high: number): number[] {
  const bits: number[] = [];
  for (let bit = first; bit < 64; bit++) if (((bit < 32 ? low : high) >>> (bit % 32)) & 1) bits.push(bit);
  return bits;
}

/** Offsets from the start of a sample record; NaN for absent fields. */
export interface SampleLayout {
  readonly ip: number;
  readonly tid: number;
  readonly time: number;
  readonly id: number;
  readonly period: number;
  /** Start of the fields with variable length. */
  readonly rest: number;
}

export function layoutOf({ sampleType }: Attr): SampleLayout {
  let at = 8;
  const next = (bit: number) => {
    if (!(sampleType & bit)) return NaN;
    at += 8;
    return at - 8;
  };
  const identifier = next(SampleField.identifier);
  const ip = next(SampleField.ip);
  const tid = next(SampleField.tid);
  const time = next(SampleField.time);
  next(SampleField.address);
  const id = next(SampleField.id);
  next(SampleField.stream);
  next(SampleField.cpu);
  const period = next(SampleField.period);
  return { ip, tid, time, id: Number.isNaN(identifier) ? id : identifier, period, rest: at };
}

/** Offsets from the end of a record that is not a sample; NaN for absent fields. */
export interface TrailerLayout {
  readonly tid: number;
  readonly time: number;
  /** Size of the trailer in bytes. */
  readonly size: number;
}

export function trailerOf({ sampleType, sampleIdAll }: Attr): TrailerLayout {
  const fields = sampleIdAll ? sampleType : 0;
  let size = 0;
  const before = (bit: number) => {
    if (!(fields & bit)) return NaN;
    size += 8;
    return size;
  };
  for (const bit of [SampleField.identifier, SampleField.cpu, SampleField.stream, SampleField.id])
    before(bit);
  const time = before(SampleField.time);
  const tid = before(SampleField.tid);
  return { tid, time, size };
}

const HARDWARE_EVENTS =
  'cycles instructions cache-references cache-misses branches branch-misses bus-cycles stalled-cycles-frontend stalled-cycles-backend ref-cycles';
const SOFTWARE_EVENTS =
  'cpu-clock task-clock page-faults context-switches cpu-migrations minor-faults major-faults alignment-faults emulation-faults dummy bpf-output cgroup-switches';
/** By type (PERF_TYPE_HARDWARE and PERF_TYPE_SOFTWARE) and config. */
const NAMES = [HARDWARE_EVENTS.split(' '), SOFTWARE_EVENTS.split(' ')];

export function defaultEventName({ type, config }: Attr): string {
  return NAMES[type]?.[config] ?? `event ${type}:${config.toString(16)}`;
}

/** Placeholder for recordings without any attr. */
export const NO_ATTR: Attr = { ...readAttr(new DataView(new ArrayBuffer(0)), 0, 0), type: SOFTWARE };

/** Bytes of all registers in the mask that perf recorded (`sample_regs_user`). */
export function registerBytes(mask: number): number {
  let count = 0;
  for (let rest = mask; rest > 0; rest = Math.floor(rest / 2)) count += rest % 2;
  return count * 8;
}

/** Offset of the stack pointer, PERF_REG_X86_SP or PERF_REG_ARM64_SP; NaN if it is not in the mask. Only arm64 has bit 32. */
export function stackPointerOffset(mask: number): number {
  const bit = 2 ** (mask >= 2 ** 32 ? 31 : 7);
  return Math.floor(mask / bit) % 2 === 1 ? registerBytes(mask % bit) : NaN;
}
