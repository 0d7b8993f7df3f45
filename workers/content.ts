// Reads whole files into memory, symbol files within their quota. Loaded on demand.

import { fill, type ByteStream } from '../src/bytes/byte-stream.ts';
import { memoryFile, type RandomAccess } from '../src/bytes/random-access.ts';
import { limitText, claimBytes, type Quota } from '../src/bytes/quota.ts';
import type { Piece } from './read-text.ts';

/** Bytes per read. */
const READ = 16 << 20;

/**
 * The content of a symbol file. `file` is set if random access is possible; `head` holds the bytes already read from `stream`.
 * Throws when the quota is exceeded.
 */
export async function contentOf(
  file: RandomAccess | undefined,
  stream: ByteStream,
  head: Piece,
  quota: Quota,
): Promise<RandomAccess> {
  if (file) return file.inMemory ? file : metered(file, quota);
  const claim = (bytes: number) => {
    if (claimBytes(quota, bytes)) return;
    throw new Error(`it exceeds ${limitText(quota)}: unpack it or open fewer files`);
  };
  return memoryFile(await readAll(stream, head, claim));
}

function metered(file: RandomAccess, quota: Quota): RandomAccess {
  const { size } = file;
  return {
    size,
    async read(from, to) {
      if (claimBytes(quota, Math.max(0, Math.min(to, size) - from))) return file.read(from, to);
      throw new Error(`parts of it exceed ${limitText(quota)}: open fewer files`);
    },
  };
}

/** Reads the rest of a file into memory. `claim` throws to refuse that many bytes more. */
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
    const more = await fill(stream, buffer, filled, Math.min(buffer.length, filled + READ));
    buffer = more.buffer;
    filled += more.count;
    claim(more.count);
    if (more.count === 0) return buffer.subarray(0, filled);
  }
}
