// What the paths of files say: folders, home directories and modules of Python.

import { PYTHON_PREFIX } from './profile.ts';

/** Folders of every Python installation, as regular expressions for a part of a path. */
export const SITE_PACKAGES = '(?:site|dist)-packages';
/** Unpacked wheels of PEX, eggs, PEP 582 and uv's cache of unpacked wheels. Packages are in them as in site-packages. */
export const UNPACKED_PACKAGES = String.raw`(?:[^/]+\.(?:whl|egg)|__pypackages__/[^/]+/lib|uv/archive-v\d+/[^/]+)`;
export const STDLIB = String.raw`lib(?:64)?/python3(?:\.\d+)?t?`;
export const STDLIB_ZIP = String.raw`python3\d*\.zip`;

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

/** A short path begins with one of these folders; the first matching pattern wins. */
const FOLDERS = [SITE_PACKAGES, STDLIB, STDLIB_ZIP].map((folder) => new RegExp(`(?:^|/)(${folder}/[^]*)$`));
/** The last pattern matches home directories under any mount point, but not in paths that are already short. */
const HOMES = [
  /^(?:[A-Za-z]:)?[/\\](?:home|Users)[/\\][^/\\]+(?=[/\\]|$)/,
  /^\/root(?=[/\\]|$)/,
  /^(?!~).*?[/\\](?:home|Users)[/\\][^/\\]+(?=[/\\])/s,
];

/**
 * Shortens paths to the part that is the same on every machine: replaces the home directory with `~`, or removes everything before
 * a folder that every Python installation has.
 *
 *   /home/ada/venv/lib/python3.13/site-packages/numpy/core.py   site-packages/numpy/core.py
 *   /opt/python/lib/python3.13/json/decoder.py                  lib/python3.13/json/decoder.py
 *   /home/ada/work/app.py                                       ~/work/app.py
 *   /nfs/home/ada/work/app.py                                   ~/work/app.py
 *
 * The kind of code and the package can still be derived from the short path.
 */
export function shortPath(path: string): string {
  for (const folder of FOLDERS) {
    const short = folder.exec(path)?.[1];
    if (short !== undefined) return short;
  }
  const home = HOMES.find((each) => each.test(path));
  return home ? path.replace(home, '~') : path;
}

/** Shortens a folder in the same way as the paths of its files. The result has no slash at the end, except for `/`. */
export function shortFolder(folder: string): string {
  return shortPath(`${folder.replace(/[/\\]+$/, '')}/`).slice(0, -1) || '/';
}

/** Shortens the path in the recorded name of a Python function. */
export function shortName(name: string): string {
  const colon = name.startsWith(PYTHON_PREFIX) ? name.indexOf(':', PYTHON_PREFIX.length) : -1;
  return colon < 0 ? name : name.slice(0, colon + 1) + shortPath(name.slice(colon + 1));
}

// The dotted name under which Python imports a file of a library: `scipy.sparse` for `…/site-packages/scipy/sparse/__init__.py`.
// Code outside a library depends on `sys.path` for its dotted name, so it has none here.

/** What follows these folders is a path of packages. The first matching pattern wins. */
const LIBRARIES = [SITE_PACKAGES, UNPACKED_PACKAGES, STDLIB, STDLIB_ZIP].map(
  (folder) => new RegExp(`(?:^|/)${folder}/([^]+)$`),
);
const FROZEN = /^<frozen ([^>]+)>$/;
/** Shared libraries without such an ending are not modules of Python, except in lib-dynload. */
const ENDING = /(?:\.pyc?|(?:\.cpython-[^./]*|\.abi3)\.so)$/;
const LIB_DYNLOAD = /^lib-dynload\/([^/.]+)[^/]*\.so$/;
/** Archives that contain packages. */
const EGG = /^[^/]*\.egg\//;

/** Undefined for files outside the standard library, site-packages and dist-packages, and for files that are not Python modules. */
export function moduleNameOf(path: string): string | undefined {
  const frozen = FROZEN.exec(path)?.[1];
  if (frozen !== undefined) return frozen;
  for (const library of LIBRARIES) {
    const inside = library.exec(path)?.[1];
    if (inside !== undefined) return dotted(inside.replace(EGG, ''));
  }
  return undefined;
}

function dotted(path: string): string | undefined {
  const extension = LIB_DYNLOAD.exec(path)?.[1];
  if (extension !== undefined) return extension;
  if (!ENDING.test(path)) return undefined;
  const parts = path.replace(ENDING, '').split('/');
  if (parts.length > 1 && parts.at(-1) === '__init__') parts.pop();
  return parts.join('.');
}

/** Recognizes the Python binary or library by its path. */
export const PYTHON_MODULE =
  /(?:^|\/)(?:lib)?python3?(?:\.\d+)*[a-z]*(?:\.so(?:\.\d+)*|\.exe|\.debug)?(?: \(deleted\))?$/;

/** A Python source file, by its name. */
export const PYTHON_SOURCE = /\.pyw?$/;

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
