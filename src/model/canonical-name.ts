// Names without what compilers and linkers add to them. Source of the suffixes: GCC's clone and LTO names.

import { PYTHON_PREFIX } from './profile.ts';

/** A symbol version such as `@@GLIBC_2.34`, but not `@plt`. */
export const SYMBOL_VERSION = /@@?(?!plt$)[A-Za-z_][\w.]*$/;
/** A single compiler suffix. A name can have several. */
export const COMPILER_SUFFIX =
  /(?:\.(?:cold|hot|warm|part|isra|constprop|lto_priv|llvm|localalias|clone|str|__uniq)(?:\.\d+)*|\.\d+)$/;

/** Removes the version and compiler suffixes of a symbol: `f.part.0.cold@@V1` becomes `f`. The result is never empty. */
export function canonicalName(name: string): string {
  if (name.startsWith(PYTHON_PREFIX)) return name;
  let canonical = name.replace(SYMBOL_VERSION, '') || name;
  for (;;) {
    const shorter = canonical.replace(COMPILER_SUFFIX, '');
    if (shorter === canonical || shorter === '') return canonical;
    canonical = shorter;
  }
}
