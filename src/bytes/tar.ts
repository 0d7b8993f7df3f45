// The files of a tar archive, out of a stream that is read once: ustar, pax (x, g), GNU long names (L, K), v7. Links are
// resolved to the files they lead to, since a perf archive names its files by links alone:
//   .build-id/5e/5b51… → ../../usr/bin/python3.13/5e5b51…/   holds   usr/bin/python3.13/5e5b51…/elf
// Sparse files are left out and said.

import type { ByteStream } from './byte-stream.ts';
import { HeldPart, HeldPieces, type HeldFile } from './random-access.ts';
import { TarBytes } from './tar-bytes.ts';
import { BLOCK, isHeader, numberIn } from './tar-header.ts';
import { textIn } from './text.ts';

export class TarFile {
  /** From the root of the archive, without a leading `/`, `.` or `..`. */
  readonly path: string;
  readonly held: HeldFile;

  constructor(path: string, held: HeldFile) {
    this.path = path;
    this.held = held;
  }

  /** All of it; a copy, where it does not lie in one piece. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.held.range(0, this.held.size) ?? new Uint8Array(0);
  }
}

/** A further name of a file in the archive. */
export interface TarLink {
  /** Written as the paths of files; for a link to a folder, one such name for each file below it. */
  readonly path: string;
  /** The path of a file in `TarContent.files`. */
  readonly target: string;
}

export interface TarContent {
  /** In the order of the archive; of several with one path the last counts, as when the archive is unpacked. */
  readonly files: readonly TarFile[];
  /** Links that lead nowhere in the archive, or round in circles, are not among them. */
  readonly links: readonly TarLink[];
  /** What is missing and why, as a sentence's end; undefined when nothing is. */
  readonly damage: string | undefined;
}

/** The longest header of headers that is read: names and attributes of a file stay far below it. */
const MAX_EXTRA = 1 << 20;
/** PATH_MAX of Linux. */
const MAX_PATH = 4096;
/** Bytes read behind the end so that a checksum of the compression is reached; GNU tar pads to 10240. */
const MAX_PADDING = 1 << 20;
/** Links that are followed one after the other; Linux gives up after 40. */
const MAX_HOPS = 40;
/** Names looked at for all links together: those through links to folders can outnumber all that is in the archive. */
const MAX_STEPS = 1 << 24;

/**
 * Reads all members. `head` has the bytes already taken from `stream`; at most `most` bytes are kept, where each
 * member counts as 512 bytes more. What comes before a damage is given. Throws what the stream throws.
 */
export async function readTar(stream: ByteStream, head: Uint8Array, most: number): Promise<TarContent> {
  const reader = new TarReader(new TarBytes(stream, head), most);
  const damage = await reader.readMembers();
  const follower = new LinkFollower(reader.files, reader.links);
  return {
    files: Array.from(reader.files, ([path, held]) => new TarFile(path, held)),
    links: follower.followAll(),
    damage: stream.damage ?? damage ?? reader.leftOut ?? follower.damage,
  };
}

/** What a header says of the member behind it, extra headers included. */
interface Member {
  readonly path: string;
  readonly target: string;
  /** Bytes of content behind the header. */
  readonly size: number;
  /** As in the header; S for files that pax says are sparse. */
  readonly type: string;
}

/** A damage that ends the reading, or undefined: at once where the bytes are there. */
type Step = string | undefined | Promise<string | undefined>;

class TarReader {
  readonly files = new Map<string, HeldFile>();
  /** From paths to paths, both from the root. */
  readonly links = new Map<string, string>();
  leftOut: string | undefined;
  private readonly bytes: TarBytes;
  private readonly most: number;
  private kept = 0;
  /** What pax says of all members that follow, and of the next. */
  private readonly general = new Map<string, string>();
  private next = new Map<string, string>();
  private last = 'its start';
  private readonly said = (key: string): string | undefined => this.next.get(key) ?? this.general.get(key);

  constructor(bytes: TarBytes, most: number) {
    this.bytes = bytes;
    this.most = most;
  }

  /** Reads up to the end or a damage, which is then given. */
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
      if (damage) return damage;
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
    if ('12'.includes(member.type)) return this.link(path, member);
    if ('3456'.includes(member.type)) return undefined;
    return '07\0'.includes(member.type) ? this.keep(path, member.size) : this.skip(member);
  }

  private keep(path: string, size: number): Step {
    if (!this.claim(path, size)) return this.full();
    const bytes = this.bytes.takeRead(size);
    if (!bytes) return this.keepLater(path, size);
    this.files.set(path, new HeldPart(bytes));
    return this.skipPadding(size);
  }

