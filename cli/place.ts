// Where files that name code are looked for: in this machine, or in a folder that stands for the recorded one (--symfs).

import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { RandomAccess } from '../src/bytes/random-access.ts';
import type { Source } from '../workers/sniff.ts';
import { diskSource } from './source.ts';
import { UsageError } from './usage-error.ts';

/** `path` is where it is on this machine. */
export type FoundSource = Source & { readonly file: RandomAccess; readonly path?: string };

export class Place {
  /** Does the user say that the files here are those of the recorded machine? */
  readonly isVouched: boolean;
  private readonly root: string;
  /** What perf keeps of files that it has seen in recordings; as with perf, --symfs brings its own. */
  private readonly cache: string;

  constructor(symfs: string | undefined, isVouched = symfs !== undefined) {
    if (symfs !== undefined && !statSync(symfs, { throwIfNoEntry: false })?.isDirectory())
      throw new UsageError(`--symfs ${symfs}: there is no such folder.`);
    this.isVouched = isVouched;
    this.root = resolve(symfs ?? '/');
    this.cache = join(this.isHere ? homedir() : this.root, '.debug');
  }

  /** Is it this machine itself? In a folder, all files are owned by the user who unpacked them. */
  get isHere(): boolean {
    return this.root === '/';
  }

  /** Where `path` of the recorded machine is. */
  at(path: string): string {
    return join(this.root, path);
  }

  inCache(...names: readonly string[]): string {
    return join(this.cache, ...names);
  }

  /** The cache's folder for a build id; the link there leads to where the file was. */
  ofBuild(buildId: string, name: string): string {
    return this.inCache('.build-id', buildId.slice(0, 2), buildId.slice(2), name);
  }
}

/** The file at `where`, called `name`: what it is on the recorded machine. Undefined when there is no such file. */
export function fileAt(where: string, name: string): FoundSource | undefined {
  try {
    const found = statSync(where);
    return found.isFile() ? diskSource(where, name, found.size) : undefined;
  } catch {
    // It is not there, or not for us: it is looked for elsewhere.
    return undefined;
  }
}
