// The dotted name under which Python imports a file of a library: `scipy.sparse` for `…/site-packages/scipy/sparse/__init__.py`.
// Code outside a library depends on `sys.path` for its dotted name, so it has none here.

import { SITE_PACKAGES, STDLIB, STDLIB_ZIP, UNPACKED_PACKAGES } from './python-folders.ts';

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
