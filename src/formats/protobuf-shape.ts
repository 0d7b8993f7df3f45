// Checks whether the beginning of a file may be a Protocol Buffers message of a known type. Such files have no magic number,
// but each field has a number and a wire type (https://protobuf.dev/programming-guides/encoding/).

export const WireType = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

const MAX_VARINT_BYTES = 10;

/** Field types by field number: a number, possibly packed numbers, bytes or text, or a nested message. */
export type MessageShape = readonly (MessageShape | 'number' | 'numbers' | 'bytes' | undefined)[];

/** Called for each complete field; bytes, text and messages are at `[from, to)`. */
type FieldVisitor = (field: number, from: number, to: number) => void;

/**
 * Returns false if `bytes[at, end)` contradicts the shape: a field has a different wire type, or extends beyond `end`.
 * Allows unknown fields, which later versions may add, and truncation at the end of `bytes`.
 */
export function matchesShape(
  bytes: Uint8Array,
  shape: MessageShape,
  visit?: FieldVisitor,
  at = 0,
  end = Infinity,
): boolean {
  const cursor = { bytes, at };
  while (cursor.at < end && cursor.at < bytes.length) {
    const tag = readVarint(cursor);
    if (tag === undefined) return isTruncated(cursor, end);
    const wireType = tag % 8;
    const field = Math.floor(tag / 8);
    const kind = shape[field];
    if (field === 0 || !allowsWireType(kind, wireType)) return false;
    const size = valueSize(cursor, wireType);
    if (size === undefined) return isTruncated(cursor, end);
    const from = cursor.at;
    const to = from + size;
    if (to > end) return false;
    if (typeof kind === 'object' && !matchesShape(bytes, kind, undefined, from, to)) return false;
    if (kind === 'numbers' && !mayBePacked(bytes, from, to)) return false;
    cursor.at = to;
    if (to <= bytes.length) visit?.(field, from, to);
  }
  return true;
}

function allowsWireType(kind: MessageShape[number], wireType: number): boolean {
  if (kind === undefined) return wireType <= WireType.bytes || wireType === WireType.fixed32;
  if (kind === 'numbers') return wireType === WireType.varint || wireType === WireType.bytes;
  return wireType === (kind === 'number' ? WireType.varint : WireType.bytes);
}

/** Number of bytes left in the value at the cursor: 0 for a varint, which it consumes. Undefined if truncated. */
function valueSize(cursor: Cursor, wireType: number): number | undefined {
  if (wireType === WireType.fixed64) return 8;
  if (wireType === WireType.fixed32) return 4;
  const value = readVarint(cursor);
  return wireType === WireType.varint && value !== undefined ? 0 : value;
}

/** True if the bytes at `[from, to)` may be packed varints: the last one ends at `to`. */
function mayBePacked(bytes: Uint8Array, from: number, to: number): boolean {
  return to === from || to > bytes.length || bytes[to - 1] < 128;
}

interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

/** True if the available bytes end here, before `end`. */
function isTruncated({ bytes, at }: Cursor, end: number): boolean {
  return at >= bytes.length && at < end;
}

/** Undefined if the varint is truncated or too long. */
function readVarint(cursor: Cursor): number | undefined {
  let value = 0;
  for (let i = 0; i < MAX_VARINT_BYTES && cursor.at < cursor.bytes.length; i++) {
    const byte = cursor.bytes[cursor.at++];
    value += (byte & 127) * 128 ** i;
    if (byte < 128) return value;
  }
  return undefined;
}
