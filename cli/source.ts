// Files and stdin as sources for the pipeline.

import {
  closeSync,
  constants,
  createReadStream,
  openSync,
  readdirSync,
  statSync,
  type Dirent,
} from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { chunkStream, type ByteStream } from '../src/bytes/byte-stream.ts';
import { isSelection } from '../src/store/selection.ts';
import { reasonOf } from '../src/text/format.ts';
import { sniff, type DetectedRecording, type Source } from '../workers/reading/sniff.ts';
import { diskFile, fileStream } from './disk-file.ts';
import { gunzip } from './gunzip.ts';
import { printMessage } from './print.ts';
import { selectionSource } from './store/selection-source.ts';

/**
 * More than any set of symbol files contains. Like the page's limit for dropped folders, it limits the damage if a home
 * folder is given by mistake.
 */
const MAX_FILES = 20_000;

/**
 * The files at these paths and in the folders among them, sorted by name, and selections of stores. Throws if a file cannot be
 * read.
 */
export function sourcesOf(paths: readonly string[]): Source[] {
  return paths.flatMap((path) => {
    if (isSelection(path)) return selectionSource(path);
    if (!isFolder(path)) return sourceOf(path);
    const files: Source[] = [];
    if (!addFiles(files, path))
      printMessage(`${path} has more than ${MAX_FILES} files: only the first ones are read.`);
    if (files.length === 0) throw new Error(`${path} cannot be read: the folder has no files.`);
    return files;
  });
}

function isFolder(path: string): boolean {
  try {
    return path !== '-' && statSync(path).isDirectory();
  } catch {
    // Opening the file later reports the reason.
    return false;
  }
}

/** False if the limit is exceeded. Links to folders are not followed: they may be circular. */
function addFiles(files: Source[], folder: string): boolean {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (files.length >= MAX_FILES) return false;
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
      // Broken links are skipped.
      if (!entry.isSymbolicLink()) printMessage(`${path} cannot be read: ${reasonOf(error)}.`);
    }
  }
  return true;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    printMessage(`${folder} cannot be read: ${reasonOf(error)}.`);
    return [];
  }
}

/** The file at `path`, or stdin for `-`. Throws if it cannot be read. */
function sourceOf(path: string): Source {
  if (path === '-') return { name: 'standard input', size: NaN, stream: () => pipeStream(process.stdin) };
  try {
    const found = statSync(path);
    if (found.isFIFO()) {
      // A blocking open would wait for a writer and ignore even Ctrl-C.
      const pipe = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
      return { name: path, size: NaN, stream: () => pipeStream(readPipe(pipe)) };
    }
    // Files in /proc report size 0.
    if (!found.isFile() || found.size === 0) {
      const fd = openSync(path, 'r');
      return { name: path, size: NaN, stream: () => pipeStream(createReadStream(path, { fd })) };
    }
    // Reports unreadable files now, not when they are first read.
    closeSync(openSync(path, 'r'));
    return diskSource(path, path, found.size);
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const reason = missing ? 'the file does not exist' : reasonOf(error);
    throw new Error(`${path} cannot be read: ${reason}.`, { cause: error });
  }
}

/** A random-access file called `name`, whose stream can be reopened. */
export function diskSource(path: string, name: string, size: number) {
  return {
    name,
    path,
    size,
    stream: () => fileStream(path),
    file: diskFile(path, size),
    gunzip,
  };
}

/** Waits for a writer and its data, as for stdin: blocking file reads cannot be canceled. */
async function* readPipe(file: number): AsyncGenerator<Buffer> {
  const pipe = new Socket({ fd: file, readable: true, writable: false });
  const chunks: AsyncIterable<Buffer> = pipe;
  for await (const chunk of chunks) {
    // Unread data must not keep the process alive.
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

/** Number of bytes that suffice to recognize a recording with any compression. */
export const SNIFF_BYTES = 1 << 16;

/** The recording, if it is a perf.data that can be read twice: once to find the required files, once with them. */
export async function perfDataIn(source: Source): Promise<DetectedRecording | undefined> {
  if (!source.file) return undefined;
  const sniffed = await sniff(source, SNIFF_BYTES);
  return sniffed.kind === 'recording' && sniffed.opened.format === 'perf.data' ? sniffed.opened : undefined;
}
