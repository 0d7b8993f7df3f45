// Gunzips with fflate, which continues with the next member at full speed, where DecompressionStream throws. fflate
// ignores member trailers (RFC 1952 §2.3.1), so CRC-32 and length are checked here.

import { Gunzip } from 'fflate';
import type { Decoder } from './decoder.ts';

/** Size of a trailer: CRC-32 and length modulo 2^32 of the decompressed bytes. */
const TRAILER_SIZE = 8;
/** Size of the shortest member: header, empty block, trailer. */
const MIN_MEMBER_SIZE = 20;
/** Compressed bytes decoded per step. Small, because damage discards the output of the whole step. */
const STEP_SIZE = 1 << 11;
/**
 * Number of earlier compressed bytes to keep. A trailer is checked only once fflate has the complete header of the next
 * member, which is shorter than this.
 */
const HISTORY_SIZE = 1 << 16;

export class GzipDecoder implements Decoder {
  private readonly gunzip: Gunzip;
  private pieces: Uint8Array[] = [];
  private crc = -1;
  private length = 0;
  /** The most recent compressed bytes. */
  private history: Uint8Array = new Uint8Array(0);
  /** Number of compressed bytes fed so far. */
  private fed = 0;
  /** Error to throw after the caller has read all earlier output. */
  private failure: Error | undefined;

  constructor() {
    this.gunzip = new Gunzip((plain) => {
      if (plain.length === 0) return;
      this.crc = crc32(this.crc, plain);
      this.length = (this.length + plain.length) >>> 0;
      this.pieces.push(plain);
    });
    this.gunzip.onmember = (offset) => this.checkTrailer(offset);
  }

  feed(bytes: Uint8Array): void {
    const kept = this.history.subarray(-HISTORY_SIZE);
    this.history = new Uint8Array(kept.length + bytes.length);
    this.history.set(kept);
    this.history.set(bytes, kept.length);
    this.fed += bytes.length;
    for (let at = 0; at < bytes.length && !this.failure; at += STEP_SIZE)
      this.attempt(() => this.gunzip.push(bytes.slice(at, at + STEP_SIZE), false));
  }

  take(into: Uint8Array): number {
    const piece = this.pieces[0];
    if (!piece && this.failure) throw this.failure;
    if (!piece) return 0;
    const count = Math.min(piece.length, into.length);
    into.set(piece.subarray(0, count));
    if (count === piece.length) this.pieces.shift();
    else this.pieces[0] = piece.subarray(count);
    return count;
  }

  end(): void {
    if (this.failure) return;
    this.attempt(() => {
      this.gunzip.push(new Uint8Array(0), true);
      this.checkTrailer(this.fed);
    });
  }

  private attempt(unpack: () => void): void {
    try {
      unpack();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.failure = new Error(`its gzip data is truncated or corrupt (${reason})`);
    }
  }

  /** Checks the trailer of the latest member, which ends right before byte `offset` of the compressed bytes. */
  private checkTrailer(offset: number): void {
    const at = this.history.length - (this.fed - offset) - TRAILER_SIZE;
    if (at < 0 || this.fed < MIN_MEMBER_SIZE) throw new Error('it is truncated');
    const trailer = new DataView(this.history.buffer, at, TRAILER_SIZE);
    const isValid = trailer.getInt32(0, true) === ~this.crc && trailer.getUint32(4, true) === this.length;
    if (!isValid) throw new Error('a checksum is missing or wrong, so some of the data may be garbage');
    this.crc = -1;
    this.length = 0;
  }
}

/** CRC-32 (RFC 1952 §8), four bytes per step: TABLES[k] is the effect of a byte k positions before the last. */
const TABLES = crcTables();

function crcTables(): Int32Array[] {
  const tables = [0, 1, 2, 3].map(() => new Int32Array(256));
  for (let n = 0; n < 256; n++) {
    let c = n;
    for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    tables[0][n] = c;
  }
  for (let n = 0; n < 256; n++) {
    for (let k = 1; k < 4; k++) tables[k][n] = tables[0][tables[k - 1][n] & 255] ^ (tables[k - 1][n] >>> 8);
  }
  return tables;
}

function crc32(crc: number, bytes: Uint8Array): number {
  const [t0, t1, t2, t3] = TABLES;
  let i = 0;
  for (const last = bytes.length - 3; i < last; i += 4) {
    crc ^= bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24);
    crc = t3[crc & 255] ^ t2[(crc >>> 8) & 255] ^ t1[(crc >>> 16) & 255] ^ t0[crc >>> 24];
  }
  for (; i < bytes.length; i++) crc = t0[(crc ^ bytes[i]) & 255] ^ (crc >>> 8);
  return crc;
}
