// The files of a tar archive, out of a stream that is read once: ustar, pax (x, g), GNU long names (L, K), v7. Links are
// passed over: what they lead to is in the archive under a name of its own. Sparse files are left out and said.

import type { ByteStream } from './byte-stream.ts';
import { HeldPieces, type WholeFile } from './random-access.ts';
import { beyond, claimBytes, claimMember, type Room } from './room.ts';
import { TarBytes } from './tar-bytes.ts';
import { BLOCK, isHeader, numberIn } from './tar-header.ts';
import { textIn } from './text.ts';

export interface TarFile {
  /** From the root of the archive, without a leading `/`, `.` or `..`. */
  readonly path: string;
  readonly held: WholeFile;
}

export interface TarContent {
  /** In the order of the archive; of several with one path the last counts, as when the archive is unpacked. */
  readonly files: readonly TarFile[];
  /** What is missing and why, as a sentence's end; undefined when nothing is. */
  readonly damage: string | undefined;
  /** What there was no room for, as a sentence's end; undefined when there was. */
  readonly leftOut: string | undefined;
}

/**
 * Whether a file is needed, from its beginning: all of it, or the first 64 kB. Of those that are not, nothing is kept.
 */
export type IsWanted = (path: string, head: Uint8Array<ArrayBuffer>) => boolean;

/** Bytes of a file that tell whether it is wanted. */
const HEAD = 1 << 16;
/** The longest header of headers that is read: names and attributes of a file stay far below it. */
const MAX_EXTRA = 1 << 20;
/** PATH_MAX of Linux. */
const MAX_PATH = 4096;
/** Bytes read behind the end so that a checksum of the compression is reached; GNU tar pads to 10240. */
const MAX_PADDING = 1 << 20;

/**
 * Reads all members, and keeps the files that are wanted as long as there is room. `head` has the bytes already taken from
 * `stream`. What comes before a damage is given. Throws what the stream throws.
 */
export async function readTar(
  stream: ByteStream,
  head: Uint8Array,
  room: Room,
  isWanted: IsWanted = () => true,
): Promise<TarContent> {
  const reader = new TarReader(new TarBytes(stream, head), room, isWanted);
  const damage = await reader.readMembers();
  return {
    files: Array.from(reader.files, ([path, held]) => ({ path, held })),
    damage: stream.damage ?? damage ?? reader.sparse,
    leftOut: reader.leftOut,
  };
}

/** What a header says of the member behind it, extra headers included. */
interface Member {
  readonly path: string;
  /** Bytes of content behind the header. */
  readonly size: number;
  /** As in the header; S for files that pax says are sparse. */
  readonly type: string;
}

/** A damage that ends the reading, or undefined: at once where the bytes are there. */
type Step = string | undefined | Promise<string | undefined>;

class TarReader {
  readonly files = new Map<string, WholeFile>();
  /** Of sparse files, and of what there was no room for. */
  sparse: string | undefined;
  leftOut: string | undefined;
  private readonly bytes: TarBytes;
  private readonly room: Room;
  private readonly isWanted: IsWanted;
  /** What pax says of all members that follow, and of the next. */
  private readonly general = new Map<string, string>();
  private next = new Map<string, string>();
  private last = 'its start';
  private readonly said = (key: string): string | undefined => this.next.get(key) ?? this.general.get(key);

  constructor(bytes: TarBytes, room: Room, isWanted: IsWanted) {
    this.bytes = bytes;
    this.room = room;
    this.isWanted = isWanted;
  }

  /** Reads up to the end, or as far as there is room, or to a damage, which is then given. */
  async readMembers(): Promise<string | undefined> {
    for (;;) {
      const header = this.bytes.takeRead(BLOCK) ?? (await this.bytes.take(BLOCK));
      if (header.length < BLOCK) return this.cut();
      if (header.every((byte) => byte === 0)) {
        await this.bytes.skip(MAX_PADDING);
        return undefined;
      }
      const read = isHeader(header) ? this.readMember(header) : this.corrupt();
      // There may be thousands of members, and nearly all of them have been read already.
      const damage = read instanceof Promise ? await read : read;
      if (damage || this.leftOut) return damage;
    }
  }

  private readMember(header: Uint8Array): Step {
    const member = memberOf(header, this.said);
    if (!member) return this.corrupt();
    if (isExtra(member.type)) return this.readExtra(member);
    if (this.next.size > 0) this.next = new Map();
    const path = plain(member.path);
    // v7 knows folders by their names only; a folder has no bytes but in GNU's incremental archives.
    if (path === '' || member.path.endsWith('/')) return member.type === '5' ? undefined : this.skip(member);
    this.last = `“${path}”`;
    if (member.type === 'S') return this.leaveOut(member, header);
    // A link has no bytes; old tars give a hard link the size of its file nevertheless.
    if ('12'.includes(member.type)) this.files.delete(path);
    if ('123456'.includes(member.type)) return undefined;
    return '07\0'.includes(member.type) ? this.keep(path, member.size) : this.skip(member);
  }

  /** Takes the place of what came before under its path. */
  private keep(path: string, size: number): Step {
    this.files.delete(path);
    const bytes = this.bytes.takeRead(size);
    if (!bytes) return this.keepLater(path, size);
    if (!this.isWanted(path, bytes.subarray(0, HEAD))) return this.skipPadding(size);
    const isEmpty = size === 0;
    if (!isEmpty && !claimBytes(this.room, this.bytes.uncounted())) return this.noRoom();
    this.put(path, isEmpty ? [] : [bytes]);
    return this.skipPadding(size);
  }

