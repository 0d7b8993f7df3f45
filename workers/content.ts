// Reads the content of symbol files within the quota.

import { memoryFile, type RandomAccess } from '../src/bytes/random-access.ts';
import { limitText, claimBytes, type Quota } from '../src/bytes/quota.ts';

/** Reads a whole file as long as `claim` grants the memory; otherwise throws the error. */
type ReadAll = (claim: (bytes: number) => boolean, tooLarge: Error) => Promise<Uint8Array<ArrayBuffer>>;

/** `file` is set if random access is possible. Throws when the quota is exceeded. */
export async function contentOf(
  file: RandomAccess | undefined,
  readWhole: ReadAll,
  quota: Quota,
): Promise<RandomAccess> {
  if (file) return file.inMemory ? file : metered(file, quota);
  const tooLarge = new Error(`it exceeds ${limitText(quota)}: unpack it or open fewer files`);
  return memoryFile(await readWhole((bytes) => claimBytes(quota, bytes), tooLarge));
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
