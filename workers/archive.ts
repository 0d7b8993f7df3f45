// What of an archive is kept until all files of a set are sorted: what may be a recording or name code. Loaded when there
// is an archive.

import { piecesStream, type ByteStream } from '../src/bytes/byte-stream.ts';
import { compressionOf } from '../src/bytes/inflate.ts';
import { heldFile, type RandomAccess, type WholeFile } from '../src/bytes/random-access.ts';
import type { Room } from '../src/bytes/room.ts';
import { isTar } from '../src/bytes/tar-header.ts';
import { readTar } from '../src/bytes/tar.ts';
import { isCompact } from '../src/formats/compact/layout.ts';
import { isPerfData, isText } from '../src/formats/head.ts';
import { sniffFolded } from '../src/formats/folded-sniff.ts';
import { sniffScript } from '../src/formats/perf-script/form.ts';
import { isPprof } from '../src/formats/pprof/is-pprof.ts';
import { whyUnreadable } from '../src/formats/unreadable.ts';
import { companionKind } from '../src/symbols/companion-kind.ts';
import type { Other, Source } from './sniff.ts';

export interface Member {
  readonly source: Source & { readonly file: RandomAccess };
  readonly held: WholeFile;
  readonly isElf: boolean;
}

export interface Members {
  readonly files: readonly Member[];
  /** What was passed over: the first of it, and how many more there are. Nothing needs to be said of empty files. */
  readonly useless: readonly Other[];
  readonly unlisted: number;
  /** What is wrong with the archive, behind its name. */
  readonly problems: readonly string[];
}

/** What a file of code is, is told by so many bytes. */
const HEAD = 256;

/** `head` has the bytes already taken from `stream`. Of useless members `most` are listed. Throws what the stream throws. */
export async function readArchive(
  stream: ByteStream,
  head: Uint8Array,
  room: Room,
  most: number,
): Promise<Members> {
  const useless: Other[] = [];
  let unlisted = 0;
  const { files, damage, leftOut } = await readTar(stream, head, room, (name, begin) => {
    if (begin.length === 0 || mayBeOfUse(name, begin)) return begin.length > 0;
    if (useless.length < most) useless.push({ name, isRecording: false, ...whyUnreadable(name, begin) });
    else unlisted++;
    return false;
  });
  const problems = damage === undefined ? [] : [`is damaged: ${damage}`];
  if (leftOut !== undefined) problems.push(leftOut);
  if (files.length + useless.length + problems.length === 0)
    problems.push('is an archive in which nothing is a recording or names code');
  return { files: files.map(({ path, held }) => memberOf(path, held)), useless, unlisted, problems };
}

function memberOf(name: string, held: WholeFile): Member {
  const isElf = companionKind(name, held.range(0, Math.min(held.size, HEAD)) ?? new Uint8Array(0)) === 'elf';
  const source = { name, size: held.size, stream: () => piecesStream(held.pieces), file: heldFile(held) };
  return { source, held, isElf };
}

/** Whether a file that begins like this may be a recording or name code. */
function mayBeOfUse(name: string, head: Uint8Array): boolean {
  if (companionKind(name, head) ?? compressionOf(head)) return true;
  // The format of a text may show only far from its start.
  if (isPerfData(head) || isTar(head) || isCompact(head) || isText(head)) return true;
  return isPprof(head) || sniffScript(head) !== undefined || sniffFolded(head) !== undefined;
}
