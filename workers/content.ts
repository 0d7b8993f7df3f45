// Reads complete files into memory, within the quota for symbol files. Loaded on demand.

import { fill, type ByteStream } from '../src/bytes/byte-stream.ts';
import { memoryFile, type RandomAccess } from '../src/bytes/random-access.ts';
import { describeLimit, claimBytes, type Quota } from '../src/bytes/quota.ts';
import type { Piece } from './read-text.ts';

/** Bytes per read. */
const READ_SIZE = 16 << 20;

/**
 * Returns the content of a symbol file. `file` is set if random access is possible; `head` holds the bytes already read from `stream`.
 * Throws when the quota is exceeded.
 */
export async function contentOf(
  file: RandomAccess | undefined,
  stream: ByteStream,
  head: Piece,
  quota: Quota,
): Promise<RandomAccess> {
  if (file) return file.inMemory ? file : withQuota(file, quota);
  const claim = (bytes: number) => {
    if (claimBytes(quota, bytes)) return;
    throw new Error(`it exceeds ${describeLimit(quota)}: unpack it or open fewer files`);
  };
  return memoryFile(await readAll(stream, head, claim));
}

function withQuota(file: RandomAccess, quota: Quota): RandomAccess {
  const { size } = file;
  return {
    size,
    async read(from, to) {
      if (claimBytes(quota, Math.max(0, Math.min(to, size) - from))) return file.read(from, to);
      throw new Error(`parts of it exceed ${describeLimit(quota)}: open fewer files`);
    },
  };
}

/** Reads the rest of a file into memory. `claim` receives the size of each read, and throws when it exceeds a limit. */
export async function readAll(
  stream: ByteStream,
  { buffer, filled }: Piece,
  claim: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  claim(filled);
  for (;;) {
    if (filled === buffer.length) {
      const larger = new Uint8Array(filled * 2);
      larger.set(buffer);
      buffer = larger;
    }
    const more = await fill(stream, buffer, filled, Math.min(buffer.length, filled + READ_SIZE));
    buffer = more.buffer;
    filled += more.count;
    claim(more.count);
    if (more.count === 0) return buffer.subarray(0, filled);
  }
}
