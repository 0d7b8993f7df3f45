// Detects that a file has changed since it was opened: the browser reads it in parts, and must not mix two versions.

import { statSync, type BigIntStats } from 'node:fs';
import type { RandomAccess } from '../src/bytes/random-access.ts';
import type { FoundSource } from './search-root.ts';

export class FileChanged extends Error {}

/**
 * Returns a function that returns the content of `source`. Once the file has been replaced or modified, that function
 * and all reads throw FileChanged, and `onChange` is called once. If `mayGrow` is true, as for the map of a running
 * program, data may be appended.
 */
export function guardContent(
  { path, size, file }: FoundSource,
  mayGrow: boolean,
  onChange: () => void,
): () => RandomAccess {
  if (path === undefined) return () => file;
  const before = fileVersion(path);
  let isReported = false;
  const check = () => {
    const now = fileVersion(path);
    if (before && now && before.size >= size && isSame(before, now, mayGrow)) return;
    if (!isReported) onChange();
    isReported = true;
    throw new FileChanged(`${path} has changed`);
  };
  const checked: RandomAccess = {
    size,
    async read(from, to) {
      const bytes = await file.read(from, to);
      check();
      return bytes;
    },
  };
  return () => {
    check();
    return checked;
  };
}

/** Undefined if the file is gone. */
function fileVersion(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}

function isSame(before: BigIntStats, now: BigIntStats, mayGrow: boolean): boolean {
  if (before.ino !== now.ino || before.dev !== now.dev) return false;
  return (mayGrow && now.size > before.size) || (before.size === now.size && before.mtimeNs === now.mtimeNs);
}
