// Reads the files of a tar archive from a stream in one pass: ustar, pax (x, g), GNU long names (L, K), v7. Links are
// skipped, because their targets are in the archive anyway. Sparse files are skipped and reported.

import { type ByteStream, readBlock } from './byte-stream.ts';
import { LoadedFile, concatBytes } from './random-access.ts';
import { describeLimit, claimBytes, type Quota } from './quota.ts';
import { BLOCK_SIZE, isHeader, paddingOf, parseNumber } from './tar-header.ts';
import { decodeText } from './text.ts';

export interface TarFile {
  /** Relative to the root of the archive, without a leading `/`, `.` or `..`. */
  readonly path: string;
  readonly content: LoadedFile;
}

export interface TarContent {
  /** In archive order. If several files have the same path, the last one wins, as when unpacking. */
  readonly files: readonly TarFile[];
  /** Describes missing data and the reason, as the end of a sentence; undefined if the archive is complete. */
  readonly damage: string | undefined;
  /** Why reading stopped at the quota, as a predicate without a subject; undefined if everything fit. */
  readonly omitted: string | undefined;
}

/** Decides whether to keep a file, from its first 64 kB. */
export type IsNeeded = (path: string, head: Uint8Array<ArrayBuffer>) => boolean;

/** Bytes passed to `isNeeded`. */
export const HEAD_SIZE = 1 << 16;
/** Maximum size of an extra header; real ones, with file names and attributes, are far smaller. */
const MAX_EXTRA_SIZE = 1 << 20;
/** Linux's PATH_MAX. */
const MAX_PATH = 4096;
/** Bytes to read after the end marker, to verify the checksum of compressed archives; GNU tar pads to 10240. */
const MAX_PADDING = 1 << 20;

/**
 * Reads all members and keeps the needed files while the quota lasts. `head` holds the bytes already read from `stream`.
 * Damaged archives yield everything before the damage. Throws when the source fails.
 */
export async function readTar(
  stream: ByteStream,
  head: Uint8Array,
  quota: Quota,
  isNeeded: IsNeeded = () => true,
): Promise<TarContent> {
  const reader = new TarReader(new TarBytes(stream, head), quota, isNeeded);
  const damage = await reader.readMembers();
  return {
    files: Array.from(reader.files, ([path, content]) => ({ path, content })),
    damage: stream.damage ?? damage ?? reader.sparse,
    omitted: reader.omitted,
  };
}

/** A member's header, combined with the extra headers before it. */
interface Member {
  readonly path: string;
  /** Size of the content in bytes. */
  readonly size: number;
  /** Type flag from the header; S for files that pax marks as sparse. */
  readonly type: string;
}

/** Damage that stops reading, or undefined. Synchronous if the bytes are already buffered. */
type Step = string | undefined | Promise<string | undefined>;

class TarReader {
  readonly files = new Map<string, LoadedFile>();
  sparse: string | undefined;
  /** Message about the members beyond the quota. */
  omitted: string | undefined;
  private readonly bytes: TarBytes;
  private readonly quota: Quota;
  private readonly isNeeded: IsNeeded;
  private readonly globalPax = new Map<string, string>();
  private nextPax = new Map<string, string>();
  /** The latest member, for messages. */
  private position = 'its start';
  private readonly paxValue = (key: string): string | undefined =>
    this.nextPax.get(key) ?? this.globalPax.get(key);

  constructor(bytes: TarBytes, quota: Quota, isNeeded: IsNeeded) {
    this.bytes = bytes;
    this.quota = quota;
    this.isNeeded = isNeeded;
  }

  /** Reads up to the end, the quota or the first damage, which it returns. */
  async readMembers(): Promise<string | undefined> {
    for (;;) {
      const header = this.bytes.takeBuffered(BLOCK_SIZE) ?? (await this.bytes.take(BLOCK_SIZE));
      if (header.length < BLOCK_SIZE) return this.truncatedAt();
      if (header.every((byte) => byte === 0)) {
        await this.bytes.skip(MAX_PADDING);
        return undefined;
      }
      const read = isHeader(header) ? this.readMember(header) : this.corrupt();
      // Avoids an await per member: archives have thousands, nearly all of them already buffered.
      const damage = read instanceof Promise ? await read : read;
      if (damage || this.omitted) return damage;
    }
  }

