// Writes a tar archive as a stream: ustar, with a pax header where a name or size does not fit. The output depends only on
// the files' paths and contents.

import { concatBytes } from './random-access.ts';
import { BLOCK_SIZE, paddingOf } from './tar-header.ts';

export interface TarMember {
  /** Relative to the root of the archive, without a leading `/`. */
  readonly path: string;
  readonly size: number;
  /** Yields exactly `size` bytes; called once. */
  content(): AsyncIterable<Uint8Array>;
}

/** GNU tar pads archives to a multiple of this. */
const RECORD_SIZE = 20 * BLOCK_SIZE;
/** File permissions rw-r--r--. */
const MODE = 0o644;
const MAX_NAME_LENGTH = 100;
const MAX_PREFIX_LENGTH = 155;
/** Largest size in eleven octal digits: 8 GB. */
const MAX_SIZE = 8 ** 11 - 1;
const UTF8 = new TextEncoder();
const ASCII = /^[\x20-\x7e]*$/;

/** Throws when a member's content does not have the declared size; the message is the end of a sentence. */
export async function* writeTar(members: Iterable<TarMember>): AsyncGenerator<Uint8Array> {
  let written = 0;
  for (const member of members) {
    for await (const piece of memberOf(member)) {
      written += piece.length;
      yield piece;
    }
  }
  const end = written + 2 * BLOCK_SIZE;
  yield new Uint8Array(Math.ceil(end / RECORD_SIZE) * RECORD_SIZE - written);
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
  if (left !== 0) throw new Error(`${path} ${left < 0 ? 'grew' : 'shrank'} while it was being read`);
  if (paddingOf(size) > 0) yield new Uint8Array(paddingOf(size));
}

function headersOf(path: string, size: number): Uint8Array {
  const fields = nameFieldsOf(path);
  const records = [
    ...(fields ? [] : [paxRecord('path', path)]),
    ...(size > MAX_SIZE ? [paxRecord('size', String(size))] : []),
  ];
  // Values that do not fit go into a preceding pax header; readers without pax support still get a truncated name.
  const name = fields ?? { prefix: '', name: UTF8.encode(path).subarray(0, MAX_NAME_LENGTH) };
  const header = headerOf(name, Math.min(size, MAX_SIZE), '0');
  if (records.length === 0) return header;
  const extra = concatBytes(records);
  const extraHeader = headerOf({ prefix: '', name: UTF8.encode('pax header') }, extra.length, 'x');
  return concatBytes([extraHeader, extra, new Uint8Array(paddingOf(extra.length)), header]);
}

interface NameFields {
  readonly prefix: string;
  readonly name: Uint8Array;
}

/** Splits a path at a `/` into a header's two name fields; undefined if it does not fit or is not ASCII. */
function nameFieldsOf(path: string): NameFields | undefined {
  if (!ASCII.test(path)) return undefined;
  const slash = path.length <= MAX_NAME_LENGTH ? -1 : path.indexOf('/', path.length - MAX_NAME_LENGTH - 1);
  const prefix = path.slice(0, Math.max(slash, 0));
  const name = path.slice(slash + 1);
  if (name.length > MAX_NAME_LENGTH || prefix.length > MAX_PREFIX_LENGTH || name === '') return undefined;
  return { prefix, name: UTF8.encode(name) };
}

/** `LENGTH key=value\n`, where LENGTH includes its own digits. */
function paxRecord(key: string, value: string): Uint8Array {
  const rest = UTF8.encode(` ${key}=${value}\n`);
  let length = rest.length;
  while (length !== rest.length + String(length).length) length = rest.length + String(length).length;
  return concatBytes([UTF8.encode(String(length)), rest]);
}

function headerOf({ prefix, name }: NameFields, size: number, type: string): Uint8Array {
  const header = new Uint8Array(BLOCK_SIZE);
  const put = (at: number, text: string) => header.set(UTF8.encode(text), at);
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
  const checksum = header.reduce((sum, byte) => sum + byte, 0);
  octal(148, 6, checksum);
  // Unlike the other fields, the checksum ends with a NUL and a space.
  put(154, '\0 ');
  return header;
}
