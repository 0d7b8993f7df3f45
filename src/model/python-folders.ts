// Folders of every Python installation, as regular expressions for a part of a path.

export const SITE_PACKAGES = '(?:site|dist)-packages';
/** Unpacked wheels of PEX, eggs, PEP 582 and uv's cache of unpacked wheels. Packages are in them as in site-packages. */
export const UNPACKED_PACKAGES = String.raw`(?:[^/]+\.(?:whl|egg)|__pypackages__/[^/]+/lib|uv/archive-v\d+/[^/]+)`;
export const STDLIB = String.raw`lib(?:64)?/python3(?:\.\d+)?t?`;
export const STDLIB_ZIP = String.raw`python3\d*\.zip`;
