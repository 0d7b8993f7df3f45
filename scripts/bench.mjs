// Runs the benchmark: unpacks the recordings that it needs, builds, and measures in Node and in Chromium.
//
//   npm run bench [-- PART] [--json FILE] [--baseline FILE]
//
// PART is a part or a group of parts in bench/main.ts. --json writes the results to a file; --baseline prints the
// results in such a file next to the new ones.

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { findOrInstallChromium } from './chromium.mjs';
import { buildIfStale, fail, install, root, run, runTool } from './setup.mjs';

const LARGE_TEXT_BYTES = 3_706_606_825;

const { values, positionals } = parseArgs({
  options: { json: { type: 'string' }, baseline: { type: 'string' } },
  allowPositionals: true,
});
install();
runTool('vite', ['build', '--logLevel', 'error', '--mode', 'bench']);

/** @type {import('vite').PreviewServer | undefined} */
let server;
/** @type {import('../bench/inputs.ts').Inputs} */
const inputs = {
  chromiumPath: findOrInstallChromium,
  dist: () => {
    buildIfStale('dist/index.html');
    return join(root, 'dist');
  },
  siteUrl,
  program: () => {
    buildIfStale('dist-cli/pyrograph.js', '--mode', 'cli');
    return join(root, 'dist-cli', 'pyrograph.js');
  },
  largeText,
  textBeginning,
  millionSamples,
  pairs: () => profile('pairs'),
  storeFile: () => join(cacheFolder('store'), 'fleet.duckdb'),
  tenMillionFile: () => join(cacheFolder('ten-million'), 'perf.data'),
  deepWhole: () =>
    ['pylint', 'visitors'].map((name) => ({ name, path: profile('deep-whole', `${name}.perf.gz`) })),
  deepCopies: () => [{ name: 'deep-dwarf', path: profile('deep-dwarf', 'recording.tar.gz') }],
  big: () => perfDataFiles('big', 'perf.data', 'perf-25040.map'),
  jitBig: () => perfDataFiles('jit-big', 'perf.jit.data', 'jitted.tar.gz'),
};
try {
  const { bench } = await import(pathToFileURL(join(root, '.cache', 'bench', 'main.js')).href);
  const baseline = values.baseline && JSON.parse(readFileSync(pathFromUser(values.baseline), 'utf8'));
  const results = await bench(inputs, positionals.at(0), baseline);
  if (values.json) writeFileSync(pathFromUser(values.json), results);
} finally {
  await server?.close();
}

/** npm runs scripts in the repository's folder, but paths are relative to the user's working directory. */
function pathFromUser(/** @type {string} */ path) {
  return resolve(process.env.INIT_CWD ?? '.', path);
}

async function siteUrl() {
  if (!server) inputs.dist();
  const { preview } = await import('vite');
  server ??= await preview({
    root,
    logLevel: 'error',
    preview: { host: '127.0.0.1', port: 4273, open: false },
  });
  return server.resolvedUrls?.local[0] ?? fail('Could not serve the built site.');
}

function largeText() {
  const text = join(cacheFolder('big'), 'expected.perf');
  if (!existsSync(text) || statSync(text).size !== LARGE_TEXT_BYTES) {
    process.stdout.write('Unpacking the large text recording (3.7 GB) …\n');
    unpack(profile('big', 'expected.perf.zst'), text);
  }
  return text;
}

/** The first megabytes of the large text recording, up to the middle of a line. */
function textBeginning(/** @type {number} */ megabytes) {
  const path = join(cacheFolder('big'), `${megabytes}.perf`);
  if (!existsSync(path)) run('sh', ['-c', `head -c ${megabytes}000000 "$0" > "$1"`, largeText(), path]);
  return path;
}

/** 227 samples of nine threads, repeated 4,406 times: 650 MB. Each copy starts one second after the previous one ends. */
function millionSamples() {
  const path = join(cacheFolder('million'), 'million.perf');
  if (existsSync(path)) return path;
  const text = gunzipSync(readFileSync(profile('jit-smalldump', 'expected.perf.gz'))).toString();
  const HEADER = /^(\S.*\s)(\d+)(\.\d{6}:)/gm;
  const seconds = [...text.matchAll(HEADER)].map(([, , time]) => Number(time));
  const span = Math.max(...seconds) - Math.min(...seconds) + 1;
  const part = `${path}.part`;
  writeFileSync(part, '');
  for (let i = 0; i < 4406; i++)
    appendFileSync(
      part,
      text.replace(HEADER, (_, before, time, after) => `${before}${Number(time) + i * span}${after}`),
    );
  renameSync(part, path);
  return path;
}

/**
 * The paths of a perf.data recording, unpacked, and of the files needed to symbolize it.
 * @returns {string[]}
 */
function perfDataFiles(
  /** @type {string} */ folder,
  /** @type {string} */ recording,
  /** @type {string} */ jitCode,
) {
  const plain = join(cacheFolder(folder), recording);
  if (!existsSync(plain)) unpack(profile(folder, `${recording}.zst`), plain);
  const kallsyms = join(cacheFolder(folder), 'kallsyms');
  if (!existsSync(kallsyms)) writeFileSync(kallsyms, gunzipSync(readFileSync(profile('kallsyms.gz'))));
  return [plain, profile(folder, jitCode), profile(folder, 'symbols.tar.gz'), kallsyms, profile('vdso.so')];
}

function unpack(/** @type {string} */ packed, /** @type {string} */ path) {
  run('zstd', ['-d', '--long=27', '-q', '-f', packed, '-o', path]);
}

function cacheFolder(/** @type {string} */ name) {
  const folder = join(root, '.cache', name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** The path of a shared recording or one of its files. */
function profile(/** @type {string[]} */ ...names) {
  const profiles = process.env.PYROGRAPH_PROFILES ?? join(root, '..', 'shared', 'profiles');
  const path = join(profiles, ...names);
  if (existsSync(path)) return path;
  return fail(
    `The benchmark needs ${path}; name the folder of shared recordings: PYROGRAPH_PROFILES=… npm run bench`,
  );
}
