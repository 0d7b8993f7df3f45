// Temporary files that only their owner can read: a page that passes a URL to the browser, and the data of a pipe.

import { mkdtempSync, rmSync, existsSync, writeFileSync, closeSync, openSync, writeSync } from 'node:fs';
import { tmpdir, homedir } from 'node:os';
import { join } from 'node:path';
import { reasonOf } from '../src/text/format.ts';
import type { Source } from '../workers/reading/sniff.ts';
import { fileAt, type FoundSource } from './search-root.ts';

interface PrivateFolder {
  readonly path: string;
  /** May be called repeatedly; also runs when the process exits. */
  readonly remove: () => void;
}

/** The second one is for a TMPDIR that does not exist. */
export function temporaryFolders(): string[] {
  return [...new Set([tmpdir(), '/tmp'])];
}

/** Creates a folder with mode 0700 in the first parent folder that is writable. */
export function createPrivateFolder(parents: readonly string[]): PrivateFolder {
  const reasons: string[] = [];
  for (const parent of parents) {
    try {
      const path = mkdtempSync(join(parent, 'pyrograph-'));
      const remove = () => rmSync(path, { recursive: true, force: true });
      process.once('exit', remove);
      return { path, remove };
    } catch (error) {
      reasons.push(reasonOf(error));
    }
  }
  throw new Error(`Could not create a temporary folder: ${reasons.join('; ')}.`);
}

/** Folder of the programs that snapd installs. */
const SNAPS = '/snap/bin';

// Command lines are visible to all users of the machine (ps), so the URL must not be an argument.

/** Writes a page, readable only by its owner, that redirects to `address`. Throws if no folder is writable. */
export function writeRedirectPage(address: string, folders = foldersForBrowser()) {
  const folder = createPrivateFolder(folders);
  const path = join(folder.path, 'open.html');
  // In a normalized URL, & is the only character that must be escaped in an attribute.
  const target = new URL(address).href.replaceAll('&', '&amp;');
  const page = `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${target}">
<title>Pyrograph</title>
<p><a href="${target}">Open the recording</a>
`;
  writeFileSync(path, page, { mode: 0o600, flag: 'wx' });
  return { path, remove: folder.remove };
}

/**
 * Snap browsers see neither /tmp nor /run/user, only non-hidden files in the home folder; Flatpak passes files
 * through a portal from anywhere. Without snaps the runtime folder is best: it is in memory and private.
 */
export function foldersForBrowser(
  environment: NodeJS.ProcessEnv = process.env,
  hasSnaps = existsSync(SNAPS),
): string[] {
  const { XDG_RUNTIME_DIR: runtime } = environment;
  return [...(hasSnaps ? [homedir()] : []), ...(runtime ? [runtime] : []), ...temporaryFolders()];
}

/** In bytes; enough for the perf script output of a long recording. */
const MAX_BYTES = 64 * 2 ** 30;
/** Bytes per read. */
const PIECE = 1 << 20;

// Stores piped input, so that the browser can read any part of it. The file is removed on exit.

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
