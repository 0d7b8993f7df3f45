// Random access to files: only a few sections of a program, library or debug file are needed.

export interface RandomAccess {
  readonly size: number;
  /** The complete content, if it is in memory as one piece. */
  readonly inMemory?: Uint8Array<ArrayBuffer> | undefined;
  /** Returns the bytes from `from` to `to`, fewer if the file ends earlier. Throws when the file cannot be read. */
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

/** Wraps a file in memory; reads return views of it. */
export function memoryFile(bytes: Uint8Array<ArrayBuffer>): RandomAccess {
  return {
    size: bytes.length,
    inMemory: bytes,
    read: (from, to) => Promise.resolve(bytes.subarray(from, to)),
  };
}

/** Half-open range of byte offsets. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** The parts of a file that are in memory, readable synchronously. */
export interface CachedFile {
  /** Size of the whole file in bytes. */
  readonly size: number;
  /** Returns a view of `length` bytes from `from`; undefined if the range is empty or not entirely in memory. */
  range(from: number, length: number): Uint8Array<ArrayBuffer> | undefined;
}

/** One contiguous part of a file, starting at offset `from`. */
export class CachedRange implements CachedFile {
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
    const isInside = length > 0 && at >= 0 && at + length <= this.bytes.length;
    return isInside ? this.bytes.subarray(at, at + length) : undefined;
  }

  /** The bytes between `from` and `to` that are in this range: at most one view. */
  overlap(from: number, to: number): Uint8Array<ArrayBuffer>[] {
    const bytes = this.bytes.subarray(Math.max(0, from - this.from), Math.max(0, to - this.from));
    return bytes.length > 0 ? [bytes] : [];
  }
}

/** A complete file in memory, as consecutive non-empty pieces. */
export class LoadedFile implements CachedFile, RandomAccess {
  readonly size: number;
  readonly inMemory: Uint8Array<ArrayBuffer> | undefined;
  readonly pieces: readonly Uint8Array<ArrayBuffer>[];
  private readonly parts: readonly CachedRange[];

  constructor(pieces: readonly Uint8Array<ArrayBuffer>[]) {
    let size = 0;
    this.pieces = pieces;
    this.parts = pieces.map((bytes) => new CachedRange(bytes, (size += bytes.length) - bytes.length));
    this.size = size;
    this.inMemory = pieces.length === 1 ? pieces[0] : undefined;
  }

  /** Copies if the range spans several pieces. */
  range(from: number, length: number): Uint8Array<ArrayBuffer> | undefined {
    if (!(length > 0 && from >= 0 && from + length <= this.size)) return undefined;
    const views = this.parts.flatMap((part) => part.overlap(from, from + length));
    return views.length === 1 ? views[0] : concatBytes(views);
  }

  read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = this.range(from, Math.min(to, this.size) - from);
    return Promise.resolve(bytes ?? new Uint8Array(0));
  }
}

export function concatBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** A file of which only the loaded ranges are in memory. */
export class CachedRanges implements CachedFile {
  readonly size: number;
  private readonly file: RandomAccess;
  private readonly parts: CachedRange[] = [];

  constructor(file: RandomAccess) {
    this.file = file;
    this.size = file.size;
  }

  /** Throws when the file cannot be read. */
  async load(...parts: readonly ByteRange[]): Promise<void> {
    const { file, size } = this;
    const inside = parts.filter(({ from, to }) => from < to && to <= size);
    const read = await Promise.all(inside.map(({ from, to }) => file.read(from, to)));
    this.parts.push(...read.map((bytes, i) => new CachedRange(bytes, inside[i].from, size)));
  }

  range(from: number, length: number): Uint8Array<ArrayBuffer> | undefined {
    for (const part of this.parts) {
      const bytes = part.range(from, length);
      if (bytes) return bytes;
    }
    return undefined;
  }
}