  private async keepLater(path: string, size: number): Promise<string | undefined> {
    const held = new HeldPieces(await this.bytes.takePieces(size));
    if (held.size < size) return this.cut('in');
    this.files.set(path, held);
    return this.skipPadding(size);
  }

  private link(path: string, { type, target }: Member): string | undefined {
    if (!this.claim(path, 0)) return this.full();
    const isFromRoot = type === '1' || target.startsWith('/');
    this.links.set(path, plain(isFromRoot ? target : `${path}/../${target}`));
    return undefined;
  }

  /** Headers that say more of the members that follow. */
  private async readExtra(member: Member): Promise<string | undefined> {
    if (member.size > MAX_EXTRA) return this.corrupt();
    const bytes = await this.bytes.take(member.size);
    if (bytes.length < member.size) return this.cut();
    if (member.type === 'L') this.next.set('path', textIn(bytes, 0, bytes.length));
    else if (member.type === 'K') this.next.set('linkpath', textIn(bytes, 0, bytes.length));
    else readPax(bytes, member.type === 'g' ? this.general : this.next);
    return this.skipPadding(member.size);
  }

  /** The maps of GNU's older sparse files go on in blocks behind the header while their last byte but 7 is set. */
  private async leaveOut(member: Member, header: Uint8Array): Promise<string | undefined> {
    this.leftOut ??= `${this.last} is a sparse file in it and was left out (tar without --sparse keeps it whole)`;
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

  /** Whether there is room for a member; it takes the place of what came before under its path. */
  private claim(path: string, size: number): boolean {
    this.files.delete(path);
    this.links.delete(path);
    this.kept += size + BLOCK;
    return this.kept <= this.most;
  }

  private full(): string {
    const most = Math.floor(this.most / 1e6);
    return `it holds more than ${most} MB, the most that is read of one, and what comes from ${this.last} on is left out`;
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
  const target = said('linkpath') ?? textIn(header, 157, 257);
  const long = said('size');
  const size = long ? decimalOf(long) : numberIn(header, 124, 136);
  if (size === undefined || path.length > MAX_PATH || target.length > MAX_PATH) return undefined;
  const isSparse = said('GNU.sparse.major') ?? said('GNU.sparse.size');
  return { path, target, size, type: isSparse ? 'S' : type };
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
    if (/^(path|linkpath|size|GNU\.sparse\.(major|size))$/.test(key))
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

class LinkFollower {
  damage: string | undefined;
  private readonly files: ReadonlyMap<string, unknown>;
  private readonly links: ReadonlyMap<string, string>;
  private stepsLeft = MAX_STEPS;

  constructor(files: ReadonlyMap<string, unknown>, links: ReadonlyMap<string, string>) {
    this.files = files;
    this.links = links;
  }

  followAll(): TarLink[] {
    const found: TarLink[] = [];
    for (const path of this.links.keys()) {
      const target = this.follow(path);
      if (target === undefined) continue;
      if (this.files.has(target)) found.push({ path, target });
      else this.addBelow(target, path, found);
      if (this.stepsLeft > 0) continue;
      this.damage = 'it has more links than can be followed';
      break;
    }
    return found;
  }

  /** Where a link ends, through links and folders that are links; undefined in a circle. */
  private follow(path: string): string | undefined {
    for (let hop = 0; hop <= MAX_HOPS && this.stepsLeft > 0; hop++) {
      const next = this.files.has(path) ? undefined : this.hop(path);
      if (next === undefined) return path;
      path = next;
    }
    return undefined;
  }

  /** The path with the first link in it replaced; undefined when there is none. */
  private hop(path: string): string | undefined {
    const names = path.split('/');
    this.stepsLeft -= names.length;
    for (let i = 1, begin = ''; i <= names.length; i++) {
      begin = i === 1 ? names[0] : `${begin}/${names[i - 1]}`;
      const target = this.links.get(begin);
      if (target !== undefined) return plain([target, ...names.slice(i)].join('/'));
    }
    return undefined;
  }

  /** Each file below a folder, under the name it has through a link. */
  private addBelow(folder: string, name: string, found: TarLink[]): void {
    const begin = folder === '' ? '' : `${folder}/`;
    this.stepsLeft -= this.files.size;
    for (const target of this.files.keys()) {
      if (this.stepsLeft <= 0) return;
      if (!target.startsWith(begin)) continue;
      found.push({ path: `${name}/${target.slice(begin.length)}`, target });
      // A name found costs memory as well.
      this.stepsLeft -= 16;
    }
  }
}
