// Shortens paths to the part that is the same on every machine: replaces the home directory with `~`, or removes everything before
// a folder that every Python installation has.
//
//   /home/ada/venv/lib/python3.13/site-packages/numpy/core.py   site-packages/numpy/core.py
//   /opt/python/lib/python3.13/json/decoder.py                  lib/python3.13/json/decoder.py
//   /home/ada/work/app.py                                       ~/work/app.py
//   /nfs/home/ada/work/app.py                                   ~/work/app.py
//
// The kind of code and the package can still be derived from the short path.

import { PYTHON_PREFIX } from './profile.ts';
import { SITE_PACKAGES, STDLIB, STDLIB_ZIP } from './python-folders.ts';

/** A short path begins with one of these folders; the first matching pattern wins. */
const FOLDERS = [SITE_PACKAGES, STDLIB, STDLIB_ZIP].map((folder) => new RegExp(`(?:^|/)(${folder}/[^]*)$`));
/** The last pattern matches home directories under any mount point, but not in paths that are already short. */
const HOMES = [
  /^(?:[A-Za-z]:)?[/\\](?:home|Users)[/\\][^/\\]+(?=[/\\]|$)/,
  /^\/root(?=[/\\]|$)/,
  /^(?!~).*?[/\\](?:home|Users)[/\\][^/\\]+(?=[/\\])/s,
];

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
