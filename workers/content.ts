// The bytes of files that are needed as a whole, or any part of them at any time. Loaded when there is one.

import type { ByteStream } from '../src/bytes/byte-stream.ts';
import { memoryFile, type RandomAccess } from '../src/bytes/random-access.ts';
import { beyond, claimBytes, type Room } from '../src/bytes/room.ts';
import type { Piece } from './read-text.ts';
import { wholeOf } from './sniff.ts';

/** A file, of which some was read already; `file` is undefined where not any part of it can be read. */
interface Given {
  readonly file: RandomAccess | undefined;
  readonly stream: ByteStream;
  readonly read: Piece;
}

/** A file that names code: any part of it, or all of it in memory. What is kept of it takes room; throws where there is none. */
export async function contentOf({ file, stream, read }: Given, room: Room): Promise<RandomAccess> {
  if (file) return file.inMemory ? file : metered(file, room);
  const tooLarge = new Error(`there is ${beyond(room)}: unpack it, or leave others out`);
  return memoryFile(await wholeOf(stream, read, (bytes) => claimBytes(room, bytes), tooLarge));
}

/** What is read of a file that names code is kept. */
function metered(file: RandomAccess, room: Room): RandomAccess {
  const { size } = file;
  return {
    size,
    async read(from, to) {
      if (claimBytes(room, Math.max(0, Math.min(to, size) - from))) return file.read(from, to);
      throw new Error(`it has parts that are ${beyond(room)}: leave others out`);
    },
  };
}
