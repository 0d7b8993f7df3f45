// Tells from the beginning of a file whether it may be a Protocol Buffers message of a known type: the format has no magic
// number, but each field carries its number and wire type (https://protobuf.dev/programming-guides/encoding/).

/** Wire types. */
const VARINT = 0;
const FIXED64 = 1;
const LENGTH_DELIMITED = 2;
const FIXED32 = 5;

const LONGEST_VARINT = 10;

/** The fields of a message by number: a number, numbers that may be packed into one field, bytes or text, or a message. */
export type Shape = readonly (Shape | 'number' | 'numbers' | 'bytes' | undefined)[];

/** Called for each field that is complete; bytes, text and messages are at `[from, to)`. */
export type FieldVisitor = (field: number, from: number, to: number) => void;

/**
 * False when `bytes[at, end)` contradicts the shape: a field has another wire type than it should, or a length beyond `end`.
 * Fields that the shape does not know contradict nothing, as a later version may have more; nor does what comes after
 * `bytes`, the beginning of a longer file.
 */
export function fits(bytes: Uint8Array, shape: Shape, visit?: FieldVisitor, at = 0, end = Infinity): boolean {
  const cursor = { bytes, at };
  while (cursor.at < end && cursor.at < bytes.length) {
    const tag = readVarint(cursor);
    if (tag === undefined) return isCut(cursor, end);
    const wireType = tag % 8;
    const field = Math.floor(tag / 8);
    const kind = shape[field];
    if (field === 0 || !isWireTypeOf(kind, wireType)) return false;
    const size = sizeOfValue(cursor, wireType);
    if (size === undefined) return isCut(cursor, end);
    const from = cursor.at;
    const to = from + size;
    if (to > end) return false;
    if (typeof kind === 'object' && !fits(bytes, kind, undefined, from, to)) return false;
    if (kind === 'numbers' && !arePacked(bytes, from, to)) return false;
    cursor.at = to;
    if (to <= bytes.length) visit?.(field, from, to);
  }
  return true;
}

function isWireTypeOf(kind: Shape[number], wireType: number): boolean {
  if (kind === undefined) return wireType <= LENGTH_DELIMITED || wireType === FIXED32;
  if (kind === 'numbers') return wireType === VARINT || wireType === LENGTH_DELIMITED;
  return wireType === (kind === 'number' ? VARINT : LENGTH_DELIMITED);
}

/** The bytes after the cursor that belong to the value, of which a varint has none; undefined when it is cut before. */
function sizeOfValue(cursor: Cursor, wireType: number): number | undefined {
  if (wireType === FIXED64) return 8;
  if (wireType === FIXED32) return 4;
  const value = readVarint(cursor);
  return wireType === VARINT && value !== undefined ? 0 : value;
}

/** True when the bytes at `[from, to)` are numbers, the last of which ends there. */
function arePacked(bytes: Uint8Array, from: number, to: number): boolean {
  return to === from || to > bytes.length || bytes[to - 1] < 128;
}

interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

/** True when the beginning of the file ends here, and what is read goes on after it. */
function isCut({ bytes, at }: Cursor, end: number): boolean {
  return at >= bytes.length && at < end;
}

/** Undefined when the bytes end inside it, or it is too long. */
function readVarint(cursor: Cursor): number | undefined {
  let value = 0;
  for (let i = 0; i < LONGEST_VARINT && cursor.at < cursor.bytes.length; i++) {
    const byte = cursor.bytes[cursor.at++];
    value += (byte & 127) * 128 ** i;
    if (byte < 128) return value;
  }
  return undefined;
}
