// Parses symbol names and paths: canonical names, files and distributions.

import { Kind } from '../model/kinds.ts';
import { PYTHON_PREFIX } from '../model/profile.ts';
import { SUFFIX, VERSION } from './rules.ts';

/** The symbol without version and compiler suffixes: `f.part.0.cold@@V1` becomes `f`. Never empty. */
export function canonicalName(name: string): string {
  if (name.startsWith(PYTHON_PREFIX)) return name;
  let canonical = name.replace(VERSION, '') || name;
  for (;;) {
    const shorter = canonical.replace(SUFFIX, '');
    if (shorter === canonical || shorter === '') return canonical;
    canonical = shorter;
  }
}

/** The file in `py::<qualified name>:<file>`, empty if there is none; qualified names contain no colon. */
export function fileOf(pythonName: string): string {
  const colon = pythonName.indexOf(':', PYTHON_PREFIX.length);
  return colon < 0 ? '' : pythonName.slice(colon + 1);
}

const PACKAGES = /(?:^|\/)(?:site|dist)-packages\/([^/]+)/;
const STDLIB = /(?:^|\/)(?:lib(?:64)?\/python3(?:\.\d+)?t?\/|python3\d*\.zip\/)|^<frozen /;
const IMPORTLIB = /^<frozen (?:importlib|zipimport)/;

/** The kind of Python code in this file. */
export function kindOfFile(file: string): Kind {
  if (IMPORTLIB.test(file)) return Kind.importlib;
  if (PACKAGES.test(file)) return Kind.package;
  return STDLIB.test(file) ? Kind.stdlib : Kind.own;
}

/** The distribution of a path: its folder or file under site-packages; undefined elsewhere. */
export function packageOf(path: string): string | undefined {
  return PACKAGES.exec(path)?.[1].replace(/(?:\.cpython-[^.]*|\.abi3)?\.(?:py|so|pyc)$/, '');
}
