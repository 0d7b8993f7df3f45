// Parses names of Python functions and paths: files and packages.

import { Kind } from '../model/kinds.ts';
import { PYTHON_PREFIX } from '../model/profile.ts';

/** The file in `py::<qualified name>:<file>`, or empty if there is none. Qualified names contain no colon. */
export function fileOf(pythonName: string): string {
  const colon = pythonName.indexOf(':', PYTHON_PREFIX.length);
  return colon < 0 ? '' : pythonName.slice(colon + 1);
}

/** Name of the functions that represent import machinery. If it leads to a module, a space and the module's name follow. */
export const IMPORT_NAME = 'import';

const PACKAGES = /(?:^|\/)(?:site|dist)-packages\/([^/]+)/;
/** Unpacked wheels of PEX, eggs, PEP 582 and uv's cache of unpacked wheels. */
const OTHER_PACKAGES =
  /(?:^|\/)(?:[^/]+\.(?:whl|egg)|__pypackages__\/[^/]+\/lib|uv\/archive-v\d+\/[^/]+)\/([^/]+)/;
const STDLIB = /(?:^|\/)(?:lib(?:64)?\/python3(?:\.\d+)?t?\/|python3\d*\.zip\/)|^<frozen /;
const IMPORTLIB = /^<frozen (?:importlib|zipimport)/;

/** The kind of Python code in this file. */
export function kindOfFile(file: string): Kind {
  if (IMPORTLIB.test(file)) return Kind.importlib;
  if (PACKAGES.test(file) || OTHER_PACKAGES.test(file)) return Kind.package;
  return STDLIB.test(file) ? Kind.stdlib : Kind.own;
}

/** The folder or file directly under site-packages or the like, without file extensions; undefined for other paths. */
export function packageOf(path: string): string | undefined {
  const [, name] = PACKAGES.exec(path) ?? OTHER_PACKAGES.exec(path) ?? [];
  return name?.replace(/(?:\.cpython-[^.]*|\.abi3)?\.(?:py|so|pyc)$/, '');
}
