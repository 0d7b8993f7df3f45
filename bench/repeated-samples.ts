// Makes a long perf.data from a shorter one: all its records, then copies of its samples with later times.

import { closeSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';

/** Positions in the header of the file, and in an attr, in bytes. */
const ATTRS_AT = 24;
const DATA_AT = 40;
const FEATURE_BITS_AT = 72;
const FEATURE_BITS = 256;
const SAMPLE_TYPE_AT = 24;
/** Fields of a sample before its time, by their bits in `sample_type`: identifier, ip and tid. */
const FIELDS_BEFORE_TIME = [16, 0, 1];
const SAMPLE = 9;
const FINISHED_ROUND = 68;
/** In nanoseconds. */
const PAUSE = 1_000_000n;

/** The recording must be a file that is not compressed, with one kind of samples. */
export function repeatSamples(recording: string, copies: number, path: string): void {
  const bytes = readFileSync(recording);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const numberAt = (at: number) => Number(view.getBigUint64(at, true));
  const [dataAt, dataSize] = [numberAt(DATA_AT), numberAt(DATA_AT + 8)];
  const end = dataAt + dataSize;
  const { repeated, times } = samplesIn(bytes.subarray(dataAt, end), timeOffset(view));
  const added = repeated.length * (copies - 1);
  view.setBigUint64(DATA_AT + 8, BigInt(dataSize + added), true);
  // The table of features follows the data, and they follow the table.
  for (let feature = 0, at = end; feature < FEATURE_BITS; feature++) {
    if (!(bytes[FEATURE_BITS_AT + (feature >> 3)] & (1 << (feature & 7)))) continue;
    view.setBigUint64(at, BigInt(numberAt(at) + added), true);
    at += 16;
  }
  const part = `${path}.part`;
  const file = openSync(part, 'w');
  writeAll(file, bytes.subarray(0, end));
  const copy = new DataView(repeated.buffer);
  const first = times.reduce((least, at) => min(least, copy.getBigUint64(at, true)), 2n ** 63n);
  const last = times.reduce((most, at) => max(most, copy.getBigUint64(at, true)), 0n);
  for (let i = 1; i < copies; i++) {
    for (const at of times) copy.setBigUint64(at, copy.getBigUint64(at, true) + last - first + PAUSE, true);
    writeAll(file, repeated);
  }
  writeAll(file, bytes.subarray(end));
  closeSync(file);
  renameSync(part, path);
}

/** Position of the time in a sample record. */
function timeOffset(view: DataView): number {
  const attr = Number(view.getBigUint64(ATTRS_AT, true));
  const fields = view.getUint32(attr + SAMPLE_TYPE_AT, true);
  return 8 + 8 * FIELDS_BEFORE_TIME.filter((bit) => fields & (1 << bit)).length;
}

/** The samples and the ends of rounds, after which perf sorts them; and where the times of the samples are. */
function samplesIn(data: Uint8Array, timeAt: number): { repeated: Uint8Array; times: number[] } {
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const repeated = new Uint8Array(data.length);
  const times: number[] = [];
  let length = 0;
  for (let at = 0; at < data.length;) {
    const type = view.getUint32(at, true);
    const size = view.getUint16(at + 6, true);
    if (type === SAMPLE) times.push(length + timeAt);
    if (type === SAMPLE || type === FINISHED_ROUND) {
      repeated.set(data.subarray(at, at + size), length);
      length += size;
    }
    at += size;
  }
  return { repeated: repeated.slice(0, length), times };
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