  /** Most of it has not been read yet. */
  private async keepLater(path: string, size: number): Promise<string | undefined> {
    const head = await this.bytes.take(Math.min(size, HEAD));
    const rest = size - head.length;
    if (!this.isWanted(path, head))
      return (await this.bytes.skip(rest)) < rest ? this.cut('in') : this.skipPadding(size);
    const hasRoom = (bytes: number) => claimBytes(this.room, bytes);
    const pieces = hasRoom(head.length) ? await this.bytes.takePieces(rest, hasRoom) : undefined;
    if (!pieces) return this.noRoom();
    const held = [head, ...pieces];
    if (held.reduce((sum, { length }) => sum + length, 0) < size) return this.cut('in');
    this.put(path, held);
    return this.skipPadding(size);
  }

  private put(path: string, pieces: readonly Uint8Array<ArrayBuffer>[]): void {
    if (claimMember(this.room)) this.files.set(path, new HeldPieces(pieces));
    else this.noRoom();
  }

  /** Headers that say more of the members that follow. */
  private async readExtra(member: Member): Promise<string | undefined> {
    if (member.size > MAX_EXTRA) return this.corrupt();
    const bytes = await this.bytes.take(member.size);
    if (bytes.length < member.size) return this.cut();
    if (member.type === 'L') this.next.set('path', textIn(bytes, 0, bytes.length));
    else if (member.type !== 'K') readPax(bytes, member.type === 'g' ? this.general : this.next);
    return this.skipPadding(member.size);
  }

  /** The maps of GNU's older sparse files go on in blocks behind the header while their last byte but 7 is set. */
  private async leaveOut(member: Member, header: Uint8Array): Promise<string | undefined> {
    this.sparse ??= `${this.last} is a sparse file in it and was left out (tar without --sparse keeps it whole)`;
    let goesOn = header[156] === 83 && header[482] > 0;
    while (goesOn) goesOn = (await this.bytes.take(BLOCK))[504] > 0;
    return this.skip(member);
  }

  private async skip({ size }: Member): Promise<string | undefined> {
    return (await this.bytes.skip(size)) < size ? this.cut() : this.skipPadding(size);
  }

  /** Contents fill whole blocks. Padding that is missing is no damage; the next header then is. */
  private skipPadding(size: number): Step {
    const padding = (BLOCK - (size % BLOCK)) % BLOCK;
    return this.bytes.takeRead(padding) ? undefined : this.bytes.skip(padding).then(() => undefined);
  }

  private noRoom(): undefined {
    this.leftOut = `has ${beyond(this.room)}, so that nothing is read from ${this.last} on: unpack it, and open its files`;
  }

  private cut(where = 'behind'): string {
    return `its tar data are cut ${where} ${this.last}`;
  }

  private corrupt(): string {
    return `its tar data are corrupt behind ${this.last}`;
  }
}

/** Does a header of this type say more of the members behind it? */
function isExtra(type: string): boolean {
  return 'xgXLK'.includes(type);
}

/** Undefined when the header makes no sense. `extra` has what extra headers said before. */
function memberOf(header: Uint8Array, extra: (key: string) => string | undefined): Member | undefined {
  const type = String.fromCharCode(header[156]);
  // An empty value takes back what was said (POSIX).
  const said = (key: string) => (isExtra(type) ? undefined : extra(key) || undefined);
  // POSIX: “ustar” and a zero, then a prefix of the name; GNU writes “ustar  ” and puts times there.
  const hasPrefix = header[345] !== 0 && textIn(header, 257, 263) === 'ustar';
  const prefix = hasPrefix ? `${textIn(header, 345, 500)}/` : '';
  const path = said('path') ?? prefix + textIn(header, 0, 100);
  const long = said('size');
  const size = long ? decimalOf(long) : numberIn(header, 124, 136);
  if (size === undefined || path.length > MAX_PATH) return undefined;
  const isSparse = said('GNU.sparse.major') ?? said('GNU.sparse.size');
  return { path, size, type: isSparse ? 'S' : type };
}

function decimalOf(text: string): number | undefined {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Records `LENGTH key=value\n`, the length counting itself and all the rest; what follows a senseless one is not read. */
function readPax(bytes: Uint8Array, into: Map<string, string>): void {
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(32, at);
    const length = space < 0 ? undefined : decimalOf(textIn(bytes, at, Math.min(space, at + 9)));
    if (length === undefined || at + length <= space + 1 || at + length > bytes.length) return;
    const record = bytes.subarray(space + 1, at + length - 1);
    const equals = record.indexOf(61);
    const key = textIn(record, 0, equals);
    // Others, such as attributes, can be large and say nothing of the content.
    if (/^(path|size|GNU\.sparse\.(major|size))$/.test(key))
      into.set(key, textIn(record, equals + 1, record.length));
    at += length;
  }
}

/** Has it names that lead nowhere? */
const UNEVEN = /(?:^|\/)\.{0,2}(?:\/|$)/;

/** From the root, without names that lead nowhere; what points above the root stays there. */
function plain(path: string): string {
  if (!UNEVEN.test(path)) return path;
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return names.join('/');
}
