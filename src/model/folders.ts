// Folders of source files, as the targets of filters.

import { SITE_PACKAGES, STDLIB, STDLIB_ZIP } from './python-folders.ts';
import { shortFolder, shortPath } from './short-path.ts';

/** A library below the folder, usually in a virtual environment. */
const LIBRARY = new RegExp(String.raw`[/\\](?:${SITE_PACKAGES}|${STDLIB}|${STDLIB_ZIP})[/\\]`);
const ABSOLUTE = /^(?:[/\\]|[A-Za-z]:)/;
/** Code that was not read from a file, such as `<string>`. */
export const NO_FILE = /^<.*>$/s;
/** The folder of all relative paths. */
const CURRENT = '.';

/** The folder of a file; `.` for relative paths without a folder, and the name itself for code without a file. */
export function folderOf(path: string): string {
  if (NO_FILE.test(path)) return path;
  const end = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return end < 0 ? CURRENT : path.slice(0, end) || '/';
}

/** Undefined for the outermost folders. */
export function parentFolder(folder: string): string | undefined {
  const parent = folderOf(folder);
  const isOutermost = parent === folder || folder === '~' || (parent === CURRENT && ABSOLUTE.test(folder));
  return isOutermost ? undefined : parent;
}

/**
 * True for the folder's files, except for libraries in it: in `~/shop`, not for `~/shop/.venv/lib/python3.13/site-packages`.
 * A folder can also be a single file. If only one of the paths is absolute, both are compared as short paths.
 */
export function isBelow(path: string, folder: string): boolean {
  const isSameForm = ABSOLUTE.test(path) === ABSOLUTE.test(folder);
  const file = isSameForm ? path : shortPath(path);
  const top = (isSameForm ? folder : shortFolder(folder)).replace(/[/\\]+$/, '');
  if (file === top) return true;
  if (top === CURRENT) return !/^[~</\\]/.test(file) && !ABSOLUTE.test(file) && !LIBRARY.test(`/${file}`);
  const rest = file.slice(top.length);
  return file.startsWith(top) && /^[/\\]/.test(rest) && !LIBRARY.test(rest);
}
