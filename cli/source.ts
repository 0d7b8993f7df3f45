// Files from disk and standard input, as the pipeline takes them.

import { openSync, read, statSync } from 'node:fs';
import { promisify } from 'node:util';
import type { ByteStream, Filled } from '../src/bytes/byte-stream.ts';
import type { Source } from '../workers/read-recording.ts';
import { UsageError } from './usage-error.ts';

const readFile = promisify(read);

/** The file at `path`, or standard input for `-`. Throws UsageError when it is not there to be read. */
export function sourceOf(path: string): Source {
  if (path === '-') return { name: 'standard input', size: NaN, stream: () => new PipeStream(process.stdin) };
  try {
    const found = statSync(path);
    if (found.isDirectory()) throw new UsageError('it is a folder, name the recording in it');
    const file = openSync(path, 'r');
    return { name: path, size: found.isFile() ? found.size : NaN, stream: () => new FileStream(file) };
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const reason = missing ? 'there is no such file' : error instanceof Error ? error.message : String(error);
    throw new UsageError(`${path} cannot be read: ${reason}.`, { cause: error });
  }
}

/** A file, or whatever else has a path and can be read from its start to its end, such as a named pipe. */
class FileStream implements ByteStream {
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

class PipeStream implements ByteStream {
  readonly damage = undefined;
  taken = 0;
  private readonly chunks: AsyncIterator<Buffer>;
  private left: Uint8Array = new Uint8Array(0);

  constructor(pipe: AsyncIterable<Buffer>) {
    this.chunks = pipe[Symbol.asyncIterator]();
  }

  async read(buffer: Uint8Array<ArrayBuffer>, at: number, until: number): Promise<Filled> {
    while (this.left.length === 0) {
      const next = await this.chunks.next();
      if (next.done) return { buffer, count: 0 };
      this.left = next.value;
    }
    const count = Math.min(this.left.length, until - at);
    buffer.set(this.left.subarray(0, count), at);
    this.left = this.left.subarray(count);
    this.taken += count;
    return { buffer, count };
  }
}
