// Writes a command's output file, which appears only once it is complete.

import { once } from 'node:events';
import {
  closeSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { rename } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { reasonOf } from '../src/text/format.ts';
import { escapeLines, type Chunks } from './print.ts';
import { dirname } from 'node:path';

/** Signals that end a process early: Ctrl-C, Ctrl-\, kill, a closed terminal. */
export const TERMINATION_SIGNALS = ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP'] as const;

/** Rejects existing files, and gzip output (`-` is stdout) to a terminal. */
export function checkOutput(output: string, isGzip: boolean): void {
  if (output === '-' && isGzip && process.stdout.isTTY)
    throw new Error('The output is binary and cannot be shown in a terminal: set a file with -o.');
  if (output !== '-' && existsSync(output))
    throw new Error(`${output} already exists: remove it or choose another name.`);
}

/**
 * Writes to a temporary name until the file is complete. Removes that file if a signal ends the process. Gzip headers
 * contain no name or time. Terminal output is escaped.
 */
export async function writeOutput(output: string, chunks: Chunks, isGzip: boolean): Promise<void> {
  if (output === '-') return isGzip ? send(chunks, process.stdout, isGzip) : print(chunks);
  let part: ReturnType<typeof newFileBeside> | undefined;
  const remove = () => part && rmSync(part.path, { force: true });
  const end = (signal: NodeJS.Signals) => {
    remove();
    // The handler is removed, so the signal now ends the process as usual.
    process.kill(process.pid, signal);
  };
  for (const signal of TERMINATION_SIGNALS) process.once(signal, end);
  try {
    part = newFileBeside(output);
    await send(chunks, createWriteStream(part.path, { fd: part.fd }), isGzip);
    await rename(part.path, output);
  } catch (error) {
    remove();
    throw new Error(`Could not write ${output}: ${reasonOf(error)}.`, { cause: error });
  } finally {
    for (const signal of TERMINATION_SIGNALS) process.off(signal, end);
  }
}

/** Creates a file next to `output`. An existing .part file may belong to the user or to another process. */
function newFileBeside(output: string) {
  for (let i = 1; ; i++) {
    const path = i === 1 ? `${output}.part` : `${output}.${i}.part`;
    try {
      return { path, fd: openSync(path, 'wx') };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

async function print(chunks: Chunks): Promise<void> {
  const { stdout } = process;
  for await (const chunk of stdout.isTTY ? escapeLines(chunks) : chunks)
    if (!stdout.write(chunk)) await once(stdout, 'drain');
}

function send(chunks: Chunks, to: Writable, isGzip: boolean): Promise<void> {
  const plain = Readable.from(chunks, { objectMode: false });
  return isGzip ? pipeline(plain, createGzip(), to) : pipeline(plain, to);
}

/** Rejects outputs that perf cannot go back in: it writes the size of the data last. */
export function checkRecordOutput(output: string): void {
  if (output === '-')
    throw new Error('A recording cannot be written to standard output: give a file with -o.');
}

/**
 * Creates the empty file, which perf replaces. Throws if it exists or cannot be written. The result removes the file, and the folders
 * made for it, if perf has written nothing.
 */
export function reserveOutput(output: string): () => void {
  try {
    const folders = makeFolder(dirname(output));
    closeSync(openSync(output, 'wx'));
    return () => {
      if (statSync(output, { throwIfNoEntry: false })?.size !== 0) return;
      rmSync(output);
      for (const folder of folders.toReversed()) if (readdirSync(folder).length === 0) rmdirSync(folder);
    };
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw new Error(
      isTaken
        ? `${output} already exists: remove it or choose another name.`
        : `Could not write ${output}: ${reasonOf(error)}.`,
      { cause: error },
    );
  }
}

/**
 * With its parents; returns those that were missing. Node's own option for that never returns in /proc, where no folder can be made.
 */
function makeFolder(path: string): string[] {
  if (existsSync(path)) return [];
  const parents = makeFolder(dirname(path));
  mkdirSync(path);
  return [...parents, path];
}
