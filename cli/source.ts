// Files from disk and standard input, as the pipeline takes them.

import { closeSync, constants, openSync, read, readdirSync, statSync, type Dirent } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chunkStream, type ByteStream, type Filled } from '../src/bytes/byte-stream.ts';
import type { RandomAccess } from '../src/bytes/random-access.ts';
import { reasonOf } from '../src/model/reason.ts';
import type { Source } from '../workers/sniff.ts';
import { say } from './options.ts';
import { UsageError } from './usage-error.ts';

const readFile = promisify(read);

/** More files than any set of symbols has; a home folder given by mistake stops here, as one dropped on the page does. */
const MOST_FILES = 20_000;

/**
 * The files at these paths, and those in the folders among them, in the order of their names. Throws UsageError when one is
 * not there to be read.
 */
export function sourcesOf(paths: readonly string[]): Source[] {
  return paths.flatMap((path) => {
    if (!isFolder(path)) return sourceOf(path);
    const files: Source[] = [];
    if (!addFiles(files, path))
      say(`${path} holds more than ${MOST_FILES} files: of those behind the first ones nothing is read.`);
    if (files.length === 0) throw new UsageError(`${path} cannot be read: there is no file in the folder.`);
    return files;
  });
}

function isFolder(path: string): boolean {
  try {
    return path !== '-' && statSync(path).isDirectory();
  } catch {
    // Why it cannot be read is said where it is opened.
    return false;
  }
}

/** False when there are more than are taken. Links to folders are not followed: they may lead round in circles. */
function addFiles(files: Source[], folder: string): boolean {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (files.length >= MOST_FILES) return false;
    if (entry.isDirectory()) {
      if (!addFiles(files, path)) return false;
      continue;
    }
    try {
      const found = statSync(path);
      if (!found.isFile()) continue;
      closeSync(openSync(path, 'r'));
      files.push(diskSource(path, path, found.size));
    } catch (error) {
      // A link that leads nowhere is no file.
      if (!entry.isSymbolicLink()) say(`${path} cannot be read: ${reasonOf(error)}.`);
    }
  }
  return true;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    say(`${folder} cannot be read: ${reasonOf(error)}.`);
    return [];
  }
}

/** The file at `path`, or standard input for `-`. Throws UsageError when it is not there to be read. */
function sourceOf(path: string): Source {
  if (path === '-') return { name: 'standard input', size: NaN, stream: () => pipeStream(process.stdin) };
  try {
    const found = statSync(path);
    if (found.isFIFO()) {
      // Until somebody writes into it, opening it would stop this process, Ctrl-C and all.
      const pipe = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
      return { name: path, size: NaN, stream: () => pipeStream(comingFrom(pipe)) };
    }
    // Files of /proc say that they are empty.
    if (!found.isFile() || found.size === 0) {
      const pipe = openSync(path, 'r');
      return { name: path, size: NaN, stream: () => new PipeStream(pipe) };
    }
    // That it may be read is said now, and not when it is its turn.
    closeSync(openSync(path, 'r'));
    return diskSource(path, path, found.size);
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const reason = missing ? 'there is no such file' : reasonOf(error);
    throw new UsageError(`${path} cannot be read: ${reason}.`, { cause: error });
  }
}

/** A file whose bytes can be read from any place at any time, called `name`. Its stream can be asked for again. */
export function diskSource(
  path: string,
  name: string,
  size: number,
): Source & { readonly file: RandomAccess; readonly path: string } {
  return { name, path, size, stream: () => new FileStream(path), file: diskFile(path, size) };
}

function diskFile(path: string, size: number): RandomAccess {
  return {
    size,
    async read(from, to) {
      const bytes = new Uint8Array(Math.max(0, Math.min(to, size) - from));
      let filled = 0;
      for (let count = -1; count !== 0 && filled < bytes.length; filled += count)
        count = await readAt(path, from + filled, bytes, filled, bytes.length);
      return bytes.subarray(0, filled);
    },
  };
}

class FileStream implements ByteStream {
  readonly damage = undefined;
  taken = 0;
  private readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  async read(buffer: Uint8Array<ArrayBuffer>, at: number, until: number): Promise<Filled> {
    const count = await readAt(this.path, this.taken, buffer, at, until);
    this.taken += count;
    return { buffer, count };
  }
}

/** Opens the file for each read: code made at run time may lie in more files than can be open at once. */
async function readAt(
  path: string,
  from: number,
  buffer: Uint8Array<ArrayBuffer>,
  at: number,
  until: number,
): Promise<number> {
  const file = openSync(path, 'r');
  try {
    return (await readFile(file, buffer, at, until - at, from)).bytesRead;
  } finally {
    closeSync(file);
  }
}

/** What has a path and can only be read from its start to its end, such as a file of /proc. */
class PipeStream implements ByteStream {
  readonly damage = undefined;
  taken = 0;
  private readonly file: number;

  constructor(file: number) {
    this.file = file;
  }

  async read(buffer: Uint8Array<ArrayBuffer>, at: number, until: number): Promise<Filled> {
    const { bytesRead } = await readFile(this.file, buffer, at, until - at, null);
    this.taken += bytesRead;
    return { buffer, count: bytesRead };
  }
}

/** Waits for a writer and for its bytes as for those of standard input: a read of a file cannot be given up. */
async function* comingFrom(file: number): AsyncGenerator<Buffer> {
  const pipe = new Socket({ fd: file, readable: true, writable: false });
  const chunks: AsyncIterable<Buffer> = pipe;
  for await (const chunk of chunks) {
    // Bytes that nobody waits for do not keep this process.
    pipe.unref();
    yield chunk;
    pipe.ref();
  }
}

function pipeStream(pipe: AsyncIterable<Buffer>): ByteStream {
  const chunks = pipe[Symbol.asyncIterator]();
  return chunkStream(async () => {
    const next = await chunks.next();
    return next.done ? undefined : next.value;
  });
}
