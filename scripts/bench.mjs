// npm run bench [-- node | chromium]: unpacks the large recording into a cache folder, builds, and measures in Node and in Chromium.

import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
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
    { chromiumPath: findOrInstallChromium(), url, dist: join(root, 'dist'), recording },
    process.argv[2],
  );
} finally {
  await server.close();
}
