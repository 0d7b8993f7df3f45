// Writes a tar archive in pieces, for whoever compresses and keeps them: ustar, with a pax header where a name or a size
// does not fit. Nothing in it depends on when, where or by whom it is written, so that the same files give the same bytes.

export interface TarMember {
  /** From the root of the archive, without a leading `/`. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** As many bytes, asked for once. */
  content(): AsyncIterable<Uint8Array>;
}

const BLOCK = 512;
/** GNU tar pads archives to so many blocks. */
const RECORD = 20 * BLOCK;
/** Of a file: everybody may read it, its owner may write. */
const MODE = 0o644;
const LONGEST_NAME = 100;
const LONGEST_PREFIX = 155;
/** Eleven octal digits, 8 GB. */
const LARGEST = 8 ** 11 - 1;
const ASCII = /^[\x20-\x7e]*$/;

/** Throws an Error with the end of a sentence when a member's content is not as long as it said. */
export async function* writeTar(members: Iterable<TarMember>): AsyncGenerator<Uint8Array> {
  let written = 0;
  for (const member of members) {
    for await (const piece of memberOf(member)) {
      written += piece.length;
      yield piece;
    }
  }
  const end = written + 2 * BLOCK;
  yield new Uint8Array(Math.ceil(end / RECORD) * RECORD - written);
}

async function* memberOf(member: TarMember): AsyncGenerator<Uint8Array> {
  const { path, size } = member;
  yield headersOf(path, size);
  let left = size;
  for await (const piece of member.content()) {
    left -= piece.length;
    if (left < 0) break;
    yield piece;
  }
  if (left !== 0) throw new Error(`${path} became ${left < 0 ? 'larger' : 'smaller'} while it was read`);
  if (paddingOf(size) > 0) yield new Uint8Array(paddingOf(size));
}

function paddingOf(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}

function headersOf(path: string, size: number): Uint8Array {
  const place = placeOf(path);
  const records = [
    ...(place ? [] : [paxRecord('path', path)]),
    ...(size > LARGEST ? [paxRecord('size', String(size))] : []),
  ];
  // What a header cannot hold is in the one before it; a reader that does not know pax still gets a file.
  const name = place ?? { prefix: '', name: new TextEncoder().encode(path).subarray(0, LONGEST_NAME) };
  const header = headerOf(name, Math.min(size, LARGEST), '0');
  if (records.length === 0) return header;
  const extra = joined(records);
  const extraName = { prefix: '', name: new TextEncoder().encode('pax header') };
  return joined([
    headerOf(extraName, extra.length, 'x'),
    extra,
    new Uint8Array(paddingOf(extra.length)),
    header,
  ]);
}

interface Place {
  readonly prefix: string;
  readonly name: Uint8Array;
}

/** A path as the two fields of a header, cut at a `/`; undefined when it does not fit, or is not plain ASCII. */
function placeOf(path: string): Place | undefined {
  if (!ASCII.test(path)) return undefined;
  const cut = path.length <= LONGEST_NAME ? -1 : path.indexOf('/', path.length - LONGEST_NAME - 1);
  const prefix = path.slice(0, Math.max(cut, 0));
  const name = path.slice(cut + 1);
  if (name.length > LONGEST_NAME || prefix.length > LONGEST_PREFIX || name === '') return undefined;
  return { prefix, name: new TextEncoder().encode(name) };
}

/** `LENGTH key=value\n`, where the length counts its own digits. */
function paxRecord(key: string, value: string): Uint8Array {
  const rest = new TextEncoder().encode(` ${key}=${value}\n`);
  let length = rest.length;
  while (length !== rest.length + String(length).length) length = rest.length + String(length).length;
  return joined([new TextEncoder().encode(String(length)), rest]);
}

function headerOf({ prefix, name }: Place, size: number, type: string): Uint8Array {
  const header = new Uint8Array(BLOCK);
  const put = (at: number, text: string) => header.set(new TextEncoder().encode(text), at);
  const octal = (at: number, digits: number, value: number) =>
    put(at, value.toString(8).padStart(digits, '0'));
  header.set(name, 0);
  octal(100, 7, MODE);
  octal(108, 7, 0);
  octal(116, 7, 0);
  octal(124, 11, size);
  octal(136, 11, 0);
  put(148, '        ');
  put(156, type);
  put(257, 'ustar\x0000');
  put(345, prefix);
  octal(
    148,
    6,
    header.reduce((sum, byte) => sum + byte, 0),
  );
  // The checksum ends with a zero and a space, unlike all else.
  put(154, '\0 ');
  return header;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
