// Files from disk and standard input, as the pipeline takes them.

import { openSync, read, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { chunkStream, type ByteStream, type Filled } from '../src/bytes/byte-stream.ts';
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
    const file = openSync(path, 'r');
    return { name: path, size: found.isFile() ? found.size : NaN, stream: () => new FileStream(file) };
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const reason = missing ? 'there is no such file' : reasonOf(error);
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

function pipeStream(pipe: AsyncIterable<Buffer>): ByteStream {
  const chunks = pipe[Symbol.asyncIterator]();
  return chunkStream(async () => {
    const next = await chunks.next();
    return next.done ? undefined : next.value;
  });
}
