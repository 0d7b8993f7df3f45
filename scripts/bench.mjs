// npm run bench [-- node | chromium | a part as bench/main.ts names it]: unpacks the large recordings into a cache folder,
// builds, and measures in Node and in Chromium.

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { findOrInstallChromium } from './chromium.mjs';
import { buildIfStale, fail, install, root, run, runTool } from './setup.mjs';

install();
const profiles = process.env.PYROGRAPH_PROFILES ?? join(root, '..', 'shared', 'profiles');
const packed = join(profiles, 'big', 'expected.perf.zst');
const cache = join(root, '.cache', 'big');
const recording = join(cache, 'expected.perf');
const PLAIN_SIZE = 3_706_606_825;

if (!existsSync(packed))
  fail(`The measurements need ${packed}; say where the recordings are: PYROGRAPH_PROFILES=… npm run bench`);
if (!existsSync(recording) || statSync(recording).size !== PLAIN_SIZE) {
  process.stdout.write('Unpacking the large recording (3.7 GB) …\n');
  mkdirSync(cache, { recursive: true });
  run('zstd', ['-d', '--long=27', '-q', '-f', packed, '-o', recording]);
}
/**
 * A recording of perf, unpacked, with the files that name its code.
 * @param {string} folder
 * @param {string} recording
 * @param {string[]} companions
 */
function recordedSet(folder, recording, companions) {
  const at = join(root, '.cache', folder);
  mkdirSync(at, { recursive: true });
  const plain = join(at, recording);
  if (!existsSync(plain))
    run('zstd', ['-d', '-q', '-f', join(profiles, folder, `${recording}.zst`), '-o', plain]);
  const unpacked = companions.map((name) => {
    const source = join(profiles, folder, name);
    if (!name.endsWith('.gz')) return source;
    const file = join(at, basename(name, '.gz'));
    if (!existsSync(file)) writeFileSync(file, gunzipSync(readFileSync(source)));
    return file;
  });
  return [plain, ...unpacked];
}

const sets = [
  {
    what: 'big: 341 MB, 424 k samples with frame pointers',
    files: recordedSet('big', 'perf.data', [
      'perf-25040.map',
      'symbols.tar.gz',
      '../kallsyms.gz',
      '../vdso.so',
    ]),
    target: 3,
  },
  {
    what: 'jit-big: 70 MB, 8.2 k samples with copied stacks',
    files: recordedSet('jit-big', 'perf.jit.data', [
      'jitted.tar.gz',
      'symbols.tar.gz',
      '../kallsyms.gz',
      '../vdso.so',
    ]),
    target: 0.6,
  },
];
/**
 * A small recording over and over, each time a few seconds later.
 * @param {string} source
 * @param {number} times
 * @returns {string} Where it is.
 */
function repeated(source, times) {
  const folder = join(root, '.cache', 'million');
  const to = join(folder, 'million.perf');
  if (existsSync(to)) return to;
  mkdirSync(folder, { recursive: true });
  const text = gunzipSync(readFileSync(source)).toString();
  const HEADER = /^(\S.*\s)(\d+)(\.\d{6}:)/gm;
  const seconds = [...text.matchAll(HEADER)].map(([, , time]) => Number(time));
  const span = Math.max(...seconds) - Math.min(...seconds) + 1;
  const part = `${to}.part`;
  writeFileSync(part, '');
  for (let i = 0; i < times; i++)
    appendFileSync(
      part,
      text.replace(HEADER, (_, before, time, after) => `${before}${Number(time) + i * span}${after}`),
    );
  renameSync(part, to);
  return to;
}

// 227 samples of nine threads, 4,406 times: a million, in 650 MB.
const million = () => repeated(join(profiles, 'jit-smalldump', 'expected.perf.gz'), 4406);
buildIfStale('dist/index.html');
runTool('vite', ['build', '--logLevel', 'warn', '--mode', 'bench']);

const { preview } = await import('vite');
const server = await preview({
  root,
  logLevel: 'error',
  preview: { host: '127.0.0.1', port: 4273, open: false },
});
const url = server.resolvedUrls?.local[0];
if (!url) fail('The built site could not be served.');
try {
  const { bench } = await import(pathToFileURL(join(root, '.cache', 'bench', 'main.js')).href);
  await bench(
    { chromiumPath: findOrInstallChromium(), url, dist: join(root, 'dist'), recording, million, sets },
    process.argv[2],
  );
} finally {
  await server.close();
}
