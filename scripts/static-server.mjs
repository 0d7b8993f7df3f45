// Serves a built site as a static host would, under a folder of that host and to this machine alone. The page's content
// security policy goes out as a header too, since a worker takes its own only from there; unless told not to, as by a host
// that cannot.

import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, relative, sep } from 'node:path';
import { contentType, policyOfPage } from '../cli/site.mjs';
import { fail } from './setup.mjs';

/**
 * Once it listens; on any free port when that is 0.
 * @returns {Promise<{ url: string, port: number, stop: () => Promise<void> }>}
 */
export async function serveSite(
  /** @type {string} */ dist,
  /** @type {string} */ folder,
  { port = 0, sendsPolicy = true } = {},
) {
  const headers = {
    'Cache-Control': 'no-store',
    ...(sendsPolicy && { 'Content-Security-Policy': policyIn(join(dist, 'index.html')) }),
  };
  const server = createServer((request, response) => {
    const file = fileAt(dist, folder, request.url ?? '');
    if (!file) {
      response.writeHead(404, { ...headers, 'Content-Type': contentType('nothing.txt') }).end('not found\n');
      return;
    }
    const type = contentType(relative(dist, file).replaceAll(sep, '/'));
    response.writeHead(200, { ...headers, 'Content-Type': type, 'Content-Length': statSync(file).size });
    if (request.method === 'HEAD') response.end();
    else createReadStream(file).pipe(response);
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(undefined));
  });
  const address = server.address();
  const listened = address && typeof address === 'object' ? address.port : 0;
  return {
    url: `http://127.0.0.1:${listened}${folder}`,
    port: listened,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * The built file a request is about; undefined when there is none.
 * @returns {string | undefined}
 */
function fileAt(/** @type {string} */ dist, /** @type {string} */ folder, /** @type {string} */ url) {
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

/** The policy in a built page. */
export function policyIn(/** @type {string} */ page) {
  if (!existsSync(page)) fail(`${page} is not there: npm run build.`);
  return policyOfPage(readFileSync(page, 'utf8')) ?? fail(`${page} has no policy that can be read.`);
}
