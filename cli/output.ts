// Writes what a command made into the file that was asked for: it is there when it is whole.

import { once } from 'node:events';
import { createWriteStream, existsSync, openSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { reasonOf } from '../src/model/reason.ts';
import { printableLines } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** What ends a process that is not yet done: Ctrl-C, Ctrl-\, a kind kill, a terminal that is closed. */
export const ENDING = ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP'] as const;

/** Refuses a file that is there already; `-` is standard output, where a terminal shows text alone. */
export function checkOutput(output: string, isGzip: boolean): void {
  if (output === '-' && isGzip && process.stdout.isTTY)
    throw new UsageError('This is no text that a terminal could show: name a file with -o.');
  if (output !== '-' && existsSync(output))
    throw new UsageError(`${output} exists already: remove it, or choose another name.`);
}

/**
 * Until it is whole it has a name that no file had, and goes when the process is ended. Gzip is without a name or a time. A
 * terminal gets nothing that it would obey.
 */
export async function writeOutput(
  output: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  isGzip: boolean,
): Promise<void> {
  if (output === '-') return isGzip ? send(chunks, process.stdout, isGzip) : print(chunks);
  let part: NewFile | undefined;
  const remove = () => part && rmSync(part.path, { force: true });
  const end = (signal: NodeJS.Signals) => {
    remove();
    // Nobody listens any more: it ends the process as if nobody had.
    process.kill(process.pid, signal);
  };
  for (const signal of ENDING) process.once(signal, end);
  try {
    part = newFileBeside(output);
    await send(chunks, createWriteStream(part.path, { fd: part.fd }), isGzip);
    await rename(part.path, output);
  } catch (error) {
    remove();
    throw new UsageError(`${output} could not be written: ${reasonOf(error)}.`, { cause: error });
  } finally {
    for (const signal of ENDING) process.off(signal, end);
  }
}

interface NewFile {
  readonly path: string;
  readonly fd: number;
}

/** Open for writing. What has its first name may be a person's own, or another process writes it. */
function newFileBeside(output: string): NewFile {
  for (let i = 1; ; i++) {
    const path = i === 1 ? `${output}.part` : `${output}.${i}.part`;
    try {
      return { path, fd: openSync(path, 'wx') };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

async function print(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
  const { stdout } = process;
  for await (const chunk of stdout.isTTY ? printableLines(chunks) : chunks)
    if (!stdout.write(chunk)) await once(stdout, 'drain');
}

function send(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  to: Writable,
  isGzip: boolean,
): Promise<void> {
  const plain = Readable.from(chunks, { objectMode: false });
  return isGzip ? pipeline(plain, createGzip(), to) : pipeline(plain, to);
}
