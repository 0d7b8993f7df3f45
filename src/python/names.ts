// Parses names of Python functions and paths: files and packages.

import { Kind } from '../model/kinds.ts';
import { PYTHON_PREFIX } from '../model/profile.ts';
import { SITE_PACKAGES, STDLIB, STDLIB_ZIP, UNPACKED_PACKAGES } from '../model/paths.ts';

/** The file in `py::<qualified name>:<file>`, or empty if there is none. Qualified names contain no colon. */
export function fileInName(pythonName: string): string {
  const colon = pythonName.indexOf(':', PYTHON_PREFIX.length);
  return colon < 0 ? '' : pythonName.slice(colon + 1);
}

/** Name of the functions that represent import machinery. If it leads to a module, a space and the module's name follow. */
export const IMPORT_NAME = 'import';

/** Captures the folder or file of the package. The first matching pattern wins. */
const PACKAGES = [SITE_PACKAGES, UNPACKED_PACKAGES].map((folder) => new RegExp(`(?:^|/)${folder}/([^/]+)`));
const STDLIB_FILE = new RegExp(`(?:^|/)(?:${STDLIB}|${STDLIB_ZIP})/|^<frozen `);
const IMPORTLIB = /^<frozen (?:importlib|zipimport)/;

export function kindOfFile(file: string): Kind {
  if (IMPORTLIB.test(file)) return Kind.importlib;
  if (PACKAGES.some((folder) => folder.test(file))) return Kind.package;
  return STDLIB_FILE.test(file) ? Kind.stdlib : Kind.own;
}

/** The folder or file directly under site-packages or the like, without file extensions; undefined for other paths. */
export function packageOf(path: string): string | undefined {
  const [, name] = PACKAGES[0].exec(path) ?? PACKAGES[1].exec(path) ?? [];
  return name?.replace(/(?:\.cpython-[^.]*|\.abi3)?\.(?:py|so|pyc)$/, '');
}
