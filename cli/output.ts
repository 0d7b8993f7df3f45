// Writes what a command made into the file that was asked for: it is there when it is whole.

import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { reasonOf } from '../src/model/reason.ts';
import { UsageError } from './usage-error.ts';

/** Refuses a file that is there already; `-` is standard output. */
export function checkOutput(output: string): void {
  if (output !== '-' && existsSync(output))
    throw new UsageError(`${output} exists already: remove it, or choose another name.`);
}

/** Until it is whole it has another name. Gzip is without a name or a time. */
export async function writeOutput(
  output: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  isGzip: boolean,
): Promise<void> {
  if (output === '-') return send(chunks, process.stdout, isGzip);
  const part = `${output}.part`;
  try {
    await send(chunks, createWriteStream(part), isGzip);
    await rename(part, output);
  } catch (error) {
    await rm(part, { force: true });
    throw new UsageError(`${output} could not be written: ${reasonOf(error)}.`, { cause: error });
  }
}

function send(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  to: Writable,
  isGzip: boolean,
): Promise<void> {
  const plain = Readable.from(chunks, { objectMode: false });
  return isGzip ? pipeline(plain, createGzip(), to) : pipeline(plain, to);
}
