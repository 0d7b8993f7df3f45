// A file of which any part can be read at any time: how files that only name or unwind code are read, a few sections each.

export interface RandomAccess {
  /** In bytes. */
  readonly size: number;
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
  return { size: bytes.length, read: (from, to) => Promise.resolve(bytes.subarray(from, to)) };
}