  private readMember(header: Uint8Array): Step {
    const member = memberOf(header, this.paxValue);
    if (!member) return this.corrupt();
    if (isExtra(member.type)) return this.readExtra(member);
    if (this.nextPax.size > 0) this.nextPax = new Map();
    const path = normalizedPath(member.path);
    // v7 marks folders only by a trailing slash; folders have content only in GNU incremental archives.
    if (path === '' || member.path.endsWith('/')) return member.type === '5' ? undefined : this.skip(member);
    this.position = `“${path}”`;
    if (member.type === 'S') return this.omitSparse(member, header);
    // Links have no content, but old versions of tar give a hard link the size of its target.
    if ('12'.includes(member.type)) this.files.delete(path);
    if ('123456'.includes(member.type)) return undefined;
    return '07\0'.includes(member.type) ? this.keep(path, member.size) : this.skip(member);
  }

  /** Replaces an earlier file with the same path. */
  private keep(path: string, size: number): Step {
    this.files.delete(path);
    const bytes = this.bytes.takeBuffered(size);
    if (!bytes) return this.keepUnread(path, size);
    if (!this.isNeeded(path, bytes.subarray(0, HEAD_SIZE))) return this.skipPadding(size);
    const isEmpty = size === 0;
    if (!isEmpty && !claimBytes(this.quota, this.bytes.takeUncounted())) return this.omitRest();
    this.put(path, isEmpty ? [] : [bytes]);
    return this.skipPadding(size);
  }

  /** Keeps a file that is not fully buffered yet. */
  private async keepUnread(path: string, size: number): Promise<string | undefined> {
    const head = await this.bytes.take(Math.min(size, HEAD_SIZE));
    const rest = size - head.length;
    if (!this.isNeeded(path, head))
      return (await this.bytes.skip(rest)) < rest ? this.truncatedAt('in') : this.skipPadding(size);
    const hasRoom = (bytes: number) => claimBytes(this.quota, bytes);
    const pieces = hasRoom(head.length) ? await this.bytes.takePieces(rest, hasRoom) : undefined;
    if (!pieces) return this.omitRest();
    const parts = [head, ...pieces];
    if (parts.reduce((sum, { length }) => sum + length, 0) < size) return this.truncatedAt('in');
    this.put(path, parts);
    return this.skipPadding(size);
  }

  private put(path: string, pieces: readonly Uint8Array<ArrayBuffer>[]): void {
    if (this.quota.members-- > 0) this.files.set(path, new LoadedFile(pieces));
    else this.omitRest();
  }

  /** Reads a header that describes the members after it. */
  private async readExtra(member: Member): Promise<string | undefined> {
    if (member.size > MAX_EXTRA_SIZE) return this.corrupt();
    const bytes = await this.bytes.take(member.size);
    if (bytes.length < member.size) return this.truncatedAt();
    if (member.type === 'L') this.nextPax.set('path', decodeText(bytes, 0, bytes.length));
    else if (member.type !== 'K') readPax(bytes, member.type === 'g' ? this.globalPax : this.nextPax);
    return this.skipPadding(member.size);
  }

  /** An old GNU sparse file's map continues in another block while byte 504 of a block (482 of the header) is set. */
  private async omitSparse(member: Member, header: Uint8Array): Promise<string | undefined> {
    this.sparse ??= `it contains the sparse file ${this.position}, which was skipped (repack it without --sparse)`;
    let continues = header[156] === 83 && header[482] > 0;
    while (continues) continues = (await this.bytes.take(BLOCK_SIZE))[504] > 0;
    return this.skip(member);
  }

  private async skip({ size }: Member): Promise<string | undefined> {
    return (await this.bytes.skip(size)) < size ? this.truncatedAt() : this.skipPadding(size);
  }

  /** Skips the padding to a whole block. Does not report missing padding, since then the next header is missing as well. */
  private skipPadding(size: number): Step {
    const padding = paddingOf(size);
    return this.bytes.takeBuffered(padding) ? undefined : this.bytes.skip(padding).then(() => undefined);
  }

  private omitRest(): undefined {
    this.omitted = `exceeds ${describeLimit(this.quota)}, so reading stopped at ${this.position}: unpack it and open its files`;
  }

  private truncatedAt(where = 'after'): string {
    return `its tar data is truncated ${where} ${this.position}`;
  }

  private corrupt(): string {
    return `its tar data is corrupt after ${this.position}`;
  }
}

/** True for headers that describe the members after them. */
function isExtra(type: string): boolean {
  return 'xgXLK'.includes(type);
}

