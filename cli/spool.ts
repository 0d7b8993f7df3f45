// Stores piped input in a private temporary file, so that the browser can read any part of it. The file is removed on
// exit.

import { closeSync, openSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reasonOf } from '../src/text/reason.ts';
import type { Source } from '../workers/reading/sniff.ts';
import { createPrivateFolder, temporaryFolders } from './private-folder.ts';
import { fileAt, type FoundSource } from './search-root.ts';

/** In bytes; enough for the perf script output of a long recording. */
const MAX_BYTES = 64 * 2 ** 30;
/** Bytes per read. */
const PIECE = 1 << 20;

/** Returns files unchanged; stores a pipe's data until it ends. */
export async function spool(source: Source, limit = MAX_BYTES): Promise<FoundSource> {
  const { name, file } = source;
  if (file) return { ...source, file };
  const path = join(createPrivateFolder(temporaryFolders()).path, 'recording');
  const size = await copyTo(path, source, limit);
  const stored = size > 0 ? fileAt(path, name) : undefined;
  if (!stored) throw new Error(`No data from ${name}: pipe the output of perf script into it.`);
  return stored;
}

async function copyTo(path: string, source: Source, limit: number): Promise<number> {
  const pipe = source.stream();
  const into = openSync(path, 'wx', 0o600);
  let buffer = new Uint8Array(PIECE);
  try {
    for (let size = 0; ;) {
      const read = await pipe.read(buffer, 0, PIECE);
      buffer = read.buffer;
      if (read.count === 0) return size;
      size += read.count;
      if (size > limit) throw new Error(`it is larger than ${limit} bytes`);
      for (let at = 0; at < read.count;) at += writeSync(into, buffer, at, read.count - at);
    }
  } catch (error) {
    throw new Error(
      `Could not store ${source.name} in ${tmpdir()} (${reasonOf(error)}): save it on a disk with enough space and open that file.`,
      { cause: error },
    );
  } finally {
    closeSync(into);
  }
}
