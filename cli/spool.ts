// Keeps what comes through a pipe in a file, so that a browser can be given any part of it; nobody else may read that
// file, and it goes with this process.

import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reasonOf } from '../src/model/reason.ts';
import type { Source } from '../workers/sniff.ts';
import { fileAt, type FoundSource } from './place.ts';
import { UsageError } from './usage-error.ts';

/** In bytes; what perf script prints of a long recording. */
const MOST = 64 * 2 ** 30;
/** Bytes read at a time. */
const PIECE = 1 << 20;

/** A file as it is; of a pipe all that comes until it ends. */
export async function spooled(source: Source, most = MOST): Promise<FoundSource> {
  const { name, file } = source;
  if (file) return { ...source, file };
  const folder = mkdtempSync(join(tmpdir(), 'pyrograph-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'recording');
  const size = await copyTo(path, source, most);
  const kept = size > 0 ? fileAt(path, name) : undefined;
  if (!kept) throw new UsageError(`Nothing came from ${name}: pipe what perf script prints into it.`);
  return kept;
}

async function copyTo(path: string, source: Source, most: number): Promise<number> {
  const pipe = source.stream();
  const into = openSync(path, 'wx', 0o600);
  let buffer = new Uint8Array(PIECE);
  try {
    for (let size = 0; ;) {
      const read = await pipe.read(buffer, 0, PIECE);
      buffer = read.buffer;
      if (read.count === 0) return size;
      size += read.count;
      if (size > most) throw new Error(`it is larger than ${most} bytes`);
      for (let at = 0; at < read.count;) at += writeSync(into, buffer, at, read.count - at);
    }
  } catch (error) {
    throw new UsageError(
      `${source.name} could not be kept in ${tmpdir()} (${reasonOf(error)}): write it to a file where there is room, and open that.`,
      { cause: error },
    );
  } finally {
    closeSync(into);
  }
}
