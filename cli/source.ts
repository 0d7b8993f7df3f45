// Files from disk and standard input, as the pipeline takes them.

import { closeSync, openSync, read, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { chunkStream, type ByteStream, type Filled } from '../src/bytes/byte-stream.ts';
import type { RandomAccess } from '../src/bytes/random-access.ts';
import { reasonOf } from '../src/model/reason.ts';
import type { Source } from '../workers/sniff.ts';
import { UsageError } from './usage-error.ts';

const readFile = promisify(read);

/** The file at `path`, or standard input for `-`. Throws UsageError when it is not there to be read. */
export function sourceOf(path: string): Source {
  if (path === '-') return { name: 'standard input', size: NaN, stream: () => pipeStream(process.stdin) };
  try {
    const found = statSync(path);
    if (found.isDirectory()) throw new UsageError('it is a folder, name the recording in it');
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
): Source & { readonly file: RandomAccess } {
  return { name, size, stream: () => new FileStream(path), file: diskFile(path, size) };
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

/** What has a path and can only be read from its start to its end, such as a named pipe. */
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

function pipeStream(pipe: AsyncIterable<Buffer>): ByteStream {
  const chunks = pipe[Symbol.asyncIterator]();
  return chunkStream(async () => {
    const next = await chunks.next();
    return next.done ? undefined : next.value;
  });
}