/** Parses a header; undefined if it is invalid. `extra` looks up values from preceding extra headers. */
function memberOf(header: Uint8Array, extra: (key: string) => string | undefined): Member | undefined {
  const type = String.fromCharCode(header[156]);
  // An empty value cancels an earlier one (POSIX).
  const paxValueOf = (key: string) => (isExtra(type) ? undefined : extra(key) || undefined);
  // POSIX has “ustar” and NUL, followed by a name prefix; GNU has “ustar  ” and stores times in the prefix field.
  const hasPrefix = header[345] !== 0 && decodeText(header, 257, 263) === 'ustar';
  const prefix = hasPrefix ? `${decodeText(header, 345, 500)}/` : '';
  const path = paxValueOf('path') ?? prefix + decodeText(header, 0, 100);
  const paxSize = paxValueOf('size');
  const size = paxSize ? decimalOf(paxSize) : parseNumber(header, 124, 136);
  if (size === undefined || path.length > MAX_PATH) return undefined;
  const isSparse = paxValueOf('GNU.sparse.major') ?? paxValueOf('GNU.sparse.size');
  return { path, size, type: isSparse ? 'S' : type };
}

function decimalOf(text: string): number | undefined {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Parses records `LENGTH key=value\n`, where LENGTH counts the whole record; stops at the first invalid one. */
function readPax(bytes: Uint8Array, into: Map<string, string>): void {
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(32, at);
    const length = space < 0 ? undefined : decimalOf(decodeText(bytes, at, Math.min(space, at + 9)));
    if (length === undefined || at + length <= space + 1 || at + length > bytes.length) return;
    const record = bytes.subarray(space + 1, at + length - 1);
    const equals = record.indexOf(61);
    const key = decodeText(record, 0, equals);
    // Other values, such as extended attributes, can be large and are irrelevant.
    if (/^(path|size|GNU\.sparse\.(major|size))$/.test(key))
      into.set(key, decodeText(record, equals + 1, record.length));
    at += length;
  }
}

/** Matches paths with empty, `.` or `..` components. */
const UNNORMALIZED = /(?:^|\/)\.{0,2}(?:\/|$)/;

/** Resolves empty, `.` and `..` components; the result never leaves the root. */
export function normalizedPath(path: string): string {
  if (!UNNORMALIZED.test(path)) return path;
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return names.join('/');
}

const READ_SIZE = 1 << 20;

/** Reads an archive's bytes in order, block by block. To avoid copies, files are returned as views of the blocks. */
class TarBytes {
  private readonly stream: ByteStream;
  private block: Uint8Array<ArrayBuffer>;
  /** Offset of the next unread byte in `block`. */
  private at = 0;
  /** True once `takeUncounted` has reported the current block. */
  private isCounted = false;

  constructor(stream: ByteStream, head: Uint8Array) {
    this.stream = stream;
    this.block = new Uint8Array(head);
  }

  /** Returns the next `count` bytes if all are buffered; otherwise returns undefined, and `take` reads them. */
  takeBuffered(count: number): Uint8Array<ArrayBuffer> | undefined {
    const { at } = this;
    if (at + count > this.block.length) return undefined;
    this.at = at + count;
    return this.block.subarray(at, at + count);
  }

  /** Returns the next `count` bytes, fewer at the end. */
  async take(count: number): Promise<Uint8Array<ArrayBuffer>> {
    return concatBytes((await this.takePieces(count)) ?? []);
  }

  /**
   * Like `take`, but returns views of the blocks; undefined once `hasRoom` rejects the memory. Sizes in headers may be
   * wrong, so it claims memory only for bytes that arrive.
   */
  async takePieces(
    count: number,
    hasRoom?: (bytes: number) => boolean,
  ): Promise<Uint8Array<ArrayBuffer>[] | undefined> {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    let missing = count;
    for (;;) {
      const piece = this.takeBuffered(Math.min(missing, this.block.length - this.at));
      if (piece && piece.length > 0) {
        if (hasRoom && !hasRoom(this.takeUncounted())) return undefined;
        pieces.push(piece);
      }
      missing -= piece?.length ?? 0;
      if (missing === 0 || !(await this.read())) return pieces;
    }
  }

  /** Returns the size of the current block, or 0 if already reported: a view keeps its whole block in memory. */
  takeUncounted(): number {
    const bytes = this.isCounted ? 0 : this.block.length;
    this.isCounted = true;
    return bytes;
  }

  /** Skips `count` bytes, fewer at the end, and returns the number skipped. */
  async skip(count: number): Promise<number> {
    let skipped = 0;
    for (;;) {
      const piece = Math.min(count - skipped, this.block.length - this.at);
      this.at += piece;
      skipped += piece;
      if (skipped === count || !(await this.read())) return skipped;
    }
  }

  /** Reads the next block; false at the end. */
  private async read(): Promise<boolean> {
    this.block = await readBlock(this.stream, READ_SIZE);
    this.at = 0;
    this.isCounted = false;
    return this.block.length > 0;
  }
}
