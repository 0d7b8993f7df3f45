// Files as they were when they were opened. A browser reads them part by part, and parts of two recordings are none.

import { statSync, type BigIntStats } from 'node:fs';
import type { RandomAccess } from '../src/bytes/random-access.ts';
import type { FoundSource } from './place.ts';

export class FileChanged extends Error {}

/**
 * What gives the content of `source`; it and its reads throw FileChanged once the file is another, or was written to, and
 * `tell` is called the first time. A file that `mayGrow`, as the map of a program that still runs, may have more at its end.
 */
export function unchanged(
  { path, size, file }: FoundSource,
  mayGrow: boolean,
  tell: () => void,
): () => RandomAccess {
  if (path === undefined) return () => file;
  const before = stampOf(path);
  let isTold = false;
  const check = () => {
    const now = stampOf(path);
    if (before && now && before.size >= size && isSame(before, now, mayGrow)) return;
    if (!isTold) tell();
    isTold = true;
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

/** Undefined where there is no file any more. */
function stampOf(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}

function isSame(before: BigIntStats, now: BigIntStats, mayGrow: boolean): boolean {
  if (before.ino !== now.ino || before.dev !== now.dev) return false;
  return (mayGrow && now.size > before.size) || (before.size === now.size && before.mtimeNs === now.mtimeNs);
}
