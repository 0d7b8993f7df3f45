// Record types, and functions that read mapping records and parts of other records.
// include/uapi/linux/perf_event.h and tools/lib/perf/include/perf/event.h of Linux v7.2.

import { hexOf, readInt64, readUint64 } from '../../bytes/numbers.ts';
import { decodeText } from '../../bytes/text.ts';
import type { MappedInode } from '../../model/code.ts';
import type { Mapping } from './processes.ts';

/** Memory that contains records, which are read in place. */
export type View = DataView<ArrayBuffer>;

export const RecordType = {
  mmap: 1,
  lost: 2,
  comm: 3,
  exit: 4,
  throttle: 5,
  fork: 7,
  sample: 9,
  mmap2: 10,
  lostSamples: 13,
  switch: 14,
  switchCpuWide: 15,
  namespaces: 16,
  callchainDeferred: 22,
  headerAttr: 64,
  tracingData: 66,
  buildId: 67,
  finishedRound: 68,
  auxtrace: 71,
  eventUpdate: 78,
  headerFeature: 80,
  compressed: 81,
  compressed2: 83,
} as const;

/** True for record types of the kernel and perf of Linux v7.2, including those that are not read. */
export function isKnownRecord(type: number): boolean {
  return (type > 0 && type <= LAST_KERNEL_TYPE) || (type >= FIRST_PERF_TYPE && type <= LAST_PERF_TYPE);
}

const LAST_KERNEL_TYPE = 22;
const FIRST_PERF_TYPE = 64;
const LAST_PERF_TYPE = 86;

/** u32 type, u16 misc, u16 size. The size of a record includes its header. */
export const RECORD_HEADER_SIZE = 8;

/** PERF_RECORD_MISC_CPUMODE_MASK, and two of the modes. */
const CPUMODE = 7;
const KERNEL = 1;
const USER = 2;
/** PERF_RECORD_MISC_MMAP_DATA, in an old MMAP record; PERF_RECORD_MISC_MMAP_BUILD_ID, in an MMAP2 record. */
const MMAP_DATA = 0x2000;
const MMAP_BUILD_ID = 0x4000;
const PROT_EXEC = 4;
const ALL_PROCESSES = -1;
/** PATH_MAX of Linux. */
const MAX_PATH = 4096;

/** Reads an MMAP record or, for version 2, an MMAP2 record of `size` bytes; undefined if it is too short. */
export function mappingAt(
  view: View,
  at: number,
  size: number,
  isVersion2: boolean,
): MappingRecord | undefined {
  const nameAt = isVersion2 ? 72 : 40;
  if (size <= nameAt) return undefined;
  const misc = view.getUint16(at + 4, true);
  const bytes = bytesOf(view);
  const hasBuildId = isVersion2 && (misc & MMAP_BUILD_ID) !== 0;
  const pid = view.getInt32(at + 8, true);
  const mapping: Mapping = {
    pid,
    start: readInt64(view, at + 16),
    size: readInt64(view, at + 24),
    offset: readInt64(view, at + 32),
    path: textAt(view, at, size, nameAt, MAX_PATH),
    buildId: hasBuildId ? hexOf(bytes.subarray(at + 44, at + 44 + Math.min(20, bytes[at + 40]))) : '',
    inode: isVersion2 && !hasBuildId ? inodeAt(view, at) : undefined,
    isExecutable: isVersion2 ? (view.getUint32(at + 64, true) & PROT_EXEC) !== 0 : (misc & MMAP_DATA) === 0,
  };
  return { mapping, isKernel: (misc & CPUMODE) === KERNEL || pid === ALL_PROCESSES };
}

/** Undefined for anonymous memory. */
function inodeAt(view: View, at: number): MappedInode | undefined {
  const inode = readUint64(view, at + 48);
  if (inode === 0) return undefined;
  const [major, minor] = [40, 44].map((offset) => view.getUint32(at + offset, true));
  return { major, minor, inode };
}

interface MappingRecord {
  readonly mapping: Mapping;
  readonly isKernel: boolean;
}

export function bytesOf(view: View): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

/** The text from `offset` to the end of a record of `size` bytes, but at most `maxBytes`. */
export function textAt(view: View, at: number, size: number, offset: number, maxBytes: number): string {
  return decodeText(bytesOf(view), at + offset, at + Math.min(size, offset + maxBytes));
}

export function isInUserMode(view: View, at: number): boolean {
  return (view.getUint16(at + 4, true) & CPUMODE) === USER;
}

/** True for records that say when a thread starts or stops to run. */
export function isSwitch(type: number): boolean {
  return type === RecordType.switch || type === RecordType.switchCpuWide;
}

export function isCompressed(type: number): boolean {
  return type === RecordType.compressed || type === RecordType.compressed2;
}

/** True for records whose order matters, because they describe processes or complete earlier samples. */
export function isOrdered(type: number): boolean {
  return (
    type === RecordType.callchainDeferred ||
    type === RecordType.mmap ||
    type === RecordType.mmap2 ||
    type === RecordType.comm ||
    type === RecordType.exit ||
    type === RecordType.fork ||
    type === RecordType.namespaces
  );
}
