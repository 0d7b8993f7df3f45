// The source files of recorded functions on this machine, to show their lines in.

import { statSync } from 'node:fs';
import { PYTHON_SOURCE } from '../src/model/paths.ts';
import type { Companion } from './lookup.ts';
import { fileAt, type SearchRoot } from './search-root.ts';

/** In bytes. */
const MAX_SIZE = 4 << 20;
const MAX_TOTAL = 16 << 20;

/**
 * The sources at these recorded paths, the first ones if they are too large together. A recording can name any file: only source code is
 * used. Sources that were changed after the recording, at `recorded` in milliseconds, are left out: their lines are others.
 */
export function recordedSources(paths: Iterable<string>, recorded: number, root: SearchRoot): Companion[] {
  const found: Companion[] = [];
  let total = 0;
  for (const path of paths) {
    const isSource = path.startsWith('/') && PYTHON_SOURCE.test(path);
    const source = isSource ? fileAt(root.at(path), path) : undefined;
    const isUsable = source && source.size <= MAX_SIZE && (modifiedAt(root.at(path)) ?? Infinity) <= recorded;
    if (!isUsable || total + source.size > MAX_TOTAL) continue;
    total += source.size;
    found.push({ kind: 'source', source });
  }
  return found;
}

/** In milliseconds; undefined if the file is not there. */
export function modifiedAt(path: string | undefined): number | undefined {
  return path === undefined ? undefined : statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}
