// What one event of a recording is like: its perf_event_attr, and from it where the fields of its samples lie.
// Layouts: include/uapi/linux/perf_event.h and tools/perf/Documentation/perf.data-file-format.txt of Linux v6.12.

/** Bits of `sample_type`: which fields a sample has. */
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
  /** In bytes, as its writer knew it: newer ones are longer. */
  readonly size: number;
  readonly type: number;
  /** Low and high half of `config`. */
  readonly config: number;
  /** Of each sample when samples do not say; 0 when the event was sampled by frequency. */
  readonly period: number;
  /** Bits of Has. */
  readonly sampleType: number;
  /** The numbers of bits that nobody knows. Fields of theirs lie behind all others. */
  readonly unknownFields: readonly number[];
  readonly readFormat: number;
  /** Do records that are no samples end in the time and the thread? */
  readonly sampleIdAll: boolean;
  /** Which user registers a sample holds: a mask of up to 53 bits. */
  readonly registers: number;
  /** Which registers of branch entries: bits 17 and 19 add fields. */
  readonly branchType: number;
  /** May the user's part of a call chain come later, in a record of its own? */
  readonly defersChains: boolean;
  /** The clock of all times: 1 is CLOCK_MONOTONIC; NaN is perf's own. */
  readonly clock: number;
}

/** PERF_ATTR_SIZE_VER0: every writer has at least these. */
export const MIN_ATTR = 64;
/** Behind each attr of a file: where its ids are. */
export const ID_SECTION = 16;
const FREQUENCY = 1 << 10;
const SAMPLE_ID_ALL = 1 << 18;
const USE_CLOCKID = 1 << 25;
/** Of the upper half of the flags. */
const DEFER_CALLCHAIN = 1 << 6;
/** Bits of `sample_type` from here on are those of kernels to come. PERF_SAMPLE_MAX of Linux v7.2. */
const FIRST_UNKNOWN_FIELD = 25;

/** Reads the attr at `at`, of `size` bytes; fields of a newer writer are left out, those an older one lacks are 0. */
export function readAttr(view: DataView<ArrayBuffer>, at: number, size: number): Attr {
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

/** Numbers of the bits that are set, from `first` on, in a number of 64 bits as its two halves. */
function bitsFrom(first: number, low: number, high: number): number[] {
  const bits: number[] = [];
  for (let bit = first; bit < 64; bit++) if (((bit < 32 ? low : high) >>> (bit % 32)) & 1) bits.push(bit);
  return bits;
}

/** Offsets from the start of a sample's record; NaN for a field it does not have. */
export interface SampleLayout {
  readonly ip: number;
  readonly tid: number;
  readonly time: number;
  readonly id: number;
  readonly period: number;
  /** Where the fields of varying length begin. */
  readonly rest: number;
}

export function layoutOf({ sampleType }: Attr): SampleLayout {
  let at = 8;
  const next = (bit: number) => {
    if (!(sampleType & bit)) return NaN;
    at += 8;
    return at - 8;
  };
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

/** Offsets from the end of a record that is no sample; NaN for a field it does not have. */
export interface TrailerLayout {
  readonly tid: number;
  readonly time: number;
  readonly id: number;
  /** How many bytes it has in all. */
  readonly size: number;
}

export function trailerOf({ sampleType, sampleIdAll }: Attr): TrailerLayout {
  if (!sampleIdAll) return { tid: NaN, time: NaN, id: NaN, size: 0 };
  let at = 0;
  const before = (bit: number) => {
    if (!(sampleType & bit)) return NaN;
    at += 8;
    return at;
  };
  const identifier = before(Has.identifier);
  before(Has.cpu);
  before(Has.stream);
  const id = before(Has.id);
  const time = before(Has.time);
  const tid = before(Has.tid);
  return { tid, time, id: Number.isNaN(identifier) ? id : identifier, size: at };
}

/** PERF_TYPE_HARDWARE and PERF_TYPE_SOFTWARE, by config. */
const NAMES: Readonly<Record<number, readonly string[]>> = {
  0: [
    'cycles',
    'instructions',
    'cache-references',
    'cache-misses',
    'branches',
    'branch-misses',
    'bus-cycles',
    'stalled-cycles-frontend',
    'stalled-cycles-backend',
    'ref-cycles',
  ],
  1: [
    'cpu-clock',
    'task-clock',
    'page-faults',
    'context-switches',
    'cpu-migrations',
    'minor-faults',
    'major-faults',
    'alignment-faults',
    'emulation-faults',
    'dummy',
    'bpf-output',
    'cgroup-switches',
  ],
};

/** What perf calls the event when the recording does not say. */
export function nameOf({ type, config }: Attr): string {
  return NAMES[type]?.[config] ?? `event ${type}:${config.toString(16)}`;
}

/** Of a recording whose events are not told. */
export const NO_ATTR: Attr = {
  size: 0,
  type: 1,
  config: 0,
  period: 0,
  sampleType: 0,
  unknownFields: [],
  readFormat: 0,
  sampleIdAll: false,
  registers: 0,
  branchType: 0,
  defersChains: false,
  clock: NaN,
};
