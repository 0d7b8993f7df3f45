// Where to look for symbol files: on this machine, or in a folder that mirrors the recorded one (--symfs).

import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { memoryStream } from '../src/bytes/byte-stream.ts';
import { memoryFile, type RandomAccess } from '../src/bytes/random-access.ts';
import type { Source } from '../workers/reading/sniff.ts';
import type { ProvenanceVerdict } from './provenance.ts';
import { diskSource } from './source.ts';

/** `path` is the path on this machine. */
export type FoundSource = Source & { readonly file: RandomAccess; readonly path?: string };

export interface LookupResult {
  /** The file and, for a program or library, its debug file; empty if nothing was found. */
  readonly sources: readonly FoundSource[];
  /** Why existing files were rejected, in part or entirely, one sentence each. */
  readonly reasons: readonly string[];
  /** Paths of existing files that were rejected because of their build IDs; the file was then not found anywhere. */
  readonly otherBuilds?: readonly string[];
  /** Set if an existing file was rejected because nothing proves that it is the recorded one. */
  readonly verdict?: Exclude<ProvenanceVerdict, 'proven'>;
}

export const NOT_FOUND: LookupResult = { sources: [], reasons: [] };

export class SearchRoot {
  /** True if the user confirmed that the files are those of the recorded machine. */
  readonly isTrusted: boolean;
  private readonly root: string;
  /** perf's cache of files it has seen in recordings; as in perf, --symfs uses a separate cache. */
  private readonly cache: string;

  constructor(symfs: string | undefined, isTrusted = symfs !== undefined) {
    if (symfs !== undefined && !statSync(symfs, { throwIfNoEntry: false })?.isDirectory())
      throw new Error(`--symfs ${symfs}: no such folder; give the root directory of the recorded machine.`);
    this.isTrusted = isTrusted;
    this.root = resolve(symfs ?? '/');
    this.cache = join(this.isThisMachine ? homedir() : this.root, '.debug');
  }

  /**
   * True for this machine itself. In a folder, the owner of a file proves nothing: the user who unpacked the files owns
   * them all.
   */
  get isThisMachine(): boolean {
    return this.root === '/';
  }

  /** The local path of `path` on the recorded machine. */
  at(path: string): string {
    return join(this.root, path);
  }

  cachePath(...names: readonly string[]): string {
    return join(this.cache, ...names);
  }

  /** Path of `name` in the cache folder of a build ID, which perf creates as a symlink to the entry by original path. */
  buildIdPath(buildId: string, name: string): string {
    return this.cachePath('.build-id', buildId.slice(0, 2), buildId.slice(2), name);
  }
}

export function memorySource(name: string, bytes: Uint8Array<ArrayBuffer>): FoundSource {
  return { name, size: bytes.length, stream: () => memoryStream(bytes), file: memoryFile(bytes) };
}

/** The file at `localPath`; undefined if there is none. `name` is its path on the recorded machine. */
export function fileAt(localPath: string, name: string): FoundSource | undefined {
  try {
    // Most of thousands of paths are missing; an error for each takes longer than the lookup.
    const found = statSync(localPath, { throwIfNoEntry: false });
    return found?.isFile() ? diskSource(localPath, name, found.size) : undefined;
  } catch {
    // Unreadable: the lookup continues elsewhere.
    return undefined;
  }
}

/** The file at this path on the recorded machine. */
export function lookUpFile(
  path: string,
  root: SearchRoot,
  verdictOn: () => ProvenanceVerdict,
  name = path,
): LookupResult {
  const source = fileAt(root.at(path), name);
  if (!source) return NOT_FOUND;
  const verdict = verdictOn();
  return verdict === 'proven' ? { sources: [source], reasons: [] } : { sources: [], reasons: [], verdict };
}
