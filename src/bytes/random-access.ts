// A file of which any part can be read at any time: how files that only name or unwind code are read, a few sections each.

export interface RandomAccess {
  /** In bytes. */
  readonly size: number;
  /** All of it, where it is in memory. */
  readonly inMemory?: Uint8Array<ArrayBuffer>;
  /** The bytes from `from` up to `to`, fewer where the file ends before. Throws when the file cannot be read. */
  read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>>;
}

export function blobFile(blob: Blob): RandomAccess {
  return {
    size: blob.size,
    async read(from, to) {
      return new Uint8Array(await blob.slice(from, to).arrayBuffer());
    },
  };
}

/** A file that is in memory already; what is read are views of it. */
export function memoryFile(bytes: Uint8Array<ArrayBuffer>): RandomAccess {
  return {
    size: bytes.length,
    inMemory: bytes,
    read: (from, to) => Promise.resolve(bytes.subarray(from, to)),
  };
}

/** The same of a file that lies in several places of memory: what is read across two of them is a copy. */
export function heldFile(held: WholeFile): RandomAccess {
  if (held.pieces.length === 1) return memoryFile(held.pieces[0]);
  const { size } = held;
  return {
    size,
    read(from, to) {
      const bytes = held.range(from, Math.min(to, size) - from);
      return Promise.resolve(bytes ?? new Uint8Array(0));
    },
  };
}

/** Bytes of a file from `from` up to `to`. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

/** What of a file is in memory, and can be read at once. */
export interface HeldFile {
  /** Of the whole file, in bytes. */
  readonly size: number;
  /** `length` bytes from `from` on, a view; undefined where there are none or not all, in the file or in memory. */
  range(from: number, length: number): Uint8Array<ArrayBuffer> | undefined;
}

/** A file of which all is in memory. */
export interface WholeFile extends HeldFile {
  /** Where its bytes lie, one piece behind the other. */
  readonly pieces: readonly Uint8Array<ArrayBuffer>[];
}

/** Holds a part of a file, `from` on. */
export class HeldPart implements HeldFile {
  readonly size: number;
  private readonly bytes: Uint8Array<ArrayBuffer>;
  private readonly from: number;

  constructor(bytes: Uint8Array<ArrayBuffer>, from = 0, size = bytes.length) {
    this.bytes = bytes;
    this.from = from;
    this.size = size;
  }

  range(from: number, length: number): Uint8Array<ArrayBuffer> | undefined {
    const at = from - this.from;
    const isHeld = length > 0 && at >= 0 && at + length <= this.bytes.length;
    return isHeld ? this.bytes.subarray(at, at + length) : undefined;
  }

  /** What it holds of the bytes from `from` up to `to`: one view, or none. */
  overlap(from: number, to: number): Uint8Array<ArrayBuffer>[] {
    const bytes = this.bytes.subarray(Math.max(0, from - this.from), Math.max(0, to - this.from));
    return bytes.length > 0 ? [bytes] : [];
  }
}

/** Holds a file whose bytes lie in several places of memory, one piece behind the other; each has some. */
export class HeldPieces implements WholeFile {
  readonly size: number;
  readonly pieces: readonly Uint8Array<ArrayBuffer>[];
  private readonly parts: readonly HeldPart[];

  constructor(pieces: readonly Uint8Array<ArrayBuffer>[]) {
    let size = 0;
    this.pieces = pieces;
    this.parts = pieces.map((bytes) => new HeldPart(bytes, (size += bytes.length) - bytes.length));
    this.size = size;
  }

  /** A copy, where they lie in more than one piece. */
  range(from: number, length: number): Uint8Array<ArrayBuffer> | undefined {
    if (!(length > 0 && from >= 0 && from + length <= this.size)) return undefined;
    const held = this.parts.flatMap((part) => part.overlap(from, from + length));
    return held.length === 1 ? held[0] : joined(held);
  }
}

export function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Holds the parts that were asked for. */
export class HeldParts implements HeldFile {
  readonly size: number;
  private readonly file: RandomAccess;
  private readonly parts: HeldPart[] = [];

  constructor(file: RandomAccess) {
    this.file = file;
    this.size = file.size;
  }

  /** Throws when the file cannot be read. */
  async hold(...parts: readonly Part[]): Promise<void> {
    const { file, size } = this;
    const inside = parts.filter(({ from, to }) => from < to && to <= size);
    const read = await Promise.all(inside.map(({ from, to }) => file.read(from, to)));
    this.parts.push(...read.map((bytes, i) => new HeldPart(bytes, inside[i].from, size)));
  }

  range(from: number, length: number): Uint8Array<ArrayBuffer> | undefined {
    for (const part of this.parts) {
      const bytes = part.range(from, length);
      if (bytes) return bytes;
    }
    return undefined;
  }
}
