// Serves the built site as a plain static host would, under a folder of that host and on a free port: for the browser
// tests. The page's content security policy goes out as a header too, since a worker takes its own only from there.
//
//   node scripts/serve-dist.mjs /sub/path/

import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, sep } from 'node:path';
import { fail, root } from './setup.mjs';

/** @type {Record<string, string>} */
const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.gz': 'application/gzip',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

const dist = join(root, 'dist');
const folder = process.argv[2] ?? '/';
const headers = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': policyOf(join(dist, 'index.html')),
};

const server = createServer((request, response) => {
  const file = fileAt(request.url ?? '');
  if (!file) {
    response.writeHead(404, { ...headers, 'Content-Type': TYPES['.txt'] }).end('not found\n');
    return;
  }
  const type = TYPES[extname(file)] ?? 'application/octet-stream';
  response.writeHead(200, { ...headers, 'Content-Type': type, 'Content-Length': statSync(file).size });
  if (request.method === 'HEAD') response.end();
  else createReadStream(file).pipe(response);
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  process.stdout.write(`dist is at http://127.0.0.1:${port}${folder}\n`);
});

/**
 * The built file a request is about; undefined when there is none.
 * @returns {string | undefined}
 */
function fileAt(/** @type {string} */ url) {
  const path = pathIn(url);
  if (!path?.startsWith(folder)) return undefined;
  const file = join(
    dist,
    path.endsWith('/') ? `${path.slice(folder.length)}index.html` : path.slice(folder.length),
  );
  // Not what `..` leads to.
  if (!file.startsWith(dist + sep) || !existsSync(file) || !statSync(file).isFile()) return undefined;
  return file;
}

/** @returns {string | undefined} */
function pathIn(/** @type {string} */ url) {
  try {
    return decodeURIComponent(url.replace(/[?#].*/, ''));
  } catch {
    return undefined;
  }
}

/** The policy in the built page: its one source is vite.config.ts. */
function policyOf(/** @type {string} */ page) {
  if (!existsSync(page)) fail('dist/index.html is not there: npm run build.');
  const [meta] = /<meta[^>]*http-equiv="Content-Security-Policy"[^>]*>/i.exec(readFileSync(page, 'utf8')) ?? [
    '',
  ];
  // Vite writes every ' as an entity; no policy needs another one.
  const policy = /content="([^"]+)"/.exec(meta)?.[1].replaceAll('&#39;', "'");
  return policy && !policy.includes('&') ? policy : fail('dist/index.html has no policy that can be read.');
}
