// Reads the files of a zip archive in memory: stored or deflated, also ZIP64. The list at its end says how large they are, which
// bounds the memory before anything is decompressed.

import { unzipSync, type UnzipFileInfo } from 'fflate';
import { LoadedFile } from './random-access.ts';
import { claimBytes, describeLimit, type Quota } from './quota.ts';
import { HEAD_SIZE, normalizedPath, type IsNeeded, type TarContent, type TarFile } from './tar.ts';

const STORED = 0;
const DEFLATED = 8;
/** Metadata of macOS, with the names of the files it describes. */
const RESOURCES = /^__MACOSX\//;

/** Like `readTar`; `bytes` is the whole archive. */
export function readZip(bytes: Uint8Array, quota: Quota, isNeeded: IsNeeded): TarContent {
  let omitted: string | undefined;
  let unsupported: string | undefined;
  const select = ({ name, originalSize, compression }: UnzipFileInfo): boolean => {
    if (omitted !== undefined || name.endsWith('/') || RESOURCES.test(name) || originalSize === 0)
      return false;
    if (compression !== STORED && compression !== DEFLATED)
      unsupported ??= `“${name}” in it is neither stored nor deflated (zip -Z deflate compresses so that it can be read)`;
    else if (quota.members-- > 0 && claimBytes(quota, originalSize)) return true;
    else
      omitted = `exceeds ${describeLimit(quota)}, so reading stopped at “${name}”: unpack it and open its files`;
    return false;
  };
  try {
    const files = new Map<string, TarFile>();
    for (const [name, content] of Object.entries(unzipSync(bytes, { filter: select }))) {
      const path = normalizedPath(name);
      const owned = ownBytes(content);
      if (isNeeded(path, owned.subarray(0, HEAD_SIZE)))
        files.set(path, { path, content: new LoadedFile([owned]) });
      else quota.bytes += content.length;
    }
    return { files: [...files.values()], damage: unsupported, omitted };
  } catch (error) {
    return {
      files: [],
      damage: `its zip data is truncated or corrupt (${error instanceof Error ? error.message : 'unknown'})`,
      omitted,
    };
  }
}

/** Stored files are views of the archive, whose memory they would keep. */
function ownBytes(content: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = content;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
    ? new Uint8Array(buffer)
    : content.slice();
}
