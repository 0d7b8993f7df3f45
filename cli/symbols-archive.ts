// The archive with the symbol files of a recording that `pyrograph record` writes next to it.

import { statSync } from 'node:fs';
import { memoryStream } from '../src/bytes/byte-stream.ts';
import type { Quota } from '../src/bytes/quota.ts';
import { readTar } from '../src/bytes/tar.ts';
import { companionKind } from '../src/symbols/companion-kind.ts';
import { sniff, type Source } from '../workers/reading/sniff.ts';
import type { Companion } from './lookup.ts';
import { fileAt, type FoundSource } from './search-root.ts';

const SUFFIX = '.symbols.tar.gz';

export function symbolsPathOf(recording: string): string {
  return recording + SUFFIX;
}

export function isSymbolsPath(path: string): boolean {
  return path.endsWith(SUFFIX);
}

/** The archive of a recording; undefined if there is none, or if the recording has been replaced since. */
export function symbolsArchiveOf({ path }: Source & { readonly path?: string }): FoundSource | undefined {
  if (path === undefined) return undefined;
  const archive = symbolsPathOf(path);
  const [written, recorded] = [archive, path].map(
    (each) => statSync(each, { throwIfNoEntry: false })?.mtimeMs,
  );
  if (written === undefined || recorded === undefined || written < recorded) return undefined;
  return fileAt(archive, archive);
}

/** Maximum size of its content in bytes, and of its number of files; as many as readers unpack. */
const LIMIT = { bytes: 2 ** 31, members: 20_000 };
/** Number of bytes that tell the kind of a file. */
const HEAD_SIZE = 1 << 16;

export async function companionsIn(archive: FoundSource): Promise<Companion[]> {
  const sniffed = await sniff(archive);
  if (sniffed.kind !== 'archive') return [];
  const quota: Quota = { ...LIMIT, limit: LIMIT };
  const { files } = await readTar(sniffed.stream, sniffed.head, quota);
  return files.flatMap(({ path, content }) => {
    const kind = companionKind(
      path,
      content.range(0, Math.min(HEAD_SIZE, content.size)) ?? new Uint8Array(0),
    );
    if (!kind) return [];
    const stream = () => memoryStream(content.range(0, content.size) ?? new Uint8Array(0));
    return [{ kind, source: { name: path, size: content.size, file: content, stream } }];
  });
}
