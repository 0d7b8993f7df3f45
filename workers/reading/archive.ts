// Selects the members of an archive that may be recordings or symbol files. Loaded on demand.

import { piecesStream, readAll, type ByteStream } from '../../src/bytes/byte-stream.ts';
import { compressionOf } from '../../src/bytes/decompress.ts';
import type { LoadedFile } from '../../src/bytes/random-access.ts';
import { claimBytes, describeLimit, type Quota } from '../../src/bytes/quota.ts';
import { isZip } from '../../src/bytes/magic.ts';
import { isTar } from '../../src/bytes/tar-header.ts';
import { readTar, type IsNeeded, type TarContent } from '../../src/bytes/tar.ts';
import { isCompact } from '../../src/formats/compact/layout.ts';
import { isPerfData, isText } from '../../src/formats/format.ts';
import { sniffFolded } from '../../src/formats/folded-sniff.ts';
import { sniffScript } from '../../src/formats/perf-script/form.ts';
import { isPprof } from '../../src/formats/pprof/is-pprof.ts';
import { explainUnreadable } from '../../src/formats/unreadable.ts';
import { companionKind } from '../../src/symbols/companion-kind.ts';
import type { SkippedFile, Source } from './sniff.ts';

interface Member {
  readonly source: Source & { readonly file: LoadedFile };
  readonly isElf: boolean;
}

export interface ArchiveContent {
  readonly files: readonly Member[];
  /** The first unused members, except empty ones. */
  readonly skipped: readonly SkippedFile[];
  /** Number of further skipped members. */
  readonly unlistedCount: number;
  /** Problems with the archive, each phrased to follow the archive's name. */
  readonly problems: readonly string[];
}

/** Number of leading bytes that identify a symbol file. */
const HEAD_SIZE = 256;

/**
 * `head` holds the bytes already read from `stream`. Lists at most `maxListed` skipped members. Throws when the
 * source fails.
 */
export async function readArchive(
  stream: ByteStream,
  head: Uint8Array,
  quota: Quota,
  maxListed: number,
): Promise<ArchiveContent> {
  const skipped: SkippedFile[] = [];
  let unlistedCount = 0;
  const isNeeded = (name: string, start: Uint8Array) => {
    if (start.length === 0 || isPossiblyUseful(name, start)) return start.length > 0;
    if (skipped.length < maxListed)
      skipped.push({ name, isRecording: false, ...explainUnreadable(name, start) });
    else unlistedCount++;
    return false;
  };
  const { files, damage, omitted } = isZip(head)
    ? await readZipFrom(stream, head, quota, isNeeded)
    : await readTar(stream, head, quota, isNeeded);
  const problems = damage === undefined ? [] : [`is damaged: ${damage}`];
  if (omitted !== undefined) problems.push(omitted);
  if (files.length + skipped.length + problems.length === 0)
    problems.push('is an archive without recordings or symbols');
  return {
    files: files.map(({ path, content }) => memberOf(path, content)),
    skipped,
    unlistedCount,
    problems,
  };
}

/** A zip archive has its list of files at its end, so all of it is read first. */
async function readZipFrom(
  stream: ByteStream,
  head: Uint8Array,
  quota: Quota,
  isNeeded: IsNeeded,
): Promise<TarContent> {
  let hasRoom = true;
  const buffer = new Uint8Array(Math.max(head.length, HEAD_SIZE));
  buffer.set(head);
  const before = quota.bytes;
  try {
    const bytes = await readAll(stream, { buffer, filled: head.length }, (size) => {
      hasRoom = claimBytes(quota, size);
      if (!hasRoom) throw new Error('too large');
    });
    const { readZip } = await import('../../src/bytes/zip.ts');
    const content = readZip(bytes, quota, isNeeded);
    // The archive itself is not kept.
    quota.bytes += bytes.length;
    return content;
  } catch (error) {
    quota.bytes = before;
    if (hasRoom) throw error;
    return {
      files: [],
      damage: undefined,
      omitted: `exceeds ${describeLimit(quota)}: unpack it and open its files`,
    };
  }
}

function memberOf(name: string, content: LoadedFile): Member {
  const isElf =
    companionKind(name, content.range(0, Math.min(content.size, HEAD_SIZE)) ?? new Uint8Array(0)) === 'elf';
  const stream = () => piecesStream(content.pieces);
  return { source: { name, size: content.size, stream, file: content }, isElf };
}

/** True if a file that begins with `head` may be a recording or a symbol file. */
function isPossiblyUseful(name: string, head: Uint8Array): boolean {
  if (companionKind(name, head) ?? compressionOf(head)) return true;
  // Some text files can be recognized only far past the start.
  if (isPerfData(head) || isTar(head) || isCompact(head) || isText(head)) return true;
  return isPprof(head) || sniffScript(head) !== undefined || sniffFolded(head) !== undefined;
}
