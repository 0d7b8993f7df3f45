// The key that identifies a function across recordings: comparing.md, “Matching functions”.

import { SITE_PACKAGES } from '../../model/paths.ts';
import { PYTHON_PREFIX, UNKNOWN } from '../../model/profile.ts';

/** Variants of glibc's string functions per instruction set, such as `__memmove_avx512_unaligned_erms` for `__memmove`. */
const PROCESSOR_VARIANT =
  /^(__(?:mem|str|stp|wcs|wmem)[a-z]*)_(?:sse|ssse|avx|evex|erms|unaligned|generic|asimd|sve|falkor|thunderx|a64fx|kunpeng|oryon)\w*$/;
const PACKAGE_FILE = new RegExp(`.*/${SITE_PACKAGES}/(.+)$`);
const STDLIB_FILE = /.*\/(?:lib(?:32|64)?\/python3(?:\.\d+t?)?|python3\d+\.zip|Lib)\/(.+)$/;
const NOTEBOOK_FILE = /\/ipykernel_\d+\//;
const CHANGING_PARTS = /0x[0-9a-f]+|(?<=-)[0-9a-f]{8,}(?=>)/g;

/** Names shared by many unrelated functions. */
const COMMON_NAMES = new Set(
  `<module> <lambda> <genexpr> <listcomp> <dictcomp> <setcomp> main run wrapper inner wrapped decorator
   __init__ __call__ __enter__ __exit__ __iter__ __next__`.split(/\s+/),
);

/** `name` is a canonical name. Lines, modules, installation folders and processor variants do not matter. */
export function functionKey(name: string): string {
  if (!isPythonKey(name)) return PROCESSOR_VARIANT.exec(name)?.[1] ?? name;
  const { qualifiedName, file } = partsOf(name);
  return pythonKey(qualifiedName, comparableFile(file));
}

export function lineKey(key: string, line: number): string {
  return `${key}:${line}`;
}

/** The key of the function, and the line; undefined if `key` is that of a whole function. */
export function lineOfKey(key: string): { readonly key: string; readonly line: string } | undefined {
  const [, whole, line] = /^(.+):(\d+)$/s.exec(key) ?? [];
  return line === undefined ? undefined : { key: whole, line };
}

export function pythonKey(qualifiedName: string, file: string): string {
  return `${PYTHON_PREFIX}${qualifiedName}:${file}`;
}

export function isPythonKey(key: string): boolean {
  return key.startsWith(PYTHON_PREFIX);
}

/** Splits the key of a Python function at the first colon: qualified names contain none. */
export function partsOf(key: string): { readonly qualifiedName: string; readonly file: string } {
  const colon = key.indexOf(':', PYTHON_PREFIX.length);
  if (colon < 0) return { qualifiedName: key.slice(PYTHON_PREFIX.length), file: '' };
  return { qualifiedName: key.slice(PYTHON_PREFIX.length, colon), file: key.slice(colon + 1) };
}

/** The qualified name of a Python function, or the symbol of any other. */
export function shortNameOf(key: string): string {
  return isPythonKey(key) ? partsOf(key).qualifiedName : key;
}

/** The short name; for functions without a name with their modules (`Comparison.unnamedModules`). */
export function displayName(key: string, unnamedModules: string): string {
  return key === UNKNOWN && unnamedModules !== '' ? `${key} in ${unnamedModules}` : shortNameOf(key);
}

/** True if users may mean this function by `name`: its key or short name. */
export function matchesName(key: string, name: string): boolean {
  return key === name || shortNameOf(key) === name;
}

/** False for names such as `main` that say nothing about what the function does. */
export function isDistinctive(qualifiedName: string): boolean {
  return !COMMON_NAMES.has(qualifiedName.slice(qualifiedName.lastIndexOf('.') + 1));
}

/** True for files that are neither installed nor generated. Their paths depend on where the project was checked out. */
export function isOwnFile(file: string): boolean {
  return !/^(?:site-packages\/|lib\/|<)/.test(file);
}

/** The file without parts that differ between machines, environments, Python versions and sessions. */
function comparableFile(path: string): string {
  const file = path.replaceAll('\\', '/');
  if (file.startsWith('<')) return file.replace(CHANGING_PARTS, '#').replace(/\d+/g, '#');
  if (NOTEBOOK_FILE.test(file)) return '<ipykernel>';
  const inPackages = PACKAGE_FILE.exec(file);
  if (inPackages) return `site-packages/${inPackages[1]}`;
  const inStdlib = STDLIB_FILE.exec(file);
  return inStdlib ? `lib/${inStdlib[1]}` : file;
}
