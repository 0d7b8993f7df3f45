// Reads files on disk, as a stream or in parts.

import { closeSync, openSync, read } from 'node:fs';
import { promisify } from 'node:util';
import type { ByteStream } from '../src/bytes/byte-stream.ts';
import type { RandomAccess } from '../src/bytes/random-access.ts';

const readFile = promisify(read);

export function diskFile(path: string, size: number): RandomAccess {
  return {
    size,
    async read(from, to) {
      const bytes = new Uint8Array(Math.max(0, Math.min(to, size) - from));
      let filled = 0;
      for (let count = -1; count !== 0 && filled < bytes.length; filled += count)
        count = await readAt(path, from + filled, bytes, filled, bytes.length);
      return bytes.subarray(0, filled);
    },
  };
}

/** Streams the bytes from `from` to `to`, by default the whole file. */
export function fileStream(path: string, from = 0, to = Infinity): ByteStream {
  let bytesRead = 0;
  return {
    damage: undefined,
    get bytesRead() {
      return bytesRead;
    },
    async read(buffer, at, until) {
      const position = from + bytesRead;
      const count = await readAt(path, position, buffer, at, Math.min(until, at + to - position));
      bytesRead += count;
      return { buffer, count };
    },
  };
}

/** Opens the file for each read: there may be more JIT files than can be open at once. */
async function readAt(
  path: string,
  from: number,
  buffer: Uint8Array<ArrayBuffer>,
  at: number,
  until: number,
): Promise<number> {
  const file = openSync(path, 'r');
  try {
    return (await readFile(file, buffer, at, until - at, from)).bytesRead;
  } finally {
    closeSync(file);
  }
}
