// Names: what of a symbol is the function, and where a Python function's file lies.

import { Kind } from '../model/kinds.ts';
import { PYTHON_PREFIX, SUFFIX, VERSION } from './rules.ts';

/** The symbol without its version and the compiler's suffixes: `f.part.0.cold@@V1` is `f`. Never empty. */
export function cleanName(name: string): string {
  if (name.startsWith(PYTHON_PREFIX)) return name;
  let clean = name.replace(VERSION, '') || name;
  for (;;) {
    const shorter = clean.replace(SUFFIX, '');
    if (shorter === clean || shorter === '') return clean;
    clean = shorter;
  }
}

/** The file of `py::<qualified name>:<file>`; a qualified name holds no colon. Empty when there is none. */
export function fileOf(pythonName: string): string {
  const colon = pythonName.indexOf(':', PYTHON_PREFIX.length);
  return colon < 0 ? '' : pythonName.slice(colon + 1);
}

const PACKAGES = /(?:^|\/)(?:site|dist)-packages\/([^/]+)/;
const STDLIB = /(?:^|\/)(?:lib(?:64)?\/python3(?:\.\d+)?t?\/|python3\d*\.zip\/)|^<frozen /;
const IMPORTLIB = /^<frozen (?:importlib|zipimport)/;

/** Which kind of Python code lies in this file. */
export function kindOfFile(file: string): Kind {
  if (IMPORTLIB.test(file)) return Kind.importlib;
  if (PACKAGES.test(file)) return Kind.package;
  return STDLIB.test(file) ? Kind.stdlib : Kind.own;
}

/** The distribution a path lies in, by its folder or file under site-packages; undefined elsewhere. */
export function packageOf(path: string): string | undefined {
  return PACKAGES.exec(path)?.[1].replace(/(?:\.cpython-[^.]*|\.abi3)?\.(?:py|so|pyc)$/, '');
}
