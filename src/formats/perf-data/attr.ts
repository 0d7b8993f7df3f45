// Reads the perf_event_attr of an event, and derives the positions of the fields in its samples.
// Layouts: include/uapi/linux/perf_event.h and tools/perf/Documentation/perf.data-file-format.txt of Linux v6.12.

import type { View } from './record.ts';

/** Bits of `sample_type`: the fields of a sample. */
export const Has = {
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
  /** Low and high half of `config`. */
  readonly config: number;
  /** Period of samples that have no period field; 0 when the event was sampled by frequency. */
  readonly period: number;
  /** Bits of Has. */
  readonly sampleType: number;
  /** Numbers of the unknown bits in `sample_type`. The fields of these bits follow all others. */
  readonly unknownFields: readonly number[];
  readonly readFormat: number;
  /** True when records other than samples end in a time and thread trailer. */
  readonly sampleIdAll: boolean;
  /** Mask of the user registers in a sample, up to 53 bits. */
  readonly registers: number;
  /** `branch_sample_type`: bits 17 and 19 add fields. */
  readonly branchType: number;
  /** True if the user part of a call chain may follow in a separate record. */
  readonly defersChains: boolean;
  /** Clock of all times: 1 is CLOCK_MONOTONIC; NaN is perf's own. */
  readonly clock: number;
}

/** PERF_TYPE_SOFTWARE. */
export const SOFTWARE = 1;
/** PERF_ATTR_SIZE_VER0, the smallest size. */
export const MIN_ATTR = 64;
/** Size of the entry after each attr in a file, which locates the IDs of the event. */
export const ID_SECTION = 16;
const FREQUENCY = 1 << 10;
const SAMPLE_ID_ALL = 1 << 18;
const USE_CLOCKID = 1 << 25;
/** In the upper half of the flags. */
const DEFER_CALLCHAIN = 1 << 6;
/** PERF_SAMPLE_MAX of Linux v7.2: higher bits of `sample_type` belong to newer kernels. */
const FIRST_UNKNOWN_FIELD = 25;

/** Reads the attr of `size` bytes at `at`. Ignores fields of newer writers; fields that an older writer lacks are 0. */
export function readAttr(view: View, at: number, size: number): Attr {
  const u32 = (offset: number) => (offset + 4 <= size ? view.getUint32(at + offset, true) : 0);
  const flags = u32(40);
  return {
    size: u32(4),
    type: u32(0),
    config: u32(8) + u32(12) * 2 ** 32,
    period: flags & FREQUENCY ? 0 : u32(16) + u32(20) * 2 ** 32,
    sampleType: u32(24),
    unknownFields: bitsFrom(FIRST_UNKNOWN_FIELD, u32(24), u32(28)),
    readFormat: u32(32),
    sampleIdAll: (flags & SAMPLE_ID_ALL) !== 0,
    registers: u32(80) + (u32(84) & 0x1fffff) * 2 ** 32,
    branchType: u32(72),
    defersChains: (u32(44) & DEFER_CALLCHAIN) !== 0,
    clock: flags & USE_CLOCKID ? u32(92) | 0 : NaN,
  };
}

/** Numbers of the bits, starting at `first`, that are set in a 64-bit number given as two halves. */
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
  const next = (bit: number) => (sampleType & bit ? (at += 8) - 8 : NaN);
  const identifier = next(Has.identifier);
  const ip = next(Has.ip);
  const tid = next(Has.tid);
  const time = next(Has.time);
  next(Has.address);
  const id = next(Has.id);
  next(Has.stream);
  next(Has.cpu);
  const period = next(Has.period);
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
  const before = (bit: number) => (fields & bit ? (size += 8) : NaN);
  for (const bit of [Has.identifier, Has.cpu, Has.stream, Has.id]) before(bit);
  const time = before(Has.time);
  const tid = before(Has.tid);
  return { tid, time, size };
}

const HARDWARE_EVENTS =
  'cycles instructions cache-references cache-misses branches branch-misses bus-cycles stalled-cycles-frontend stalled-cycles-backend ref-cycles';
const SOFTWARE_EVENTS =
  'cpu-clock task-clock page-faults context-switches cpu-migrations minor-faults major-faults alignment-faults emulation-faults dummy bpf-output cgroup-switches';
/** By type (PERF_TYPE_HARDWARE and PERF_TYPE_SOFTWARE) and config. */
const NAMES = [HARDWARE_EVENTS.split(' '), SOFTWARE_EVENTS.split(' ')];

/** perf's default name of the event. */
export function nameOf({ type, config }: Attr): string {
  return NAMES[type]?.[config] ?? `event ${type}:${config.toString(16)}`;
}

/** Placeholder for recordings without any attr. */
export const NO_ATTR: Attr = { ...readAttr(new DataView(new ArrayBuffer(0)), 0, 0), type: SOFTWARE };
