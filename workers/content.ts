// The content of files that name code. What is kept of them takes room.

import { memoryFile, type RandomAccess } from '../src/bytes/random-access.ts';
import { beyond, claimBytes, type Room } from '../src/bytes/room.ts';

/** Reads all of a file, as long as `claim` says that there is room for so many bytes more; else throws the error. */
type ReadWhole = (claim: (bytes: number) => boolean, tooLarge: Error) => Promise<Uint8Array<ArrayBuffer>>;

/** `file` where any part of it can be read. Throws where there is no room. */
export async function contentOf(
  file: RandomAccess | undefined,
  readWhole: ReadWhole,
  room: Room,
): Promise<RandomAccess> {
  if (file) return file.inMemory ? file : metered(file, room);
  const tooLarge = new Error(`there is ${beyond(room)}: unpack it, or leave others out`);
  return memoryFile(await readWhole((bytes) => claimBytes(room, bytes), tooLarge));
}

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
